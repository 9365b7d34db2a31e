// A user program's scene in words: its keys in TOML, its options on the command line.
#pragma once

#include <string>
#include <string_view>

#include "scenes/scene.h"
#include "scenes/toml_reader.h"

namespace upsweep::scenes {

/// Reads `program` and what belongs to it. Throws Error.
void read_program(TomlReader& reader, Scene& scene);

/// The keys of the program, each on its line; the edits come last, as a table.
std::string program_toml(const programs::UserProgram& program);
std::string edits_toml(const programs::Edits& edits);

/// A text in quotes as TOML has it; bytes that are not UTF-8 become the character for those.
std::string toml_text(std::string_view text);

/// What is between quotes for a shell, where it needs them.
std::string shell_word(const std::string& text);

/// The file and its options, as `upsweep step` and `upsweep run` read them. Edits have no place there.
std::string program_command(const programs::UserProgram& program);

}  // namespace upsweep::scenes
