// Depth: the longest chain of additions from an input to a value in global memory, held against the trace's
// origins; and the phases of every entry.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"

namespace upsweep {
namespace {

using test::parameters_of;

emulator::Trace depth_trace_of(const Algorithm& algorithm, const Parameters& parameters, bool record) {
    emulator::RunOptions options = test::machine_of(parameters);
    options.record = record;
    options.races = false;
    return test::run_entry(algorithm, parameters, options).trace;
}

/// Walks the recorded accesses once and keeps the chain behind every element, from nothing but the trace.
class Chains {
  public:
    explicit Chains(const emulator::Trace& trace)
        : trace_(trace), nodes_(trace.operations.size(), -1), reads_(trace.accesses.size()) {}

    int64_t longest() {
        int64_t longest = 0;
        for (int64_t step = 0; step < trace_.step_count(); ++step) {
            host_to_host(step);
            const auto first = trace_.steps[step].first_access;
            for (int64_t i = first; i < trace_.end_access(step); ++i) longest = std::max(longest, follow(i));
        }
        return longest;
    }

  private:
    using Cell = std::pair<emulator::ArrayId, uint32_t>;

    /// What a copy or an upload writes is as deep as it was where it came from.
    void host_to_host(int64_t index) {
        const emulator::Step& step = trace_.steps[index];
        incoming_.clear();
        if (step.kind != emulator::StepKind::host) return;
        const auto& what = trace_.plan.operations[step.operation].what;
        if (const auto* copy = std::get_if<Copy>(&what))
            incoming_ = of_array(copy->from);
        else if (const auto* download = std::get_if<Download>(&what))
            host_[download->slot] = of_array(download->from);
        else if (const auto* upload = std::get_if<Upload>(&what))
            incoming_ = host_[upload->slot];
    }
    std::map<uint32_t, int64_t> of_array(BufferId buffer) const {
        std::map<uint32_t, int64_t> depths;
        for (const auto& [cell, depth] : cells_)
            if (cell.first == static_cast<emulator::ArrayId>(buffer.index)) depths[cell.second] = depth;
        return depths;
    }

    int64_t of(emulator::OriginId id) {
        if (id == 0) return 0;
        if ((id & emulator::cell_bit) != 0) return reads_[id & ~emulator::cell_bit];
        int64_t& known = nodes_[id];
        if (known >= 0) return known;
        const emulator::OperationNode& node = trace_.operations[id];
        const bool adds = node.data && (node.symbol == '+' || node.symbol == '-' || node.symbol == '>');
        return known = std::max(of(node.left), of(node.right)) + (adds ? 1 : 0);
    }

    bool is_atomic_add(const emulator::Access& access) const {
        const emulator::SourceRange& where = trace_.operands[access.operand].where;
        const std::string& text = trace_.sources[where.file].text;
        size_t line = 0;
        for (int i = 1; i < where.line; ++i) line = text.find('\n', line) + 1;
        return text.substr(line, text.find('\n', line) - line).find("atomicAdd") != std::string::npos;
    }

    /// The depth of what a write leaves in global data, else 0.
    int64_t follow(int64_t position) {
        const emulator::Access& access = trace_.accesses[position];
        const emulator::ArrayInfo& info = trace_.arrays[access.array];
        const Cell cell{access.array, access.offset};
        const bool data = info.role == BufferRole::data && info.space != emulator::Space::local;
        const int64_t before = cells_.count(cell) != 0 ? cells_[cell] : 0;
        reads_[position] = data ? before : 0;
        if (access.kind == emulator::AccessKind::read) return 0;
        int64_t depth = of(access.origin);
        if (!incoming_.empty()) depth = incoming_[access.offset];
        if (access.kind == emulator::AccessKind::atomic && is_atomic_add(access))
            depth = std::max(depth, before) + (data ? 1 : 0);
        if (data) cells_[cell] = depth;
        return data && info.space == emulator::Space::global ? depth : 0;
    }

    const emulator::Trace& trace_;
    std::vector<int64_t> nodes_, reads_;
    std::map<Cell, int64_t> cells_;
    std::map<int, std::map<uint32_t, int64_t>> host_;
    std::map<uint32_t, int64_t> incoming_;
};

/// With a trace and without one, and as the trace's own origins have it.
TEST(Depth, IsTheLongestChainOfOriginsInEveryEntry) {
    for (const Algorithm* algorithm : catalog()) {
        const Parameters parameters = parameters_of(*algorithm, algorithm->opening.extent, {}, {4, 8});
        const emulator::Trace trace = depth_trace_of(*algorithm, parameters, true);
        EXPECT_EQ(trace.counts.depth, Chains(trace).longest()) << algorithm->slug;
        EXPECT_EQ(trace.counts, depth_trace_of(*algorithm, parameters, false).counts) << algorithm->slug;
        int64_t deepened = 0;
        for (int64_t step = 0; step < trace.step_count(); ++step) deepened += trace.counts_of(step).depth;
        EXPECT_EQ(deepened, trace.counts.depth) << algorithm->slug << ": the steps add up to it";
    }
}

/// The formulas of the scans and of the images made of them, for rows of every length, both forms of sums,
/// and segments that a row needs several of.
TEST(Depth, MeetsItsFormulasForRowsOfEveryLength) {
    std::set<std::string_view> known;
    const auto expect = [&](const Algorithm& algorithm, Extent extent,
                            const std::vector<OptionValue>& options, MachineShape machine) {
        const Parameters parameters = parameters_of(algorithm, extent, options, machine);
        const int64_t expected = test::expected_count(algorithm, parameters, "depth");
        if (expected < 0) return;
        known.insert(algorithm.slug);
        EXPECT_EQ(depth_trace_of(algorithm, parameters, false).counts.depth, expected)
            << algorithm.slug << " " << extent.width << "x" << extent.height << " lanes " << machine.lanes
            << (options.empty() ? std::string() : " " + options[0].name + std::to_string(options[0].value));
    };
    for (const Algorithm* algorithm : catalog()) {
        std::vector<std::vector<OptionValue>> forms = {{}};
        for (const Option& option : algorithm->options) {
            if (option.name == "inclusive" || option.name == "shuffle")
                forms.push_back({{"" + std::string(option.name), 1}});
            if (option.name == "convention")
                for (int64_t c = option.lowest; c <= option.highest; ++c)
                    forms.push_back({{"convention", c}});
            if (option.name == "segment" || option.name == "section")
                forms.push_back({{std::string(option.name), 8}});
            if (option.name == "each") forms.push_back({{"each", 4}});
        }
        for (const std::vector<OptionValue>& options : forms)
            for (const MachineShape machine : {MachineShape{4, 8}, MachineShape{8, 8}})
                for (int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100}) {
                    expect(*algorithm, {n, algorithm->shape == Shape::rows ? 1 : 5}, options, machine);
                    if (algorithm->shape == Shape::matrix) expect(*algorithm, {6, n}, options, machine);
                }
    }
    for (const char* slug : {"scan_loop",
                             "scan_oro_loop",
                             "scan_blelloch",
                             "scan_serial_rows",
                             "scan_serial_columns",
                             "scan_naive",
                             "scan_sweeps",
                             "scan_hillis_steele",
                             "scan_kogge_stone",
                             "scan_sklansky",
                             "scan_brent_kung",
                             "scan_warps",
                             "scan_segmented",
                             "scan_reduce_then_scan",
                             "scan_single_pass",
                             "integral_image_bilgic_loop",
                             "integral_image_bugetti_loop",
                             "integral_image_oro_loop",
                             "integral_image_fast_loop",
                             "integral_image_blelloch",
                             "integral_image_oro",
                             "integral_image_bugetti",
                             "integral_image_naive",
                             "integral_image_rows_columns",
                             "integral_image_passes",
                             "integral_image_wavefront",
                             "scan_raking",
                             "integral_image_raking"})
        EXPECT_EQ(known.count(slug), 1U) << slug;
}

/// The formulas themselves, not only what the entries say of them.
TEST(Depth, OfTheScansIsThatOfTheBooks) {
    const auto of = [](const char* slug, int64_t n, MachineShape machine) {
        const Algorithm& algorithm = find_algorithm(slug);
        return depth_trace_of(algorithm, parameters_of(algorithm, {n, 1}, {}, machine), false).counts.depth;
    };
    for (int64_t n = 4, steps = 2; n <= 256; n *= 2, ++steps) {
        EXPECT_EQ(of("scan_loop", n, {4, 8}), n - 1);
        EXPECT_EQ(of("scan_blelloch", n, {4, 8}), 2 * steps - 1);
        EXPECT_EQ(of("scan_naive", n, {4, 8}), steps);
        EXPECT_EQ(of("scan_sweeps", n, {4, 8}), 2 * steps - 1);
        EXPECT_EQ(of("scan_hillis_steele", n, {4, 8}), steps);
        EXPECT_EQ(of("scan_kogge_stone", n, {4, 8}), steps);
        EXPECT_EQ(of("scan_sklansky", n, {4, 8}), steps);
        EXPECT_EQ(of("scan_brent_kung", n, {4, 8}), 2 * steps - 2);
    }
    // Two warps of 32: five steps in each, and one to join them; of 4 it takes three levels.
    EXPECT_EQ(of("scan_warps", 64, {32, 32}), 6);
    EXPECT_EQ(of("scan_warps", 64, {4, 8}), 8);
}

/// A prefix of the trace has the depth of the additions made so far: it never falls, and the end is the
/// run's.
TEST(Depth, GrowsAlongTheTrace) {
    const Algorithm& algorithm = find_algorithm("scan_loop");
    const auto trace =
        std::make_shared<emulator::Trace>(depth_trace_of(algorithm, parameters_of(algorithm, {64, 1}), true));
    emulator::Player player(trace);
    int64_t before = 0;
    std::set<int64_t> seen;
    for (int64_t step = 0; step <= trace->step_count(); ++step) {
        player.seek(step);
        EXPECT_GE(player.counts().depth, before);
        before = player.counts().depth;
        seen.insert(before);
    }
    EXPECT_EQ(before, 63);
    EXPECT_EQ(seen.size(), 64U) << "each sum is one addition deeper";
    player.seek(trace->step_count() / 2);
    EXPECT_LT(player.counts().depth, 40);
    EXPECT_GT(player.counts().depth, 20);
}

/// Each phase of a warp is one stretch, and they come in the order of the text: what a loop's header does
/// between two passes is none of the phase around it.
TEST(Phases, OfAWarpAreStretchesInTheOrderOfTheText) {
    for (const Algorithm* algorithm : catalog()) {
        // These go through their phases once for each bin.
        if (algorithm->cpu_loop && algorithm->slug.find("histogram") != std::string_view::npos) continue;
        const Parameters parameters = parameters_of(*algorithm, algorithm->opening.extent, {}, {4, 8});
        const emulator::Trace trace = depth_trace_of(*algorithm, parameters, true);
        using WarpOf = std::tuple<uint32_t, uint32_t, uint32_t>;
        std::map<WarpOf, std::vector<uint32_t>> phases;
        for (const emulator::Step& step : trace.steps) {
            if (step.kind == emulator::StepKind::host) continue;
            std::vector<uint32_t>& seen = phases[{step.operation, step.block, step.warp}];
            if (!seen.empty() && seen.back() == step.phase) continue;
            EXPECT_EQ(std::count(seen.begin(), seen.end(), step.phase), 0)
                << algorithm->slug << ": back in " << trace.phases[step.phase].name;
            seen.push_back(step.phase);
        }
    }
}

/// What the load left is not what the store left.
TEST(Phases, TheFirstEndsWhereTheSecondBegins) {
    const Algorithm& algorithm = find_algorithm("scan_kogge_stone");
    const auto trace = std::make_shared<emulator::Trace>(
        depth_trace_of(algorithm, parameters_of(algorithm, {8, 1}, {}, {4, 8}), true));
    const auto load = std::find_if(trace->phases.begin(), trace->phases.end(),
                                   [](const emulator::Phase& phase) { return phase.name == "Load"; });
    ASSERT_NE(load, trace->phases.end());
    emulator::Player player(trace);
    player.seek(load->end_step);
    const auto output = static_cast<emulator::ArrayId>(trace->plan.output.index);
    EXPECT_FALSE(player.defined(output, 0));
    EXPECT_LE(load->end_step, trace->step_count() / 2);
}

}  // namespace
}  // namespace upsweep
