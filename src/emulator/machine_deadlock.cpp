// Who waits for whom when nobody can go on.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "emulator/machine.h"

namespace upsweep::emulator {

/// What one block waits for: a cell that somebody must write, or a barrier.
struct Machine::Wait {
    std::uint32_t block = 0, warp = 0;
    std::uint32_t lanes = 0;
    Address cell = 0;           ///< 0: a barrier
    std::uint32_t operand = 0;  ///< which expression reads the cell
    int barrier_line = 0;
};

/// Of each resident block the first warp that spins, else one at a barrier.
std::vector<Machine::Wait> Machine::waits() const {
    std::vector<Wait> all;
    for (const auto& block : resident_) {
        Wait found;
        bool any = false;
        for (const Warp& warp : block->warps) {
            if (warp.paths.live() == 0 || found.cell != 0) continue;
            Wait wait{block->number, warp.number, 0, 0, 0, 0};
            for (const Path& path : warp.paths.all()) {
                if (path.state == Path::State::ready) {
                    wait.lanes |= path.mask;
                    wait.cell = warp.last_read;
                    wait.operand = warp.last_operand;
                }
                if (path.state == Path::State::at_barrier && wait.cell == 0) {
                    wait.lanes |= path.mask;
                    wait.barrier_line =
                        code_.statements[static_cast<std::size_t>(path.barrier_statement)].where.line;
                }
            }
            if (!any || wait.cell != 0) found = wait;
            any = true;
        }
        if (any) all.push_back(found);
    }
    return all;
}

/// Runs on, on a copy of all memory and with all blocks resident, to see who writes the awaited cells. The
/// blocks themselves do not come back from this.
WatchedCells Machine::find_writers(const std::vector<Wait>& waits) {
    WatchedCells watched;
    for (const Wait& wait : waits)
        if (wait.cell != 0) watched.writers[wait.cell] = {};
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
        if (wait->cell == 0)
            return text + fmt::format("block {} waits at the barrier of line {}", block, wait->barrier_line);
        text += fmt::format("block {} waits in line {} for {}, which ", block,
                            shared_.trace.operands[wait->operand].where.line, name_of_cell(wait->cell));
        const WatchedCells::Writer& writer = watched.writers.at(wait->cell);
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

void Machine::note_deadlock() {
    if (shared_.watched != nullptr) return;
    std::vector<Wait> all = waits();
    WatchedCells watched = find_writers(all);
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
                             if (wait.cell != 0) {
                                 finding.where = shared_.trace.operands[wait.operand].where;
                                 finding.array = static_cast<std::int32_t>(array_of(wait.cell));
                                 const ArrayInfo& info = shared_.trace.arrays[array_of(wait.cell)];
                                 finding.elements = {offset_of(wait.cell) / size_of(info.type)};
                             }
                             finding.message = in_sentence_case(chain) + ".";
                             return finding;
                         });
}

}  // namespace upsweep::emulator
