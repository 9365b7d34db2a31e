// Who accessed the elements of an array last, for the search for data races: small where whole rows of lanes
// did the same.
#pragma once

#include <cstdint>
#include <memory>

#include "emulator/machine/detect/ordering.h"

namespace upsweep::emulator {

/// The accesses of some elements side by side. While rows of lanes, one after another, did the same to all of
/// them, one shadow stands for all: that of the first element; the lanes count up from element to element.
struct ShadowRow {
    Shadow first;
    std::unique_ptr<Shadow[]> each;     ///< storage for what they are one by one
    bool apart = false;                 ///< that is what counts
    uint32_t launch = 0, interval = 0;  ///< of the last access since they are apart

    Shadow of(int64_t position) const {
        if (apart) return each[size_t(position)];
        Shadow made = first;
        for (Stamp* stamp : {&made.writes[0], &made.writes[1], &made.reads[0], &made.reads[1]}) {
            stamp->lane = (stamp->lane + uint32_t(position)) & 31u;
            stamp->other = (stamp->other + uint32_t(position)) & 31u;
        }
        return made;
    }
    void part(int64_t count) {
        for (int64_t i = 0; i < count; ++i) each[size_t(i)] = of(i);
        apart = true;
    }
};

}  // namespace upsweep::emulator
