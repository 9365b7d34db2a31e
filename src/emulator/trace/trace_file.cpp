// Traces as files, and the order of a trace's fields in one, as core/byte_stream.h asks for it; the plan's
// are in core/plan_layout.h.
#include "emulator/trace/trace_file.h"

#include <cstring>

#include "core/error.h"
#include "core/plan_layout.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

void fields(auto& a, SourceRange& v) { a(v.file, v.line, v.column, v.end_line, v.end_column); }
void fields(auto& a, BankConflict& v) {
    a(v.write, v.size, v.turns, v.least, v.arrays, v.offsets, v.declared);
}
void fields(auto& a, Uncoalesced& v) { a(v.write, v.sectors, v.least); }
void fields(auto& a, PartedWarp& v) { a(v.sides, v.others); }
void fields(auto& a, LongLoop& v) { a(v.waiting); }
void fields(auto& a, Race& v) {
    a(v.form, v.write, v.was_read, v.of_volatile, v.block, v.warp, v.lane, v.earlier, v.others);
}
void fields(auto& a, Meeting& v) { a(v.form); }
void fields(auto& a, AbsentLanes& v) { a(v.warps, v.lanes, v.whole, v.doing, v.line); }
void fields(auto& a, MissedBarrier& v) { a(v.absent); }
void fields(auto& a, WarpsAtLine& v) { a(v.line, v.warps); }
void fields(auto& a, MixedBarriers& v) { a(v.lines); }
void fields(auto& a, BadAccess& v) {
    a(v.write, v.text, v.null, v.address, v.count, v.size, v.owner, v.offsets);
}
void fields(auto& a, UnsetVariable& v) { a(v.name, v.form); }
void fields(auto& /*a*/, UnwrittenCells& /*v*/) {}
void fields(auto& a, WrappedSum& v) { a(v.left, v.right, v.wrapped); }
void fields(auto& a, FailedCheck& v) { a(v.condition); }
void fields(auto& a, StoppedRun& v) { a(v.steps, v.passes, v.many_warps, v.bytes); }
void fields(auto& a, EndlessLoop& v) { a(v.passes, v.many_warps, v.reads, v.single, v.array, v.element); }
void fields(auto& a, WrongMask& v) { a(v.lacks_itself, v.absent); }
void fields(auto& a, NoSource& v) { a(v.from, v.why); }
void fields(auto& a, WrongFormat& v) { a(v.slip); }
void fields(auto& a, Standstill& v) { a(v.deadlock, v.first); }
void fields(auto& a, LockWithinWarp& v) { a(v.holder); }
void fields(auto& a, GoneCall& v) { a(v.name); }
void fields(auto& a, HostFault& v) { a(v.sentence, v.cause, v.cure); }
void fields(auto& a, Finding& v) {
    a(v.kind, v.severity, v.where, v.launch, v.block, v.warp, v.lanes, v.array, v.elements, v.bytes, v.facts,
      v.step, v.steps, v.times, v.lesser);
}

void fields(auto& a, SourceText& v) { a(v.name, v.text); }
void fields(auto& a, Order& v) { a(v.kind, v.seed, v.list); }
void fields(auto& a, Schedule& v) { a(v.blocks, v.warps); }
void fields(auto& a, ToyGpu& v) {
    a(v.lanes, v.banks, v.multiprocessors, v.resident_blocks, v.shared_bytes, v.schedule, v.weak_memory,
      v.lanes_proceed);
}
void fields(auto& a, ArrayInfo& v) {
    a(v.name, v.space, v.type, v.extent, v.role, v.launch, v.block, v.pointer);
}
void fields(auto& a, Counts& v) {
    a(v.additions, v.copies, v.moves, v.barriers, v.rounds, v.depth, v.steps, v.shared_load_wavefronts,
      v.shared_store_wavefronts, v.bank_conflicts, v.global_load_sectors, v.global_store_sectors, v.atomics);
}
void fields(auto& a, StepCounts& v) {
    a(v.additions, v.copies, v.moves, v.shared_load_wavefronts, v.shared_store_wavefronts, v.bank_conflicts,
      v.global_load_sectors, v.global_store_sectors, v.atomics, v.barriers, v.rounds, v.depth);
}
void fields(auto& a, BlockInfo& v) { a(v.block, v.multiprocessor, v.slot, v.first_step, v.end_step); }
void fields(auto& a, WaitInterval& v) {
    a(v.operation, v.block, v.warp, v.array, v.element, v.first_step, v.ended_by);
}
void fields(auto& a, DeadlockWait& v) {
    a(v.block, v.warp, v.lanes, v.array, v.element, v.single, v.bits, v.where, v.changed, v.other_block,
      v.other_warp, v.other_lane, v.changed_where, v.why, v.line, v.missing_lanes, v.statement,
      v.changed_statement);
}
void fields(auto& a, Deadlock& v) { a(v.launch, v.step, v.waits); }
void fields(auto& a, Loop& v) {
    a(v.where, v.header, v.variable, v.form, v.first_statement, v.end_statement, v.header_statement);
}
void fields(auto& a, LaunchInfo& v) {
    a(v.name, v.kernel, v.grid, v.block, v.warps_per_block, v.first_step, v.end_step, v.counts,
      v.shared_arrays, v.local_arrays, v.operation, v.blocks);
}
void fields(auto& a, Phase& v) { a(v.name, v.operation, v.first_step, v.end_step); }
template <typename Archive>
void fields(Archive& a, Statement& v) {
    auto kind = uint8_t(v.kind);
    a(v.where, kind);
    if constexpr (Archive::reads) v.kind = StepKind(kind);
}
void fields(auto& a, Operand& v) { a(v.where); }
/// Of the last two numbers the low bits are the statement and the interval, the rest the warp and the kind.
template <typename Archive>
void fields(Archive& a, Step& v) {
    uint32_t place = v.statement | v.warp << statement_bits;
    uint32_t progress = v.interval | uint32_t(v.kind) << 29;
    a(v.first_access, v.operation, v.block, v.active, v.phase, v.counts, place, progress);
    if constexpr (!Archive::reads) return;
    v.statement = place & ((1u << statement_bits) - 1);
    v.warp = place >> statement_bits;
    v.interval = progress & 0x1fffffffu;
    v.kind = StepKind(progress >> 29);
}
/// Bits 0–18 of the last number are the operand, 19–23 the lane, 24–27 the size, 28–29 the kind, 30 whether
/// the element had been written.
template <typename Archive>
void fields(Archive& a, Access& v) {
    uint32_t packed =
        v.operand | v.lane << 19 | v.size << 24 | uint32_t(v.kind) << 28 | uint32_t(v.was_defined) << 30;
    a(v.old_value, v.value, v.array, v.offset, v.origin, packed);
    if constexpr (!Archive::reads) return;
    v.operand = packed & 0x7ffffu;
    v.lane = packed >> 19 & 31u;
    v.size = packed >> 24 & 15u;
    v.kind = AccessKind(packed >> 28 & 3u);
    v.was_defined = (packed >> 30 & 1u) != 0;
}
void fields(auto& a, OperationNode& v) { a(v.left, v.right, v.symbol, v.data); }
void fields(auto& a, Printed& v) { a(v.step, v.block, v.thread, v.text); }
void fields(auto& a, Trace& v) {
    a(v.plan, v.gpu, v.sources, v.arrays, v.launches, v.phases, v.statements, v.operands, v.loops, v.steps,
      v.step_counts, v.accesses, v.operations, v.findings, v.printed, v.waits, v.deadlocks, v.counts, v.host,
      v.initial, v.buffers, v.complete);
}

namespace {

constexpr std::string_view magic = "upsweep trace\n";

}  // namespace

bool is_trace(std::span<const std::byte> bytes) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

std::vector<std::byte> encode_trace(const Trace& trace) {
    ByteWriter writer;
    writer.put(magic.data(), magic.size());
    writer(trace_file_version);
    writer(trace);
    return std::move(writer.bytes);
}

Trace decode_trace(std::span<const std::byte> bytes, const std::string& name) {
    if (!is_trace(bytes)) throw Error("{} is not a trace; make one with upsweep run FILE.cu --trace.", name);
    ByteReader reader(bytes.subspan(magic.size()),
                      {name + " is a truncated trace; run the kernel again with --trace.",
                       name + " is a damaged trace; run the kernel again with --trace."});
    uint32_t version = 0;
    reader(version);
    if (version != trace_file_version)
        throw Error(
            "{} is a version {} trace, but this program reads version {}; run the kernel again with --trace.",
            name, version, trace_file_version);
    Trace trace;
    reader(trace);
    reader.expect_end();
    if (!is_sound(trace)) reader.damaged();
    return trace;
}

}  // namespace upsweep::emulator
