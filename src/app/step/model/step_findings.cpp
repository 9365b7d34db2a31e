// Which finding is at the step, and the way to each.
#include <algorithm>

#include "app/step/model/step_model.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"

namespace upsweep::app {

using emulator::Finding;

bool StepModel::is_here(int finding) const {
    const replay::StepRange range = position_->picture().range;
    const auto& steps = position_->trace().findings[static_cast<std::size_t>(finding)].steps;
    const auto at = std::lower_bound(steps.begin(), steps.end(), range.first);
    return at != steps.end() && range.contains(*at);
}

int StepModel::finding_here() const {
    if (!position_) return -1;
    const std::vector<Finding>& findings = position_->trace().findings;
    const auto count = static_cast<int>(findings.size());
    if (asked_finding_ >= 0 && asked_finding_ < count && is_here(asked_finding_)) return asked_finding_;
    int gravest = -1;
    for (int i = 0; i < count; ++i) {
        const auto severity = [&](int finding) {
            return findings[static_cast<std::size_t>(finding)].severity;
        };
        if (is_here(i) && (gravest < 0 || severity(i) > severity(gravest))) gravest = i;
    }
    return gravest;
}

int StepModel::finding_near() const {
    if (const int here = finding_here(); here >= 0 || !position_) return here;
    const std::vector<Finding>& findings = position_->trace().findings;
    int nearest = -1;
    std::int64_t least = -1;
    for (int i = 0; i < static_cast<int>(findings.size()); ++i) {
        const auto& steps = findings[static_cast<std::size_t>(i)].steps;
        const auto next = std::lower_bound(steps.begin(), steps.end(), position_->step());
        if (next == steps.end() || (nearest >= 0 && *next >= least)) continue;
        nearest = i;
        least = *next;
    }
    return nearest >= 0 ? nearest : static_cast<int>(findings.size()) - 1;
}

std::int64_t StepModel::step_here(int finding) const {
    const auto& steps = position_->trace().findings[static_cast<std::size_t>(finding)].steps;
    const auto after = std::lower_bound(steps.begin(), steps.end(), position_->picture().range.end);
    return after == steps.begin() ? steps.front() : *std::prev(after);
}

std::int64_t StepModel::step_of_finding(int finding) const {
    if (is_here(finding)) return step_here(finding);
    const auto& steps = position_->trace().findings[static_cast<std::size_t>(finding)].steps;
    const auto next = std::lower_bound(steps.begin(), steps.end(), position_->step());
    return next == steps.end() ? steps.front() : *next;
}

void StepModel::go_to_finding(int finding) {
    if (!position_) return;
    const auto& steps = position_->trace().findings[static_cast<std::size_t>(finding)].steps;
    if (is_here(finding) && finding_here() != finding) return go_to_finding(finding, step_here(finding));
    const auto next = std::lower_bound(steps.begin(), steps.end(), position_->step());
    go_to_finding(finding, next == steps.end() ? steps.front() : *next);
}

void StepModel::go_to_finding(int finding, std::int64_t step) {
    asked_finding_ = finding;
    seek(step + 1);
}

}  // namespace upsweep::app
