// Races: two accesses to one element that nothing orders, at least one of them a write.
#include <algorithm>

#include <fmt/format.h>

#include "emulator/interpreter.h"

namespace upsweep::emulator {

void Interpreter::fence(const Instruction& in) {
    bool device = in.builtin != Builtin::threadfence_block;
    if (device && shared_.weak != nullptr) {
        shared_.weak->release(block_->number);
        shared_.weak->acquire(block_->number);
    }
    if (!context_.races) return;
    if (!context_.apart) {
        shared_.ordering.fence(block_->order, warp_->number, device);
        return;
    }
    for_lanes(mask_, [&](int lane) { shared_.ordering.fence(block_->order, agent_of(lane), device); });
}

Stamp Interpreter::stamp_of(const Instruction& in, Strength strength) const {
    Stamp stamp;
    if (!context_.races) return stamp;
    stamp.block = block_->number;
    stamp.interval = block_->order.interval;
    stamp.strong = strength;
    stamp.launch = context_.launch % stamped_launches + 1;
    stamp.operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
    return stamp;
}

/// Notes one lane's access beside its elements and reports what it races with.
void Interpreter::watch_access(const Cell& cell, int bytes, int lane, bool write, Stamp stamp,
                               bool same_value) {
    MemoryArray& array = *cell.array;
    if (array.shadow.empty()) array.shadow.resize(array.defined.size());
    std::uint32_t agent = agent_of(lane);
    stamp.agent = agent;
    stamp.epoch = block_->order.agents[agent].epoch;
    stamp.lane = static_cast<std::uint32_t>(lane);
    std::int64_t last = (cell.offset + bytes - 1) / array.element_size;
    for (std::int64_t element = cell.offset / array.element_size; element <= last; ++element) {
        Shadow& shadow = array.shadow[static_cast<std::size_t>(element)];
        bool was_read = false;
        Stamp before = write ? note_write(shadow, stamp, block_->order, was_read)
                             : note_read(shadow, stamp, block_->order);
        if (before.launch != 0) race(cell, element, before, stamp, was_read, write, same_value && !was_read);
    }
}

namespace {

struct RacePlaces {
    std::string cell;    ///< "sums[3]"
    std::string now;     ///< "Lane 0 of warp 1" or "Block 2"
    std::string before;  ///< likewise
    const char* does;
    const char* did;
    int line, line_before;
    bool one_block;
};

std::string race_sentence(const RacePlaces& p) {
    std::string facts = p.line == p.line_before
                            ? fmt::format("{} {} {} and {} {} it in the same line {}", p.now, p.does, p.cell,
                                          p.before, p.did, p.line)
                            : fmt::format("{} {} {} in line {} and {} {} it in line {}", p.now, p.does,
                                          p.cell, p.line, p.before, p.did, p.line_before);
    return facts +
           (p.one_block
                ? ", with no barrier between: which comes first is left to chance."
                : ", and nothing orders the two: it takes a fence before the flag that says it is written, "
                  "and a fence or acquire after seeing the flag.");
}

}  // namespace

/// A plain read beside another's compare-and-swap may be old, and the reader's own compare-and-swap notices.
bool Interpreter::is_compare_and_swap(std::uint32_t operand) const {
    return std::any_of(code_.instructions.begin(), code_.instructions.end(), [&](const Instruction& in) {
        return in.op == Op::atomic && in.builtin == Builtin::atomic_cas &&
               context_.operand_base + static_cast<std::uint32_t>(in.index) == operand;
    });
}

void Interpreter::race(const Cell& cell, std::int64_t element, const Stamp& before, const Stamp& now,
                       bool was_read, bool write, bool same_value) {
    bool one_block = before.block == now.block;
    auto warp_of = [&](const Stamp& stamp) {
        return context_.apart ? stamp.agent / static_cast<std::uint32_t>(warp_->lanes)
                              : std::uint32_t{stamp.agent};
    };
    bool one_warp = one_block && warp_of(before) == warp_of(now);
    FindingKind kind = one_warp ? FindingKind::relies_on_lockstep : FindingKind::race;
    constexpr std::uint32_t benign_bit = 0x80000000u;
    const Stamp& writing = write ? now : before;
    bool compared =
        write == was_read && writing.strong == atomic_access && is_compare_and_swap(writing.operand);
    bool benign = same_value || compared;
    FindingKey key{
        kind, context_.launch, statement_, now.operand, 0, before.operand | (benign ? benign_bit : 0)};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        const SourceRange& where = shared_.trace.operands[now.operand].where;
        Finding finding = finding_here(benign ? Severity::note : Severity::fault, 1u << now.lane, where);
        finding.array = static_cast<std::int32_t>(cell.id);
        finding.elements.push_back(element);
        RacePlaces p{};
        p.cell = fmt::format("{}[{}]", shared_.trace.arrays[cell.id].name, element);
        p.line = where.line;
        p.line_before = shared_.trace.operands[before.operand].where.line;
        p.one_block = one_block;
        p.does = write ? "writes" : "reads";
        p.did = was_read ? "reads" : "writes";
        auto who = [&](const Stamp& stamp, bool first) {
            if (!one_block) return fmt::format("{}lock {}", first ? "B" : "b", std::uint32_t{stamp.block});
            return fmt::format("{}ane {} of warp {}", first ? "L" : "l", std::uint32_t{stamp.lane},
                               warp_of(stamp));
        };
        p.now = who(now, true);
        p.before = who(before, false);
        if (same_value)
            finding.message = fmt::format(
                "{} and {} both write the same value to {} in line {}: a race, but one "
                "that changes nothing.",
                p.now, p.before, p.cell, p.line);
        else if (compared)
            finding.message = fmt::format(
                "{} {} {} in line {}, and {} {} it in line {}, one of them by a compare-and-swap: the value "
                "read may be old, which a compare-and-swap of the reader notices.",
                p.now, p.does, p.cell, p.line, p.before, p.did, p.line_before);
        else if (one_warp)
            finding.message = fmt::format(
                "Lane {} {} {} in line {}, which lane {} of the same warp {} in line {}: without a "
                "__syncwarp() "
                "between, this is right only while lanes run in lockstep.",
                std::uint32_t{now.lane}, p.does, p.cell, p.line, std::uint32_t{before.lane}, p.did,
                p.line_before);
        else
            finding.message = race_sentence(p);
        return finding;
    });
}

/// Lanes that write different values to one element by one instruction.
void Interpreter::check_one_instruction(const WarpAccess& access, const Instruction& in) {
    auto lanes = static_cast<std::size_t>(access.lanes);
    bool ascending = true;
    for (std::size_t i = 1; i < lanes; ++i)
        ascending &=
            access.array[i] == access.array[i - 1] && access.offset[i] >= access.offset[i - 1] + access.size;
    if (ascending) return;
    auto value = [&](std::size_t i) { return warp_->row(in.b)[access.lane[i]]; };
    for (std::size_t i = 0; i < lanes; ++i)
        for (std::size_t j = i + 1; j < lanes; ++j) {
            bool same_place = access.array[i] == access.array[j] && access.offset[i] == access.offset[j];
            if (!same_place || value(i) == value(j)) continue;
            std::uint32_t operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
            FindingKey key{FindingKind::race, context_.launch, statement_, operand, 0, operand};
            shared_.findings.add(key, shared_.recorder.current_step(), [&] {
                Finding finding = finding_here(Severity::fault, 1u << access.lane[i] | 1u << access.lane[j],
                                               shared_.trace.operands[operand].where);
                std::int64_t element = access.offset[i] / shared_.memory[access.array[i]].element_size;
                finding.array = static_cast<std::int32_t>(access.array[i]);
                finding.elements = {element, element};
                finding.message = fmt::format(
                    "{} of warp {} write different values to {}[{}] by one instruction: which one stays is "
                    "left "
                    "to chance.",
                    in_sentence_case(lanes_in_words(finding.lanes)), warp_->number,
                    shared_.trace.arrays[access.array[i]].name, element);
                return finding;
            });
            return;
        }
}

}  // namespace upsweep::emulator
