// Every integral image in every convention it has, over shapes that fit nothing; and stacks of planes.
#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"
#include "pipelines/parts/conventions.h"

namespace upsweep {
namespace {

using test::parameters_of;

bool has_option(const Algorithm& algorithm, std::string_view name) {
    for (const Option& option : algorithm.options)
        if (option.name == name) return true;
    return false;
}

/// Runs on a toy machine; the result, its checks and its faults.
void expect_right(const Algorithm& algorithm, const Parameters& parameters) {
    const test::CatalogRun run = test::run_entry(algorithm, parameters, test::machine_of(parameters, 3));
    const CheckResult check = run.check();
    EXPECT_TRUE(check.right) << algorithm.slug << " " << parameters.extent.width << "x"
                             << parameters.extent.height << ": " << check.message;
    for (const emulator::Finding& finding : run.trace.findings)
        EXPECT_NE(finding.severity, emulator::Severity::fault)
            << algorithm.slug << ": " << sentence_of(run.trace, finding);
}

/// Every kernel's integral image comes inclusive, exclusive and padded, upright where it can be turned.
TEST(IntegralImages, InEveryConventionOverAwkwardShapes) {
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->chapter != "Integral images" || algorithm->cpu_loop) continue;
        const std::vector<ConventionMade> conventions = conventions_of(*algorithm);
        ASSERT_EQ(conventions.size(), 3U) << algorithm->slug;
        for (Extent extent : {Extent{1, 1}, Extent{1, 9}, Extent{9, 1}, Extent{17, 6}, Extent{5, 33}})
            for (const ConventionMade& made : conventions)
                for (int64_t upright : {0, 1}) {
                    std::vector<OptionValue> options = made.options;
                    if (has_option(*algorithm, "upright"))
                        options.push_back({"upright", upright});
                    else if (upright == 0)
                        continue;
                    const Parameters parameters = parameters_of(*algorithm, extent, options, {4, 8});
                    EXPECT_EQ(algorithm->convention(parameters), made.convention);
                    const Plan plan = algorithm->make_plan(parameters);
                    const int64_t more = made.convention == Convention::padded ? 1 : 0;
                    const Extent table{extent.width + more, extent.height + more};
                    EXPECT_EQ(plan[plan.output].extent,
                              stored_extent(upright == 1 ? table : table.transposed(), parameters.types));
                    expect_right(*algorithm, parameters);
                }
    }
}

/// What a convention costs beyond the kernels that make the table is a launch with a name of its own, whose
/// bytes count; the kernels of one pass, of four images and of tiles write each at once.
TEST(IntegralImages, SayWhichConventionsTakeAPassMore) {
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->chapter != "Integral images" || algorithm->cpu_loop) continue;
        const bool direct = algorithm->slug == "integral_image_one_pass" ||
                            algorithm->slug == "integral_image_float4" ||
                            algorithm->slug == "integral_image_aggregates";
        for (const ConventionMade& made : conventions_of(*algorithm)) {
            const bool shifted = !direct && made.convention == Convention::padded;
            EXPECT_EQ(made.pass, shifted ? "shift table" : "") << algorithm->slug;
            const Plan plan = algorithm->make_plan(parameters_of(*algorithm, {9, 5}, made.options));
            int64_t last_bytes = 0;
            std::string last;
            for (const Operation& operation : plan.operations)
                if (const auto* launch = std::get_if<Launch>(&operation.what)) {
                    last = launch->name;
                    last_bytes = launch->bytes_read + launch->bytes_written;
                }
            EXPECT_EQ(last == "shift table", !made.pass.empty()) << algorithm->slug;
            EXPECT_GE(last_bytes, plan[plan.output].bytes()) << algorithm->slug;
        }
    }
}

TEST(IntegralImages, WithSectionsAndRowsOfThreads) {
    const Algorithm& bugetti = find_algorithm("integral_image_bugetti");
    for (int64_t section : {2, 8})
        for (int64_t rows : {1, 2, 4})
            expect_right(bugetti, parameters_of(bugetti, {19, 13},
                                                {{"section", section}, {"block_rows", rows}}, {4, 8}));
    const Algorithm& oro = find_algorithm("integral_image_oro");
    for (int64_t shuffle : {0, 1})
        expect_right(oro, parameters_of(oro, {70, 5}, {{"shuffle", shuffle}, {"segment", 8}}, {4, 8}));
}

/// Wide accesses where rows begin at multiples of four elements, values moved over where they do not.
TEST(IntegralImages, InOnePassWithTilesOfEveryShape) {
    const Algorithm& one_pass = find_algorithm("integral_image_one_pass");
    for (ElementTypes types : one_pass.types)
        for (const auto& [each, across] :
             {std::pair{1, 1}, std::pair{2, 2}, std::pair{4, 1}, std::pair{4, 2}})
            for (int64_t down : {1, 2})
                for (Extent extent : {Extent{7, 3}, Extent{48, 13}, Extent{45, 19}})
                    for (const auto& [inclusive, padded] :
                         {std::pair{1, 0}, std::pair{0, 0}, std::pair{1, 1}}) {
                        Parameters parameters = parameters_of(one_pass, extent,
                                                              {{"each", each},
                                                               {"across", across},
                                                               {"down", down},
                                                               {"inclusive", inclusive},
                                                               {"padded", padded}},
                                                              {4, 8});
                        parameters.types = types;
                        expect_right(one_pass, parameters);
                    }
}

/// Filled up with zeros to whole warps each way, and the picture cut out of the result.
TEST(IntegralImages, OrosInASquare) {
    const Algorithm& oro = find_algorithm("integral_image_oro");
    for (Extent extent : {Extent{1, 1}, Extent{9, 5}, Extent{5, 13}, Extent{8, 8}})
        for (int64_t convention : {0, 2}) {
            const Parameters parameters =
                parameters_of(oro, extent, {{"square", 1}, {"convention", convention}}, {4, 8});
            expect_right(oro, parameters);
            const Plan plan = oro.make_plan(parameters);
            for (const Buffer& buffer : plan.buffers)
                if (buffer.name == "row_sums") {
                    EXPECT_EQ(buffer.extent.width, buffer.extent.height);
                    EXPECT_EQ(buffer.extent.width, (std::max(extent.width, extent.height) + 3) / 4 * 4);
                }
        }
}

TEST(IntegralImages, FourAtOnceAreFourByThemselves) {
    const Algorithm& four = find_algorithm("integral_image_float4");
    const Parameters parameters = parameters_of(four, {5, 3}, {{"upright", 1}}, {4, 8});
    EXPECT_EQ(to_string(parameters.types), "f32x4→f32x4");
    const Array input = random_input(four, parameters, 5);
    ASSERT_EQ(input.extent(), (Extent{20, 3}));
    const Array all = four.reference(parameters, input);
    const Algorithm& one = find_algorithm("integral_image_blelloch");
    for (int64_t which = 0; which < 4; ++which) {
        Parameters alone = parameters_of(one, {5, 3}, {{"upright", 1}}, {4, 8});
        alone.types = {ScalarType::f32, ScalarType::f32};
        Array image(ScalarType::f32, {5, 3});
        for (int64_t i = 0; i < 15; ++i) image.set_number(i, input.number(4 * i + which));
        const Array table = one.reference(alone, image);
        for (int64_t i = 0; i < 15; ++i) EXPECT_EQ(all.number(4 * i + which), table.number(i));
    }
    for (Extent extent : {Extent{1, 1}, Extent{9, 5}, Extent{37, 3}})
        for (int64_t upright : {0, 1})
            expect_right(four, parameters_of(four, extent, {{"upright", upright}, {"segment", 8}}, {4, 8}));
}

TEST(Transpose3d, TurnsEveryPlaneByItself) {
    const Algorithm& transpose = find_algorithm("transpose_3d");
    for (int64_t planes : {1, 2, 3, 6}) {
        const Parameters parameters = parameters_of(transpose, {7, 6}, {{"planes", planes}}, {4, 8});
        const Plan plan = transpose.make_plan(parameters);
        EXPECT_EQ(plan[plan.output].extent, (Extent{6 / planes, 7 * planes}));
        expect_right(transpose, parameters);
        const Array input = random_input(transpose, parameters, 5);
        const Array output = transpose.reference(parameters, input);
        const int64_t height = 6 / planes;
        for (int64_t plane = 0; plane < planes; ++plane)
            for (int64_t y = 0; y < height; ++y)
                for (int64_t x = 0; x < 7; ++x)
                    ASSERT_EQ(output.number(plane * 7 * height + x * height + y),
                              input.number(plane * 7 * height + y * 7 + x));
    }
    // Seven rows are not a stack of four planes; they are one plane.
    const Parameters odd = parameters_of(transpose, {3, 7}, {{"planes", 4}}, {4, 8});
    EXPECT_EQ(transpose.make_plan(odd).buffers[1].extent, (Extent{7, 3}));
}

TEST(Transposes, OfEveryKindInEveryBlockShape) {
    for (const char* slug : {"transpose_naive", "transpose_tiled", "transpose_diagonal", "transpose_3d"}) {
        const Algorithm& transpose = find_algorithm(slug);
        for (Extent extent : {Extent{1, 1}, Extent{1, 9}, Extent{9, 1}, Extent{33, 10}})
            for (int64_t tile : {2, 4, 8}) {
                std::vector<OptionValue> options = {{"tile", tile}};
                expect_right(transpose, parameters_of(transpose, extent, options, {4, 8}));
                for (const char* rows : {"thread_rows", "block_rows"})
                    if (has_option(transpose, rows))
                        for (int64_t value : {1, 2, 32})
                            expect_right(transpose, parameters_of(transpose, extent,
                                                                  {{"tile", tile}, {rows, value}}, {4, 8}));
            }
    }
}

TEST(Transposes, TheNaiveOneIsCoalescedOnOneSideOnly) {
    const Algorithm& naive = find_algorithm("transpose_naive");
    const auto counts = [&](int64_t coalesced) {
        const Parameters parameters = parameters_of(naive, {32, 32}, {{"coalesced", coalesced}}, {32, 32});
        return test::run_entry(naive, parameters).trace.counts;
    };
    // 32 warps; a warp's 128 bytes are 4 sectors side by side, or one for each lane.
    EXPECT_EQ(counts(0).global_load_sectors, 32 * 4);
    EXPECT_EQ(counts(0).global_store_sectors, 32 * 32);
    EXPECT_EQ(counts(1).global_load_sectors, 32 * 32);
    EXPECT_EQ(counts(1).global_store_sectors, 32 * 4);
}

}  // namespace
}  // namespace upsweep
