// Which files the window opens, and the sentence for those that it does not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::app {

/// By its ending: a picture that the Playground tries to open.
bool is_picture_name(const std::string& path);

/// A film that the Playground tries to open, by its ending; or what else media::open_frames takes.
bool is_film_name(const std::string& path);

/// By its ending: a cascade that the Playground tries to read.
bool is_cascade_name(const std::string& path);

/// By its ending: a recording that the Race tries to open.
bool is_recording_name(const std::string& path);

/// By its ending: a lesson of the user's own, which the Lessons view tries to open.
bool is_lesson_name(const std::string& path);

/// By its ending: a link that a browser saved, .url.
bool is_shortcut_name(const std::string& path);
/// The link in it. Throws Error where it has none.
std::string address_of_shortcut(const std::string& path);

/// The kinds of files that views take, by the endings of their names. A trace may have any ending.
struct OpenableKind {
    std::string_view name, title;  ///< "picture", "Pictures"
    std::vector<std::string_view> endings;
};
std::span<const OpenableKind> openable_kinds();
/// "picture"; empty if no view takes a file of this name.
std::string_view kind_of_name(const std::string& name);

/// "Nothing here opens …; the Step view takes …": what to say where no view takes a file.
std::string nothing_opens(const std::string& path);

/// For a file named on the command line, before there is a window to show a notice in. Throws Error with the
/// sentence if no view takes it, or if it is a damaged trace, scene or recording. A picture is looked at when
/// it is opened.
void check_openable(const std::string& path);

}  // namespace upsweep::app
