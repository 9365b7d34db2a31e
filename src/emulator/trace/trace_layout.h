// The order of a trace's fields in a file, as core/byte_stream.h asks for it; the plan's are in
// core/plan_layout.h.
#pragma once

#include "core/plan_layout.h"
#include "emulator/trace/finding_layout.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

template <typename Archive>
void fields(Archive& a, SourceText& v) {
    a(v.name), a(v.text);
}
template <typename Archive>
void fields(Archive& a, Order& v) {
    a(v.kind), a(v.seed), a(v.list);
}
template <typename Archive>
void fields(Archive& a, Schedule& v) {
    a(v.blocks), a(v.warps);
}
template <typename Archive>
void fields(Archive& a, ToyGpu& v) {
    a(v.lanes), a(v.banks), a(v.multiprocessors), a(v.resident_blocks), a(v.shared_bytes), a(v.schedule);
    a(v.weak_memory), a(v.lanes_proceed);
}
template <typename Archive>
void fields(Archive& a, ArrayInfo& v) {
    a(v.name), a(v.space), a(v.type), a(v.extent), a(v.role), a(v.launch), a(v.block), a(v.pointer);
}
template <typename Archive>
void fields(Archive& a, Counts& v) {
    a(v.additions), a(v.copies), a(v.moves), a(v.barriers), a(v.rounds), a(v.depth), a(v.steps);
    a(v.shared_load_wavefronts), a(v.shared_store_wavefronts), a(v.bank_conflicts);
    a(v.global_load_sectors), a(v.global_store_sectors), a(v.atomics);
}
template <typename Archive>
void fields(Archive& a, StepCounts& v) {
    a(v.additions), a(v.copies), a(v.moves);
    a(v.shared_load_wavefronts), a(v.shared_store_wavefronts), a(v.bank_conflicts);
    a(v.global_load_sectors), a(v.global_store_sectors), a(v.atomics), a(v.barriers), a(v.rounds);
    a(v.depth);
}
template <typename Archive>
void fields(Archive& a, BlockInfo& v) {
    a(v.block), a(v.multiprocessor), a(v.slot), a(v.first_step), a(v.end_step);
}
template <typename Archive>
void fields(Archive& a, WaitInterval& v) {
    a(v.operation), a(v.block), a(v.warp), a(v.array), a(v.element), a(v.first_step), a(v.ended_by);
}
template <typename Archive>
void fields(Archive& a, DeadlockWait& v) {
    a(v.block), a(v.warp), a(v.lanes), a(v.array), a(v.element), a(v.single), a(v.bits), a(v.where);
    a(v.changed), a(v.other_block), a(v.other_warp), a(v.other_lane), a(v.changed_where), a(v.why);
    a(v.line), a(v.missing_lanes), a(v.statement), a(v.changed_statement);
}
template <typename Archive>
void fields(Archive& a, Deadlock& v) {
    a(v.launch), a(v.step), a(v.waits);
}
template <typename Archive>
void fields(Archive& a, Loop& v) {
    a(v.where), a(v.header), a(v.variable), a(v.form), a(v.first_statement), a(v.end_statement);
    a(v.header_statement);
}
template <typename Archive>
void fields(Archive& a, LaunchInfo& v) {
    a(v.name), a(v.kernel), a(v.grid), a(v.block), a(v.warps_per_block), a(v.first_step), a(v.end_step);
    a(v.counts), a(v.shared_arrays), a(v.local_arrays), a(v.operation), a(v.blocks);
}
template <typename Archive>
void fields(Archive& a, Phase& v) {
    a(v.name), a(v.operation), a(v.first_step), a(v.end_step);
}
template <typename Archive>
void fields(Archive& a, Statement& v) {
    auto kind = static_cast<std::uint8_t>(v.kind);
    a(v.where), a(kind);
    if constexpr (Archive::reads) v.kind = static_cast<StepKind>(kind);
}
template <typename Archive>
void fields(Archive& a, Operand& v) {
    a(v.where);
}
/// Of the last two numbers the low bits are the statement and the interval, the rest the warp and the kind.
template <typename Archive>
void fields(Archive& a, Step& v) {
    std::uint32_t place = v.statement | v.warp << statement_bits;
    std::uint32_t progress = v.interval | static_cast<std::uint32_t>(v.kind) << 29;
    a(v.first_access), a(v.operation), a(v.block), a(v.active), a(v.phase), a(v.counts), a(place),
        a(progress);
    if constexpr (!Archive::reads) return;
    v.statement = place & ((1u << statement_bits) - 1);
    v.warp = place >> statement_bits;
    v.interval = progress & 0x1fffffffu;
    v.kind = static_cast<StepKind>(progress >> 29);
}
/// Bits 0–18 of the last number are the operand, 19–23 the lane, 24–27 the size, 28–29 the kind, 30 whether
/// the element had been written.
template <typename Archive>
void fields(Archive& a, Access& v) {
    std::uint32_t packed = v.operand | v.lane << 19 | v.size << 24 |
                           static_cast<std::uint32_t>(v.kind) << 28 |
                           static_cast<std::uint32_t>(v.was_defined) << 30;
    a(v.old_value), a(v.value), a(v.array), a(v.offset), a(v.origin), a(packed);
    if constexpr (!Archive::reads) return;
    v.operand = packed & 0x7ffffu;
    v.lane = packed >> 19 & 31u;
    v.size = packed >> 24 & 15u;
    v.kind = static_cast<AccessKind>(packed >> 28 & 3u);
    v.was_defined = (packed >> 30 & 1u) != 0;
}
template <typename Archive>
void fields(Archive& a, OperationNode& v) {
    a(v.left), a(v.right), a(v.symbol), a(v.data);
}
template <typename Archive>
void fields(Archive& a, Printed& v) {
    a(v.step), a(v.block), a(v.thread), a(v.text);
}
template <typename Archive>
void fields(Archive& a, Trace& v) {
    a(v.plan), a(v.gpu), a(v.sources), a(v.arrays), a(v.launches), a(v.phases), a(v.statements);
    a(v.operands), a(v.loops), a(v.steps), a(v.step_counts), a(v.accesses), a(v.operations);
    a(v.findings), a(v.printed), a(v.waits), a(v.deadlocks), a(v.counts), a(v.host), a(v.initial),
        a(v.buffers), a(v.complete);
}

}  // namespace upsweep::emulator
