// Shuffles and votes: whether the lanes that a mask names take part, and those that are read from.
#include <algorithm>
#include <utility>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {
namespace {

struct LanesInMasks {
    uint32_t named = 0;    ///< by the mask of some lane that calls
    uint32_t outside = 0;  ///< lanes that call and are not in their own mask
};

LanesInMasks lanes_in_masks(const uint64_t* masks, uint32_t calling) {
    LanesInMasks lanes;
    for_lanes(calling, [&](int lane) {
        lanes.named |= uint32_t(masks[lane]);
        if ((masks[lane] >> lane & 1) == 0) lanes.outside |= 1u << lane;
    });
    return lanes;
}

}  // namespace

/// Lanes have come to a `_sync`: those with one mask meet, as far as it names them.
void Interpreter::lanes_meet(const Instruction& in, uint32_t lanes) {
    if (!block_->order.lockstep) return;
    const uint32_t live = warp_->paths.live();
    if (in.a == no_register) return Ordering::lanes_meet(block_->order, warp_->number, lanes, live);
    const uint64_t* masks = warp_->row(in.a);
    while (lanes != 0) {
        const uint64_t mask = masks[lowest_bit(lanes)];
        uint32_t alike = 0;
        for_lanes(lanes, [&](int lane) {
            if (masks[lane] == mask) alike |= 1u << lane;
        });
        lanes &= ~alike;
        Ordering::lanes_meet(block_->order, warp_->number, alike & uint32_t(mask), live);
    }
}

/// Each lane that calls must be in its mask, and the lanes of the mask must call: those at least that are
/// there and have not returned. A mask may name lanes above a small warp. False (and a finding) if not so.
bool Interpreter::check_lanes(const Instruction& in, uint32_t operand) {
    const auto [named, outside] = lanes_in_masks(warp_->row(in.a), mask_);
    const uint32_t absent = named & warp_->paths.live() & ~mask_;
    if ((outside | absent) == 0) return true;
    note_missing(outside, absent, operand);
    return false;
}

/// Lanes have come to a `__syncwarp`, on whatever paths, or gone on without those that could not come.
void Interpreter::check_meet(const Instruction& in) {
    const auto [named, outside] = lanes_in_masks(warp_->row(in.a), mask_);
    const uint32_t absent = std::exchange(path_->unmet, 0) & named & warp_->paths.live();
    if ((outside | absent) != 0) note_missing(outside, absent, in.target);
}

/// Lanes call that their mask does not name, or it names such as do not call.
void Interpreter::note_missing(uint32_t outside, uint32_t absent, uint32_t operand) {
    operand += context_.operand_base;
    const bool lacks_itself = outside != 0;
    const FindingKey key = key_of(FindingKind::missing_lane, operand, lacks_itself ? 1u : 0u);
    note(key, [&] {
        Finding finding =
            finding_here(key.kind, lacks_itself ? outside : mask_, shared_.trace.operands[operand].where);
        finding.facts = WrongMask{lacks_itself, absent};
        return finding;
    });
}

/// A shuffle or vote that GPUs no longer have: every lane that calls takes part. Before Volta they had it.
void Interpreter::note_gone(const Instruction& in) {
    if (context_.starve) return;
    const Report& report = nth(code_.reports, in.index);
    const FindingKey key = key_of(FindingKind::gone_since_volta, in.index);
    note(key, [&] {
        Finding finding = finding_here(key.kind, mask_, report.where);
        finding.facts = GoneCall{report.text};
        return finding;
    });
}

/// A shuffle gives nothing from a lane that does not take part, or is not in the mask.
void Interpreter::note_astray(const Instruction& in, uint32_t lanes, const int* sources) {
    const uint32_t operand = context_.operand_base + in.target + 1;
    const FindingKey key = key_of(FindingKind::missing_lane, operand, 2);
    note(key, [&] {
        Finding finding = finding_here(key.kind, lanes, shared_.trace.operands[operand].where);
        uint32_t from = 0, named = 0;
        for_lanes(lanes, [&](int lane) {
            from |= 1u << sources[lane];
            named |= uint32_t(warp_->row(in.a)[lane]);
        });
        using Why = NoSource::Why;
        finding.facts = NoSource{from, (from & ~lanes_at_start(*warp_)) == from ? Why::not_in_block
                                       : (from & ~warp_->paths.live()) == from  ? Why::returned
                                       : (from & ~named) == from                ? Why::not_named
                                                                                : Why::no_part};
        return finding;
    });
}

/// One lane has taken a lock and leaves the loop with it, while others of its warp continue trying. Before
/// Volta that is a deadlock, which is reported as such.
void Interpreter::check_lock(const Instruction& in, uint32_t took) {
    if (took == 0 || context_.independent || context_.starve) return;
    const Address* wanted = warp_->row(in.a);
    const int holder = lowest_bit(took);
    const Address lock = wanted[holder];
    uint32_t lanes = 0;
    for_lanes(mask_, [&](int lane) {
        if (wanted[lane] == lock) lanes |= 1u << lane;
    });
    // Who changes what another has just changed has not waited for it.
    const bool waited = (lanes & took) == (1u << holder) && lanes != (1u << holder);
    const ArrayId id = array_of(lock);
    if (!waited || !is_array(id)) return;
    const uint32_t operand = operand_of(in);
    const FindingKey key = key_of(FindingKind::lock_in_warp, operand);
    note(key, [&] {
        Finding finding = finding_here(key.kind, lanes, shared_.trace.operands[operand].where);
        finding.array = id;
        finding.elements.assign(finding.lanes.size(), shared_.memory[id].element_at(offset_of(lock)));
        finding.facts = LockWithinWarp{uint32_t(holder)};
        return finding;
    });
}

/// The loop is a wait for a lock: what that means for the lanes of a warp is reported of the lock.
bool Interpreter::takes_lock(const LoopInfo& loop) const {
    const auto begin = code_.instructions.begin();
    return std::any_of(begin + loop.top, begin + loop.end,
                       [](const Instruction& in) { return in.polls == Polls::locks; });
}

}  // namespace upsweep::emulator
