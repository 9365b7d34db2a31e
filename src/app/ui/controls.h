// Controls: buttons, segments, chips, sliders, rows. Each is placed by the caller, named by an id
// ("step.play"), and found again by that name in tests.
#pragma once

#include "app/ui/text.h"

namespace upsweep::app {

struct Interaction {
    bool hovered = false, held = false, clicked = false, focused = false;
};
/// Makes `rect` a control: takes the mouse and the keyboard's focus, and notes it under `id`.
Interaction interact(Frame& frame, std::string_view id, Rect rect);
/// Scrolls the pane so that the control is seen, if a key has just moved the focus to it.
void reveal_focus(Frame& frame, std::string_view id, Rect rect);
/// At a frame's end: the ring around the focused control, where it drew none of its own.
void ring_focus(Frame& frame);
/// The focus ring: 2 px ink outside, 2 px away.
void draw_focus(Frame& frame, Rect rect, float rounding);

/// Draws a mark or icon centred in a square; see marks.h.
using DrawIcon = void (*)(Frame&, Rect, const Colour&);

struct ButtonOptions {
    bool primary = false;            ///< ink fill; one a screen
    bool chosen = false;             ///< pressed in, as a toggle
    DrawIcon icon = nullptr;         ///< before the text
    std::string_view hint = {};      ///< key hint in t3 after the text
    std::string_view disabled = {};  ///< why it cannot be used; empty if it can
    std::string_view tip = {};       ///< tooltip
    bool bare = false;               ///< no box until hovered
};
/// True when clicked. `label` may be empty if there is an icon.
bool button(Frame& frame, std::string_view id, Rect rect, std::string_view label,
            const ButtonOptions& options = {});
/// Width in pixels that a button with this label needs.
float button_width(const Frame& frame, std::string_view label, const ButtonOptions& options = {});

/// A choice of a few words in one box; `at` is its top left. True if `chosen` changed. Ids are id.0, id.1, …
bool segmented(Frame& frame, std::string_view id, ImVec2 at, std::span<const std::string_view> labels,
               int& chosen);
float segmented_width(const Frame& frame, std::span<const std::string_view> labels);

/// A chip "label value ⌄": opens `menu` under it while clicked open. Right edge at `right` if given.
/// `menu` draws with menu_row and friends and returns true to close. True in the frame it closes that way.
bool chip(Frame& frame, std::string_view id, ImVec2 at, std::string_view label, std::string_view value,
          float menu_width_em, const std::function<bool()>& menu);
float chip_width(const Frame& frame, std::string_view label, std::string_view value);
/// The menu of a chip or button at `anchor`: opens when `open` is said, under it or, where there is more
/// room, over it; it scrolls where the window is too low. Keys belong to it while it is open.
bool menu_at(Frame& frame, std::string_view id, Rect anchor, float width_em, bool open,
             const std::function<bool()>& menu);
/// One row of a chip's menu. True when chosen.
bool menu_row(Frame& frame, std::string_view id, std::string_view label, bool chosen,
              std::string_view hint = {});

/// One line of text to edit, in Mono. True when it was changed and Enter was pressed or (outside menus) the
/// focus left. With an `error` it is outlined in trouble's colour; the sentence is field_error's.
bool text_field(Frame& frame, std::string_view id, Rect rect, std::string& text, std::string_view empty = {},
                std::string_view error = {});
/// What is wrong with the text of the field above, from `at` in `width`. Returns the height used; 0 without.
float field_error(Frame& frame, ImVec2 at, float width, std::string_view error);

/// Enter was pressed in this frame, on either part of the keyboard.
bool enter_pressed();
/// How the field that was drawn last has just lost the keyboard; `typing` remembers that it had it.
enum class FieldEnd : uint8_t { none, left, enter, escape };
FieldEnd field_end(bool& typing);

struct SliderOptions {
    std::span<const float> ticks = {};  ///< values to mark
    bool logarithmic = false;           ///< low and high must be positive
    bool whole = false;                 ///< integers only
    std::string_view suffix = {};       ///< after the value, "×"
    float value_width_em = 3;           ///< room for the value beside it; 0: none
};
/// Draws over `rect` (height 1.75 E or more). True while `value` changes. A click on the value, whose name is
/// id.value, types it. While it has the focus, Left and Right move it by a step, with Shift by ten: by ones
/// if whole, else from tick to tick, or by a hundredth of the track.
bool slider(Frame& frame, std::string_view id, Rect rect, float& value, float low, float high,
            const SliderOptions& options = {});

/// Words that lead somewhere, underlined `under_em` below the middle of their capitals; `at` as in draw_text.
/// Dead ones are paler and have no line.
Interaction text_link(Frame& frame, std::string_view id, ImVec2 at, TextStyle style, std::string_view words,
                      float under_em = 0.6F, bool dead = false);

/// A box to tick, with its text. True if it changed.
bool checkbox(Frame& frame, std::string_view id, Rect rect, std::string_view label, bool& ticked);

/// Rail: group head with chevron (true if toggled), and a row (true if clicked).
bool rail_group(Frame& frame, std::string_view id, Rect rect, std::string_view label, bool open);
bool rail_row(Frame& frame, std::string_view id, Rect rect, std::string_view label, bool selected);

/// "additions  [bar]  12 / 30  = 2(n − 1)". `expected` 0: no bar.
struct CountRow {
    std::string_view name = {};
    int64_t value = 0, expected = 0;
    std::string_view formula = {};
    bool trouble = false;  ///< the bar in trouble's colour
};
/// A formula that does not fit beside it goes on a second line, if the rectangle has one.
void count_row(Frame& frame, Rect rect, const CountRow& row);
bool count_row_wraps(const Frame& frame, float width, const CountRow& row);

/// "(!) Bank conflict, 2-way   line 16, lanes 0–3   step 25 >". True when clicked.
struct FindingRow {
    std::string_view title, where, step;
    bool fault = false;    ///< octagon instead of triangle
    bool current = false;  ///< on bg3
};
bool finding_row(Frame& frame, std::string_view id, Rect rect, const FindingRow& row);

/// The head of a panel that lies over a pane: its title, and a button that leads back. True if that was
/// clicked.
bool panel_head(Frame& frame, std::string_view id, Rect head, std::string_view title);

/// Empty, loading and error states: title, one sentence, drawn from `at` in `width`. Returns the height used.
float draw_empty_state(Frame& frame, ImVec2 at, float width, std::string_view title,
                       std::string_view sentence);

}  // namespace upsweep::app
