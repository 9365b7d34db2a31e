// Findings as they occur: equal ones are merged, and each keeps its worst case.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// By what an occurrence is known before anything is made of it.
struct FindingKey {
    FindingKind kind = FindingKind::bank_conflict;
    uint32_t launch = 0;
    uint32_t statement = 0;
    uint32_t operand = 0;
    uint32_t variant = 0;  ///< of one kind: what has another cure, or another line beside its own
    friend bool operator<(const FindingKey& a, const FindingKey& b) {
        return std::tie(a.kind, a.launch, a.statement, a.operand, a.variant) <
               std::tie(b.kind, b.launch, b.statement, b.operand, b.variant);
    }
};

class FindingLog {
  public:
    explicit FindingLog(Trace& trace) : trace_(trace) {}

    /// Notes an occurrence at `step`; `make()` gives its facts when none exist yet, or less bad ones than
    /// those of `weight`. Those of one kind, line, array and variant become one finding. A step counts once,
    /// however many of its lanes and accesses it happens to.
    template <typename Make>
    void add(const FindingKey& key, int64_t step, Make make, int weight = 0) {
        const auto [entry, is_new] = positions_.try_emplace(key, 0);
        if (is_new) {
            // Each kind has room of its own: a flood of costs must not hide a fault.
            if (nth(of_kind_, key.kind) == most_of_a_kind) {
                positions_.erase(entry);
                return;
            }
            entry->second = place(key, step, make(), weight);
        } else if (weight > known_[entry->second].weight) {
            tell(entry->second, key, step, make(), weight);
        }
        count(entry->second, step, weight);
    }

    /// Whether it has been noted: what its lanes are does not matter then.
    bool knows(const FindingKey& key) const { return positions_.contains(key); }

    /// Bytes that the findings take, about.
    int64_t bytes() const { return bytes_; }

  private:
    /// What makes two findings one.
    using Alike = std::tuple<FindingKind, Severity, int32_t, int32_t, uint32_t, size_t, std::string>;
    /// Beside Trace::findings.
    struct Known {
        int weight = 0;
        int64_t last_step = -1;
        int last_weight = 0;
    };

    /// The position of the finding that it is, or is like.
    size_t place(const FindingKey& key, int64_t step, Finding finding, int weight) {
        std::vector<Finding>& findings = trace_.findings;
        const auto [alike, is_new] = alike_.try_emplace(alike_of(key, finding), findings.size());
        const size_t position = alike->second;
        if (is_new) {
            ++nth(of_kind_, key.kind);
            findings.emplace_back();
            known_.emplace_back();
            bytes_ += sizeof(Finding) + sizeof(Known);
        }
        if (is_new || weight > known_[position].weight) tell(position, key, step, std::move(finding), weight);
        return position;
    }

    /// The finding tells of this case from now on.
    void tell(size_t position, const FindingKey& key, int64_t step, Finding finding, int weight) {
        Finding& report = trace_.findings[position];
        finding.kind = key.kind;
        finding.launch = key.launch;
        finding.step = step;
        finding.steps = std::move(report.steps);
        finding.times = report.times;
        finding.lesser = report.times;
        report = std::move(finding);
        Known& known = known_[position];
        // The step that counts already has become worse.
        if (known.last_step == step) --report.lesser;
        known.weight = weight;
        known.last_weight = weight;
    }

    void count(size_t position, int64_t step, int weight) {
        Finding& finding = trace_.findings[position];
        Known& known = known_[position];
        if (known.last_step == step) {
            // Of several accesses of a step the worst counts.
            if (known.last_weight < known.weight && weight == known.weight) --finding.lesser;
            known.last_weight = std::max(known.last_weight, weight);
            return;
        }
        known.last_step = step;
        known.last_weight = weight;
        ++finding.times;
        if (weight < known.weight) ++finding.lesser;
        if (finding.steps.size() == most_steps) return;
        finding.steps.push_back(step);
        bytes_ += sizeof step;
    }

    Alike alike_of(const FindingKey& key, const Finding& finding) const {
        const auto* unset = std::get_if<UnsetVariable>(&finding.facts);
        const std::string& name = unset != nullptr    ? unset->name
                                  : finding.array < 0 ? none_
                                                      : nth(trace_.arrays, finding.array).name;
        return {key.kind,
                finding.severity,
                finding.where.file,
                finding.where.line,
                key.variant,
                finding.facts.index(),
                name};
    }

    static constexpr int most_of_a_kind = 200;
    static constexpr size_t kinds = size_t(last_finding_kind) + 1;
    static constexpr size_t most_steps = 1000;
    Trace& trace_;
    std::string none_;
    std::map<FindingKey, size_t> positions_;
    std::map<Alike, size_t> alike_;
    std::vector<Known> known_;
    std::array<int, kinds> of_kind_{};
    int64_t bytes_ = 0;
};

}  // namespace upsweep::emulator
