#include "pipelines/parts/frames_plan.h"

#include <algorithm>
#include <cassert>

#include "core/ranges.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/windows.h"

namespace upsweep {
namespace {

constexpr const char* file = "draw_rectangles.cu";
constexpr uint32_t black = 0, white = 255;
/// Black lines lie outside and inside of the white frame: they are one frame of three times its width.
constexpr int64_t black_lines = 3;

Definitions definitions_of(const Plan& plan, BufferId picture) {
    return type_definitions({plan[picture].type, plan[picture].type});
}

FramedRectangle grown(const FramedRectangle& r, int64_t by) {
    return {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
}

void draw_frame(Array& picture, const FramedRectangle& r, int64_t thick, uint8_t colour) {
    const Extent extent = picture.extent();
    auto pixels = picture.view<uint8_t>();
    for (int64_t y = std::max<int64_t>(r.y, 0); y < std::min(r.y + r.height, extent.height); ++y)
        for (int64_t x = std::max<int64_t>(r.x, 0); x < std::min(r.x + r.width, extent.width); ++x)
            if (y < r.y + thick || y >= r.y + r.height - thick || x < r.x + thick ||
                x >= r.x + r.width - thick)
                nth(pixels, y * extent.width + x) = colour;
}

}  // namespace

void append_pixel_copy(Plan& plan, BufferId from, BufferId to, MachineShape machine) {
    const Extent picture = plan[from].extent;
    Launch copy =
        pixel_launch({file, "copy_pixels", definitions_of(plan, from)}, picture, machine, "copy picture");
    copy.arguments = arguments(picture.width);
    copy.subjects = {on_grid(from, SubjectRole::picture), on_grid(to, SubjectRole::picture)};
    append_pass(plan, from, to, std::move(copy));
}

void append_frames(Plan& plan, BufferId picture, const Frames& frames, MachineShape machine,
                   const std::string& name) {
    append_launch(plan, {.kernel = {file, "draw_rectangles", definitions_of(plan, picture)},
                         .grid = {frames.count},
                         .block = {4 * machine.lanes},
                         .arguments = arguments(BufferArgument{frames.rectangles, 4 * frames.first}, picture,
                                                plan[picture].extent.width, plan[picture].extent.height,
                                                frames.thick, ScalarArgument{ScalarType::u32, frames.colour}),
                         .name = name,
                         .bytes_read = 4 * frames.count * size_of(ScalarType::i32),
                         .subjects = {on_grid(frames.rectangles, SubjectRole::number),
                                      on_grid(picture, SubjectRole::picture)}});
}

int64_t frame_thickness(Extent picture) { return std::max<int64_t>(picture.width / 640, 1); }

FramesPlan frames_plan(Extent picture, int64_t room, MachineShape machine, ScalarType pixel) {
    assert(pixel == ScalarType::u8 || pixel == ScalarType::u32);
    // Of four samples alpha is the last one, and full.
    const bool grey = pixel == ScalarType::u8;
    const uint32_t dark = grey ? black : 0xFF000000U, light = grey ? white : 0xFFFFFFFFU;
    FramesPlan result;
    Plan& plan = result.plan;
    plan.algorithm = "draw_rectangles";
    result.room = room;
    // Those of the black lines, then those of the white ones. The frames' positions are not data to add up.
    plan.input = plan.add_buffer({"rectangles", ScalarType::i32, {4, 2 * room}, BufferRole::control});
    result.picture = plan.add_buffer({"picture", pixel, picture});
    plan.output = plan.add_buffer({"drawn", pixel, picture});
    plan.operations = {{Upload{0, plan.input}}, {Upload{1, result.picture}}};
    append_pixel_copy(plan, result.picture, plan.output, machine);
    const int64_t thick = frame_thickness(picture);
    append_frames(plan, plan.output, {plan.input, 0, room, black_lines * thick, dark}, machine,
                  "draw black lines");
    append_frames(plan, plan.output, {plan.input, room, room, thick, light}, machine, "draw white frames");
    return result;
}

Array framed_input(const std::vector<FramedRectangle>& rectangles, int64_t room, int64_t thickness) {
    assert(length(rectangles) <= room);
    Array all(ScalarType::i32, {4, 2 * room});
    const auto words = all.view<int32_t>();
    std::fill(words.begin(), words.end(), 0);
    const auto write = [&](int64_t at, const FramedRectangle& r) {
        auto to = words.begin() + 4 * at;
        for (const int64_t value : {r.x, r.y, r.width, r.height}) *to++ = int32_t(value);
    };
    int64_t at = 0;
    for (const FramedRectangle& r : rectangles) {
        write(at, grown(r, thickness));
        write(room + at++, r);
    }
    return all;
}

void draw_framed(Array& picture, const std::vector<FramedRectangle>& rectangles) {
    const int64_t thick = frame_thickness(picture.extent());
    for (const FramedRectangle& r : rectangles)
        draw_frame(picture, grown(r, thick), black_lines * thick, uint8_t(black));
    for (const FramedRectangle& r : rectangles) draw_frame(picture, r, thick, uint8_t(white));
}

}  // namespace upsweep
