// Findings as they turn up: equal ones are merged, and each gets its sentence only once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/analysis.h"
#include "emulator/finding_words.h"
#include "emulator/trace.h"

namespace upsweep::emulator {

/// What makes two findings the same.
struct FindingKey {
    FindingKind kind = FindingKind::bank_conflict;
    std::uint32_t launch = 0;
    std::uint32_t statement = 0;
    std::uint32_t operand = 0;
    int degree = 0;
    std::uint32_t lanes = 0;  ///< as a mask
    friend bool operator<(const FindingKey& a, const FindingKey& b) {
        return std::tie(a.kind, a.launch, a.statement, a.operand, a.degree, a.lanes) <
               std::tie(b.kind, b.launch, b.statement, b.operand, b.degree, b.lanes);
    }
};

class FindingLog {
  public:
    explicit FindingLog(std::vector<Finding>& findings) : findings_(findings) {}

    /// Notes an occurrence at `step`; `make()` gives the finding when it is the first of its kind. A step
    /// counts once, however many of its lanes it happens to.
    template <typename Make>
    void add(const FindingKey& key, std::int64_t step, Make make) {
        auto [entry, is_new] = known_.try_emplace(key, Known{findings_.size(), step});
        if (is_new) {
            // Each kind has room of its own: a flood of costs must not hide a fault.
            if (++of_kind_[static_cast<std::size_t>(key.kind)] > most_of_a_kind) {
                known_.erase(entry);
                return;
            }
            Finding finding = make();
            finding.kind = key.kind;
            finding.launch = static_cast<std::int32_t>(key.launch);
            finding.degree = key.degree;
            findings_.push_back(std::move(finding));
        }
        if (!is_new && entry->second.last_step == step) return;
        entry->second.last_step = step;
        Finding& finding = findings_[entry->second.position];
        ++finding.times;
        if (finding.steps.size() < most_steps) finding.steps.push_back(step);
    }

  private:
    struct Known {
        std::size_t position;  ///< among the findings
        std::int64_t last_step;
    };
    static constexpr int most_of_a_kind = 200;
    static constexpr std::size_t kinds = 32;
    static constexpr std::size_t most_steps = 1000;
    std::vector<Finding>& findings_;
    std::map<FindingKey, Known> known_;
    std::array<int, kinds> of_kind_{};
};

std::string bank_conflict_sentence(const WarpAccess& access, int banks, const BankCost& cost, bool write);

/// Lanes of one instruction that leave an array, or that do not keep to its alignment.
struct BadAccess {
    std::string who;        ///< "lanes 0 and 1 of warp 0 in block 2"
    std::size_t lanes = 1;  ///< how many
    bool write = false;
    bool text = false;                  ///< printf reads it as text
    bool null = false;                  ///< the pointer is null, or nearly
    std::int64_t address = 0;           ///< of a pointer made from a number: that number
    const ArrayInfo* array = nullptr;   ///< or none for a pointer that leads nowhere
    std::int64_t count = 0;             ///< elements of the array, or of one thread's part of a local one
    int size = 4;                       ///< bytes a lane
    std::int64_t owner = -1;            ///< the thread whose local variable it is, if another's
    std::vector<std::int64_t> offsets;  ///< bytes from the array's start (of a local one: the lane's part's)
};
/// The element that holds this byte; below zero too.
constexpr std::int64_t element_at(std::int64_t byte, int element_size) {
    return byte / element_size - (byte % element_size < 0 ? 1 : 0);
}
std::string out_of_bounds_sentence(const BadAccess& access);
std::string misaligned_sentence(const BadAccess& access);
/// `reads` is the cell that the loop reads and that nobody changes, or empty. `who` are "lanes 0 and 1 of
/// warp 0 in block 2", `lanes` many.
std::string endless_loop_sentence(int line, std::int64_t passes, bool many_warps, const std::string& who,
                                  std::size_t lanes, const std::string& reads);
/// `passes` of the loop that ran most often, or line 0 if none did.
std::string step_limit_sentence(int loop_line, std::int64_t passes, bool many_warps, std::int64_t steps);

}  // namespace upsweep::emulator
