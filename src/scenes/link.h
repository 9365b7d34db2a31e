// Links: a destination as the part of an address behind "#", so that a mail, a chat or a course's page can
// carry it. docs/links.md has the forms.
#pragma once

#include <string>
#include <string_view>

#include "scenes/destination.h"

namespace upsweep::scenes {

/// What comes before "#" unless someone says otherwise: an address of no server.
inline constexpr std::string_view usual_link_base = "upsweep:";

/// "scene=scan_blelloch?n=16", "lesson=work-efficient-scan/3", "exercise=way-down", "figure=NAME",
/// "race=Scans?view=spread", "playground=box_filter?radius=12"; what does not fit an address as it is, or is
/// long, is packed: "scene=~eJx…". A program of the user's comes with its texts, and without its path. Throws
/// Error for what is on this computer alone (a trace's file, a lesson of the user's own) or is too long.
std::string link_of(const Destination& destination);
/// The same behind an address: "https://example.org/upsweep.html#lesson=look-back/2".
std::string link_of(const Destination& destination, std::string_view base);

/// Whether the text looks like a link: such a form, alone, behind "#", or behind an address with "#".
bool is_link(std::string_view text);

/// Reads what link_of wrote, with an address or "#" before it or not; white space that a mail put in is left
/// out. Throws Error with one sentence.
Destination parse_link(std::string_view text);

/// A link, or a destination as its text has it.
bool is_place(std::string_view text);
Destination parse_place(std::string_view text);

/// The address in the text of a shortcut (.url), "URL=…"; empty where it has none.
std::string address_in_shortcut(std::string_view text);

}  // namespace upsweep::scenes
