// Lets pairs of threads vote on the length of an array's rows.
#include "replay/row_width.h"

#include <algorithm>
#include <tuple>

#include "replay/trace.h"

namespace upsweep::replay {

using emulator::Access;
using emulator::ArrayId;
using emulator::Trace;

std::map<ArrayId, std::int64_t> row_widths(const Trace& trace, const emulator::LaunchInfo& launch) {
    std::map<ArrayId, std::int64_t> widths;
    if (launch.block.y < 2) return widths;
    struct Last {
        std::int64_t y = 0, element = 0;
    };
    // What the same expression of the same column of threads touched last.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, Last> lasts;
    std::map<ArrayId, std::map<std::int64_t, std::int64_t>> votes;
    for (std::int64_t step = launch.first_step; step < std::min(launch.end_step, trace.step_count());
         ++step) {
        const emulator::Step& at = trace.steps[static_cast<std::size_t>(step)];
        if (at.kind != emulator::StepKind::statement) continue;
        for (std::int64_t i = at.first_access; i < trace.end_access(step); ++i) {
            const Access& access = trace.accesses[static_cast<std::size_t>(i)];
            const emulator::ArrayInfo& array = trace.arrays[access.array];
            if (array.space != emulator::Space::global || array.extent.height != 1) continue;
            const std::int64_t thread = thread_of(trace, at, static_cast<int>(access.lane));
            const std::int64_t x = thread % launch.block.x, y = thread / launch.block.x % launch.block.y;
            const std::int64_t element = element_of(trace, access);
            const auto [last, first] = lasts.try_emplace({at.block, access.operand, x}, Last{y, element});
            if (!first && y == last->second.y + 1) ++votes[access.array][element - last->second.element];
            last->second = {y, element};
        }
    }
    for (const auto& [array, counts] : votes) {
        std::int64_t all = 0;
        for (const auto& [width, count] : counts) all += count;
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        const std::int64_t elements = trace.arrays[array].extent.count(), width = most->first;
        // Threads that all touch the same element, or elements side by side, say nothing about rows.
        if (width > 1 && elements % width == 0 && elements / width > 1 && most->second * 2 > all)
            widths[array] = width;
    }
    return widths;
}

}  // namespace upsweep::replay
