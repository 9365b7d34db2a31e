// One self-contained page of HTML that steps through runs in any browser: pictures, sentences, code, faces
// and script are in it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export/film.h"

namespace upsweep::exports {

/// What a page shows beside the stage, and where the stage then is.
struct PageText {
    std::optional<std::string> title = {};  ///< none: of a scene, which has no text
    std::string html = {};
    size_t film = 0, at = 0;
    size_t still = 0;                   ///< of the film's; html_of makes it
    std::optional<size_t> answer = {};  ///< the step that answers the text's question
};

struct Page {
    std::string title, subtitle;
    std::vector<Film> films;
    std::vector<PageText> texts;  ///< at least one
};

/// The beginning of a page, up to and with the faces in its style sheet.
std::string page_head(std::string_view title);

/// The whole file. On paper and without scripts it shows each text with its picture, or the stills of the
/// scene.
std::string html_of(Page page);

/// What a page is headed with.
struct Heading {
    std::string title, subtitle;
};

/// The page of a scene that has run. With a heading it is about that: it names no command by which the scene
/// alone is opened. Throws what make_film throws.
std::string scene_page(const std::shared_ptr<const scenes::RunScene>& run, const FilmOptions& options,
                       const std::optional<Heading>& heading = {});

/// A file of assets/pages by its name.
std::string_view asset(std::string_view name);

}  // namespace upsweep::exports
