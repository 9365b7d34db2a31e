// Who waits for whom when nobody can go on.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "emulator/machine.h"

namespace upsweep::emulator {

/// Lanes that go round in a loop whose passes change nothing.
struct Machine::Wait {
    std::uint32_t block = 0, warp = 0;
    std::uint32_t lanes = 0;
    std::int32_t loop = -1;
    CellRead on;  ///< what they read in each pass, if anything
};

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

/// Runs on, on a copy of all memory and with all blocks resident, to see who writes the awaited cells. The
/// blocks themselves do not come back from this.
WatchedCells Machine::find_writers(const std::vector<Wait>& waits) {
    WatchedCells watched;
    for (const Wait& wait : waits)
        if (wait.on.cell != 0) watched.writers[wait.on.cell] = {};
    watched.missing = watched.writers.size();
    Trace trace;
    trace.arrays = shared_.trace.arrays;
    trace.launches = shared_.trace.launches;
    trace.statements = shared_.trace.statements;
    trace.operands = shared_.trace.operands;
    Memory memory = shared_.memory;
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
    limits.steps = 1'000'000;
    LaunchContext context = context_;
    context.races = false;
    Machine ghost(shared, gpu, limits, context, arguments_);
    ghost.waiting_ = waiting_;
    ghost.resident_ = std::move(resident_);
    ghost.run();
    return watched;
}

namespace {

std::string places_taken(int places) {
    if (places == 1) return "the only place is taken by a block that waits";
    return fmt::format("{} places are taken by blocks that wait",
                       places == 2 ? std::string("both") : fmt::format("all {}", places));
}

}  // namespace

std::string Machine::name_of_cell(Address cell) const {
    const ArrayInfo& info = shared_.trace.arrays[array_of(cell)];
    return cell_in_words(info, offset_of(cell) / size_of(info.type));
}

/// "block 5 waits in line 8 for flags[5], which block 4 must write; …"
std::string Machine::chain_from(const Wait& first, const std::vector<Wait>& waits,
                                const WatchedCells& watched) const {
    std::string text;
    std::set<std::uint32_t> told;
    const Wait* wait = &first;
    while (true) {
        std::uint32_t block = wait->block;
        told.insert(block);
        text += fmt::format("block {} waits in line {} for {}, which ", block,
                            shared_.trace.operands[wait->on.operand].where.line, name_of_cell(wait->on.cell));
        const WatchedCells::Writer& writer = watched.writers.at(wait->on.cell);
        if (!writer.known) return text + "no block ever changes";
        if (writer.block == block)
            return text + fmt::format("warp {} of the same block must write", writer.warp);
        text += fmt::format("block {} must write; ", writer.block);
        if (told.count(writer.block) != 0) return text + "so they wait in a circle";
        auto next = std::find_if(waits.begin(), waits.end(),
                                 [&](const Wait& other) { return other.block == writer.block; });
        if (next == waits.end())
            return text + fmt::format("block {} cannot start: {}", writer.block, places_taken(gpu_.places()));
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
            finding.message = endless_loop_sentence(
                finding.where.line, interpreter_.passes()[loop].count, many_warps(),
                fmt::format("{} of warp {} in block {}", lanes_in_words(finding.lanes), wait.warp, wait.block),
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
    WatchedCells watched = find_writers(all);
    if (note_endless_loops(all, &watched) || all.empty()) return;
    // Of each block the first that waits.
    all.erase(std::unique(all.begin(), all.end(),
                          [](const Wait& a, const Wait& b) { return a.block == b.block; }),
              all.end());
    std::string chain;
    std::size_t told = 0;
    for (std::size_t i = all.size(); i-- > 0;) {
        std::string text = chain_from(all[i], all, watched);
        auto links = [](const std::string& t) { return std::count(t.begin(), t.end(), ';'); };
        if (!chain.empty() && links(text) <= links(chain)) continue;
        chain = text;
        told = i;
    }
    shared_.findings.add({FindingKind::deadlock, context_.launch, 0, 0, 0, 0},
                         shared_.recorder.current_step(), [&] {
                             const Wait& wait = all[told];
                             Finding finding;
                             finding.severity = Severity::fault;
                             finding.block = static_cast<std::int32_t>(wait.block);
                             finding.warp = static_cast<std::int32_t>(wait.warp);
                             finding.lanes = lanes_of(wait.lanes);
                             finding.where = shared_.trace.operands[wait.on.operand].where;
                             const ArrayId array = array_of(wait.on.cell);
                             finding.array = static_cast<std::int32_t>(array);
                             const std::int64_t element = offset_of(wait.on.cell) /
                                                          size_of(shared_.trace.arrays[array].type);
                             // Each lane's element stands beside it.
                             finding.elements.assign(finding.lanes.size(), element);
                             finding.message = in_sentence_case(chain) + ".";
                             return finding;
                         });
}

}  // namespace upsweep::emulator
