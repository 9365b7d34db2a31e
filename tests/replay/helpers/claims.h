// What a sentence claims, held against the trace: an equation is worked out, a cell is looked up among the
// writes, a lane among those that ran. Reads only the words and the trace, never the code that wrote them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/trace/trace.h"

namespace upsweep::test {

/// "4 + 7 = 11", "max(3, 4) = 4", "(2, 1) + (1, 3) = (2, 4)", "193 − 22 + 9 = 180"; nothing where the text is
/// no equation of numbers.
std::optional<bool> equation_holds(const std::string& text);
/// Whether a number is the same as one that is said, as far as it is written, and of whole ones as 32 or 64
/// bits hold them. `largest` of what it is made of.
bool same_number(long double made, long double said, long double largest);

/// The accesses of a trace by cell, and the blocks by the numbers that they fetched.
class World {
  public:
    explicit World(const emulator::Trace& trace);

    const emulator::Trace& trace;
    std::vector<int32_t> step_of;  ///< by access

    const std::vector<int32_t>& accesses(emulator::ArrayId array, int64_t element) const;
    const std::vector<emulator::ArrayId>& named(const std::string& name) const;
    /// The number of the block that runs a step; nothing before it has one.
    std::optional<int64_t> number_at(int64_t step) const;
    /// Whether blocks of the launch fetched their numbers.
    bool fetches(int64_t launch) const { return numbers_.contains(launch); }
    /// Whether the kernels' text contains a text, white space aside, up to its "…".
    bool is_code(const std::string& text) const;
    /// Whether a value may be written like this: a word may hold more than a number.
    bool is(emulator::ArrayId array, uint64_t bits, const std::string& text) const;

  private:
    void note_number(int64_t step, const emulator::Access& access);

    std::string source_;  // without white space
    std::unordered_map<uint64_t, std::vector<int32_t>> by_cell_;
    std::map<std::string, std::vector<emulator::ArrayId>> by_name_;
    std::map<int64_t, std::map<uint32_t, std::pair<int64_t, int64_t>>> numbers_;  // by launch and block
};

/// A sentence with its back quotes, and the steps that it is about.
struct Said {
    const World& world;
    std::string text;
    int64_t first = 0, end = 0;  ///< steps
    std::string followed;        ///< the array of a cell that is named alone
    int64_t launch = 0;
    int64_t operation = 0;  ///< what the kernel's `+` combines, where it is not a sum: an option's value
};

struct Verdict {
    std::vector<std::string> wrong;  ///< what does not hold
    std::string unread;              ///< what is left of a sentence whose numbers no claim explains
    int equations = 0, claims = 0;
};
Verdict judge(const Said& said);

}  // namespace upsweep::test
