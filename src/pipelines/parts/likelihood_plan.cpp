// The launches of likelihood maps.
#include "pipelines/parts/likelihood_plan.h"

#include "pipelines/parts/histograms.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/windows.h"

namespace upsweep {
namespace {

Extent window_of(const LikelihoodSettings& settings) {
    return {settings.wanted.x1 - settings.wanted.x0, settings.wanted.y1 - settings.wanted.y0};
}

/// Each pixel's bin: counts of values, those of all below each, and a look into them for every pixel.
void append_shares(Plan& plan, BufferId from, BufferId binned, int64_t bins, MachineShape machine) {
    constexpr int64_t values = 256, pixels_a_thread = 16;
    const int64_t pixels = plan[from].extent.count(), threads = 8 * machine.lanes;
    const BufferId counts = plan.add_buffer({"counts", ScalarType::u32, {values, 1}});
    const BufferId below = plan.add_buffer({"below", ScalarType::u32, {values, 1}});
    const Definitions definitions = type_definitions({ScalarType::u8, ScalarType::u8});
    plan.operations.push_back({Clear{counts}});
    append_pass(plan, from, counts,
                {.kernel = {"bin_shares.cu", "count_values", definitions},
                 .grid = {pieces(pixels, pixels_a_thread * threads)},
                 .block = {threads},
                 .arguments = arguments(long_argument(pixels)),
                 .name = "count values"});
    append_scan(plan, counts, below, {.segment = 0, .padding = true, .inclusive = false}, machine,
                "count darker values");
    append_launch(plan, {.kernel = {"bin_shares.cu", "put_into_bins", definitions},
                         .grid = {pieces(pixels, threads)},
                         .block = {threads},
                         .arguments = arguments(from, below, binned, long_argument(pixels), bins),
                         .name = "put pixels into bins",
                         .bytes_read = plan[from].bytes() + plan[below].bytes(),
                         .bytes_written = plan[binned].bytes()});
}

void append_map(Plan& plan, BufferId tensor, BufferId wanted, const Parameters& parameters,
                const LikelihoodSettings& settings) {
    const Extent picture = parameters.extent, window = window_of(settings);
    const int64_t places = plan[plan.output].extent.count();
    const int64_t threads = 8 * parameters.machine.lanes;
    append_launch(plan, {.kernel = {"likelihood_map.cu", "likelihood_map",
                                    type_definitions({ScalarType::u8, ScalarType::f32})},
                         .grid = {checked_blocks(pieces(places, threads), "A map of these places")},
                         .block = {threads},
                         .arguments = arguments(tensor, wanted, plan.output, picture.width, picture.height,
                                                settings.binning.bins, window.width, window.height,
                                                int64_t(settings.measure)),
                         .name = "compare every window",
                         .bytes_read = plan[tensor].bytes(),
                         .bytes_written = plan[plan.output].bytes()});
}

}  // namespace

void append_feature_planes(Plan& plan, BufferId from, BufferId to, int64_t which, MachineShape machine) {
    const Extent picture = plan[from].extent;
    Launch launch = pixel_launch(
        {"feature_planes.cu", "feature_planes", type_definitions({ScalarType::u8, ScalarType::u8})}, picture,
        machine, "features of each pixel");
    launch.arguments = arguments(picture.width, picture.height, which);
    launch.subjects = {on_grid(from, SubjectRole::picture), on_grid(to, SubjectRole::picture)};
    append_pass(plan, from, to, std::move(launch));
}

Plan make_likelihood_plan(const Parameters& parameters, const LikelihoodSettings& settings) {
    const Extent picture = parameters.extent, window = window_of(settings);
    Plan plan = start_plan("likelihood_map", parameters,
                           {picture.width - window.width + 1, picture.height - window.height + 1});
    reference::Binning binning = settings.binning;
    BufferId plane = plan.input;
    if (settings.feature != reference::PictureFeature::intensity) {
        plane = plan.add_buffer({"feature", ScalarType::u8, picture});
        append_feature_planes(plan, plan.input, plane, int64_t(settings.feature), parameters.machine);
    }
    if (settings.widths == reference::BinWidths::equal_share) {
        const BufferId binned = plan.add_buffer({"bins", ScalarType::u8, picture});
        append_shares(plan, plane, binned, binning.bins, parameters.machine);
        plane = binned;
        // What comes now are bins already: value b goes to bin b.
        binning.levels = binning.bins;
    }
    const BufferId tensor =
        plan.add_buffer({"tensor", ScalarType::u32, tensor_extent(picture, binning.bins)});
    const BufferId wanted = plan.add_buffer({"template", ScalarType::u32, {binning.bins, 1}});
    append_integral_histogram(plan, plane, tensor, picture, binning, parameters.machine);
    append_region_histogram(plan, tensor, wanted, picture, binning.bins, settings.wanted, parameters.machine);
    append_map(plan, tensor, wanted, parameters, settings);
    return plan;
}

}  // namespace upsweep
