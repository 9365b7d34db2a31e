// The order of a finding's fields in a trace file, as trace_layout.h has the rest.
#pragma once

#include "emulator/trace/finding.h"

namespace upsweep::emulator {

template <typename Archive>
void fields(Archive& a, SourceRange& v) {
    a(v.file), a(v.line), a(v.column), a(v.end_line), a(v.end_column);
}
template <typename Archive>
void fields(Archive& a, BankConflict& v) {
    a(v.write), a(v.size), a(v.turns), a(v.least), a(v.arrays), a(v.offsets), a(v.declared);
}
template <typename Archive>
void fields(Archive& a, Uncoalesced& v) {
    a(v.write), a(v.sectors), a(v.least);
}
template <typename Archive>
void fields(Archive& a, PartedWarp& v) {
    a(v.sides), a(v.others);
}
template <typename Archive>
void fields(Archive& a, LongLoop& v) {
    a(v.waiting);
}
template <typename Archive>
void fields(Archive& a, Race& v) {
    a(v.form), a(v.write), a(v.was_read), a(v.of_volatile), a(v.block), a(v.warp), a(v.lane), a(v.earlier),
        a(v.others);
}
template <typename Archive>
void fields(Archive& a, Meeting& v) {
    a(v.form);
}
template <typename Archive>
void fields(Archive& a, AbsentLanes& v) {
    a(v.warps), a(v.lanes), a(v.whole), a(v.doing), a(v.line);
}
template <typename Archive>
void fields(Archive& a, MissedBarrier& v) {
    a(v.absent);
}
template <typename Archive>
void fields(Archive& a, WarpsAtLine& v) {
    a(v.line), a(v.warps);
}
template <typename Archive>
void fields(Archive& a, MixedBarriers& v) {
    a(v.lines);
}
template <typename Archive>
void fields(Archive& a, BadAccess& v) {
    a(v.write), a(v.text), a(v.null), a(v.address), a(v.count), a(v.size), a(v.owner), a(v.offsets);
}
template <typename Archive>
void fields(Archive& a, UnsetVariable& v) {
    a(v.name), a(v.form);
}
template <typename Archive>
void fields(Archive& /*a*/, UnwrittenCells& /*v*/) {}
template <typename Archive>
void fields(Archive& a, WrappedSum& v) {
    a(v.left), a(v.right), a(v.wrapped);
}
template <typename Archive>
void fields(Archive& a, FailedCheck& v) {
    a(v.condition);
}
template <typename Archive>
void fields(Archive& a, StoppedRun& v) {
    a(v.steps), a(v.passes), a(v.many_warps), a(v.bytes);
}
template <typename Archive>
void fields(Archive& a, EndlessLoop& v) {
    a(v.passes), a(v.many_warps), a(v.reads), a(v.single), a(v.array), a(v.element);
}
template <typename Archive>
void fields(Archive& a, WrongMask& v) {
    a(v.lacks_itself), a(v.absent);
}
template <typename Archive>
void fields(Archive& a, NoSource& v) {
    a(v.from), a(v.why);
}
template <typename Archive>
void fields(Archive& a, WrongFormat& v) {
    a(v.slip);
}
template <typename Archive>
void fields(Archive& a, Standstill& v) {
    a(v.deadlock), a(v.first);
}
template <typename Archive>
void fields(Archive& a, LockWithinWarp& v) {
    a(v.holder);
}
template <typename Archive>
void fields(Archive& a, GoneCall& v) {
    a(v.name);
}
template <typename Archive>
void fields(Archive& a, Finding& v) {
    a(v.kind), a(v.severity), a(v.where), a(v.launch), a(v.block), a(v.warp), a(v.lanes), a(v.array),
        a(v.elements), a(v.bytes), a(v.facts), a(v.step), a(v.steps), a(v.times), a(v.lesser);
}

}  // namespace upsweep::emulator
