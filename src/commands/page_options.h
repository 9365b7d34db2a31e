// What `upsweep export` and `upsweep handout` take: the file, and how its pictures are drawn.
#pragma once

#include <string>

#include "commands/command_line.h"
#include "export/film.h"

namespace upsweep::commands {

struct PageOptions {
    std::string file, by, zoom, size;
};

/// Adds -o, --by, --zoom and --size; `options` has to live as long as the command.
void add_page_options(Command command, PageOptions& options);
/// Throws UsageError where no file is named, saying how `command` is written, or one that ends in something
/// else than .html.
void check_page_file(const PageOptions& options, const std::string& command);
/// "1280x800". Throws UsageError.
void parse_size(const std::string& text, int& width, int& height);
/// Throws UsageError; `usual` is the size of step where none is given.
exports::FilmOptions film_options(const PageOptions& options, StepSize usual);

}  // namespace upsweep::commands
