// Frames drawn over a picture: the launches of kernels/draw_rectangles.cu, and a plan that draws what a
// detector found.
#pragma once

#include <cstdint>
#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep {

/// A frame `thick` pixels wide inside its rectangle.
struct Frames {
    BufferId rectangles;  ///< i32, four a rectangle: x, y, width, height; such of no size draw nothing
    int64_t first = 0, count = 0;
    int64_t thick = 1;
    uint32_t colour = 255;
};

/// Copies `from` to `to`, of the same type and extent.
void append_pixel_copy(Plan& plan, BufferId from, BufferId to, MachineShape machine);
/// Draws over `picture`, a block a frame.
void append_frames(Plan& plan, BufferId picture, const Frames& frames, MachineShape machine,
                   const std::string& name);

/// A rectangle to be framed.
struct FramedRectangle {
    int64_t x = 0, y = 0, width = 0, height = 0;
};

/// Pixels of a white frame, and of the black line on either side of it.
int64_t frame_thickness(Extent picture);

/// Frames around up to `room` rectangles of a picture, of u8 or of u32 (red, green, blue and alpha): white,
/// with a black line on either side, white over black where they cross. The input are the rectangles
/// (framed_input), host array 1 is the picture.
struct FramesPlan {
    Plan plan;
    BufferId picture;  ///< as it was; the plan does not write it
    int64_t room = 0;
};
FramesPlan frames_plan(Extent picture, int64_t room, MachineShape machine = {},
                       ScalarType pixel = ScalarType::u8);

/// The input of such a plan; no more than `room` rectangles.
Array framed_input(const std::vector<FramedRectangle>& rectangles, int64_t room, int64_t thickness);

/// What the plan draws, by the CPU.
void draw_framed(Array& picture, const std::vector<FramedRectangle>& rectangles);

}  // namespace upsweep
