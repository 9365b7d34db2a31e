// Locks that several lanes of a warp want at once.
#include <algorithm>

#include "core/bits.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

/// One lane has taken a lock and leaves the loop with it, while others of its warp continue trying. Before
/// Volta that is a deadlock, which is reported as such.
void Interpreter::check_lock(const Instruction& in, std::uint32_t took) {
    if (took == 0 || context_.independent || context_.starve) return;
    const Address* wanted = warp_->row(in.a);
    const int holder = lowest_bit(took);
    const Address lock = wanted[holder];
    std::uint32_t lanes = 0;
    for_lanes(mask_, [&](int lane) {
        if (wanted[lane] == lock) lanes |= 1u << lane;
    });
    // Who changes what another has just changed has not waited for it.
    const bool waited = (lanes & took) == (1u << holder) && lanes != (1u << holder);
    const ArrayId id = array_of(lock);
    if (!waited || !is_array(id)) return;
    const std::uint32_t operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
    FindingKey key{FindingKind::lock_in_warp, context_.launch, statement_, operand, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(key.kind, lanes, shared_.trace.operands[operand].where);
        finding.array = static_cast<std::int32_t>(id);
        finding.elements.assign(finding.lanes.size(), shared_.memory[id].element_at(offset_of(lock)));
        finding.facts = LockWithinWarp{static_cast<std::uint32_t>(holder)};
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
