// The catalog on the emulator: results, counts against formulas and against hand-made counts of banks, and a
// memory that every step back and forth restores.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"

namespace upsweep {
namespace {

using test::expected_count;
using test::parameters_of;

emulator::Trace trace_of(const Algorithm& algorithm, const Parameters& parameters, bool record,
                         uint64_t seed = test::usual_seed) {
    emulator::RunOptions options = test::machine_of(parameters);
    options.record = record;
    return test::run_entry(algorithm, parameters, options, seed).trace;
}

/// Counts and result of one case, without keeping the trace.
void expect_formulas(const Algorithm& algorithm, const Parameters& parameters) {
    const test::CatalogRun run = test::run_entry(algorithm, parameters);
    const CheckResult check = run.check();
    EXPECT_TRUE(check.right) << check.message;
    for (const Expectation& expectation : algorithm.expectations(parameters))
        EXPECT_EQ(count_of(run.trace.counts, expectation.count), expectation.value)
            << algorithm.slug << " " << parameters.extent.width << "x" << parameters.extent.height << " "
            << to_string(parameters.types) << ": " << expectation.count << " = " << expectation.formula;
}

TEST(EmulatedCounts, MeetTheFormulasOfEveryEntry) {
    const std::vector<Extent> extents = {{1, 1}, {5, 3}, {8, 1}, {16, 4}, {33, 2}, {64, 5}};
    for (const Algorithm* algorithm : catalog())
        for (Extent extent : extents)
            for (MachineShape machine : {MachineShape{4, 8}, MachineShape{8, 4}, MachineShape{32, 32}})
                for (ElementTypes types : algorithm->types) {
                    // The first and the last type differ in size; those between do not change the counts.
                    if (machine.lanes != 4 && types != algorithm->types.front() &&
                        types != algorithm->types.back())
                        continue;
                    Parameters parameters = parameters_of(*algorithm, extent, {}, machine);
                    parameters.types = types;
                    expect_formulas(*algorithm, parameters);
                }
}

TEST(EmulatedCounts, MeetTheFormulasWithSegmentsAndSwitches) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    for (int64_t n : {4, 15, 16, 64})
        for (int64_t segment : {2, 4, 16})
            for (int64_t inclusive : {0, 1})
                for (int64_t padding : {0, 1})
                    expect_formulas(
                        scan,
                        parameters_of(scan, {n, 3},
                                      {{"segment", segment}, {"inclusive", inclusive}, {"padding", padding}},
                                      {4, 4}));
    const Algorithm& integral = find_algorithm("integral_image_blelloch");
    for (int64_t upright : {0, 1})
        expect_formulas(integral,
                        parameters_of(integral, {9, 6}, {{"upright", upright}, {"segment", 4}}, {4, 8}));
}

TEST(EmulatedCounts, AdditionsOfTheScanAreThePapers) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    for (int64_t n : {8, 16, 64, 512}) {
        const emulator::Counts counts = trace_of(scan, parameters_of(scan, {n, 1}, {}, {4, 8}), false).counts;
        EXPECT_EQ(counts.additions, 2 * (n - 1)) << n;
        EXPECT_EQ(counts.copies, n - 1) << n;
    }
}

/// Extra turns of one access: for each warp, the words in its fullest bank, less those of an even share.
int64_t extra_turns(const std::vector<int64_t>& cells, int lanes, int banks) {
    int64_t extra = 0;
    for (size_t first = 0; first < cells.size(); first += size_t(lanes)) {
        std::map<int64_t, std::set<int64_t>> words;
        std::set<int64_t> all;
        for (size_t i = first; i < std::min(cells.size(), first + size_t(lanes)); ++i)
            if (cells[i] >= 0) {
                words[cells[i] % banks].insert(cells[i]);
                all.insert(cells[i]);
            }
        size_t fullest = 0;
        for (const auto& [bank, members] : words) fullest = std::max(fullest, members.size());
        const auto even = (all.size() + size_t(banks) - 1) / size_t(banks);
        extra += int64_t(fullest - even);
    }
    return extra;
}

/// The tree's bank conflicts worked out from the papers' indices: left child 2·s·t + s − 1, right child
/// 2·s·t + 2s − 1; two reads and a write on the way up, three reads (left, right, right again) and two writes
/// on the way down. Loads and stores walk over neighbours.
int64_t conflicts_by_hand(int64_t n, int lanes, int banks, bool padding) {
    const auto place = [&](int64_t i) { return padding ? i + i / banks : i; };
    const auto cells = [&](int64_t stride, int64_t child) {
        std::vector<int64_t> result;
        for (int64_t t = 0; t < n / 2; ++t) {
            const int64_t left = 2 * stride * t + stride - 1;
            result.push_back(t < n / 2 / stride ? place(left + child * stride) : -1);
        }
        return result;
    };
    int64_t conflicts = 0;
    for (int64_t stride = 1; stride < n; stride *= 2) {
        const int64_t left = extra_turns(cells(stride, 0), lanes, banks);
        const int64_t right = extra_turns(cells(stride, 1), lanes, banks);
        conflicts += (left + 2 * right) + (2 * left + 3 * right);
    }
    // Neighbours meet different banks, but for the cell that padding skips.
    for (int64_t half : {int64_t{0}, n / 2}) {
        std::vector<int64_t> neighbours;
        for (int64_t t = 0; t < n / 2; ++t) neighbours.push_back(place(t + half));
        conflicts += 2 * extra_turns(neighbours, lanes, banks);
    }
    return conflicts;
}

int64_t emulated_conflicts(int64_t n, MachineShape machine, bool padding) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const std::vector<OptionValue> options = {{"segment", n}, {"padding", padding ? 1 : 0}};
    return trace_of(scan, parameters_of(scan, {n, 1}, options, machine), false).counts.bank_conflicts;
}

TEST(EmulatedConflicts, OfEightElementsAreThoseWorkedOutOnPaper) {
    // 4 lanes and 4 banks. Stride 1: cells 0 2 4 6 and 1 3 5 7 lie two to a bank. Stride 2: cells 1 5 and 3 7
    // as well. Stride 4: one lane. Each 2-way access costs one turn more: 3 accesses up and 5 down at both
    // strides.
    EXPECT_EQ(emulated_conflicts(8, {4, 4}, false), 2 * (3 + 5));
    EXPECT_EQ(emulated_conflicts(8, {4, 4}, true), 0);
}

TEST(EmulatedConflicts, AgreeWithAnIndependentCountOfWords) {
    for (int64_t n : {8, 16, 64, 512})
        for (MachineShape machine : {MachineShape{4, 4}, MachineShape{4, 8}, MachineShape{32, 32}})
            for (bool padding : {false, true})
                EXPECT_EQ(emulated_conflicts(n, machine, padding),
                          conflicts_by_hand(n, machine.lanes, machine.banks, padding))
                    << "n=" << n << " lanes=" << machine.lanes << " banks=" << machine.banks
                    << " padding=" << padding;
}

TEST(EmulatedConflicts, OneLevelOfPaddingIsNotEnoughBeyondBanksSquared) {
    EXPECT_EQ(emulated_conflicts(16, {4, 4}, true), 0);
    EXPECT_GT(emulated_conflicts(64, {4, 4}, true), 0);
    EXPECT_LT(emulated_conflicts(64, {4, 4}, true), emulated_conflicts(64, {4, 4}, false));
}

TEST(EmulatedTrace, EveryStepBackAndForthRestoresMemory) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(algorithm->slug);
        const Extent extent = algorithm->shape == Shape::rows ? Extent{9, 2} : Extent{5, 3};
        std::vector<OptionValue> options;
        for (const Option& option : algorithm->options)
            if (option.name == "segment") options.push_back({"segment", 4});
        const Parameters parameters = parameters_of(*algorithm, extent, options, {4, 8});
        const Array input = random_input(*algorithm, parameters, 3);
        auto trace = std::make_shared<const emulator::Trace>(trace_of(*algorithm, parameters, true));
        ASSERT_GT(trace->step_count(), 0);
        emulator::Player player(trace);
        std::vector<std::vector<std::byte>> memory = {player.memory()};
        for (int64_t step = 1; step <= trace->step_count(); ++step) {
            player.seek(step);
            memory.push_back(player.memory());
        }
        EXPECT_TRUE(check_result(*algorithm, parameters, input, trace->output()).right);
        const auto output = player.bytes(static_cast<emulator::ArrayId>(trace->plan.output.index));
        const Array expected = algorithm->reference(parameters, input);
        EXPECT_TRUE(
            std::equal(output.begin(), output.end(), expected.bytes().begin(), expected.bytes().end()));
        EXPECT_EQ(player.counts(), trace->counts);
        for (int64_t step = trace->step_count(); step >= 0; --step) {
            player.seek(step);
            ASSERT_EQ(player.memory(), memory[step]) << "back to step " << step;
        }
        player.seek(trace->step_count());
        EXPECT_EQ(player.memory(), memory.back());
        player.seek(0);
        EXPECT_EQ(player.memory(), memory.front());
        for (int64_t i = 0; i < trace->step_count(); ++i) {
            const int64_t step = i * 37 % (trace->step_count() + 1);
            player.seek(step);
            ASSERT_EQ(player.memory(), memory[step]) << "jump to step " << step;
        }
    }
}

}  // namespace
}  // namespace upsweep
