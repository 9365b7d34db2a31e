// Options of pages.
#include "commands/page_options.h"

#include <charconv>

#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "export/shot.h"
#include "media/file.h"
#include "replay/grain.h"

namespace upsweep::commands {

void add_page_options(Command command, PageOptions& options) {
    command.option("-o,--output", options.file, "HTML to write");
    command.option("--by", options.by,
                   "the size of step: statement, barrier, phase or launch; default: as the scene opens");
    command.option("--zoom,--distance", options.zoom,
                   "plan, blocks, block or lanes; default: the view of the size of step");
    command.option("--size", options.size, "the stage's pixels; default: 1000x640");
}

void check_page_file(const PageOptions& options, const std::string& command) {
    if (options.file.empty()) throw UsageError("Name the page's file: " + command + " -o FILE.html.");
    const std::string ending = media::ending_of(options.file);
    if (ending != ".html" && ending != ".htm" && !is_stream(options.file))
        throw UsageError("A page is HTML; end the name " + in_quotes(options.file) + " in .html.");
}

void parse_size(const std::string& text, int& width, int& height) {
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    const bool crossed = first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x';
    const auto second = std::from_chars(crossed ? first.ptr + 1 : end, end, height);
    if (!crossed || second.ec != std::errc{} || second.ptr != end)
        throw UsageError("A size is written as 1280x800, not " + in_quotes(text) + ".");
}

exports::FilmOptions film_options(const PageOptions& options, StepSize usual) {
    exports::FilmOptions film;
    if (!options.size.empty()) parse_size(options.size, film.how.width, film.how.height);
    exports::check_size({.width = film.how.width, .height = film.how.height});
    if (!options.zoom.empty()) film.how.zoom = stage::parse_zoom(options.zoom);
    film.by = options.by.empty() ? usual : replay::parse_grain(options.by);
    return film;
}

}  // namespace upsweep::commands
