// Writing a place into the program's own page.
#include "export/live_page.h"

#include <fmt/format.h>

#include "canvas/svg.h"
#include "core/error.h"
#include "core/quotes.h"
#include "media/file.h"
#include "scenes/link.h"

namespace upsweep::exports {
namespace {

constexpr int64_t largest_engine = int64_t{1} << 26;
constexpr std::string_view place_marker = "<!--upsweep-destination-->",
                           engine_title = "<title>Upsweep</title>";

}  // namespace

std::filesystem::path find_engine(const std::vector<std::filesystem::path>& places) {
    std::error_code ignored;
    for (const std::filesystem::path& place : places)
        if (std::filesystem::is_regular_file(place, ignored)) return place;
    throw Error(
        "A live page needs the program as a page, {}, which is not here; `tools/package web` builds it, and "
        "--engine FILE says where it is.",
        engine_name);
}

std::string live_page(const std::filesystem::path& engine, const scenes::Destination& place,
                      std::string_view title) {
    const std::string link = scenes::link_of(place);
    std::string page = media::read_text(engine, largest_engine);
    const size_t at = page.find(place_marker);
    if (at == std::string::npos)
        throw Error("{} is not the program as a page; `tools/package web` builds that, {}.",
                    in_quotes(engine.string()), engine_name);
    page.replace(at, place_marker.size(),
                 fmt::format("<meta name=\"upsweep-destination\" content=\"{}\">", canvas::xml_text(link)));
    if (const size_t head = page.find(engine_title); head != std::string::npos)
        page.replace(head, engine_title.size(),
                     fmt::format("<title>{} – Upsweep</title>", canvas::xml_text(title)));
    return page;
}

}  // namespace upsweep::exports
