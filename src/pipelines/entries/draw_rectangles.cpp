// Frames over a picture: the catalog entry.
#include <algorithm>

#include "core/ranges.h"
#include "pipelines/parts/frames_plan.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::draw_rectangles {
namespace {

struct Frame {
    int64_t left = 0, top = 0, width = 0, height = 0;
};

/// Spread over the picture, some across each other, the last one across its border.
std::vector<Frame> frames_of(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    std::vector<Frame> frames;
    const int64_t count = parameters.option("rectangles");
    for (int64_t i = 0; i < count; ++i) {
        const int64_t side = std::max<int64_t>(2, std::min(picture.width, picture.height) / (2 + i % 3));
        frames.push_back({picture.width * (2 * i + 1) / (2 * count + 2),
                          picture.height * (3 * i % count) / count, side,
                          std::max<int64_t>(2, side - i % 2)});
    }
    return frames;
}

uint32_t colour_of(const Parameters& parameters) {
    constexpr uint32_t yellow = 0xFF00E5FF,
                       white = 255;  // red in the lowest byte, then green, blue, alpha
    return parameters.types.input == u8 ? white : yellow;
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("draw_rectangles", parameters);
    const int64_t count = parameters.option("rectangles");
    // The frames' positions are not data to add up.
    const BufferId rectangles = plan.add_buffer({"rectangles", i32, {4, count}, BufferRole::control});
    plan.operations.push_back({Upload{1, rectangles}});
    append_pixel_copy(plan, plan.input, plan.output, parameters.machine);
    append_frames(plan, plan.output,
                  {rectangles, 0, count, parameters.option("thick"), colour_of(parameters)},
                  parameters.machine, "draw frames");
    return plan;
}

std::vector<Array> further_inputs(const Parameters& parameters) {
    const std::vector<Frame> frames = frames_of(parameters);
    Array rectangles(i32, {4, length(frames)});
    auto at = rectangles.view<int32_t>().begin();
    for (const Frame& frame : frames)
        for (const int64_t number : {frame.left, frame.top, frame.width, frame.height})
            *at++ = int32_t(number);
    return {std::move(rectangles)};
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const Extent picture = parameters.extent;
    const int64_t thick = parameters.option("thick");
    Array drawn = input;
    for (const Frame& frame : frames_of(parameters))
        for (int64_t y = 0; y < frame.height; ++y)
            for (int64_t x = 0; x < frame.width; ++x) {
                const bool inner =
                    x >= thick && y >= thick && x < frame.width - thick && y < frame.height - thick;
                if (!inner && frame.left + x < picture.width && frame.top + y < picture.height)
                    drawn.set_number((frame.top + y) * picture.width + frame.left + x,
                                     double(colour_of(parameters)));
            }
    return drawn;
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "draw_rectangles",
    .title = "Frames over a picture",
    .chapter = "Faces",
    .source = "Oro et al. 2011, section 3: the GPU draws what it found into the picture",
    .teaches =
        "One block per rectangle: the picture stays on the GPU, and only four numbers per face go there",
    .options = {number_option("rectangles", "number of rectangles", 1, 64, 3),
                number_option("thick", "a frame's width in pixels", 1, 8, 1)},
    .types = {{u8, u8}, {u32, u32}},
    .opening = {.extent = {16, 12}, .multiprocessors = 2, .launch = "draw frames", .at = 535},
    .make_plan = make_plan,
    .reference = reference_of,
    // Nothing is added up: pixels are copied, and frames written over them.
    .expectations = [](const Parameters&) { return work_expectations(Cost()); },
    .result = ResultKind::drawing,
    .further_inputs = further_inputs,
};

}  // namespace upsweep::entries::draw_rectangles
