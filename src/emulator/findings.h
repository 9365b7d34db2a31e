// Findings as they turn up: equal ones are merged, and each gets its sentence only once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/analysis.h"
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

    /// Notes an occurrence at `step`; `make()` gives the finding when it is the first of its kind.
    template <typename Make>
    void add(const FindingKey& key, std::int64_t step, Make make) {
        auto [entry, is_new] = known_.try_emplace(key, findings_.size());
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
        Finding& finding = findings_[entry->second];
        ++finding.times;
        bool noted = !finding.steps.empty() && finding.steps.back() == step;
        if (!noted && finding.steps.size() < most_steps) finding.steps.push_back(step);
    }

  private:
    static constexpr int most_of_a_kind = 200;
    static constexpr std::size_t kinds = 32;
    static constexpr std::size_t most_steps = 1000;
    std::vector<Finding>& findings_;
    std::map<FindingKey, std::size_t> known_;
    std::array<int, kinds> of_kind_{};
};

/// "lane 3", "lanes 0 and 2", "lanes 0, 1 and 3", "lanes 0 to 31".
std::string lanes_in_words(const std::vector<int>& lanes);
std::vector<int> lanes_of(std::uint32_t mask);
/// With a capital letter.
std::string in_sentence_case(std::string text);

std::string bank_conflict_sentence(const WarpAccess& access, int banks, const BankCost& cost);

struct BadAccess {
    std::string array;  ///< "sums", or empty for a pointer that leads nowhere
    std::int64_t offset = 0;
    int size = 4;
    int element_size = 4;
    std::int64_t elements = 0;  ///< of the array, or of one thread's part of a local one
    int lane = 0;
    int block = 0;
    bool write = false;
};
std::string out_of_bounds_sentence(const BadAccess& access);
std::string misaligned_sentence(const BadAccess& access);
std::string step_limit_sentence(int loop_line, std::int64_t passes, std::int64_t steps);

}  // namespace upsweep::emulator
