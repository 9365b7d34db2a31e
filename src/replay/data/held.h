// What each value of a trace is made of: the sum of inputs 3 to 7. Followed from the origins through
// registers and memory, for any kernel.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Inputs first … last of an array, each so many times (negative: taken away).
struct HeldRange {
    int64_t first = 0, last = 0;
    int32_t times = 1;
    friend bool operator==(const HeldRange&, const HeldRange&) = default;
};

/// An input is an element whose value was there before any kernel wrote it.
struct Held {
    int array = -1;                 ///< of the inputs; -1: none, a constant
    char symbol = '+';              ///< how they are put together, as Origin::symbol; 'f': in some other way
    bool exact = true;              ///< false: the ranges only enclose what is held
    std::vector<HeldRange> ranges;  ///< ascending, apart
    bool nothing() const { return ranges.empty(); }
    /// The sum of first … last, each once.
    bool is_sum_of(int array, int64_t first, int64_t last) const;
    /// The sum of a rectangle of an array `width` elements wide, each once; empty if it is not one.
    ElementBox rectangle(int64_t width) const;
    friend bool operator==(const Held&, const Held&) = default;
};

/// Position in HeldValues::all; 0 is a constant.
using HeldId = uint32_t;

/// Reads a trace once, O(accesses + operations). Holds no reference to it.
class HeldValues {
  public:
    /// Traces with more accesses are not read: nothing is held then.
    static constexpr int64_t most_accesses = 4'000'000;

    explicit HeldValues(const Trace& trace);

    /// Of what an access read or wrote.
    const Held& of(int64_t access) const { return all_[at_[access]]; }
    bool known() const { return !at_.empty(); }

  private:
    HeldId keep(Held held);
    HeldId origin(const Trace& trace, OriginId id);
    HeldId combine(HeldId left, HeldId right, char symbol);

    std::vector<Held> all_;
    std::vector<HeldId> at_;     ///< by access
    std::vector<HeldId> nodes_;  ///< by operation, one more than its id; 0: not yet
    std::unordered_map<uint64_t, std::vector<HeldId>> by_hash_;
    std::unordered_map<uint64_t, HeldId> combined_;
};

/// Sums in shared memory that no thread reads again, of inputs that are in no result: a tree that halves 48
/// threads leaves one of three behind.
struct LostSum {
    int32_t launch = 0;
    ArrayId array = 0;  ///< the first of such cells
    int64_t element = 0;
    int32_t block = 0, line = 0;
    int64_t cells = 0;    ///< how many
    ArrayId inputs = 0;   ///< whose elements are lost,
    int64_t lost = 0;     ///< how many,
    int64_t reached = 0;  ///< and how many of it are in a result
};
/// Of each launch whose results are sums of many inputs, by the statement that wrote the cells. Empty where
/// it is not known what the values hold.
std::vector<LostSum> lost_sums(const Trace& trace);
std::string sentence_of(const Trace& trace, const LostSum& lost);

/// "3…7", "in[3]", "0…2, 5"; of a rectangle "(0,0)…(2,3)"; "max 3…7"; "≈ 0…9" where it only encloses; empty
/// of a constant. `width`: of a matrix the inputs' columns, else 0.
std::string text_of(const Held& held, int64_t width = 0);

}  // namespace upsweep::replay
