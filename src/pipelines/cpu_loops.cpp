// The catalog's CPU loops, a row each: kernels/SLUG.h has the loop, and src/reference runs it natively.
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"
#include "reference/cpu_loops.h"
#include "reference/fast.h"
#include "reference/reference.h"

namespace upsweep {
namespace {

template <void (*loop)(const Array&, Array&)>
void run_plain(const Parameters&, const Array& input, Array& output) {
    loop(input, output);
}

template <void (*loop)(const Array&, Array&, reference::Binning)>
void run_binned(const Parameters& parameters, const Array& input, Array& output) {
    loop(input, output, binning_of(parameters));
}

/// n − 1 additions per row; each waits for the previous one.
std::vector<Expectation> row_by_row(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const bool one = extent.height == 1;
    return {{"additions", one ? "n − 1" : "h(w − 1)", extent.height * (extent.width - 1)},
            {"depth", one ? "n − 1" : "w − 1", extent.width - 1}};
}

double along_the_row(const Parameters& parameters) { return double(parameters.extent.width); }

/// An element goes along its row, then down its column.
double along_and_down(const Parameters& parameters) {
    return double(parameters.extent.width + parameters.extent.height);
}

Option stops_option() {
    return safety_option(
        "stops", "end of each row", "every row ends correctly",
        "as printed, the loop writes one element past the end of each row, and past the whole array in the "
        "last one");
}

Plan make_bilgic_plan(const Parameters& parameters) {
    Plan plan = make_loop_plan("integral_image_bilgic_loop", parameters);
    plan.emulator_only = slips_in({stops_option()}, parameters);
    if (!plan.emulator_only.empty())
        std::get<Launch>(plan.operations.back().what).kernel.definitions.emplace_back("PRINTED", "1");
    return plan;
}

void run_bilgic(const Parameters& parameters, const Array& input, Array& output) {
    if (!parameters.is_on("stops"))
        throw UsageError("The loop as printed writes past its array, so it runs on the emulator only.");
    reference::run_bilgic_loop(input, output);
}

std::vector<Expectation> bilgic_expectations(const Parameters& parameters) {
    const int64_t w = parameters.extent.width, h = parameters.extent.height;
    if (!parameters.is_on("stops")) return {{"additions", "2w(h − 1)", 2 * w * (h - 1)}};
    std::vector<Expectation> all = {{"additions", "2(w − 1)(h − 1)", 2 * (w - 1) * (h - 1)}};
    // Of a single row or column nothing is summed.
    if (w > 1 && h > 1) all.push_back({"depth", "w + h − 2", w + h - 2});
    return all;
}

std::vector<Expectation> bugetti_expectations(const Parameters& parameters) {
    const int64_t w = parameters.extent.width, h = parameters.extent.height;
    std::vector<Expectation> all = {
        {"additions", "3(h − 1)(w − 1) + (h − 1) + (w − 1)", 3 * (h - 1) * (w - 1) + (h - 1) + (w - 1)}};
    // An element is added to its left neighbour's sum, then two sums of the row above come in.
    if (w > 1 && h > 1) all.push_back({"depth", "2w + 3h − 6", 2 * w + 3 * h - 6});
    return all;
}

Plan make_fast_box_plan(const Parameters& parameters) {
    Plan plan = start_plan("box_filter_fast_loop", parameters);
    const BufferId table = plan.add_buffer({"table", ScalarType::u32, parameters.extent});
    append_loop(plan, arguments(plan.input, table, plan.output, parameters.extent.width,
                                parameters.extent.height, parameters.option("radius")));
    return plan;
}

/// The table's: a row sum each, and in all rows but the first the value above. A window takes away what lies
/// left of it in all columns but the first r + 1, what lies above it in all rows but the first r + 1, and
/// adds what was taken twice where it does both; the half that rounds is added to every one.
std::vector<Expectation> fast_box_expectations(const Parameters& parameters) {
    const int64_t w = parameters.extent.width, h = parameters.extent.height, r = parameters.option("radius");
    const int64_t inner_columns = std::max<int64_t>(0, w - r - 1),
                  inner_rows = std::max<int64_t>(0, h - r - 1);
    const int64_t table = w * h + w * (h - 1);
    const int64_t corners = inner_columns * h + inner_rows * w + inner_columns * inner_rows;
    // In a picture that no window leaves behind there is nothing to take away.
    std::string formula = "wh + w(h − 1)";
    if (inner_columns > 0) formula += " + (w − r − 1)h";
    if (inner_rows > 0) formula += " + (h − r − 1)w";
    if (inner_columns > 0 && inner_rows > 0) formula += " + (w − r − 1)(h − r − 1)";
    return {{"additions", formula + " + wh", table + corners + w * h}};
}

}  // namespace

/// The entry of a slug that cmake/Algorithms.cmake lists: its table calls this.
const Algorithm& cpu_loop(std::string_view slug) {
    static const Algorithm rows[] = {
        scan_entry({
            .slug = "scan_loop",
            .title = "Serial loop",
            .source = "the plain loop",
            .teaches = "n − 1 additions, each waiting for the previous one",
            .options = {inclusive_option(), operator_option()},
            .opening = {.extent = {8, 1}},
            .make_plan =
                [](const Parameters& parameters) {
                    Plan plan =
                        make_loop_plan("scan_loop", parameters, arguments(scans_inclusively(parameters)));
                    std::get<Launch>(plan.operations.back().what).kernel.definitions =
                        operator_definitions(parameters);
                    return plan;
                },
            .run_on_cpu =
                [](const Parameters& parameters, const Array& input, Array& output) {
                    reference::run_scan_loop(input, output, scans_inclusively(parameters),
                                             operator_of(parameters));
                },
            .expectations = row_by_row,
            .roundings = along_the_row,
        }),
        scan_entry({
            .slug = "scan_oro_loop",
            .title = "Serial loop, recursive",
            .source = "Oro et al. 2011, section 6",
            .teaches = "The baseline of the 66 × speedup: each sum is read back from memory before the next",
            .opening = {.extent = {8, 1}},
            .make_plan =
                [](const Parameters& parameters) { return make_loop_plan("scan_oro_loop", parameters); },
            .run_on_cpu = run_plain<reference::run_scan_oro_loop>,
            .expectations = row_by_row,
            .roundings = along_the_row,
        }),
        table_entry({
            .slug = "integral_image_bilgic_loop",
            .title = "Serial loop, row sum",
            .source = "Bilgic et al. 2010, section II",
            .teaches = "One pass: a running row sum and the value above",
            .options = {stops_option()},
            .opening = {.extent = {4, 3}, .at = 44},
            .make_plan = make_bilgic_plan,
            .reference =
                [](const Parameters& parameters, const Array& input) {
                    return reference::integral_image_exclusive(input, parameters.types.output);
                },
            .run_on_cpu = run_bilgic,
            .expectations = bilgic_expectations,
            .convention = [](const Parameters&) { return Convention::exclusive; },
            .roundings = along_and_down,
        }),
        table_entry({
            .slug = "integral_image_bugetti_loop",
            .title = "Serial loop, three neighbours",
            .source = "Bugetti 2025, algorithm 1",
            .teaches = "The recurrence: above plus left, minus what both contain",
            .opening = {.extent = {3, 3}, .at = 19},
            .make_plan =
                [](const Parameters& parameters) {
                    return make_loop_plan("integral_image_bugetti_loop", parameters);
                },
            .run_on_cpu = run_plain<reference::run_bugetti_loop>,
            .expectations = bugetti_expectations,
            // The recurrence passes every rounding on to everything below and to the right, so the error is
            // an integral image of roundings, three an element. They are as good as independent: it grows
            // with the square root of their number, and eight standard deviations are allowed.
            .roundings =
                [](const Parameters& parameters) {
                    return 8 * std::sqrt(3 * double(parameters.extent.count()));
                },
        }),
        table_entry({
            .slug = "integral_image_oro_loop",
            .title = "Serial loop, running sum",
            .source = "Oro et al. 2011, section 6",
            .teaches = "The baseline of the 2.5 × speedup: the running sum stays in a variable, with one "
                       "read of the row above",
            .opening = {.extent = {4, 4}, .at = 31},
            .make_plan =
                [](const Parameters& parameters) {
                    return make_loop_plan("integral_image_oro_loop", parameters);
                },
            .run_on_cpu = run_plain<reference::run_integral_image_oro_loop>,
            .expectations =
                [](const Parameters& parameters) {
                    const int64_t w = parameters.extent.width, h = parameters.extent.height;
                    return std::vector<Expectation>{
                        {"additions", "h(w − 1) + (h − 1)w", h * (w - 1) + (h - 1) * w},
                        {"depth", "w + h − 2", w + h - 2}};
                },
            .roundings = along_and_down,
        }),
        // The integral image as the program itself makes it on the CPU.
        table_entry({
            .slug = "integral_image_fast_loop",
            .title = "CPU, vectors and all cores",
            .source = "row sum and value above, one band of rows per core",
            .teaches = "What a CPU can do: with vectors and all cores, memory limits the loop, not additions",
            .fast = true,
            .opening = {.extent = {4, 3}, .at = 32},
            .make_plan =
                [](const Parameters& parameters) {
                    return make_loop_plan("integral_image_fast_loop", parameters);
                },
            .run_on_cpu = [](const Parameters&, const Array& input,
                             Array& output) { reference::integral_image_fast(input, output); },
            .expectations =
                [](const Parameters& parameters) {
                    const int64_t w = parameters.extent.width, h = parameters.extent.height;
                    return std::vector<Expectation>{{"additions", "wh + w(h − 1)", w * h + w * (h - 1)},
                                                    {"depth", "w + h − 1", w + h - 1}};
                },
            .roundings = along_and_down,
        }),
        histogram_entry({
            .slug = "integral_histogram_loop",
            .title = "Serial loop, bin by bin",
            .source = "Poostchi et al. 2012, algorithm 1",
            .teaches =
                "A histogram of any rectangle: one integral image for each bin, by the recurrence of three "
                "neighbours",
            .options = {bins_option(), levels_option()},
            .opening = {.extent = {8, 8}, .at = 1845},
            .make_plan =
                [](const Parameters& parameters) {
                    return make_histogram_loop_plan("integral_histogram_loop", parameters);
                },
            .run_on_cpu = run_binned<reference::run_integral_histogram_loop>,
            // The paper's 3whb less what the borders spare.
            .expectations =
                [](const Parameters& parameters) {
                    const int64_t w = parameters.extent.width, h = parameters.extent.height,
                                  b = parameters.option("bins");
                    return std::vector<Expectation>{{"additions", "3(w − 1)(h − 1)b + (w − 1)b + (h − 1)b",
                                                     b * (3 * (w - 1) * (h - 1) + (w - 1) + (h - 1))}};
                },
        }),
        // As the program itself makes it on the CPU: vectors, the bins divided among all cores.
        histogram_entry({
            .slug = "integral_histogram_fast_loop",
            .title = "CPU, vectors and all cores",
            .source = "row count and value above, bins divided among the cores",
            .teaches = "Bins are independent: cores divide them up, and vectors compare 16 pixels at once",
            .fast = true,
            .options = {bins_option(), levels_option()},
            .opening = {.extent = {8, 8}, .at = 938},
            .make_plan =
                [](const Parameters& parameters) {
                    return make_histogram_loop_plan("integral_histogram_fast_loop", parameters);
                },
            .run_on_cpu =
                [](const Parameters& parameters, const Array& input, Array& output) {
                    reference::integral_histogram_fast(input, output, binning_of(parameters));
                },
            // The running count depends on the pixels only through a comparison: what is added to it is 1.
            .expectations =
                [](const Parameters& parameters) {
                    const int64_t w = parameters.extent.width, h = parameters.extent.height,
                                  b = parameters.option("bins");
                    return std::vector<Expectation>{{"additions", "w(h − 1)b", w * (h - 1) * b}};
                },
        }),
        // The box filter as the program itself makes it on the CPU: an integral image and four corners.
        filter_entry({
            .slug = "box_filter_fast_loop",
            .title = "CPU, vectors and all cores",
            .source = "Crow 1984, one band of rows per core",
            .teaches = "On a CPU too, an integral image and four corners take the same time for every radius",
            .fast = true,
            .options = {radius_option(2047)},
            .opening = {.extent = {10, 8}, .at = 740},
            .make_plan = make_fast_box_plan,
            .run_on_cpu =
                [](const Parameters& parameters, const Array& input, Array& output) {
                    reference::box_filter_fast(input, output, parameters.option("radius"));
                },
            .expectations = fast_box_expectations,
        }),
    };
    for (const Algorithm& loop : rows)
        if (loop.slug == slug) return loop;
    throw Error("cmake/Algorithms.cmake lists {}, but src/pipelines/cpu_loops.cpp has no row for it.", slug);
}

}  // namespace upsweep
