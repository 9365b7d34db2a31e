// Rows cut into chunks.
#include "pipelines/parts/scan_chunks.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

/// What one chunk of a row adds before and after the warps' totals are known, and how deep its sums are.
struct ChunkWork {
    int64_t in_lanes = 0;      ///< a lane's elements, twice, and where they begin
    int64_t across_lanes = 0;  ///< scans of the lanes' sums
    int64_t rounds = 0;        ///< of the sums: the first warp's, which has the most elements

    int64_t additions() const { return in_lanes + across_lanes; }
};

/// A round of a warp whose first `busy` lanes have `each` elements: each of those adds its own; all of them
/// place their sums (three additions, one of them only where the round has elements), and add up again what
/// they store (one more than they have elements).
void add_round(ChunkWork& work, int64_t each, int64_t busy, int64_t lanes) {
    work.in_lanes += each * busy + ((busy > 0 ? 3 : 2) + each + 1) * lanes;
    work.across_lanes += scan_lanes_additions(busy, lanes);
}

/// Of a chunk with `elements` in its row. Warps without elements do nothing.
ChunkWork chunk_work(const Chunks& cut, int64_t elements, int64_t lanes) {
    ChunkWork work{.rounds = 1};
    const int64_t a_round = cut.each * lanes;
    for (int64_t warp = 0; warp < cut.warps; ++warp) {
        const int64_t left = elements - warp * cut.rounds * a_round;
        for (int64_t round = 0; left > 0 && round < cut.rounds; ++round) {
            const int64_t busy = std::clamp<int64_t>(pieces(left - round * a_round, cut.each), 0, lanes);
            add_round(work, cut.each, busy, lanes);
            // A shuffle a step, and one that hands the round's sum on.
            if (warp == 0) work.rounds += busy > 0 ? log2_of(lanes) + 1 : 2;
        }
    }
    return work;
}

/// Each warp adds up the totals of those before it.
int64_t warps_before(const Chunks& cut, int64_t lanes) { return lanes * cut.warps * (cut.warps - 1) / 2; }

/// A row's chunks: so many whole ones, and what is left over.
struct RowCut {
    Chunks cut;
    int64_t whole = 0, rest = 0;

    RowCut(ChunkKernel kernel, int64_t width, ScalarType output, MachineShape machine, int64_t each)
        : cut(cut_into_chunks(kernel, width, output, machine, each)),
          whole(width / cut.chunk),
          rest(width % cut.chunk) {}
};

std::string text_of(const ChunkWork& work, int64_t across_warps) {
    return fmt::format("({} in lanes + {} across lanes + {} across warps)", work.in_lanes, work.across_lanes,
                       across_warps);
}

/// Additions of all rows, `across_warps` of them a chunk for the warps' totals.
Term row_additions(const RowCut& row, int64_t rows, int64_t lanes, int64_t across_warps) {
    const ChunkWork whole = chunk_work(row.cut, row.cut.chunk, lanes),
                    rest = chunk_work(row.cut, row.rest, lanes);
    Term all = Term::of(rows * row.whole, whole.additions() + across_warps, text_of(whole, across_warps));
    if (row.rest > 0) all += Term::of(rows, rest.additions() + across_warps, text_of(rest, across_warps));
    return all;
}

/// A lane's elements that begin at `first`, behind each; -1 for the zeros past the row's end.
Depths lane_values(int64_t first, int64_t each, int64_t width) {
    Depths values(size_t(each), -1);
    for (int64_t k = 0; k < each && first + k < width; ++k) nth(values, k) = 0;
    return values;
}

/// What sum_chunk of kernels/chunk.cuh leaves of a warp's share from `first` on.
struct ShareDepths {
    Depths before;  ///< of each round's lanes
    int64_t total = -1;
};

ShareDepths sum_share(int64_t first, int64_t width, const Chunks& cut, int64_t lanes) {
    ShareDepths share;
    for (int64_t round = 0; round < cut.rounds; ++round) {
        Depths own(size_t(lanes), -1);
        for (int64_t lane = 0; lane < lanes; ++lane)
            for (const int64_t value :
                 lane_values(first + (round * lanes + lane) * cut.each, cut.each, width))
                nth(own, lane) = depth_of_sum(nth(own, lane), value);
        Depths with_own = own;
        double_reach(with_own);
        for (size_t lane = 0; lane < own.size(); ++lane)
            share.before.push_back(depth_of_sum(share.total, depth_of_sum(with_own[lane], own[lane])));
        share.total = depth_of_sum(share.total, with_own.back());
    }
    return share;
}

/// The deepest sum that store_chunk stores of a share, whose sums begin with `base`.
int64_t deepest_stored(const ShareDepths& share, int64_t base, int64_t first, int64_t width,
                       const Chunks& cut, bool inclusive) {
    int64_t deepest = 0;
    for (size_t lane = 0; lane < share.before.size(); ++lane) {
        const int64_t start = first + int64_t(lane) * cut.each;
        int64_t running = depth_of_sum(base, share.before[lane]);
        for (int64_t place = start; place < std::min(start + cut.each, width); ++place) {
            const int64_t here = depth_of_sum(running, 0);
            deepest = std::max(deepest, inclusive ? here : running);
            running = here;
        }
    }
    return deepest;
}

}  // namespace

Option each_option() { return power_option("each", "adjacent elements per lane", 1, 4); }

Chunks cut_into_chunks(ChunkKernel kernel, int64_t width, ScalarType output, MachineShape machine,
                       int64_t each) {
    const bool toy = machine.lanes != 32, looks_back = kernel == ChunkKernel::look_back;
    Chunks cut;
    cut.each = each != 0 ? each : !toy ? 4 : looks_back ? 1 : 2;
    cut.warps = !toy ? 8 : looks_back ? 1 : 2;
    cut.rounds = toy ? 1 : (looks_back ? 48 : 32) / size_of(output);
    cut.chunk = cut.warps * cut.rounds * cut.each * machine.lanes;
    cut.in_a_row = pieces(width, cut.chunk);
    return cut;
}

Definitions chunk_definitions(ElementTypes types, MachineShape machine, const Chunks& chunks) {
    Definitions definitions = type_definitions(types);
    define_each(definitions, chunks.each);
    if (machine.lanes == 32) return definitions;
    define_warp(definitions, machine);
    definitions.emplace_back("WARPS", std::to_string(chunks.warps));
    definitions.emplace_back("ROUNDS", std::to_string(chunks.rounds));
    return definitions;
}

double chunk_roundings(MachineShape machine, const Chunks& chunks) {
    double scan = 0;
    for (int64_t lanes = 1; lanes < machine.lanes; lanes *= 2) ++scan;
    return 2 * scan + double(2 * chunks.each + 2 * chunks.rounds + 2 * chunks.warps + chunks.in_a_row);
}

std::optional<Term> raking_depth(int64_t width, bool inclusive, ScalarType output, MachineShape machine,
                                 int64_t each) {
    constexpr int64_t longest = 1 << 16;
    if (width > longest) return {};
    const Chunks cut = cut_into_chunks(ChunkKernel::raking, width, output, machine, each);
    const int64_t share_length = cut.chunk / cut.warps;
    int64_t carry = -1, deepest = 0;
    for (int64_t first = 0; first < width; first += cut.chunk) {
        int64_t base = carry;
        for (int64_t start = first; start < first + cut.chunk; start += share_length) {
            ShareDepths share;
            if (start < width) {
                share = sum_share(start, width, cut, machine.lanes);
                deepest = std::max(deepest, deepest_stored(share, base, start, width, cut, inclusive));
            }
            base = depth_of_sum(base, share.total);
        }
        carry = base;
    }
    return Term{deepest, std::to_string(deepest)};
}

Cost raking_cost(Extent extent, ScalarType output, MachineShape machine, int64_t each) {
    const RowCut row(ChunkKernel::raking, extent.width, output, machine, each);
    const int64_t lanes = machine.lanes, warps = row.cut.warps, chunks = row.cut.in_a_row;
    Cost cost;
    // Every thread adds all totals to what it carries on.
    cost.additions =
        row_additions(row, extent.height, lanes, lanes * warps * warps + warps_before(row.cut, lanes));
    cost.barriers = {extent.height * chunks, fmt::format("{} chunks", extent.height * chunks)};
    // The last chunk's sums are stored after its barrier; what stores a chunk's belongs to the next one's.
    const ChunkWork whole = chunk_work(row.cut, row.cut.chunk, lanes);
    cost.rounds =
        Term::of(row.whole, whole.rounds, fmt::format("(1 + {}(log₂ {} + 1))", row.cut.rounds, lanes));
    if (row.rest > 0) {
        const int64_t rounds = chunk_work(row.cut, row.rest, lanes).rounds;
        cost.rounds += {rounds, std::to_string(rounds)};
    }
    cost.rounds += {1, "1"};
    return cost;
}

Cost look_back_scan_cost(Extent extent, ScalarType output, MachineShape machine, int64_t each) {
    const RowCut row(ChunkKernel::look_back, extent.width, output, machine, each);
    const int64_t lanes = machine.lanes, warps = row.cut.warps, chunks = row.cut.in_a_row;
    Cost cost;
    // The first warp adds up the chunk; every chunk but a row's first adds it to what lies before.
    cost.additions = row_additions(row, extent.height, lanes, lanes * warps + warps_before(row.cut, lanes));
    cost.additions += Term::of(extent.height * (chunks - 1), 1, "1");
    cost.barriers = Term::of(extent.height * chunks, 3, "3");
    // The deepest block: the chunk's sums, its total, with what lies before it, and the stored sums.
    for (const int64_t number : {int64_t{0}, std::min<int64_t>(1, chunks - 1), chunks - 1}) {
        const int64_t sums = chunk_work(row.cut, number < row.whole ? row.cut.chunk : row.rest, lanes).rounds;
        const int64_t after = number > 0 ? 3 : 2;
        if (sums + after > cost.rounds.value)
            cost.rounds = {sums + after, fmt::format("{} + {}", sums, after)};
    }
    return cost;
}

}  // namespace upsweep
