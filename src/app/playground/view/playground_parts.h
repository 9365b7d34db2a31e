// What panels share: heads, rows of numbers, the radius, the pixels under the pointer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/playground/model/playground.h"
#include "app/playground/model/playground_time.h"
#include "app/ui/key_map.h"
#include "app/ui/text.h"
#include "core/words.h"
#include "vision/integral_image.h"

namespace upsweep::app {

// Of the rail.
constexpr float rail_margin_em = 1.1F, rail_group_em = 1.4F, rail_row_em = 1.75F;
/// A group's head. Returns the height used.
float rail_head(Frame& frame, ImVec2 at, std::string_view text);
/// A label at the left, its value at the right, on one line. Returns the height used.
float value_row(Frame& frame, ImVec2 at, float width, std::string_view label, std::string_view value,
                TextStyle style = type::label);
/// The window has room for a rail with nothing folded.
bool rail_is_high(const Frame& frame);
/// A part of the rail that folds away: its head with what it says while it is closed.
class RailFold {
  public:
    /// Until the user clicks it.
    enum class Begins : std::uint8_t { open_if_high, closed };
    explicit RailFold(Begins begins = Begins::open_if_high) : begins_(begins) {}

    /// Returns the height used.
    float draw_head(Frame& frame, ImVec2 at, float width, std::string_view id, std::string_view label,
                    std::string_view value);
    bool is_open(const Frame& frame) const {
        return chosen_.value_or(begins_ == Begins::open_if_high && rail_is_high(frame));
    }

  private:
    Begins begins_;
    std::optional<bool> chosen_;
};
/// "run on", CPU, GPU; without a GPU its button says why. Returns the height used.
float draw_run_on(Frame& frame, ImVec2 at, float width, Playground& model);
/// The radius of a window, typed and dragged: "Radius", field, slider, ticks, and under them the window's
/// size.
class RadiusControl {
  public:
    /// "playground.radius", its field "playground.radius_value". Calls `change` with 0 … `most`.
    float draw(Frame& frame, ImVec2 at, float width, int radius, int most,
               const std::function<void(int)>& change);

  private:
    float draw_slider(Frame& frame, ImVec2 at, float width, int radius, int most,
                      const std::function<void(int)>& change);
    float draw_field(Frame& frame, ImVec2 at, float width, int radius, int most,
                     const std::function<void(int)>& change);
    std::string text_, error_;
    int seen_ = -1;  ///< the radius that the field's text is about
};

/// A whole number from 0 to `most` that is dragged: its name, its value, a slider. Returns the height used.
float draw_whole(Frame& frame, ImVec2 at, float width, std::string_view name, std::string_view label,
                 int value, int most, std::string_view suffix, const std::function<void(int)>& change);

// Of the right pane.
constexpr float pane_row_em = 1.5F;
/// A section's title, a note at its right. Returns the height used.
float section_head(Frame& frame, ImVec2 at, float width, std::string_view title, std::string_view note = {},
                   TextStyle note_style = type::label);
/// A line across, with room around it. Returns the height used.
float section_rule(Frame& frame, ImVec2 at, float width);
/// "label      value" on one line of pane_row_em.
void draw_pair(Frame& frame, ImVec2 at, float width, std::string_view label, const std::string& value,
               bool strong = false);
/// "− B  (446, 262)      17 319 105": one corner of the arithmetic, on one line of pane_row_em. `sign` may be
/// empty.
void draw_corner_row(Frame& frame, ImVec2 at, float width, std::string_view sign, std::string_view letter,
                     bool added, std::int64_t x, std::int64_t y, std::uint32_t value);
/// The four of `region`, in the order D − B − C + A, and a line under them. Returns the height used.
float draw_corners(Frame& frame, ImVec2 at, float width, const vision::Region& region,
                   const vision::Corners& corners);
/// "=  Σx      117 811", strong. Returns the height used.
float draw_total(Frame& frame, ImVec2 at, float width, std::string_view label, const std::string& value);
/// Words with `numbers` and **strong** marks. Returns the height used.
float draw_words(Frame& frame, ImVec2 at, float width, std::string_view words);
/// "Time" and a sentence. Returns the height used.
float draw_time_section(Frame& frame, ImVec2 at, float width, const std::string& sentence);
/// 7 x 5 greys about the pixel, this one outlined. Returns the size of the field.
ImVec2 draw_neighbourhood(Frame& frame, ImVec2 at, const Array& grey, std::int64_t x, std::int64_t y);

}  // namespace upsweep::app
