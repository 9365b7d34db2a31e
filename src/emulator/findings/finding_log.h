// Findings as they turn up: equal ones are merged, and each gets its sentence only once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "emulator/trace/trace.h"

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
            bytes_ += static_cast<std::int64_t>(sizeof(Finding) + findings_.back().message.size());
        }
        if (!is_new && entry->second.last_step == step) return;
        entry->second.last_step = step;
        Finding& finding = findings_[entry->second.position];
        ++finding.times;
        if (finding.steps.size() == most_steps) return;
        finding.steps.push_back(step);
        bytes_ += sizeof step;
    }

    /// Bytes that the findings take, about.
    std::int64_t bytes() const { return bytes_; }

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
    std::int64_t bytes_ = 0;
};

}  // namespace upsweep::emulator
