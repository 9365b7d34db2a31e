// What panels share: heads, rows of numbers, the radius, the pixels under the pointer; and what lies over the
// picture: outlines, plates, a rectangle's corners, a window, in window pixels.
#pragma once

#include "app/playground/model/playground.h"
#include "app/ui/key_map.h"
#include "app/ui/text.h"
#include "core/words.h"
#include "vision/integral_image.h"

namespace upsweep::app {

/// Where the next thing in the rail or the right pane is drawn, and how wide. What takes one draws there and
/// moves it down by its height.
struct Column : ImVec2 {
    float width = 0;
    Column(ImVec2 at, float wide) : ImVec2(at), width(wide) {}
    float right() const { return x + width; }
};

// Of the rail.
constexpr float rail_margin_em = 1.1F, rail_group_em = 1.4F, rail_row_em = 1.75F;
/// A group's head.
void rail_head(Frame& frame, Column& at, std::string_view text);
/// A label at the left, its value at the right, on one line.
void value_row(Frame& frame, Column& at, std::string_view label, std::string_view value,
               TextStyle style = type::label);
/// The window has room for a rail with nothing folded.
bool rail_is_high(const Frame& frame);
/// A part of the rail that folds away: its head with what it says while it is closed.
class RailFold {
  public:
    /// Until the user clicks it.
    enum class Begins : uint8_t { open_if_high, closed };
    explicit RailFold(Begins begins = Begins::open_if_high) : begins_(begins) {}

    void draw_head(Frame& frame, Column& at, std::string_view id, std::string_view label,
                   std::string_view value);
    bool is_open(const Frame& frame) const {
        return chosen_.value_or(begins_ == Begins::open_if_high && rail_is_high(frame));
    }

  private:
    Begins begins_;
    std::optional<bool> chosen_;
};
/// "run on", CPU, GPU; without a GPU its button says why.
void draw_run_on(Frame& frame, Column& at, Playground& model);
/// The radius of a window, typed and dragged: "Radius", field, slider, ticks, and under them the window's
/// size.
class RadiusControl {
  public:
    /// "playground.radius", its field "playground.radius_value". Calls `change` with 0 … `most`.
    void draw(Frame& frame, Column& at, int radius, int most, const std::function<void(int)>& change);

  private:
    void draw_slider(Frame& frame, Column& at, int radius, int most, const std::function<void(int)>& change);
    void draw_field(Frame& frame, Column& at, int radius, int most, const std::function<void(int)>& change);
    std::string text_, error_;
    int seen_ = -1;  ///< the radius that the field's text is about
};

/// A whole number from 0 to `most` that is dragged: its name, its value, a slider.
void draw_whole(Frame& frame, Column& at, std::string_view name, std::string_view label, int value, int most,
                std::string_view suffix, const std::function<void(int)>& change);
/// A chip that opens a menu of these words; calls `change` with the place of the one chosen.
void draw_choice(Frame& frame, Column& at, std::string_view name, std::span<const std::string_view> words,
                 int64_t chosen, const std::function<void(int64_t)>& change);
/// A field for a path, and under it what is wrong with it; `open` gets a path that was typed.
void draw_path(Frame& frame, Column& at, std::string_view name, std::string& path, std::string_view empty,
               std::string& error, const std::function<void(const std::string&)>& open);

// Of the right pane.
constexpr float pane_row_em = 1.5F;
/// A section's title, a note at its right.
void section_head(Frame& frame, Column& at, std::string_view title, std::string_view note = {},
                  TextStyle note_style = type::label);
/// "■ filled  ― line" up to `right`: it fits beside a section's title. `gap_em` is behind the square.
void draw_key(Frame& frame, ImVec2 right, std::string_view line, std::string_view filled, float gap_em);
/// A line across, with room around it.
void section_rule(Frame& frame, Column& at);
/// "label      value" on one line.
void draw_pair(Frame& frame, Column& at, std::string_view label, const std::string& value,
               bool strong = false);
/// "− B  (446, 262)      17 319 105": the four corners of `region`, in the order D − B − C + A, and a line
/// under them.
void draw_corners(Frame& frame, Column& at, const vision::Region& region, const vision::Corners& corners);
/// "=  Σx      117 811", strong.
void draw_total(Frame& frame, Column& at, std::string_view label, const std::string& value);
/// Words with `numbers` and **strong** marks.
void draw_words(Frame& frame, Column& at, std::string_view words, TextStyle style = type::body);
/// "Time" and a sentence.
void draw_time_section(Frame& frame, Column& at, const std::string& sentence);
/// 7 x 5 greys about the pixel, this one outlined. Returns the size of the field.
ImVec2 draw_neighbourhood(Frame& frame, ImVec2 at, const Array& grey, int64_t x, int64_t y);

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
