// Work and depth of the whole catalog on the emulator: additions, copies, barriers, depth and turns as the
// formulas say, for n = 8 … 1024.
#include <set>

#include <gtest/gtest.h>

#include "core/helpers/sample.h"
#include "emulator/emulator.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"
#include "pipelines/parts/conventions.h"

namespace upsweep {
namespace {

using test::parameters_of;

emulator::Counts counts_of(const Algorithm& algorithm, const Parameters& parameters) {
    emulator::RunOptions options = test::machine_of(parameters);
    options.races = false;
    return test::run_entry(algorithm, parameters, options).trace.counts;
}

void expect_work_formulas(const Algorithm& algorithm, const Parameters& parameters) {
    const emulator::Counts counts = counts_of(algorithm, parameters);
    for (const Expectation& expectation : algorithm.expectations(parameters))
        EXPECT_EQ(count_of(counts, expectation.count), expectation.value)
            << algorithm.slug << " " << parameters.extent.width << "x" << parameters.extent.height << ": "
            << expectation.count << " = " << expectation.formula;
}

/// Rows of n, or pictures n wide and, turned, n high.
TEST(Work, OfEveryEntryMeetsItsFormulasFrom8To1024) {
    std::vector<std::pair<const Algorithm*, Extent>> cases;
    for (const Algorithm* algorithm : catalog())
        for (int64_t n = 8; n <= 1024; n *= 2) {
            cases.emplace_back(algorithm, algorithm->shape == Shape::rows ? Extent{n, 1} : Extent{n, 4});
            if (algorithm->shape != Shape::rows) cases.emplace_back(algorithm, Extent{4, n});
        }
    for (const auto& [algorithm, extent] : test::sample("entries at a size", cases, cases.size() / 2))
        expect_work_formulas(*algorithm, parameters_of(*algorithm, extent, {}, {32, 32}));
}

/// More than 512 sections: a block walks along the list of their last values, and carries from pass to pass.
TEST(Work, OfTheSegmentedScanIsKnownForListsOfSeveralPasses) {
    for (const int64_t sections : {512, 513, 1025})
        expect_work_formulas(
            find_algorithm("scan_segmented"),
            parameters_of(find_algorithm("scan_segmented"), {4 * sections, 1}, {{"section", 4}}, {32, 32}));
}

/// Whatever comes from one of the four papers says what it has to cost; loops and scans, how often they add.
TEST(Work, OfThePapersEntriesIsKnown) {
    for (const Algorithm* algorithm : catalog()) {
        const bool of_the_four = algorithm->source.find("Bilgic et al") != std::string_view::npos ||
                                 algorithm->source.find("Poostchi et al") != std::string_view::npos ||
                                 algorithm->source.find("Oro et al") != std::string_view::npos ||
                                 algorithm->source.find("Bugetti 2025") != std::string_view::npos;
        if (!of_the_four) continue;
        std::set<std::string_view> known;
        for (const Expectation& one :
             algorithm->expectations(parameters_of(*algorithm, algorithm->opening.extent)))
            known.insert(one.count);
        EXPECT_FALSE(known.empty()) << algorithm->slug;
        const bool adds = algorithm->cpu_loop || algorithm->chapter == "Prefix sums";
        EXPECT_TRUE(!adds || known.count("additions") == 1) << algorithm->slug;
    }
}

/// Every kernel of the catalog says its additions, copies, barriers and rounds, as it is first shown.
TEST(Work, OfEveryKernelHasItsFourFormulas) {
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->cpu_loop) continue;
        // How long a window stays in a cascade depends on the picture.
        const bool depends = algorithm->result == ResultKind::survival;
        std::set<std::string_view> known;
        for (const Expectation& one :
             algorithm->expectations(parameters_of(*algorithm, algorithm->opening.extent, {}, {4, 8}))) {
            known.insert(one.count);
            EXPECT_FALSE(one.formula.empty()) << algorithm->slug;
        }
        for (const char* count : {"additions", "copies", "barriers", "rounds"})
            EXPECT_TRUE(known.count(count) == 1 || (depends && count != std::string_view("barriers")))
                << "The expectations of " << algorithm->slug << " have no formula for " << count << ".";
    }
}

/// The formulas themselves, not only what the entries say of them.
TEST(Work, OfTheScansIsThatOfThePapers) {
    for (int64_t n = 8, steps = 3; n <= 1024; n *= 2, ++steps) {
        const auto of = [&](const char* slug, std::vector<OptionValue> options) {
            const Algorithm& algorithm = find_algorithm(slug);
            return counts_of(algorithm, parameters_of(algorithm, {n, 1}, std::move(options), {32, 32}));
        };
        auto tree = of("scan_blelloch", {{"segment", n}});
        EXPECT_EQ(tree.additions, 2 * (n - 1)) << n;
        EXPECT_EQ(tree.copies, n - 1) << n;
        EXPECT_EQ(tree.rounds, 2 * steps) << n;
        EXPECT_EQ(tree.bank_conflicts, 0) << n;
        auto doubling = of("scan_hillis_steele", {{"segment", n}});
        EXPECT_EQ(doubling.additions, n * steps - (n - 1)) << n;
        EXPECT_EQ(doubling.rounds, steps) << n;
        auto in_place = of("scan_kogge_stone", {{"segment", n}});
        EXPECT_EQ(in_place.additions, n * steps - (n - 1)) << n;
        EXPECT_EQ(in_place.barriers, 2 * steps + 2) << n;
        EXPECT_EQ(of("scan_serial_rows", {}).additions, n - 1) << n;
        EXPECT_EQ(of("scan_loop", {}).additions, n - 1) << n;
    }
}

/// Bilgic 2(w − 1)(h − 1), Bugetti 3(h − 1)(w − 1) + (h − 1) + (w − 1), Poostchi as Bugetti for each bin.
TEST(Work, OfTheLoopsIsThatOfThePapers) {
    for (int64_t n = 8; n <= 1024; n *= 2) {
        const int64_t w = n, h = 4, b = 4;
        const auto additions = [&](const char* slug) {
            const Algorithm& algorithm = find_algorithm(slug);
            return counts_of(algorithm, parameters_of(algorithm, {w, h})).additions;
        };
        EXPECT_EQ(additions("integral_image_bilgic_loop"), 2 * (w - 1) * (h - 1)) << n;
        EXPECT_EQ(additions("integral_image_bugetti_loop"), 3 * (h - 1) * (w - 1) + (h - 1) + (w - 1)) << n;
        EXPECT_EQ(additions("integral_histogram_loop"), b * (3 * (h - 1) * (w - 1) + (h - 1) + (w - 1))) << n;
    }
}

emulator::Counts counts_at(const char* slug, Extent extent) {
    const Algorithm& algorithm = find_algorithm(slug);
    return counts_of(algorithm, parameters_of(algorithm, extent, {}, {32, 32}));
}

/// Serial in the lane: a round of 128 elements takes 4·32 additions in lanes, 32 log₂ 32 − 31 across them,
/// 3·32 to place and 5·32 to store what they add up to; the eight rounds of a warp that has no elements left
/// 7·32.
TEST(Work, OfSerialLanesIsLinear) {
    for (int64_t n = 128; n <= 1024; n *= 2) {
        const int64_t rounds = n / 128, in_warps = rounds * (12 * 32 + 129) + (8 - rounds) * 7 * 32;
        auto raking = counts_at("scan_raking", {n, 1});
        EXPECT_EQ(raking.additions, in_warps + 8 * 8 * 32 + 32 * 7 * 8 / 2) << n;
        EXPECT_EQ(raking.barriers, 1) << n;
        EXPECT_EQ(raking.rounds, 1 + rounds * (5 + 1) + (8 - rounds) * 2 + 1) << n;
        // Twelve rounds a warp; one warp alone adds up the totals, and no block has to look back.
        auto look_back = counts_at("scan_lookback", {n, 1});
        EXPECT_EQ(look_back.additions, in_warps + 4 * 7 * 32 + 8 * 32 + 32 * 7 * 8 / 2) << n;
        EXPECT_EQ(look_back.barriers, 3) << n;
        EXPECT_EQ(look_back.rounds, 1 + rounds * (5 + 1) + (12 - rounds) * 2 + 2) << n;
    }
}

/// Tiles of 32 x 32: every row costs 32 log₂ 32 in sums and 32 log₂ 32 − 31 in scans across lanes, every
/// entry one addition into its column, two to join what lies left and the rows above, one to store.
TEST(Work, OfTilesFirstIsLinear) {
    for (int64_t n = 32; n <= 256; n *= 2) {
        const int64_t tiles = n / 32;
        auto counts = counts_at("integral_image_aggregates", {n, n});
        auto scan = counts_at("scan_raking", {n, tiles});
        const int64_t sums = n * n + n * tiles * 160 + tiles * 7 * n;
        const int64_t entries = n * tiles * 129 + 2 * n * n + tiles * 28 * n + n * n;
        EXPECT_EQ(counts.additions, sums + 2 * tiles * n + scan.additions + entries) << n;
        EXPECT_EQ(counts.barriers, 2 * tiles * tiles + scan.barriers) << n;
    }
}

/// One pass: tiles of 256 x 128, 256 lanes with 8 x 16 pixels each. 2·21 additions a lane and row, one more
/// to hand on what lies across, 35 for its columns and 16 where row sums are swapped; a warp scans its
/// columns and 16 rows, twice each; 16 a column for the warps' sums; and one more in tiles that hand on what
/// they found.
TEST(Work, OfOnePassIsLinear) {
    for (int64_t n = 256; n <= 512; n *= 2) {
        const int64_t across = n / 256, down = n / 128, scan = 32 * 5 - 31;
        const int64_t tile = 256 * (16 * (2 * 21 + 1) + 2 * 9 + 1 + 16) + 8 * 2 * 17 * scan + 16 * 256;
        auto counts = counts_at("integral_image_one_pass", {n, n});
        EXPECT_EQ(counts.additions, across * down * tile + (down - 2) * across * 256) << n;
        EXPECT_EQ(counts.copies, 0) << n;
        EXPECT_EQ(counts.barriers, 3 * across * down) << n;
        EXPECT_EQ(counts.rounds, 16 + 17 * 2 * (5 + 1) + 2) << n;
    }
}

/// Tiles of 128 x 64 and four bins: every pixel counted twice, and the totals of a tile's bins; then, for
/// each bin, nine additions a row and lane, and for four rows a scan and one more. Tiles to the left add a
/// count to each of the 64 rows, tiles above to each of the 128 columns, which are then placed.
TEST(Work, OfIntegralHistogramsIsLinear) {
    const int64_t scan = 32 * 5 - 31, count = 2 * 128 * 64 + 4 * (3 * 32 + 32 * 5),
                  tile = 9 * 64 * 32 + 16 * (scan + 32);
    for (int64_t n = 128; n <= 1024; n *= 2) {
        const int64_t tiles = n / 128, left = 64 * tiles * (tiles - 1) / 2;
        auto counts = counts_at("integral_histogram_tiled", {n, 64});
        EXPECT_EQ(counts.additions, tiles * count + 4 * (left + tiles * tile)) << n;
        EXPECT_EQ(counts.barriers, 3 * tiles) << n;
        EXPECT_EQ(counts.rounds, 2 + 5 + (tiles > 1 ? 1 : 0) + 4 * (4 * 5 + 16)) << n;
    }
    // One total lies above and left, and reaches 2, 4 … 32 lanes.
    auto counts = counts_at("integral_histogram_tiled", {256, 128});
    const int64_t corner = 1 + 2 + 4 + 8 + 16 + 32, above = 128 + 9 * 32 + scan;
    EXPECT_EQ(counts.additions, 4 * count + 4 * (2 * 64 + corner + 2 * above + 4 * tile));
}

/// Whatever a warp writes one after another, and wherever the picture ends.
TEST(Work, OfIntegralHistogramsIsKnownForRunsOfEveryLength) {
    const Algorithm& histogram = find_algorithm("integral_histogram_tiled");
    for (int64_t run : {0, 1, 2, 4, 8})
        for (int64_t bins : {2, 256})
            for (Extent extent : {Extent{1, 1}, Extent{16, 8}, Extent{45, 19}, Extent{100, 3}, Extent{3, 70}})
                expect_work_formulas(
                    histogram, parameters_of(histogram, extent, {{"bins", bins}, {"run", run}}, {4, 8}));
}

/// The formulas of every integral image hold in each of its conventions.
TEST(Work, OfIntegralImagesIsKnownInEveryConvention) {
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->chapter != "Integral images" || algorithm->cpu_loop) continue;
        for (const ConventionMade& made : conventions_of(*algorithm))
            for (Extent extent : {Extent{1, 1}, Extent{9, 5}, Extent{33, 20}})
                expect_work_formulas(*algorithm, parameters_of(*algorithm, extent, made.options, {4, 8}));
    }
}

/// Tiles of several warps, rows that are moved over, tiles that hand on what they found; every type.
TEST(Work, OfOnePassIsKnownForTilesOfEveryShape) {
    const Algorithm& one_pass = find_algorithm("integral_image_one_pass");
    for (int64_t each : {1, 2, 4})
        for (int64_t across : {1, 2})
            for (int64_t down : {1, 2})
                for (Extent extent : {Extent{40, 20}, Extent{45, 19}, Extent{100, 3}, Extent{3, 70}})
                    for (ElementTypes types : one_pass.types) {
                        Parameters parameters = parameters_of(
                            one_pass, extent, {{"each", each}, {"across", across}, {"down", down}}, {4, 8});
                        parameters.types = types;
                        expect_work_formulas(one_pass, parameters);
                    }
}

/// However many elements a lane has, in rows that end within a lane's, a warp's, a chunk's.
TEST(Work, OfChunksIsKnownForEveryNumberOfElementsALane) {
    for (const char* slug : {"scan_raking", "scan_lookback"})
        for (int64_t each : {0, 1, 2, 4})
            for (int lanes : {4, 8, 32})
                for (int64_t n : {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33, 100}) {
                    const Algorithm& algorithm = find_algorithm(slug);
                    expect_work_formulas(algorithm,
                                         parameters_of(algorithm, {n, 2}, {{"each", each}}, {lanes, 8}));
                }
}

/// As it is drawn: a chunk of four of one warp of four lanes; a tile of 4 x 4.
TEST(Work, OfAToyIsCutAsItIsDrawn) {
    const auto grid = [](const char* slug, Extent extent, ElementTypes types, MachineShape machine) {
        Parameters parameters = parameters_of(find_algorithm(slug), extent, {}, machine);
        parameters.types = types;
        const Plan plan = find_algorithm(slug).make_plan(parameters);
        for (const Operation& operation : plan.operations)
            if (const auto* launch = std::get_if<Launch>(&operation.what)) return launch->grid.x;
        return int64_t{0};
    };
    for (ElementTypes types : find_algorithm("scan_lookback").types) {
        EXPECT_EQ(grid("scan_lookback", {24, 1}, types, {4, 8}), 6);
        EXPECT_EQ(grid("integral_image_one_pass", {12, 12}, types, {4, 8}), 9);
    }
    EXPECT_EQ(grid("scan_lookback", {12288, 2}, {ScalarType::u8, ScalarType::u32}, {32, 32}), 2);
    EXPECT_EQ(grid("integral_image_one_pass", {512, 256}, {ScalarType::u8, ScalarType::u32}, {32, 32}), 4);
}

/// Every border and radius, also those that reach far beyond the picture.
TEST(Work, OfWindowsMeetsItsFormulasAtEveryBorder) {
    for (const char* slug : {"box_filter_window", "box_filter_sliding", "box_filter"})
        for (int64_t border : {0, 1, 2})
            for (int64_t radius : {1, 2, 3, 4, 7})
                for (Extent extent : {Extent{1, 1}, Extent{4, 9}, Extent{16, 3}, Extent{11, 11}}) {
                    const Algorithm& algorithm = find_algorithm(slug);
                    expect_work_formulas(
                        algorithm,
                        parameters_of(algorithm, extent, {{"radius", radius}, {"border", border}}, {4, 8}));
                }
}

}  // namespace
}  // namespace upsweep
