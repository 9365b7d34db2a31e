// The bar at the top: mark, name, tabs, theme and help; notices under it; and the help sheet.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/key_map.h"
#include "app/text.h"
#include "app/view.h"

namespace upsweep::app {

struct TopBarChoice {
    int tab = -1;  ///< tab that was clicked
    bool theme = false, help = false;
};

/// Draws the bar over `rect` (3 E high). `current` is the open tab, or -1.
TopBarChoice draw_top_bar(Frame& frame, Rect rect, std::span<const std::string_view> names,
                          std::span<const std::string_view> titles, int current);

/// Draws the notices from `top` downwards, over everything; returns the one that was dismissed, or -1.
int draw_notices(Frame& frame, float top, const Notices& notices);

struct KeyGroup {
    std::string_view title;
    const KeyMap* keys;
};
/// Draws the sheet of live keys over the whole window. True if it is to be closed.
bool draw_help(Frame& frame, Rect window, std::span<const KeyGroup> groups);

}  // namespace upsweep::app
