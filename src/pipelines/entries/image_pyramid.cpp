// The image pyramid: all levels of a picture, one below the other.
#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/faces_plan.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::image_pyramid {
namespace {

/// A toy's pictures are small: its window is the toy cascade's.
int64_t side_of(const Parameters& parameters) {
    const int64_t chosen = parameters.option("side");
    return chosen != 0 ? chosen : parameters.machine.lanes == 32 ? 24 : 6;
}

cascade::Rule rule_of(const Parameters& parameters) {
    return !parameters.is_on("rule") ? cascade::Rule::paper : cascade::Rule::opencv;
}

/// At least the picture itself.
std::vector<Extent> extents_of(const Parameters& parameters) {
    const int64_t side = side_of(parameters), most = parameters.option("scales");
    std::vector<Extent> extents;
    for (const reference::PyramidLevel& level : reference::pyramid_levels(
             parameters.extent, {side, side}, double(parameters.option("factor")) / 100, rule_of(parameters)))
        if (most == 0 || length(extents) < most) extents.push_back(level.extent);
    if (extents.empty()) extents.push_back(parameters.extent);
    return extents;
}

int64_t pixels_of(const std::vector<Extent>& extents) {
    int64_t pixels = 0;
    for (const Extent extent : extents) pixels += extent.count();
    return pixels;
}

/// As wide as the picture; beside the smaller levels are zeros.
Extent output_extent(const Parameters& parameters, const std::vector<Extent>& extents) {
    int64_t rows = 0;
    for (const Extent extent : extents) rows += extent.height;
    return {parameters.extent.width, rows};
}

Plan make_plan(const Parameters& parameters) {
    const std::vector<Extent> extents = extents_of(parameters);
    Plan plan = start_plan("image_pyramid", parameters, output_extent(parameters, extents));
    plan.operations.push_back({Clear{plan.output}});
    int64_t row = 0;
    for (size_t i = 0; i < extents.size(); ++i) {
        Launch launch =
            shrink_launch(plan, plan.input, parameters.extent, plan.output, row * parameters.extent.width,
                          extents[i], rule_of(parameters), parameters.machine);
        launch.name = fmt::format("level {}: {} × {}", i + 1, extents[i].width, extents[i].height);
        append_launch(plan, std::move(launch));
        row += extents[i].height;
    }
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const std::vector<Extent> extents = extents_of(parameters);
    Array all(u8, output_extent(parameters, extents));
    std::fill(all.bytes().begin(), all.bytes().end(), std::byte{0});
    auto row = all.bytes().begin();
    for (const Extent extent : extents) {
        const Array level = reference::resized(input, extent, rule_of(parameters));
        for (int64_t y = 0; y < extent.height; ++y, row += parameters.extent.width)
            std::copy_n(level.bytes().begin() + y * extent.width, extent.width, row);
    }
    return all;
}

/// A pixel takes two sums along the rows and one between them, and the half that rounds.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::vector<Extent> extents = extents_of(parameters);
    Cost cost;
    cost.additions = Term::of(pixels_of(extents), 4, "4");
    const auto levels = length(extents);
    cost.rounds = {levels, fmt::format("{}", levels)};
    return work_expectations(cost);
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "image_pyramid",
    .title = "Picture pyramid",
    .chapter = "Faces",
    .source = "Oro et al. 2011, section 3; OpenCV 4.6, INTER_LINEAR_EXACT",
    .teaches =
        "One window finds faces of every size in ever smaller pictures: each level comes from four pixels, "
        "with weights of eight bits",
    .options = {factor_option(),
                automatic_option("side", "the last level is at least as large as a window of this side", 3,
                                 1000),
                automatic_option("scales", "number of levels, from the first", 1, 40),
                choice_option("rule", "how to round a pixel's position", {"texture unit", "OpenCV"})},
    .types = {{u8, u8}},
    .opening =
        {.extent = {12, 10}, .options = {{"factor", 150}}, .lanes = 8, .launch = "level 2: 8 × 7", .at = 938},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::pyramid,
};

}  // namespace upsweep::entries::image_pyramid
