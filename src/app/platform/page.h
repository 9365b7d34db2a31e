// The page around the program in a browser: a canvas for OpenGL, and what the page's script does for it. The
// script's own calls (keys, pointer, files, frames) come in through page.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/platform/input.h"

namespace upsweep::app {

/// Folders of the page's file system, which lies in memory: what is written to the first one is downloaded,
/// and what is in the second one the browser keeps for the next visit.
extern const std::filesystem::path page_downloads, page_kept;

/// What the script asks of the program.
struct PageSink {
    std::function<void(const InputEvent&)> event;
    std::function<void(const std::string& link)> open;  ///< the address was changed: the part after #
    std::function<void(const std::string& sentence)> failed;
    /// Draws where something changed: a picture of these pixels, at a monitor's scale and a time in seconds.
    /// Gives the seconds until the next one.
    std::function<double(int width, int height, float scale, double now)> frame;
    std::function<void()> leave;       ///< the page may go now
    std::function<void()> left_whole;  ///< the user left the whole screen
    /// One of the page's controls, which describe_page() made, was used.
    std::function<void(const std::string& control)> use;
};

/// Makes the canvas's WebGL 2 context the current one, and has the script call `sink` from then on; it must
/// outlive the page. Throws BackendMissing where the browser has no WebGL 2.
void connect_page(PageSink& sink);

/// Shows a sentence instead of the program.
void refuse_page(const std::string& sentence);
/// What the browser's user prefers, as CSS asks it: "prefers-color-scheme: light".
bool page_prefers(const char* what);
/// Asks for a frame soon.
void wake_page();
/// Shows the browser's own dialog for files; what is chosen comes as DropEvent.
void pick_on_page();
/// Writes the address's part after #.
/// Links with another key are entries of the history of their own.
void set_page_link(const std::string& link, const std::string& key);
/// The page's address without that part.
std::string page_address();
/// Puts what the canvas shows into the page as HTML, for who cannot see it. JSON: View::spoken()'s, and
/// "controls":
/// [{"id", "name"}], as buttons.
void describe_page(const std::string& json);
/// Takes the whole screen, where the browser allows it, or gives it back.
void fill_screen(bool whole);
/// Whether text is typed now: the screen keyboard of a tablet comes up.
void expect_text(bool typing);
/// Copy and paste go through the page's clipboard.
void connect_page_clipboard();

}  // namespace upsweep::app
