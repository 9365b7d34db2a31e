// What is looked for while a statement runs: values that nobody set, sums that wrap, lanes that part,
// accesses that use little of what they fetch.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/interpreter.h"

namespace upsweep::emulator {

/// A variable that was declared without a value and not given one since.
void Interpreter::check_set(const Instruction& in, std::uint32_t lanes) {
    auto index = static_cast<std::size_t>(in.index);
    std::uint32_t unset = lanes & ~warp_->defined[index];
    if (unset == 0) return;
    std::uint32_t operand = context_.operand_base + in.target;
    FindingKey key{FindingKind::read_before_write, context_.launch, statement_, operand, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::fault, unset, shared_.trace.operands[operand].where);
        finding.message = fmt::format(
            "{} of block {} read{} {} before anything was assigned to it; give it a value where it is "
            "declared.",
            in_sentence_case(lanes_in_words(finding.lanes)), block_->number,
            finding.lanes.size() == 1 ? "s" : "", code_.locals[index].name);
        return finding;
    });
}

void Interpreter::check_defined(const Cell& cell, int bytes, int lane, const Instruction& in) {
    const MemoryArray& array = *cell.array;
    std::int64_t element = cell.offset / array.element_size;
    std::int64_t last = (cell.offset + bytes - 1) / array.element_size;
    while (element <= last && array.defined[static_cast<std::size_t>(element)] != 0) ++element;
    if (element > last) return;
    std::uint32_t operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
    FindingKey key{FindingKind::read_before_write, context_.launch, statement_, operand, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::fault, 1u << lane, shared_.trace.operands[operand].where);
        finding.array = static_cast<std::int32_t>(cell.id);
        std::int64_t row = array.row_bytes == 0 ? 0 : thread_of(lane) * array.row_bytes / array.element_size;
        finding.elements.push_back(element - row);
        finding.message = fmt::format(
            "Lane {} of block {} reads element {} of {}, which nothing has written yet: it holds whatever "
            "was "
            "there before.",
            lane, block_->number, element - row, shared_.trace.arrays[cell.id].name);
        return finding;
    });
}

void Interpreter::check_wrap(const Instruction& in, int lane) {
    if (in.type != ScalarType::u32 && in.type != ScalarType::i32) return;
    wrapped(in.type, warp_->row(in.a)[lane], warp_->row(in.b)[lane], warp_->row(in.dst)[lane], lane);
}

/// a + b = sum in 32 bits: says once a statement if it did not fit.
void Interpreter::wrapped(ScalarType type, std::uint64_t a, std::uint64_t b, std::uint64_t sum, int lane) {
    auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b),
         z = static_cast<std::uint32_t>(sum);
    bool is_signed_type = type == ScalarType::i32;
    if (type != ScalarType::u32 && !is_signed_type) return;
    bool fits = is_signed_type ? (((x ^ z) & (y ^ z)) >> 31) == 0 : z >= x;
    if (fits) return;
    auto number = [&](std::uint32_t bits) {
        return is_signed_type ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits};
    };
    FindingKey key{FindingKind::wrapped_sum, context_.launch, statement_, 0, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding =
            finding_here(Severity::note, 1u << lane, shared_.trace.statements[statement_].where);
        finding.message = fmt::format(
            "Lane {} of block {} adds {} and {}: the sum {} does not fit 32 bits and wraps to {}.", lane,
            block_->number, number(x), number(y), number(x) + number(y), number(z));
        return finding;
    });
}

namespace {

/// The set lanes are neighbours among those of `all`.
bool is_run(std::uint32_t set, std::uint32_t all) {
    int runs = 0;
    bool inside = false;
    for_lanes(all, [&](int lane) {
        bool now = (set >> lane & 1) != 0;
        runs += now && !inside ? 1 : 0;
        inside = now;
    });
    return runs <= 1;
}

}  // namespace

/// A branch parts the warp. A guard that keeps neighbours costs nothing that better code would save.
void Interpreter::diverges(const Instruction& in, std::uint32_t staying) {
    if (in.fork == Fork::loop || (in.fork == Fork::guard && is_run(staying, mask_))) return;
    FindingKey key{FindingKind::divergence, context_.launch, statement_, 0, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::cost, staying, shared_.trace.statements[statement_].where);
        std::vector<int> others = lanes_of(mask_ & ~staying);
        std::string stay = in_sentence_case(lanes_in_words(finding.lanes));
        finding.message =
            in.fork == Fork::sides
                ? fmt::format(
                      "{} go one way here and {} the other: the warp runs both sides one after the other.",
                      stay, lanes_in_words(others))
                : fmt::format(
                      "{} of warp {} work{} here while {} wait{}: if neighbouring threads did the work, "
                      "whole warps would be free.",
                      stay, warp_->number, finding.lanes.size() == 1 ? "s" : "", lanes_in_words(others),
                      others.size() == 1 ? "s" : "");
        return finding;
    });
}

/// Some lanes left a loop passes ago and wait for the others.
void Interpreter::long_loop(const Instruction& in) {
    const SourceRange& where = code_.loops[static_cast<std::size_t>(in.index)].where;
    FindingKey key{FindingKind::divergence, context_.launch, statement_, 0, 1, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::cost, path_->mask, where);
        std::uint32_t others = warp_->paths.live() & ~path_->mask;
        finding.message = fmt::format(
            "{} of warp {} still run{} the loop of line {} while {} wait{}: a warp takes as long as its "
            "slowest "
            "lane.",
            in_sentence_case(lanes_in_words(finding.lanes)), warp_->number,
            finding.lanes.size() == 1 ? "s" : "", where.line, lanes_in_words(lanes_of(others)),
            (others & (others - 1)) == 0 ? "s" : "");
        return finding;
    });
}

/// Twice the sectors that the bytes need, and two more: less may come from where an array starts.
void Interpreter::uncoalesced(const WarpAccess& access, int used, bool write, const Instruction& in) {
    int needed = least_sectors(access);
    if (used < 2 * needed || used < needed + 2) return;
    std::uint32_t operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
    FindingKey key{FindingKind::uncoalesced, context_.launch, statement_, operand, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::cost, 0, shared_.trace.operands[operand].where);
        finding.array = static_cast<std::int32_t>(access.array[0]);
        for (std::size_t i = 0; i < static_cast<std::size_t>(access.lanes); ++i) {
            finding.lanes.push_back(access.lane[i]);
            finding.elements.push_back(access.offset[i] / shared_.memory[access.array[i]].element_size);
        }
        finding.message = fmt::format(
            "{} {} {} sectors of 32 bytes of {} where {} would hold what they need: neighbouring lanes "
            "should "
            "use neighbouring elements.",
            in_sentence_case(lanes_in_words(finding.lanes)), write ? "write to" : "read", used,
            shared_.trace.arrays[access.array[0]].name, needed);
        return finding;
    });
}

}  // namespace upsweep::emulator
