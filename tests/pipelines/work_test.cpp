// Work and depth of the whole catalog on the emulator: additions, copies, barriers, depth and turns as the
// formulas say, for n = 8 … 1024.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "pipelines/algorithm.h"
#include "pipelines/parameters_of.h"

namespace upsweep {
namespace {

using test::parameters_of;

std::map<std::string_view, std::int64_t> counts_of(const Algorithm& algorithm, const Parameters& parameters) {
    emulator::RunOptions options;
    options.gpu.lanes = parameters.machine.lanes;
    options.gpu.banks = parameters.machine.banks;
    options.gpu.resident_blocks = 2;
    options.record = false;
    options.races = false;
    const emulator::Counts counts =
        emulator::run(algorithm.make_plan(parameters), random_input(algorithm, parameters, 3), kernel_text,
                      options)
            .counts;
    return {{"additions", counts.additions},
            {"copies", counts.copies},
            {"barriers", counts.barriers},
            {"depth", counts.depth},
            {"shared_wavefronts", counts.shared_wavefronts()},
            {"bank_conflicts", counts.bank_conflicts}};
}

void expect_formulas(const Algorithm& algorithm, const Parameters& parameters) {
    const auto counts = counts_of(algorithm, parameters);
    for (const Expectation& expectation : algorithm.expectations(parameters))
        EXPECT_EQ(counts.at(expectation.count), expectation.value)
            << algorithm.slug << " " << parameters.extent.width << "x" << parameters.extent.height << ": "
            << expectation.count << " = " << expectation.formula;
}

/// Rows of n, or pictures n wide and, turned, n high.
TEST(Work, OfEveryEntryMeetsItsFormulasFrom8To1024) {
    for (const Algorithm* algorithm : catalog())
        for (std::int64_t n = 8; n <= 1024; n *= 2) {
            if (algorithm->shape == Shape::rows) {
                expect_formulas(*algorithm, parameters_of(*algorithm, {n, 1}, {}, {32, 32}));
                continue;
            }
            expect_formulas(*algorithm, parameters_of(*algorithm, {n, 4}, {}, {32, 32}));
            expect_formulas(*algorithm, parameters_of(*algorithm, {4, n}, {}, {32, 32}));
        }
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
             algorithm->expectations(parameters_of(*algorithm, algorithm->initial_extent)))
            known.insert(one.count);
        EXPECT_FALSE(known.empty()) << algorithm->slug;
        const bool adds = algorithm->cpu_loop || algorithm->chapter == "Prefix sums";
        EXPECT_TRUE(!adds || known.count("additions") == 1) << algorithm->slug;
    }
}

/// The formulas themselves, not only what the entries say of them.
TEST(Work, OfTheScansIsThatOfThePapers) {
    for (std::int64_t n = 8, steps = 3; n <= 1024; n *= 2, ++steps) {
        const auto of = [&](const char* slug, std::vector<OptionValue> options) {
            const Algorithm& algorithm = find_algorithm(slug);
            return counts_of(algorithm, parameters_of(algorithm, {n, 1}, std::move(options), {32, 32}));
        };
        auto tree = of("scan_blelloch", {{"segment", n}});
        EXPECT_EQ(tree["additions"], 2 * (n - 1)) << n;
        EXPECT_EQ(tree["copies"], n - 1) << n;
        EXPECT_EQ(tree["depth"], 2 * steps) << n;
        EXPECT_EQ(tree["bank_conflicts"], 0) << n;
        auto doubling = of("scan_hillis_steele", {{"segment", n}});
        EXPECT_EQ(doubling["additions"], n * steps - (n - 1)) << n;
        EXPECT_EQ(doubling["depth"], steps) << n;
        auto in_place = of("scan_kogge_stone", {{"segment", n}});
        EXPECT_EQ(in_place["additions"], n * steps - (n - 1)) << n;
        EXPECT_EQ(in_place["barriers"], 2 * steps + 2) << n;
        EXPECT_EQ(of("scan_serial_rows", {})["additions"], n - 1) << n;
        EXPECT_EQ(of("scan_loop", {})["additions"], n - 1) << n;
    }
}

/// Bilgic 2(w − 1)(h − 1), Bugetti 3(h − 1)(w − 1) + (h − 1) + (w − 1), Poostchi as Bugetti for each bin.
TEST(Work, OfTheLoopsIsThatOfThePapers) {
    for (std::int64_t n = 8; n <= 1024; n *= 2) {
        const std::int64_t w = n, h = 4, b = 4;
        const auto additions = [&](const char* slug) {
            const Algorithm& algorithm = find_algorithm(slug);
            return counts_of(algorithm, parameters_of(algorithm, {w, h}))["additions"];
        };
        EXPECT_EQ(additions("integral_image_bilgic_loop"), 2 * (w - 1) * (h - 1)) << n;
        EXPECT_EQ(additions("integral_image_bugetti_loop"), 3 * (h - 1) * (w - 1) + (h - 1) + (w - 1)) << n;
        EXPECT_EQ(additions("integral_histogram_loop"), b * (3 * (h - 1) * (w - 1) + (h - 1) + (w - 1))) << n;
    }
}

}  // namespace
}  // namespace upsweep
