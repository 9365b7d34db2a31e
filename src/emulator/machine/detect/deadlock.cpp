// Who waits for whom when nobody can go on.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "emulator/findings/sentences.h"
#include "emulator/machine/machine.h"

namespace upsweep::emulator {

/// Lanes that go round in a loop whose passes change nothing.
struct Machine::Wait {
    std::uint32_t block = 0, warp = 0;
    std::uint32_t lanes = 0;
    std::int32_t loop = -1;
    CellRead on;  ///< what they read in each pass, if anything
};

/// Lanes that wait for others of their block.
struct Machine::Standing {
    std::uint32_t block = 0, warp = 0;
    std::uint32_t lanes = 0;
    std::string words;  ///< "waits at the barrier in line 5"
};

/// "waits at the barrier in line 5", or nothing.
std::string Machine::standing_of(const Warp& warp, const Path& path) const {
    auto line_of = [&](std::int32_t statement) {
        return code_.statements[static_cast<std::size_t>(statement)].where.line;
    };
    if (path.state == Path::State::at_barrier)
        return fmt::format("waits at the barrier in line {}", line_of(path.barrier_statement));
    if (path.state != Path::State::at_meet) return "";
    std::uint32_t missing = path.named & warp.paths.live();
    for (const Path& other : warp.paths.all())
        if (other.state == Path::State::at_meet) missing &= ~other.mask;
    std::size_t pc = path.pc;
    while (code_.instructions[pc].op != Op::step) ++pc;
    return fmt::format("waits in line {} for {} of its warp", line_of(code_.instructions[pc].index),
                       lanes_in_words(lanes_of(missing)));
}

std::vector<Machine::Standing> Machine::standings() const {
    std::vector<Standing> all;
    for (const auto& block : resident_)
        for (const Warp& warp : block->warps)
            for (const Path& path : warp.paths.all()) {
                const std::string words = standing_of(warp, path);
                if (!words.empty()) all.push_back({block->number, warp.number, path.mask, words});
            }
    return all;
}

/// What holds up the lane of the block: ", which waits at the barrier in line 5", or nothing.
std::string Machine::held_up(const std::vector<Standing>& standings, std::uint32_t block, std::uint32_t warp,
                             int lane, const char* before) {
    for (const Standing& one : standings)
        if (one.block == block && one.warp == warp && (one.lanes >> lane & 1) != 0) return before + one.words;
    return "";
}

/// All that spin, when nobody can go on. Who waits at a barrier or for other lanes waits for one of them.
std::vector<Machine::Wait> Machine::waits() const {
    std::vector<Wait> all;
    for (const auto& block : resident_)
        for (const Warp& warp : block->warps)
            for (const Path& path : warp.paths.all())
                if (path.state == Path::State::ready && path.loop >= 0)
                    all.push_back({block->number, warp.number, path.mask, path.loop, path.spins_on});
    return all;
}

/// Runs blocks on, on a copy of all memory and with slots for all, to see who writes the watched cells.
void Machine::look_ahead(Blocks blocks, WaitingBlocks waiting, std::int64_t steps, WatchedCells& watched) {
    watched.missing = watched.writers.size();
    Trace trace;
    trace.arrays = shared_.trace.arrays;
    trace.launches = shared_.trace.launches;
    trace.statements = shared_.trace.statements;
    trace.operands = shared_.trace.operands;
    Memory memory = shared_.memory.without_notes();
    Recorder recorder(trace, false);
    recorder.begin_launch(context_.launch);
    Origins origins(nullptr);
    FindingLog findings(trace.findings);
    Shared shared{trace, memory, recorder, origins, findings};
    shared.version = shared_.version + 1;
    shared.watched = &watched;
    ToyGpu gpu = gpu_;
    gpu.multiprocessors = 1;
    gpu.resident_blocks = 1024;
    Limits limits;
    limits.steps = steps;
    limits.memory_bytes = limits_.memory_bytes;
    LaunchContext context = context_;
    context.races = false;
    Machine ghost(shared, gpu, limits, context, arguments_);
    ghost.waiting_ = std::move(waiting);
    ghost.resident_ = std::move(blocks);
    ghost.run();
}

/// What a warp would write if its waits ended: one that waits for it in turn stands in a circle with it.
void Machine::look_beyond(const Block& block, std::uint32_t number, const std::vector<Wait>& waits,
                          WatchedCells& watched) {
    WatchedCells beyond;
    for (const auto& [cell, writer] : watched.writers)
        if (!writer.known) beyond.writers[cell] = {};
    if (beyond.writers.empty()) return;
    auto copy = std::make_unique<Block>(block);
    Warp& warp = copy->warps[number];
    warp.waiting = false;
    warp.paths.forget_idle();
    warp.paths.move_ready([&](const Path& path) {
        return path.loop < 0 ? path.pc : code_.loops[static_cast<std::size_t>(path.loop)].end + 1;
    });
    Blocks blocks;
    blocks.push_back(std::move(copy));
    constexpr std::int64_t steps = 20'000;
    look_ahead(std::move(blocks), WaitingBlocks(gpu_.schedule.blocks, 0, 0), steps, beyond);
    // That it would give back what it waits for itself says nothing.
    auto awaits = [&](Address cell, int lane) {
        return std::any_of(waits.begin(), waits.end(), [&](const Wait& wait) {
            return wait.block == block.number && wait.warp == number && wait.on.cell == cell &&
                   (wait.lanes >> lane & 1) != 0;
        });
    };
    for (const auto& [cell, writer] : beyond.writers) {
        const bool itself = writer.block == block.number && writer.warp == number;
        if (!writer.known || (itself && awaits(cell, writer.lane))) continue;
        watched.writers[cell] = writer;
        watched.writers[cell].waits = true;
    }
}

/// Who writes the awaited cells if all blocks get a slot, or if another's wait ends. The blocks themselves
/// do not come back from this.
WatchedCells Machine::find_writers(const std::vector<Wait>& waits) {
    constexpr std::size_t most_copies = 16;
    WatchedCells watched;
    for (const Wait& wait : waits) watched.writers[wait.on.cell] = {};
    Blocks copies;
    for (const auto& block : resident_)
        if (copies.size() < most_copies) copies.push_back(std::make_unique<Block>(*block));
    look_ahead(std::move(resident_), waiting_, 1'000'000, watched);
    std::size_t looks = 0;
    for (std::size_t i = 0; i < waits.size() && looks < most_copies; ++i) {
        const Wait& wait = waits[i];
        if (i > 0 && waits[i - 1].block == wait.block && waits[i - 1].warp == wait.warp) continue;
        auto block = std::find_if(copies.begin(), copies.end(),
                                  [&](const auto& copy) { return copy->number == wait.block; });
        if (block == copies.end()) break;
        look_beyond(**block, wait.warp, waits, watched);
        ++looks;
    }
    return watched;
}

namespace {

std::string slots_taken(int slots) {
    if (slots == 1) return "a waiting block holds the only slot";
    return fmt::format("waiting blocks hold {} slots",
                       slots == 2 ? std::string("both") : fmt::format("all {}", slots));
}

}  // namespace

std::string Machine::name_of_cell(Address cell) const {
    const ArrayId id = array_of(cell);
    const ArrayInfo& info = shared_.trace.arrays[id];
    bool single = false;
    for (std::size_t i = 0; i < code_.globals.size(); ++i)
        single |= arguments_.globals[i] == id && code_.globals[i].single;
    for (const SharedArray& array : code_.shared)
        single |= info.space == Space::shared && array.name == info.name && array.single;
    return single ? info.name : cell_in_words(info, offset_of(cell) / size_of(info.type));
}

/// Who changed the cell last in this launch; a store that is neither volatile nor atomic is known where races
/// are looked for.
LastChange Machine::last_change(Address cell) const {
    const MemoryArray& array = shared_.memory[array_of(cell)];
    const std::int64_t element = offset_of(cell) / array.element_size;
    const LastChange* change = array.changes.find(element);
    if (change != nullptr && change->launch == context_.launch + 1) return *change;
    const Shadow* shadow = array.shadow.find(element);
    if (shadow == nullptr) return {};
    const Stamp& write = shadow->writes[0];
    // A compare-and-swap that failed has left its stamp too.
    if (write.launch != context_.launch % stamped_launches + 1 || write.strong == atomic_access) return {};
    const std::uint32_t lanes = context_.apart ? 1 : static_cast<std::uint32_t>(lanes_);
    return {context_.launch + 1, write.block, write.agent * lanes + (context_.apart ? 0 : write.lane),
            write.operand};
}

std::string Machine::value_of(Address cell) const {
    const MemoryArray& array = shared_.memory[array_of(cell)];
    const std::byte* at = array.bytes.data() + offset_of(cell);
    if (array.type == ScalarType::u64) return fmt::format("{}", read_as<std::uint64_t>(at));
    if (array.type == ScalarType::i64) return fmt::format("{}", read_as<std::int64_t>(at));
    Array one(array.type, {1, 1});
    std::copy(at, at + array.element_size, one.bytes().begin());
    return fmt::format("{}", one.number(0));
}

/// "block 0 set to 1 in line 4", and whether it could still change it.
std::string Machine::past_of(const Wait& wait, const LastChange& change, bool ended,
                             const std::vector<Standing>& standings) const {
    const auto lanes = static_cast<std::uint32_t>(lanes_);
    const std::uint32_t warp = change.thread / lanes;
    const bool itself =
        change.block == wait.block && warp == wait.warp && (wait.lanes >> change.thread % lanes & 1) != 0;
    std::string who = itself ? "it has itself"
                      : change.block == wait.block
                          ? fmt::format("lane {} of its warp {} has", change.thread % lanes, warp)
                          : fmt::format("block {} has", change.block);
    std::string text = fmt::format("{} set to {} in line {}", who, value_of(wait.on.cell),
                                   shared_.trace.operands[change.operand].where.line);
    const std::string held = held_up(standings, change.block, warp, static_cast<int>(change.thread % lanes),
                                     itself ? "" : ", while it ");
    if (!held.empty()) return text + held;
    if (change.block == wait.block) return text + " and which nobody changes any more";
    return ended ? text + " before it ended, and which nobody changes any more" : text;
}

/// "block 5 waits in line 8 for flags[5], which block 4 must write; …"
std::string Machine::chain_from(const Wait& first, const std::vector<Wait>& waits,
                                const WatchedCells& watched, const std::vector<Standing>& standings) const {
    std::string text;
    std::set<std::uint32_t> told;
    const Wait* wait = &first;
    auto wait_of = [&](std::uint32_t block) {
        return std::find_if(waits.begin(), waits.end(), [&](const Wait& w) { return w.block == block; });
    };
    while (true) {
        std::uint32_t block = wait->block;
        told.insert(block);
        text += fmt::format("block {} waits in line {} for {}, which ", block,
                            shared_.trace.operands[wait->on.operand].where.line, name_of_cell(wait->on.cell));
        const WatchedCells::Writer& writer = watched.writers.at(wait->on.cell);
        const LastChange past = last_change(wait->on.cell);
        // Who holds a lock says more than that it would give it back.
        const bool same =
            writer.block == past.block &&
            (past.block != block || past.thread / static_cast<std::uint32_t>(lanes_) == writer.warp);
        const bool holds = past.launch != 0 && (!writer.known || (writer.waits && same));
        if (!writer.known && past.launch == 0)
            return text + fmt::format("is {} and which no block ever changes", value_of(wait->on.cell));
        const std::uint32_t other = holds ? past.block : writer.block;
        auto next = wait_of(other);
        if (holds) {
            text += past_of(*wait, past, next == waits.end(), standings);
            if (other == block || next == waits.end()) return text;
            text += "; ";
        } else {
            if (other == block) {
                const std::string who = writer.warp == wait->warp
                                            ? fmt::format("lane {} of the same warp", writer.lane)
                                            : fmt::format("warp {} of the same block", writer.warp);
                return text + who + " must write" +
                       held_up(standings, block, writer.warp, writer.lane, ", which ");
            }
            text += fmt::format("block {} must write; ", other);
        }
        if (told.count(other) != 0) return text + "so they wait in a circle";
        if (next == waits.end())
            return text + fmt::format("block {} cannot start: {}", other, slots_taken(gpu_.slots()));
        wait = &*next;
    }
}

/// Loops that nobody can end: those that read no cell, and, once it is known who would write, those that read
/// one plainly which nobody changes. True if there are any.
bool Machine::note_endless_loops(const std::vector<Wait>& waits, const WatchedCells* watched) {
    bool any = false;
    for (const Wait& wait : waits) {
        const bool reads = wait.on.cell != 0;
        const bool endless =
            watched == nullptr ? !reads : !wait.on.strong && !watched->writers.at(wait.on.cell).known;
        if (!endless) continue;
        any = true;
        const auto loop = static_cast<std::size_t>(wait.loop);
        FindingKey key{FindingKind::endless_loop, context_.launch, static_cast<std::uint32_t>(loop), 0, 0, 0};
        shared_.findings.add(key, shared_.recorder.current_step(), [&] {
            Finding finding;
            finding.severity = Severity::fault;
            finding.where = code_.loops[loop].where;
            finding.block = static_cast<std::int32_t>(wait.block);
            finding.warp = static_cast<std::int32_t>(wait.warp);
            finding.lanes = lanes_of(wait.lanes);
            finding.message =
                endless_loop_sentence(finding.where.line, interpreter_.passes()[loop].count, many_warps(),
                                      fmt::format("{} of warp {} in block {}", lanes_in_words(finding.lanes),
                                                  wait.warp, wait.block),
                                      finding.lanes.size(), reads ? name_of_cell(wait.on.cell) : "");
            return finding;
        });
    }
    return any;
}

void Machine::note_deadlock() {
    if (shared_.watched != nullptr) return;
    std::vector<Wait> all = waits();
    if (note_endless_loops(all, nullptr)) return;
    if (all.empty()) return;
    const std::vector<Standing> standing = standings();
    WatchedCells watched = find_writers(all);
    if (note_endless_loops(all, &watched)) return;
    // Of each block the first that waits.
    all.erase(
        std::unique(all.begin(), all.end(), [](const Wait& a, const Wait& b) { return a.block == b.block; }),
        all.end());
    std::string chain;
    std::size_t told = 0;
    for (std::size_t i = all.size(); i-- > 0;) {
        std::string text = chain_from(all[i], all, watched, standing);
        auto links = [](const std::string& t) { return std::count(t.begin(), t.end(), ';'); };
        if (!chain.empty() && links(text) <= links(chain)) continue;
        chain = text;
        told = i;
    }
    shared_.findings.add(
        {FindingKind::deadlock, context_.launch, 0, 0, 0, 0}, shared_.recorder.current_step(), [&] {
            const Wait& wait = all[told];
            Finding finding;
            finding.severity = Severity::fault;
            finding.block = static_cast<std::int32_t>(wait.block);
            finding.warp = static_cast<std::int32_t>(wait.warp);
            finding.lanes = lanes_of(wait.lanes);
            finding.where = shared_.trace.operands[wait.on.operand].where;
            const ArrayId array = array_of(wait.on.cell);
            finding.array = static_cast<std::int32_t>(array);
            const std::int64_t element = offset_of(wait.on.cell) / size_of(shared_.trace.arrays[array].type);
            // Each lane's element stands beside it.
            finding.elements.assign(finding.lanes.size(), element);
            finding.message = in_sentence_case(chain) + ".";
            return finding;
        });
}

}  // namespace upsweep::emulator
