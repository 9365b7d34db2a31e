// Notes an access of one lane where what was before is ordered at sight: the usual cases of ordering.h,
// without a call. A lane is put into a stamp on its way to memory, never into one that is read right after: a
// load of what was just written in parts takes many cycles.
#pragma once

#include "emulator/machine/detect/ordering.h"

namespace upsweep::emulator {

inline Stamp of_lane(const Stamp& now, uint32_t lane, uint32_t other) {
    Stamp made = now;
    made.lane = lane & 31u;
    made.other = other & 31u;
    return made;
}

/// The warp knows of no other's accesses since the last barrier, and no lanes of it have met: the usual case.
inline bool knows_itself(const BlockOrder& order, uint32_t agent) {
    const Agent& warp = order.agents[agent];
    return order.lockstep && !warp.known && warp.meetings.empty();
}

/// As note_read(), where the warp knows_itself(): also for several of its lanes in turn, `lane` the last and
/// `other` the one before. False if there is a write of this launch and interval among `written`
/// ones: nothing has been done.
inline bool note_read_alone(Shadow& shadow, const Stamp& now, const BlockOrder& order, uint32_t lane,
                            uint32_t other, bool written) {
    const auto is_older = [&](const Stamp& access) {
        return access.launch != now.launch || (access.block == now.block && access.interval < order.interval);
    };
    if (written && (!is_older(shadow.writes[0]) || !is_older(shadow.writes[1]))) return false;
    const auto is_own = [&](const Stamp& read) {
        return read.launch == now.launch && read.block == now.block && read.agent == now.agent &&
               read.interval == order.interval;
    };
    // A first read by another warp stays.
    Stamp& kept = shadow.reads[is_older(shadow.reads[0]) || is_own(shadow.reads[0]) ? 0 : 1];
    if (other == lane && is_own(kept) && kept.epoch >= order.met)
        other = kept.lane != lane ? kept.lane : kept.other;
    kept = of_lane(now, lane, other);
    return true;
}

/// As note_write(), where all that was before is ordered at sight. False if not: nothing has been done.
inline bool note_write_plainly(Shadow& shadow, const Stamp& now, const BlockOrder& order, uint32_t lane) {
    for (const Stamp* before : {&shadow.writes[0], &shadow.writes[1], &shadow.reads[0], &shadow.reads[1]})
        if (!Ordering::plainly_ordered(*before, order, now, lane)) return false;
    shadow.writes[0] = of_lane(now, lane, lane);
    return true;
}

}  // namespace upsweep::emulator
