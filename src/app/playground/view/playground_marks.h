// What lies over the picture: outlines, plates, a rectangle's corners, a window. In window pixels.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "app/playground/model/playground_camera.h"
#include "app/ui/text.h"
#include "vision/integral_image.h"

namespace upsweep::app {

/// What is drawn over a picture is the same in every theme: white on near-black.
namespace over {
constexpr ImU32 white = IM_COL32(255, 255, 255, 255);
constexpr ImU32 plate = IM_COL32(12, 14, 18, 235);
constexpr ImU32 shade = IM_COL32(0, 0, 0, 178);
constexpr ImU32 black = IM_COL32(12, 14, 18, 255);
}  // namespace over

/// Picture pixels to window pixels.
ImVec2 window_point(const PlaygroundCamera& camera, double x, double y);
Rect window_rect(const PlaygroundCamera& camera, const vision::Region& region);

/// White on black, so that it is seen on any grey.
void draw_outline(Frame& frame, Rect rect);
void draw_vertical(Frame& frame, float x, float top, float bottom);
/// A corner that is added is solid, one that is subtracted hollow.
void draw_corner(Frame& frame, ImVec2 at, bool added);
/// Labels over the picture that keep off each other: one that finds no room is left out. Light plates mark
/// what is added.
class Plates {
  public:
    struct Place {
        ImVec2 at;  ///< the plate's middle left, centre or middle right
        Align align = Align::centre;
    };
    Plates(Frame& frame, Rect area) : frame_(frame), area_(area) {}
    /// No plate will lie over this.
    void keep_free(Rect rect) { taken_.push_back(rect); }
    /// Draws `text` at the first of the places that is free. False if none is.
    bool put(std::string_view text, std::initializer_list<Place> places, bool light = false);

  private:
    Frame& frame_;
    Rect area_;
    std::vector<Rect> taken_;
};
/// A plate where it is wanted, whatever lies there.
void draw_plate(Frame& frame, ImVec2 at, std::string_view text, Align align, bool light = false);
/// The rectangle with its corners A, B, C, D, each with its sign, and its size.
void draw_region(Frame& frame, Plates& plates, Rect rect, vision::Region region);
/// The window of the filter about the pointer's pixel, with its size. A large pixel shows its value instead
/// of a cross.
void draw_window(Frame& frame, Plates& plates, Rect window, Rect pixel, vision::Region region);

}  // namespace upsweep::app
