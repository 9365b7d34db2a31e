// What the shell draws around and over a view: the bar with mark, name, tabs, present, open, theme and help;
// notices under it; the help sheet; the command palette; the list of files to open; a presented view's page,
// and over it what the pointer does.
#pragma once

#include "app/host/file_chooser.h"
#include "app/host/view.h"
#include "app/shell/present.h"
#include "app/ui/text.h"

namespace upsweep::app {

struct TopBarChoice {
    int tab = -1;  ///< tab that was clicked
    std::optional<ThemeKind> theme = {};
    bool help = false, present = false, open = false, link = false;
    int way = -1;  ///< of the view, whose button was clicked
};

/// Draws the bar over `rect` (3 E high). `current` is the open tab, or -1. Of the view's `ways` those
/// have buttons for which there is room.
TopBarChoice draw_top_bar(Frame& frame, Rect rect, std::span<const std::string_view> names,
                          std::span<const std::string_view> titles, int current,
                          std::span<const ViewWay> ways);

/// Cuts the notices' room off the top of `area`, so that they cover nothing, and draws them there; returns
/// the one that was dismissed, or -1.
int draw_notices(Frame& frame, Rect& area, const Notices& notices);

/// The page instead of everything in a window that nothing can be laid out in.
void draw_too_small(Frame& frame, Rect window);

struct KeyGroup {
    std::string_view title;
    const KeyMap* keys;
};
/// Draws the sheet of live keys over the whole window. True if it is to be closed.
bool draw_help(Frame& frame, Rect window, std::span<const KeyGroup> groups);

/// Takes the keys that walk the list and close it; the rest is typed into its field. True if it took the key.
bool press_in_palette(PaletteList& palette, const KeyEvent& event);

/// Draws it over `window`. Controls: "palette.field", "palette.0" … for what is listed, "palette.outside".
void draw_palette(Frame& frame, Rect window, PaletteList& palette);

/// The same of the list of files.
bool press_in_chooser(FileChooser& chooser, const KeyEvent& event);

/// Draws it over `window`. Controls: "files.field", "files.up", "files.home", "files.close", "files.0" … for
/// what is listed.
void draw_chooser(Frame& frame, Rect window, FileChooser& chooser);

/// What was clicked of the page.
enum class PageChoice : uint8_t { none, back, on };

/// Draws `view` into all of frame.area.
PageChoice draw_presented(Frame& frame, View& view);

/// The pen's strokes, the spotlight and the black screen, over everything else.
void draw_pointer(Frame& frame, Rect window, const Present& present);

}  // namespace upsweep::app
