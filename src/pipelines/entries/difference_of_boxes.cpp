// Differences of boxes from the integral image.
#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"
#include "reference/box_filter.h"

namespace upsweep::entries::difference_of_boxes {
namespace {

int64_t size_in(const Parameters& parameters) { return nth(box_sizes, parameters.option("size")); }

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    auto [plan, table] = start_tabled_plan("difference_of_boxes", parameters);
    Launch launch =
        pixel_launch({"difference_of_boxes.cu", "difference_of_boxes", type_definitions({u32, f32})}, picture,
                     parameters.machine, "boxes around each pixel");
    launch.arguments = arguments(table, plan.output, picture.width, picture.height, size_in(parameters),
                                 parameters.option("response"));
    append_from_table(plan, table, std::move(launch), SubjectRole::data);
    return std::move(plan);
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::difference_of_boxes(input, reference::BoxResponse(parameters.option("response")),
                                          size_in(parameters));
}

/// Three between the four corners of each box, and one less than there are boxes; the determinant has eight
/// boxes in three sums, and one difference more; the surroundings are the whole less the middle.
std::vector<Expectation> expectations(const Parameters& parameters) {
    std::vector<Expectation> all =
        integral_image_expectations(parameters.extent, {u8, u32}, parameters.machine);
    constexpr int64_t of_responses[] = {7, 7, 15, 30, 8};
    const int64_t each = of_responses[parameters.option("response")], size = size_in(parameters);
    const int64_t across = std::max<int64_t>(0, parameters.extent.width - size + 1),
                  down = std::max<int64_t>(0, parameters.extent.height - size + 1);
    if (across * down == 0) return all;
    append_expectations(all,
                        {{"additions", fmt::format("{}·{}·{}", each, across, down), each * across * down},
                         {"rounds", "1", 1}});
    return all;
}

}  // namespace

extern const Algorithm algorithm = filter_entry({
    .slug = "difference_of_boxes",
    .title = "Difference of boxes",
    .source = "Bay, Tuytelaars and Van Gool 2006 (SURF), section 3; Agrawal, Konolige and Blas 2008 "
              "(centre and surround)",
    .teaches = "Boxes approximate a Gaussian's derivatives: blobs of any size at the same cost",
    .options = {choice_option("response", "what the boxes compute",
                              {"along x", "along y", "mixed", "determinant", "centre and surround"},
                              int64_t(reference::BoxResponse::xx)),
                // A number alone would be read as one of them and as a place among them.
                choice_option("size", "width and height of all boxes together, in pixels",
                              {"3 × 3", "9 × 9", "15 × 15", "21 × 21", "27 × 27", "39 × 39", "51 × 51",
                               "75 × 75", "99 × 99", "147 × 147", "195 × 195"},
                              1)},
    .types = {{u8, f32}},
    .opening = {.extent = {12, 11}, .launch = "boxes around each pixel", .at = 5678},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
});

}  // namespace upsweep::entries::difference_of_boxes
