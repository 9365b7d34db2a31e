// Gathers the slots' tracks.
#include "replay/structure/tracks.h"

#include "core/ranges.h"
#include "emulator/trace/trace.h"

#include <algorithm>
#include <map>

namespace upsweep::replay {

using emulator::WaitInterval;

std::vector<SlotTrack> slot_tracks(const Trace& trace) {
    std::map<std::pair<uint32_t, uint32_t>, SlotTrack> tracks;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<TrackWait>> waits;  // by operation and block
    std::map<std::pair<uint32_t, uint32_t>, bool> stuck;
    for (const WaitInterval& wait : trace.waits) {
        if (wait.array < 0) continue;
        const int64_t end = wait.ended_by < 0 ? trace.step_count() : wait.ended_by + 1;
        stuck[{wait.operation, wait.block}] |= wait.ended_by < 0;
        if (end - wait.first_step >= 2)
            waits[{wait.operation, wait.block}].push_back({{wait.first_step, end}, wait.array, wait.element});
    }
    for (size_t l = 0; l < trace.launches.size(); ++l) {
        const LaunchInfo& launch = trace.launches[l];
        for (const emulator::BlockInfo& info : launch.blocks) {
            SlotTrack& track = tracks[{info.multiprocessor, info.slot}];
            track.multiprocessor = info.multiprocessor;
            track.slot = info.slot;
            TrackBlock block{uint32_t(l), info.block, {info.first_step, info.end_step}, true, {}};
            block.ends = !stuck[{launch.operation, info.block}];
            if (!block.ends) block.steps.end = std::max(block.steps.end, trace.step_count());
            block.waits = waits[{launch.operation, info.block}];
            sort(block.waits,
                 [](const TrackWait& a, const TrackWait& b) { return a.steps.first < b.steps.first; });
            track.blocks.push_back(std::move(block));
        }
    }
    std::vector<SlotTrack> all;
    for (auto& [place, track] : tracks) {
        sort(track.blocks,
             [](const TrackBlock& a, const TrackBlock& b) { return a.steps.first < b.steps.first; });
        all.push_back(std::move(track));
    }
    return all;
}

}  // namespace upsweep::replay
