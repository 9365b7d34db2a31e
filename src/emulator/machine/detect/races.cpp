// Races: two unordered accesses to one element, at least one of them a write.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/ranges.h"
#include "emulator/machine/detect/lane_stamps.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

void Interpreter::fence(const Instruction& in) {
    bool device = in.builtin != Builtin::threadfence_block;
    if (device && shared_.weak != nullptr) {
        shared_.weak->release(block_->number);
        shared_.weak->acquire(block_->number);
    }
    if (!context_.races) return;
    if (!context_.independent) {
        level_paths(false);
        shared_.ordering.fence(block_->order, warp_->number, device);
        return;
    }
    for_lanes(mask_, [&](int lane) { shared_.ordering.fence(block_->order, agent_of(lane), device); });
}

/// Flags and locks may order what lanes on different paths of a warp do. Who waits for whom is not followed
/// there: a fence or a strong access passes for such an order. `waits`: an atomic access or one that a loop
/// waits by, which order lanes that run apart as well.
void Interpreter::level_paths(bool waits) {
    bool independent = (~path_->mask & lanes_at_start(*warp_)) != 0;
    if (independent) Ordering::level(block_->order, warp_->number, path_->mask, waits);
}

/// An access of the warp; of lanes that run apart without saying which.
Stamp Interpreter::stamp_of(const Instruction& in, Strength strength) {
    Stamp stamp;
    if (!context_.races) return stamp;
    block_->order.beside = context_.independent ? 0 : ~path_->mask;
    if (strength != plain_access && !context_.independent)
        level_paths(strength == atomic_access || in.polls != Polls::no);
    stamp.block = block_->number;
    stamp.interval = block_->order.interval;
    stamp.strong = strength;
    stamp.launch = context_.launch % stamped_launches + 1;
    stamp.operand = operand_of(in);
    if (context_.independent) return stamp;
    const Agent& agent = block_->order.agents[warp_->number];
    block_->order.met = agent.met;
    stamp.agent = warp_->number;
    stamp.epoch = agent.epoch;
    return stamp;
}

/// What the access before has written is what is about to be written.
bool Interpreter::writes_the_same(const Cell& cell, int bytes, const Stamp& before, uint64_t value) const {
    // In weak memory it may still be on its way.
    const uint64_t there = is_weak(cell) ? shared_.weak->peek(before.block, cell.id, cell.offset, bytes)
                                         : read_bits(cell.array->bytes.data() + cell.offset, bytes);
    return there == (value & (~uint64_t{0} >> (64 - 8 * bytes)));
}

/// Notes one lane's access beside its elements and reports what it races with. `value` is what a store of one
/// scalar writes.
void Interpreter::watch_access(const Cell& cell, int bytes, int lane, bool write, Stamp stamp,
                               const uint64_t* value) {
    MemoryArray& array = *cell.array;
    if (is_read_only(array)) return;
    // A strong access of a lane may begin a new epoch before the next lane's.
    if (context_.independent || stamp.strong != plain_access) {
        const uint32_t agent = agent_of(lane);
        stamp.agent = agent;
        stamp.epoch = block_->order.agents[agent].epoch;
    }
    const BlockOrder& order = block_->order;
    const bool alone = !write && knows_itself(order, stamp.agent);
    if (write) array.note_write(stamp);
    const int64_t last = array.element_at(cell.offset + bytes - 1);
    for (int64_t element = array.element_at(cell.offset); element <= last; ++element) {
        Shadow& shadow = shared_.memory.shadow(array, element, stamp);
        if (write && note_write_plainly(shadow, stamp, order, uint32_t(lane))) continue;
        if (alone && note_read_alone(shadow, stamp, order, uint32_t(lane), uint32_t(lane), true)) continue;
        const Stamp now = of_lane(stamp, uint32_t(lane), uint32_t(lane));
        bool was_read = false;
        const Stamp before = write ? note_write(shadow, now, order, was_read) : note_read(shadow, now, order);
        if (before.launch == 0 || is_part_of_element(array, bytes, before)) continue;
        const bool same = value != nullptr && !was_read && writes_the_same(cell, bytes, before, *value);
        race(cell, element, lane, before, now, was_read, write, same);
    }
}

/// Lanes of a warp that touch parts of an element, as bytes of an int, may touch different ones.
bool Interpreter::is_part_of_element(const MemoryArray& array, int bytes, const Stamp& before) const {
    return block_->order.lockstep && bytes < array.element_size && before.block == block_->number &&
           before.agent == warp_->number;
}

/// A plain read beside another's compare-and-swap may be old, and the reader's own compare-and-swap notices.
bool Interpreter::is_compare_and_swap(uint32_t operand) const {
    return any_of(code_.instructions, [&](const Instruction& in) {
        return in.op == Op::atomic && in.builtin == Builtin::atomic_cas && operand_of(in) == operand;
    });
}

/// One finding for two lines, whichever of their reads and writes meet: they have one cure.
FindingKey Interpreter::race_key(FindingKind kind, uint32_t operand, uint32_t before, bool benign) const {
    auto line = [&](uint32_t of) {
        const SourceRange& where = shared_.trace.operands[of].where;
        return uint32_t(where.file) << 20 | uint32_t(where.line);
    };
    return {kind, context_.launch, statement_, line(operand), line(before) | (benign ? benign_race : 0)};
}

void Interpreter::race(const Cell& cell, int64_t element, int lane, const Stamp& before, const Stamp& now,
                       bool was_read, bool write, bool same_value) {
    bool one_warp = before.block == now.block && warp_of(before) == warp_->number;
    const Stamp& writing = write ? now : before;
    bool compared =
        write == was_read && writing.strong == atomic_access && is_compare_and_swap(writing.operand);
    bool benign = same_value || compared;
    const bool of_volatile = before.strong == volatile_access && now.strong == volatile_access;
    const bool in_order =
        one_warp && block_->order.lockstep && !Ordering::on_two_paths(before, block_->order, now);
    if (benign && (in_order || of_volatile)) return;
    const Address place = make_address(cell.id, element * cell.array->element_size);
    if (of_volatile && shared_.ordering.is_polled(place)) return;
    const bool waits = waits_plainly(before) || waits_plainly(now);
    FindingKind kind = FindingKind::race;
    if (in_order || (one_warp && context_.independent && !same_value)) kind = FindingKind::relies_on_lockstep;
    if (waits) kind = FindingKind::plain_wait;
    Trouble trouble;
    trouble.key = race_key(kind, now.operand, before.operand, benign);
    trouble.deferred = !waits && (in_order || of_volatile);
    if (!trouble.deferred && !benign) note_raced(trouble.key);
    trouble.operand = now.operand;
    trouble.severity = benign ? Severity::note : Severity::fault;
    trouble.lane = lane;
    trouble.array = cell.id;
    trouble.offset = element * cell.array->element_size;
    trouble.write = write;
    trouble.was_read = was_read;
    trouble.same_value = same_value;
    trouble.narrow = before.strong == atomic_access && now.strong == atomic_access &&
                     (before.narrow != 0 || now.narrow != 0);
    trouble.before = before;
    trouble.of_volatile = of_volatile;
    troubles_.push_back(trouble);
}

/// The first lane's race in full, and which cells have the same.
Race Interpreter::race_of(const std::vector<Trouble>& lanes) const {
    const Trouble& first = lanes.front();
    const Stamp& before = first.before;
    Race race;
    race.form = form_of(first);
    race.write = first.write;
    race.of_volatile = first.of_volatile;
    race.was_read = first.was_read;
    race.block = before.block;
    race.warp = warp_of(before);
    race.lane = before.lane;
    // The finding of a wait is where the loop reads, in either order.
    const bool swaps = race.form == Race::Form::waited && first.write;
    race.earlier = shared_.trace.operands[swaps ? first.operand : before.operand].where;
    const int element_size = shared_.memory[first.array].element_size;
    for (const Trouble& trouble : lanes)
        if (trouble.offset != first.offset) race.others.push_back(trouble.offset / element_size);
    return race;
}

Race::Form Interpreter::form_of(const Trouble& trouble) const {
    const bool one_block = trouble.before.block == block_->number;
    const bool one_warp = one_block && warp_of(trouble.before) == warp_->number;
    if (trouble.key.kind == FindingKind::plain_wait) return Race::Form::waited;
    if (trouble.key.kind == FindingKind::relies_on_lockstep) return Race::Form::one_warp;
    if (trouble.same_value) return Race::Form::same_value;
    if (trouble.severity == Severity::note) return Race::Form::compared;
    if (one_warp) return Race::Form::two_paths;
    if (one_block) return Race::Form::one_block;
    return trouble.narrow ? Race::Form::narrow : Race::Form::two_blocks;
}

/// Several lanes may write one element by one instruction: mostly they do not, and that is seen quickly.
void Interpreter::check_one_instruction(const WarpAccess& access, const Instruction& in) {
    size_t lanes = access.lanes;
    bool ascending = true;
    for (size_t i = 1; i < lanes; ++i)
        ascending &=
            access.array[i] == access.array[i - 1] && access.offset[i] >= access.offset[i - 1] + access.size;
    if (ascending) return;
    for (size_t i = 0; i < lanes; ++i)
        for (size_t j = i + 1; j < lanes; ++j)
            if (access.array[i] == access.array[j] && access.offset[i] == access.offset[j])
                return note_meeting(access, in);
}

/// Whether the warp has read the element since the last barrier, or in the statement that runs, as
/// `count += 1` does.
Interpreter::ReadBefore Interpreter::read_before(ArrayId array, int64_t element) const {
    Shadow last;
    if (!shared_.memory.find_shadow(shared_.memory[array], element, last)) return ReadBefore::no;
    const SourceRange& here = shared_.trace.statements[statement_].where;
    ReadBefore result = ReadBefore::no;
    for (const Stamp& read : last.reads) {
        if (read.launch != context_.launch % stamped_launches + 1 || read.block != block_->number ||
            read.agent != warp_->number || read.interval != block_->order.interval)
            continue;
        const SourceRange& where = shared_.trace.operands[read.operand].where;
        const auto first = std::pair(where.line, where.column);
        const bool inside = where.file == here.file && first >= std::pair(here.line, here.column) &&
                            first < std::pair(here.end_line, here.end_column);
        result = std::max(result, inside ? ReadBefore::in_statement : ReadBefore::earlier);
    }
    return result;
}

/// Cells that several lanes write by one instruction: each belongs to the first lane that does. All positions
/// are those of WarpAccess.
struct Interpreter::Meetings {
    enum class Kind { alone, same, perhaps_lost, lost, different };
    std::array<uint8_t, 32> first;  ///< of each lane: which lane was the first at its cell
    std::array<Kind, 32> kind;      ///< of each first lane: what is true of its cell
    Kind worst = Kind::alone;
};

/// A loop may come here at every step: nothing is allocated.
Interpreter::Meetings Interpreter::meetings_of(const WarpAccess& access, const Instruction& in) const {
    using Kind = Meetings::Kind;
    Meetings meetings;
    const size_t lanes = access.lanes;
    for (size_t i = 0; i < lanes; ++i) {
        size_t first = 0;
        while (access.array[first] != access.array[i] || access.offset[first] != access.offset[i]) ++first;
        meetings.first[i] = uint8_t(first);
        meetings.kind[i] = Kind::alone;
        if (first == i) continue;
        Kind& kind = meetings.kind[first];
        kind = std::max(kind, Kind::same);
        for (int k = 0; k < in.count; ++k) {
            const uint64_t* values = warp_->row(in.b + Register(k));
            if (values[access.lane[first]] != values[access.lane[i]]) kind = Kind::different;
        }
    }
    for (size_t i = 0; i < lanes; ++i) {
        Kind& kind = meetings.kind[i];
        if (kind == Kind::same) {
            const ReadBefore read =
                read_before(access.array[i], access.offset[i] / shared_.memory[access.array[i]].element_size);
            if (read == ReadBefore::earlier) kind = Kind::perhaps_lost;
            if (read == ReadBefore::in_statement) kind = Kind::lost;
        }
        meetings.worst = std::max(meetings.worst, kind);
    }
    return meetings;
}

/// The cells with the worst fault, by place, each with its lanes.
std::vector<Interpreter::MeetingCell> Interpreter::worst_of(const Meetings& meetings,
                                                            const WarpAccess& access) const {
    std::map<std::pair<ArrayId, int64_t>, MeetingCell> cells;
    for (size_t i = 0; i < size_t(access.lanes); ++i) {
        if (meetings.kind[meetings.first[i]] != meetings.worst) continue;
        MeetingCell& cell = cells[{access.array[i], access.offset[i]}];
        cell.array = access.array[i];
        cell.element = access.offset[i] / shared_.memory[access.array[i]].element_size;
        cell.lanes.push_back(access.lane[i]);
    }
    std::vector<MeetingCell> worst;
    for (auto& [place, cell] : cells) worst.push_back(std::move(cell));
    return worst;
}

/// Lanes write one element by one instruction: the same value, which does no harm unless each has changed
/// what it read there, or different ones.
void Interpreter::note_meeting(const WarpAccess& access, const Instruction& in) {
    using Kind = Meetings::Kind;
    const Meetings meetings = meetings_of(access, in);
    bool harmless = meetings.worst <= Kind::perhaps_lost;
    uint32_t operand = operand_of(in);
    FindingKey key = race_key(FindingKind::race, operand, operand, harmless);
    met_lines_.insert(key.operand);
    note(key, [&] {
        Finding finding = finding_here(key.kind, 0, shared_.trace.operands[operand].where);
        if (harmless) finding.severity = Severity::note;
        const std::vector<MeetingCell> cells = worst_of(meetings, access);
        finding.array = int32_t(cells.front().array);
        for (const MeetingCell& cell : cells) {
            append(finding.lanes, cell.lanes);
            finding.elements.insert(finding.elements.end(), cell.lanes.size(), cell.element);
        }
        finding.facts = Meeting{meetings.worst == Kind::different ? Meeting::Form::different
                                : meetings.worst == Kind::lost    ? Meeting::Form::lost
                                : meetings.worst == Kind::same    ? Meeting::Form::same
                                                                  : Meeting::Form::perhaps_lost};
        return finding;
    });
}

/// One finding for the lanes of an instruction; of later ones the steps alone are kept.
void Interpreter::defer(const FindingKey& key, const std::vector<Trouble>& lanes, int bytes) {
    constexpr size_t most = 200, most_steps = 1000;
    const auto known = deferred_.find(key);
    if (known == deferred_.end() && deferred_.size() == most) return;
    DeferredRace& race = known == deferred_.end() ? deferred_[key] : known->second;
    const int64_t step = this_step();
    if (race.steps.empty()) {
        race.finding = finding_of(lanes, bytes);
        race.of_volatile = lanes.front().of_volatile;
        race.cell = make_address(lanes.front().array, lanes.front().offset);
    }
    const bool again = !race.steps.empty() && race.steps.back() == step;
    if (!again && race.steps.size() < most_steps) race.steps.push_back(step);
}

/// The lines of two accesses that race, in whatever order they came.
void Interpreter::note_raced(const FindingKey& key) {
    raced_lines_.insert(key.operand);
    raced_lines_.insert(key.variant & ~benign_race);
}

/// A loop waits for the cell; or one of the lines races between warps or blocks too, and what cures that is
/// likely to cure this.
bool Interpreter::is_told_otherwise(const FindingKey& key, const DeferredRace& race) const {
    if (race.of_volatile && shared_.ordering.is_polled(race.cell)) return true;
    if (key.kind != FindingKind::relies_on_lockstep) return false;
    const uint32_t lines[] = {key.operand, key.variant & ~benign_race};
    return any_of(lines,
                  [&](uint32_t line) { return raced_lines_.contains(line) || met_lines_.contains(line); });
}

void Interpreter::tell_deferred() {
    for (const auto& [key, race] : deferred_)
        if (key.kind == FindingKind::race && !is_told_otherwise(key, race)) note_raced(key);
    for (const auto& [key, race] : deferred_) {
        if (is_told_otherwise(key, race)) continue;
        for (const int64_t step : race.steps)
            shared_.findings.add(key, step, [&, &finding = race.finding] { return finding; });
    }
    deferred_.clear();
}

/// The access is a plain read by which a loop waits.
bool Interpreter::waits_plainly(const Stamp& access) const {
    const std::vector<uint32_t>& waits = code_.plain_waits;
    return access.strong == plain_access && access.operand >= context_.operand_base &&
           std::binary_search(waits.begin(), waits.end(), access.operand - context_.operand_base);
}

}  // namespace upsweep::emulator
