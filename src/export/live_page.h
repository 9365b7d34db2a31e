// A page that holds the whole program: the file that tools/package web builds, with the place that it opens
// at written into it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/destination.h"

namespace upsweep::exports {

/// What such a file is called.
inline constexpr std::string_view engine_name = "upsweep.html";

/// The first of these files that is there; else Error says how to get one.
std::filesystem::path find_engine(const std::vector<std::filesystem::path>& places);

/// The engine's file with the place and the title in its head. Throws Error where it is another file, and
/// what scenes::link_of throws.
std::string live_page(const std::filesystem::path& engine, const scenes::Destination& place,
                      std::string_view title);

}  // namespace upsweep::exports
