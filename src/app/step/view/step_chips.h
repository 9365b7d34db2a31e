// Chips in a line: what does not fit is behind "…".
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/ui/controls.h"
#include "core/plan.h"

namespace upsweep::app::step {

struct Chip {
    std::string id, label, value;
    float menu_em = 11;
    std::function<bool()> menu;
    bool guessed = false;  ///< wears a mark
    std::string tip = {};  ///< tooltip
};

/// From left to right within `left` and `right`, at the right end of it or at the left; `y` is their top.
void draw_chips(Frame& frame, std::vector<Chip>& chips, float left, float right, float y, Align align);

/// What the user typed for a buffer, as a chip shows it: the first few of a list of numbers, "0,1,2,…".
std::string shown_value(const std::string& text);

/// "2×4" of blocks or threads; a side of 1 at the end is left out.
std::string dim_text(const Dim3& dim);

/// Where a menu's text field is, and what comes under it: `error` and room.
Rect menu_field(const Frame& frame);
void after_field(Frame& frame, Rect field, const std::string& error = {});

}  // namespace upsweep::app::step
