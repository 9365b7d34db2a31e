// Shows a canvas's picture: draws it with ImGui, and makes its places controls.
#pragma once

#include "app/ui/frame.h"
#include "canvas/canvas.h"

namespace upsweep::app {

inline canvas::Point point_of(ImVec2 at) { return {at.x, at.y}; }
inline canvas::Box box_of(const Rect& rect) { return {point_of(rect.min), point_of(rect.max)}; }
inline Rect rect_of(const canvas::Box& box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

/// Draws the shapes in order, where the picture says, in the frame's theme. Hovering a text that was cut
/// shows all of it.
void paint(Frame& frame, const canvas::Picture& picture);

/// Notes the picture's places as `prefix` + "." + name; those that are live take mouse and keyboard. What the
/// pointer does to them: a click before a hold before a hover.
canvas::Touch touch(Frame& frame, const canvas::Picture& picture, std::string_view prefix);

}  // namespace upsweep::app
