// The histogram of one rectangle, from four corners of each bin's plane.
#include <algorithm>

#include "core/ranges.h"
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"
#include "reference/integral_histogram.h"

namespace upsweep::entries::region_histogram {
namespace {

/// The rectangle as part of the picture; at least one pixel.
reference::Rectangle rectangle_of(const Parameters& parameters) {
    const int64_t w = parameters.extent.width, h = parameters.extent.height;
    const int64_t x0 = w * parameters.option("left") / 100, y0 = h * parameters.option("top") / 100;
    return {x0, y0, std::max(x0 + 1, w * parameters.option("right") / 100),
            std::max(y0 + 1, h * parameters.option("bottom") / 100)};
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    const reference::Binning binning = binning_of(parameters);
    const reference::Rectangle part = rectangle_of(parameters);
    Plan plan = start_plan("region_histogram", parameters, {binning.bins, 1});
    const BufferId tensor = plan.add_buffer({"tensor", u32, tensor_extent(picture, binning.bins)});
    append_integral_histogram(plan, plan.input, tensor, picture, binning, parameters.machine);
    append_region_histogram(plan, tensor, plan.output, picture, binning.bins, part, parameters.machine);
    if (parameters.is_on("printed")) {
        std::get<Launch>(plan.operations.back().what).kernel.definitions = {{"PRINTED", "1"}};
        plan.emulator_only =
            "the equation as printed leaves out the rectangle's first row and column when the tensor is "
            "inclusive.";
    }
    return plan;
}

Option printed_option() {
    return with_slip(
        choice_option("printed", "the corners of equation 2", {"mended", "as printed"}),
        "as printed, the lower corners are inside the rectangle, so its first row and column are lost",
        "first row and column");
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const auto counts = reference::count_bins(input, binning_of(parameters), rectangle_of(parameters));
    return Array::of<uint32_t>({length(counts), 1}, counts);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const int64_t bins = parameters.option("bins");
    Cost cost = integral_histogram_cost(parameters.extent, bins, parameters.machine);
    Cost corners;
    corners.additions = Term::of(bins, 3, "3");
    corners.rounds = {1, "1"};
    cost += corners;
    return work_expectations(cost);
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "region_histogram",
    .title = "Histogram of a rectangle",
    .source = "Poostchi et al. 2012, equation 2",
    .teaches = "Four corners per bin: the histogram of any rectangle at the same cost, from one pixel to the "
               "whole picture",
    .options = {bins_option(), levels_option(),
                number_option("left", "the rectangle's left side, in percent", 0, 99, 25),
                number_option("top", "its upper side", 0, 99, 25),
                number_option("right", "its right side", 1, 100, 75),
                number_option("bottom", "its lower side", 1, 100, 75), printed_option()},
    .opening = {.extent = {8, 8}, .launch = "four corners of each bin", .at = 2024},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::histogram,
});

}  // namespace upsweep::entries::region_histogram

namespace upsweep {

void append_region_histogram(Plan& plan, BufferId tensor, BufferId histogram, Extent picture, int64_t bins,
                             const reference::Rectangle& part, MachineShape machine) {
    using namespace entries::region_histogram;
    const int64_t threads = std::min<int64_t>(4 * machine.lanes, 256);
    append_launch(plan, {.kernel = {"region_histogram.cu", "region_histogram", {}},
                         .grid = {pieces(bins, threads)},
                         .block = {threads},
                         .arguments = arguments(tensor, histogram, picture.width, picture.height, bins,
                                                part.x0, part.y0, part.x1 - 1, part.y1 - 1),
                         .name = "four corners of each bin",
                         .bytes_read = 4 * bins * size_of(ScalarType::u32),
                         .bytes_written = bins * size_of(ScalarType::u32)});
}

}  // namespace upsweep
