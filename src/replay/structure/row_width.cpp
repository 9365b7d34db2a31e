// Lets pairs of threads vote on the length of an array's rows.
#include "replay/structure/row_width.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

/// What the same expression of a line of threads touched last, and how far apart its neighbours touch.
class Pairs {
  public:
    void add(const Access& access, uint32_t block, int64_t line, int64_t place, int64_t element) {
        const auto [last, first] = lasts_.try_emplace({block, access.operand, line}, Last{place, element});
        if (!first && place == last->second.place + 1) ++votes_[access.array][element - last->second.element];
        last->second = {place, element};
    }
    /// The distance that most pairs have; 0 where they have none in common.
    int64_t distance(ArrayId array) const {
        const auto found = votes_.find(array);
        if (found == votes_.end()) return 0;
        int64_t all = 0;
        for (const auto& [distance, count] : found->second) all += count;
        const auto most = std::max_element(found->second.begin(), found->second.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most->second * 2 > all ? most->first : 0;
    }

  private:
    struct Last {
        int64_t place = 0, element = 0;
    };
    std::map<std::tuple<uint32_t, uint32_t, int64_t>, Last> lasts_;
    std::map<ArrayId, std::map<int64_t, int64_t>> votes_;
};

}  // namespace

std::map<ArrayId, int64_t> row_widths(const Trace& trace, const LaunchInfo& launch) {
    std::map<ArrayId, int64_t> widths;
    if (launch.block.y < 2) return widths;
    Pairs down, across;
    std::set<ArrayId> arrays;
    for (int64_t step = launch.first_step; step < std::min(launch.end_step, trace.step_count()); ++step) {
        const Step& at = trace.step_at(step);
        if (at.kind != StepKind::statement) continue;
        for (const Access& access : trace.accesses_of(step)) {
            const ArrayInfo& array = trace.arrays[access.array];
            if (array.space != Space::global || array.extent.height != 1) continue;
            const int64_t thread = thread_of(trace, at, int(access.lane));
            const int64_t x = thread % launch.block.x, y = thread / launch.block.x % launch.block.y;
            const int64_t element = element_of(trace, access);
            down.add(access, at.block, x, y, element);
            across.add(access, at.block, y, x, element);
            arrays.insert(access.array);
        }
    }
    for (const ArrayId array : arrays) {
        const int64_t elements = trace.arrays[array].extent.count();
        // Threads below each other take rows; where theirs lie side by side, they take columns.
        const int64_t below = down.distance(array), width = below == 1 ? across.distance(array) : below;
        if (width > 1 && elements % width == 0 && elements / width > 1) widths[array] = width;
    }
    return widths;
}

}  // namespace upsweep::replay
