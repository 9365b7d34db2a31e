// What is looked for while a statement runs: values that nobody set, sums that wrap, lanes that part,
// accesses that use little of what they fetch.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/findings/finding_words.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

/// A variable that was declared without a value and not given one since.
void Interpreter::check_set(const Instruction& in, std::uint32_t lanes) {
    std::uint32_t unset = lanes & ~warp_->set_lanes(in.index);
    if (unset == 0) return;
    std::uint32_t operand = context_.operand_base + in.target;
    FindingKey key{FindingKind::read_before_write, context_.launch, statement_, operand, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::fault, unset, shared_.trace.operands[operand].where);
        const bool passed = (in.index & carried_bit) != 0;
        const auto index = static_cast<std::size_t>(in.index & ~carried_bit);
        const char* why =
            passed ? ", but what was passed for it had not been assigned; give the variable that is passed a "
                     "value where it is declared"
            : code_.locals[index].copied
                ? ", to which nothing was assigned but perhaps a variable that has no value either; give "
                  "each "
                  "a value where it is declared"
                : " before anything was assigned to it; give it a value where it is declared";
        finding.message = fmt::format("{} {} {}{}.", in_sentence_case(lanes_here(finding.lanes)),
                                      verb(finding.lanes.size(), "read"),
                                      passed ? code_.carried[index] : code_.locals[index].name, why);
        return finding;
    });
}

/// A parameter or a variable takes a value, or a variable's lack of one.
void Interpreter::note_set(const Instruction& in) {
    std::uint32_t& set = warp_->set_lanes(in.index);
    set |= mask_;
    if (!in.whole) set &= ~mask_ | warp_->set_lanes(static_cast<std::int32_t>(in.target));
}

void Interpreter::check_defined(const Cell& cell, int bytes, int lane, const Instruction& in) {
    const MemoryArray& array = *cell.array;
    std::int64_t element = array.element_at(cell.offset);
    const std::int64_t last = array.element_at(cell.offset + bytes - 1);
    while (element <= last && array.defined[static_cast<std::size_t>(element)] != 0) ++element;
    if (element > last) return;
    Trouble trouble;
    trouble.operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
    trouble.key = {FindingKind::read_before_write, context_.launch, statement_, trouble.operand, 0, 0};
    trouble.lane = lane;
    trouble.array = cell.id;
    trouble.offset = element * array.element_size - thread_of(lane) * array.row_bytes;
    troubles_.push_back(trouble);
}

/// a + b = sum in 32 bits: says once a statement if it did not fit.
void Interpreter::check_wrap(ScalarType type, const std::uint64_t* a, const std::uint64_t* b,
                             const std::uint64_t* sum, std::uint32_t lanes) {
    bool is_signed_type = type == ScalarType::i32;
    if (type != ScalarType::u32 && !is_signed_type) return;
    std::uint32_t wrapped = 0;
    for_lanes(lanes, [&](int lane) {
        auto x = static_cast<std::uint32_t>(a[lane]), y = static_cast<std::uint32_t>(b[lane]),
             z = static_cast<std::uint32_t>(sum[lane]);
        bool fits = is_signed_type ? (((x ^ z) & (y ^ z)) >> 31) == 0 : z >= x;
        if (!fits) wrapped |= 1u << lane;
    });
    if (wrapped == 0) return;
    FindingKey key{FindingKind::wrapped_sum, context_.launch, statement_, 0, 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::note, wrapped, shared_.trace.statements[statement_].where);
        auto number = [&](std::uint64_t bits) {
            auto word = static_cast<std::uint32_t>(bits);
            return is_signed_type ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
        };
        int lane = finding.lanes.front();
        std::int64_t x = number(a[lane]), y = number(b[lane]), z = number(sum[lane]);
        std::string who = in_sentence_case(lanes_here(finding.lanes));
        finding.message =
            finding.lanes.size() == 1
                ? fmt::format("{} adds {} and {}: the sum {} does not fit 32 bits and wraps to {}.", who, x,
                              y, x + y, z)
                : fmt::format(
                      "{} add numbers whose sum does not fit 32 bits: in lane {} the sum of {} and {} "
                      "is {}, which wraps to {}.",
                      who, lane, x, y, x + y, z);
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
        std::size_t count = finding.lanes.size();
        std::string stay =
            in_sentence_case(fmt::format("{} of warp {}", lanes_in_words(finding.lanes), warp_->number));
        finding.message =
            in.fork == Fork::sides
                ? fmt::format(
                      "{} {} one way here and {} the other: the warp runs both sides one after the other.",
                      stay, verb(count, "go"), lanes_in_words(others))
                : fmt::format(
                      "{} {} here while {} {}: if neighbouring threads did the work, whole warps "
                      "would be free.",
                      stay, verb(count, "work"), lanes_in_words(others), verb(others.size(), "wait"));
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
        std::vector<int> waiting = lanes_of(others);
        finding.message = fmt::format(
            "{} of warp {} still {} the loop of line {} while {} {}: a warp takes as long as its slowest "
            "lane.",
            in_sentence_case(lanes_in_words(finding.lanes)), warp_->number, verb(finding.lanes.size(), "run"),
            where.line, lanes_in_words(waiting), verb(waiting.size(), "wait"));
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
            "{} {} {} sectors of 32 bytes of {} where {} would hold what {}: neighbouring lanes should use "
            "neighbouring elements.",
            in_sentence_case(lanes_here(finding.lanes)),
            verb(finding.lanes.size(), write ? "write" : "read") + (write ? " to" : ""), used,
            shared_.trace.arrays[access.array[0]].name, needed,
            finding.lanes.size() == 1 ? "it needs" : "they need");
        return finding;
    });
}

}  // namespace upsweep::emulator
