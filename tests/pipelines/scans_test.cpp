// Scans of rows: work and depth as the papers' formulas say; sections of every length; and the slips, each
// with the finding that names it, beside their mended twins.
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"

namespace upsweep {
namespace {

using emulator::FindingKind;
using test::parameters_of;
using testing::HasSubstr;

const MachineShape real{32, 32};

emulator::Trace run(const char* slug, const Parameters& parameters, const emulator::RunOptions& options) {
    return test::run_entry(find_algorithm(slug), parameters, options).trace;
}

emulator::Counts counts_of(const char* slug, int64_t n, std::vector<OptionValue> options = {}) {
    const Parameters parameters = parameters_of(find_algorithm(slug), {n, 1}, std::move(options), real);
    return run(slug, parameters, test::machine_of(parameters)).counts;
}

bool is_right(const char* slug, const Parameters& parameters, const emulator::Trace& trace) {
    const Algorithm& algorithm = find_algorithm(slug);
    return trace.complete &&
           check_result(algorithm, parameters, random_input(algorithm, parameters, test::usual_seed),
                        trace.output())
               .right;
}

int64_t binary_log(int64_t n) { return std::lround(std::log2(double(n))); }

TEST(ScanWork, KoggeStoneAndHillisSteeleAddLikeThePapers) {
    for (int64_t n = 8; n <= 1024; n *= 2)
        for (const char* slug : {"scan_kogge_stone", "scan_hillis_steele"}) {
            const emulator::Counts counts = counts_of(slug, n, {{"segment", n}});
            EXPECT_EQ(counts.additions, n * binary_log(n) - (n - 1)) << slug << " " << n;
            EXPECT_EQ(counts.rounds, binary_log(n)) << slug << " " << n;
            EXPECT_EQ(counts.bank_conflicts, 0) << slug << " " << n;
        }
}

TEST(ScanWork, BarriersTellTheTwoApart) {
    for (int64_t n = 8; n <= 1024; n *= 2) {
        EXPECT_EQ(counts_of("scan_hillis_steele", n, {{"segment", n}}).barriers, binary_log(n) + 2);
        EXPECT_EQ(counts_of("scan_kogge_stone", n, {{"segment", n}}).barriers, 2 * binary_log(n) + 2);
        EXPECT_EQ(counts_of("scan_hillis_steele", n, {{"segment", n}}).copies, n - 1);
        EXPECT_EQ(counts_of("scan_kogge_stone", n, {{"segment", n}}).copies, 0);
    }
}

/// Half of Kogge and Stone's additions in as many rounds; and the fewest, in almost twice as many.
TEST(ScanWork, SklanskyAndBrentKungAddLikeTheBooks) {
    for (int64_t n = 8; n <= 1024; n *= 2) {
        const emulator::Counts sklansky = counts_of("scan_sklansky", n, {{"segment", n}});
        EXPECT_EQ(sklansky.additions, n / 2 * binary_log(n)) << n;
        EXPECT_EQ(sklansky.rounds, binary_log(n)) << n;
        const emulator::Counts brent_kung = counts_of("scan_brent_kung", n, {{"segment", n}});
        EXPECT_EQ(brent_kung.additions, 2 * n - 2 - binary_log(n)) << n;
        EXPECT_EQ(brent_kung.rounds, 2 * binary_log(n) - 1) << n;
        EXPECT_EQ(brent_kung.copies, 0) << n;
    }
}

/// Elements read and written, in multiples of n: a section's sum more or less is left out of it.
TEST(ScanWork, ReducingFirstMovesThreeQuartersOfTheBytes) {
    const auto traffic = [](const char* slug) {
        const Algorithm& algorithm = find_algorithm(slug);
        return algorithm.make_plan(parameters_of(algorithm, {1 << 20, 1}, {{"section", 1024}}, real))
            .traffic_bytes();
    };
    const int64_t each = 4 << 20, sums = 5 * 4 * 1024;
    EXPECT_NEAR(double(traffic("scan_reduce_then_scan")), 3.0 * each, sums);
    EXPECT_NEAR(double(traffic("scan_segmented")), 4.0 * each, sums);
}

TEST(ScanWork, SerialThreadsWasteNothing) {
    for (int64_t n = 8; n <= 1024; n *= 2) EXPECT_EQ(counts_of("scan_serial_rows", n).additions, n - 1);
}

TEST(ScanWork, AWarpOf32Adds129Times) {
    for (int64_t shuffle : {0, 1}) {
        const emulator::Counts counts = counts_of("scan_warps", 32, {{"shuffle", shuffle}});
        EXPECT_EQ(counts.additions, 129);
        // Shuffles are rounds; steps through shared memory without a barrier are not.
        EXPECT_EQ(counts.rounds, shuffle == 1 ? 5 : 1);
        EXPECT_EQ(counts.barriers, 0);
    }
}

/// Runs of sections of every length, on both sides of their borders, and their formulas.
void expect_sections(const char* slug, const char* option, std::vector<OptionValue> further = {}) {
    const Algorithm& algorithm = find_algorithm(slug);
    for (int64_t n : {1, 7, 8, 9, 31, 64, 100})
        for (int64_t section : {2, 4, 16})
            for (int64_t inclusive : {0, 1}) {
                std::vector<OptionValue> options = further;
                options.push_back({option, section});
                options.push_back({"inclusive", inclusive});
                const Parameters parameters = parameters_of(algorithm, {n, 3}, options, {4, 8});
                const emulator::Trace trace = run(slug, parameters, test::machine_of(parameters));
                EXPECT_TRUE(is_right(slug, parameters, trace))
                    << slug << " n=" << n << " section=" << section;
                EXPECT_EQ(trace.counts.additions, test::expected_count(algorithm, parameters, "additions"))
                    << slug << " n=" << n << " section=" << section;
                EXPECT_EQ(trace.counts.barriers, test::expected_count(algorithm, parameters, "barriers"))
                    << slug << " n=" << n << " section=" << section;
                EXPECT_EQ(trace.counts.rounds, test::expected_count(algorithm, parameters, "rounds"))
                    << slug << " n=" << n << " section=" << section;
                EXPECT_EQ(trace.counts.shared_wavefronts(),
                          test::expected_count(algorithm, parameters, "shared_wavefronts"))
                    << slug << " n=" << n << " section=" << section;
            }
}

TEST(ScanSections, OfAllLengthsAreRightAndAddAsTheySay) {
    expect_sections("scan_hillis_steele", "segment");
    expect_sections("scan_kogge_stone", "segment");
    expect_sections("scan_brent_kung", "segment");
    expect_sections("scan_sklansky", "segment");
    expect_sections("scan_segmented", "section");
    expect_sections("scan_reduce_then_scan", "section");
    expect_sections("scan_single_pass", "section");
    expect_sections("scan_warps", "segment", {{"shuffle", 0}});
    expect_sections("scan_warps", "segment", {{"shuffle", 1}});
}

const emulator::Finding* find(const emulator::Trace& trace, FindingKind kind) {
    for (const emulator::Finding& finding : trace.findings)
        if (finding.kind == kind) return &finding;
    return nullptr;
}

/// With `option` off a plan is for the emulator only and `kind` is found under these options; with it on
/// nothing is.
void expect_slip(const char* slug, Extent extent, const char* option, FindingKind kind, const char* words,
                 std::vector<OptionValue> further = {}, const char* schedule = "round-robin") {
    const Algorithm& algorithm = find_algorithm(slug);
    std::vector<OptionValue> broken = further;
    broken.push_back({option, 0});
    const Parameters printed = parameters_of(algorithm, extent, broken, {4, 8});
    const Parameters mended = parameters_of(algorithm, extent, further, {4, 8});
    emulator::RunOptions options = test::machine_of(printed);
    options.gpu.schedule = emulator::parse_schedule(schedule);
    EXPECT_FALSE(algorithm.make_plan(printed).emulator_only.empty()) << slug << " " << option;
    EXPECT_TRUE(algorithm.make_plan(mended).emulator_only.empty()) << slug << " " << option;
    const emulator::Trace wrong = run(slug, printed, options);
    const emulator::Finding* finding = find(wrong, kind);
    ASSERT_NE(finding, nullptr) << slug << " " << option;
    EXPECT_THAT(sentence_of(wrong, *finding), HasSubstr(words));
    const emulator::Trace right = run(slug, mended, options);
    EXPECT_TRUE(is_right(slug, mended, right));
    for (const emulator::Finding& each : right.findings)
        EXPECT_NE(each.severity, emulator::Severity::fault) << slug << " " << sentence_of(right, each);
}

TEST(Slips, KoggeStoneWithOneBarrierAStepIsARace) {
    expect_slip("scan_kogge_stone", {16, 1}, "between", FindingKind::race, "no barrier between");
}

TEST(Slips, KoggeStoneWithoutTheBarrierBeforeReadingIsARaceToo) {
    expect_slip("scan_kogge_stone", {16, 1}, "before", FindingKind::race, "no barrier between");
}

TEST(Slips, SinglePassAsPrintedReadsTheLastSumTooEarly) {
    expect_slip("scan_single_pass", {32, 2}, "barrier", FindingKind::race, "scanned[7]", {{"section", 8}});
}

/// Numba's text has the barrier inside `if threadIdx.x == 0`.
TEST(Slips, SinglePassAsPrintedForNumbaHasABarrierThatOneThreadReaches) {
    expect_slip("scan_single_pass", {32, 2}, "together", FindingKind::barrier_not_reached,
                "different barriers", {{"section", 8}});
}

TEST(Slips, SinglePassWithoutFenceOrAcquireRaces) {
    expect_slip("scan_single_pass", {32, 2}, "fence", FindingKind::race, "sums[", {{"section", 8}});
    expect_slip("scan_single_pass", {32, 2}, "acquire", FindingKind::race, "sums[", {{"section", 8}});
}

TEST(Slips, SinglePassWithoutTheCounterDeadlocks) {
    expect_slip("scan_single_pass", {64, 1}, "counted", FindingKind::deadlock, "cannot start",
                {{"section", 8}}, "unkind");
}

TEST(Slips, SinglePassAsPrintedGoesWrongInWeakMemory) {
    for (const char* option : {"fence", "acquire"}) {
        int broken = 0, sound = 0;
        for (uint64_t seed = 0; seed < 60; ++seed)
            for (int64_t value : {0, 1}) {
                const Parameters parameters = parameters_of(find_algorithm("scan_single_pass"), {48, 1},
                                                            {{"section", 8}, {option, value}}, {4, 8});
                emulator::RunOptions options = test::machine_of(parameters);
                options.gpu.weak_memory = true;
                options.gpu.schedule = emulator::parse_schedule("random:" + std::to_string(seed));
                options.gpu.resident_blocks = 2 + int(seed % 3);
                options.races = false;
                const bool wrong =
                    !is_right("scan_single_pass", parameters, run("scan_single_pass", parameters, options));
                (value == 0 ? broken : sound) += wrong ? 1 : 0;
            }
        EXPECT_GT(broken, 0) << option;
        EXPECT_EQ(sound, 0) << option;
    }
}

TEST(Slips, WarpScanAsPrintedReliesOnLockstep) {
    // In place and lane by lane, ones become 1 2 4 6 10 and so on instead of 1 2 3 4.
    const Algorithm& scan = find_algorithm("scan_warps");
    const Parameters printed = parameters_of(scan, {16, 1}, {{"syncwarp", 0}}, {4, 8});
    const Parameters mended = parameters_of(scan, {16, 1}, {}, {4, 8});
    EXPECT_FALSE(scan.make_plan(printed).emulator_only.empty());
    emulator::RunOptions options = test::machine_of(printed);
    EXPECT_TRUE(is_right("scan_warps", printed, run("scan_warps", printed, options))) << "in lockstep";
    options.gpu.lanes_proceed = emulator::LanesProceed::adversarial;
    options.gpu.schedule = emulator::parse_schedule("in-order");
    const emulator::Trace wrong = run("scan_warps", printed, options);
    EXPECT_NE(find(wrong, FindingKind::relies_on_lockstep), nullptr);
    EXPECT_FALSE(is_right("scan_warps", printed, wrong));
    const emulator::Trace right = run("scan_warps", mended, options);
    EXPECT_EQ(find(right, FindingKind::relies_on_lockstep), nullptr);
    EXPECT_TRUE(is_right("scan_warps", mended, right));
}

TEST(Slips, DiagonalTransposeAsPrintedStoresPastItsEnd) {
    const Algorithm& transpose = find_algorithm("transpose_diagonal");
    // 33 x 65 in tiles of 32: 195 stores too many. Widths of whole tiles are spared.
    const Parameters printed = parameters_of(transpose, {33, 65}, {{"guarded", 0}}, real);
    const emulator::Trace trace = run("transpose_diagonal", printed, test::machine_of(printed));
    const emulator::Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr("output"));
    const Parameters spared = parameters_of(transpose, {32, 65}, {{"guarded", 0}}, real);
    EXPECT_EQ(find(run("transpose_diagonal", spared, test::machine_of(spared)), FindingKind::out_of_bounds),
              nullptr);
    expect_slip("transpose_diagonal", {6, 9}, "guarded", FindingKind::out_of_bounds, "output",
                {{"block_rows", 2}});
}

TEST(Slips, TheWorkEfficientScanAsPrintedNeedsAPowerOfTwo) {
    expect_slip("scan_blelloch", {12, 1}, "any_length", FindingKind::out_of_bounds, "element -1 of sums");
    const Parameters power =
        parameters_of(find_algorithm("scan_blelloch"), {16, 1}, {{"any_length", 0}}, {4, 8});
    EXPECT_TRUE(is_right("scan_blelloch", power, run("scan_blelloch", power, test::machine_of(power))));
}

TEST(Slips, BilgicsLoopAsPrintedWritesPastTheArray) {
    expect_slip("integral_image_bilgic_loop", {4, 3}, "stops", FindingKind::out_of_bounds, "element 12");
}

}  // namespace
}  // namespace upsweep
