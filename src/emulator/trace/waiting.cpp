#include "emulator/trace/waiting.h"

#include "emulator/trace/trace.h"

#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/ranges.h"

namespace upsweep::emulator {
namespace {

/// Warps of one launch that have come to a barrier, by block and warp: no one continues before the last
/// arrival.
class Arrivals {
  public:
    explicit Arrivals(std::vector<WaitInterval>& waits) : waits_(waits) {}

    void note(const Step& step, int64_t position) {
        if (step.kind == StepKind::arrive) {
            WaitInterval wait;
            wait.operation = step.operation;
            wait.block = step.block;
            wait.warp = step.warp;
            wait.first_step = position;
            open_.try_emplace({step.block, step.warp}, wait);
        } else if (step.kind == StepKind::barrier) {
            const auto first = open_.lower_bound({step.block, 0});
            const auto end = open_.upper_bound({step.block, std::numeric_limits<uint32_t>::max()});
            for (auto at = first; at != end; ++at) {
                at->second.ended_by = position;
                waits_.push_back(at->second);
            }
            open_.erase(first, end);
        }
    }
    /// The launch is over: the rest waits still.
    void end() {
        for (const auto& [warp, wait] : open_) waits_.push_back(wait);
        open_.clear();
    }

  private:
    std::vector<WaitInterval>& waits_;
    std::map<std::pair<uint32_t, uint32_t>, WaitInterval> open_;
};

}  // namespace

std::vector<WaitInterval> waits_of(const Trace& trace) {
    std::vector<WaitInterval> waits = trace.waits;
    Arrivals arrivals(waits);
    uint32_t operation = 0;
    for (int64_t i = 0; i < trace.step_count(); ++i) {
        const Step& step = nth(trace.steps, i);
        if (step.operation != operation) arrivals.end();
        operation = step.operation;
        arrivals.note(step, i);
    }
    arrivals.end();
    stable_sort(waits, [](const WaitInterval& a, const WaitInterval& b) {
        // The end of one that never ended is past all others.
        return std::tuple(a.operation, uint64_t(a.ended_by)) < std::tuple(b.operation, uint64_t(b.ended_by));
    });
    return waits;
}

}  // namespace upsweep::emulator
