// Loop variables while walking a trace, for the labels of the diagram's rows.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "replay/trace.h"

namespace upsweep::replay {

/// The newest value of every loop variable of every thread, kept while walking the trace.
class LoopVariables {
  public:
    LoopVariables(const Trace& trace, const LaunchInfo& launch) : trace_(trace) {
        std::set<std::string> names;
        for (const emulator::Loop& loop : trace.loops) names.insert(loop.variable);
        names.erase("");
        for (const ArrayId array : launch.local_arrays) {
            const ArrayInfo& info = trace.arrays[array];
            if (info.extent.width == 1 && names.contains(info.name)) candidates_.emplace(array, info.name);
        }
    }

    void note(const Step& step, const Access& access) {
        const auto candidate = candidates_.find(access.array);
        if (candidate == candidates_.end() || !is_write(access)) return;
        const ArrayInfo& info = trace_.arrays[access.array];
        now_[{step.block, thread_of(trace_, step, access.lane), candidate->second}] =
            candidate->second + " " + bits_to_text(info.type, access.value);
    }

    /// "stride 2" for every counting loop around the step, innermost first.
    std::vector<std::string> labels(const Step& step, int lane) const {
        std::vector<std::string> out;
        for (const emulator::Loop& loop : trace_.loops) {
            if (!loop.holds(step.statement)) continue;
            const auto value = now_.find({step.block, thread_of(trace_, step, lane), loop.variable});
            if (value != now_.end()) out.push_back(value->second);
        }
        return out;
    }

  private:
    const Trace& trace_;
    std::unordered_map<ArrayId, std::string> candidates_;
    std::map<std::tuple<uint32_t, int64_t, std::string>, std::string> now_;
};

}  // namespace upsweep::replay
