// The fenced blocks of a lesson, each from its TOML. All throw Error with file and line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lessons/lesson.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {

/// A moment under a key; what is left out is `fallback`, or where that is empty too refused.
Moment read_moment(scenes::TomlReader& reader, std::string_view key, const std::string& fallback);
std::optional<Moment> read_moment_if(scenes::TomlReader& reader, std::string_view key);
/// Marks in a text of a block.
std::vector<Inline> read_words(const scenes::TomlReader& reader, const std::string& text);

/// Changes the page's scene, look and moment.
void read_scene_block(scenes::TomlReader reader, Page& page);
Excerpt read_excerpt(scenes::TomlReader reader);
Compare read_compare(scenes::TomlReader reader, const Page& page);
scenes::RacePlace read_race(scenes::TomlReader reader);
scenes::PlaygroundPlace read_playground(scenes::TomlReader reader);
Figure read_figure(scenes::TomlReader reader, const Page& page);
Term read_term(scenes::TomlReader reader);
std::string read_exercise(scenes::TomlReader reader);
Question read_question(scenes::TomlReader reader);

}  // namespace upsweep::lessons
