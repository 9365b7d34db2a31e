// Where the time of a frame goes: only what was measured.
#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "app/playground/model/playground_time.h"
#include "app/playground/view/faces_panel.h"

namespace upsweep::app {
namespace {

struct TimedPart {
    std::string name;
    double milliseconds = 0;
};

/// `drawn_ms`: of the frames that are shown; they may have been grouped again since the search.
/// `handed_over_ms`: from the GPU's memory into the texture.
std::vector<TimedPart> timed_parts(const vision::FaceRun& run, double drawn_ms, double handed_over_ms) {
    const vision::FaceParts& parts = run.parts;
    std::vector<TimedPart> rows = {
        {"copy up", parts.upload_ms},
        {fmt::format("pyramid, {}", grouped_count(static_cast<std::int64_t>(run.levels.size()), "level")),
         parts.pyramid_ms},
        {"integral images", parts.tables_ms},
        {"cascade", parts.cascade_ms},
        {"group", parts.group_ms},
        {"draw", drawn_ms},
        {"to OpenGL", handed_over_ms},
        {"copy down", parts.download_ms}};
    std::erase_if(rows, [](const TimedPart& row) { return row.milliseconds <= 0; });
    return rows;
}

}  // namespace

float FacesPanel::draw_times(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const FacesFound& found = *task_.found();
    at.y += section_head(frame, at, width, "Time per frame",
                         found.on->is_slow() ? "" : fmt::format("measured on the {}", found.on->title()));
    if (found.on->is_slow()) return at.y + draw_words(frame, at, width, emulated_sentence()) - start;
    const std::vector<TimedPart> rows =
        timed_parts(found.run, task_.framed() ? task_.framed_ms() : found.run.parts.draw_ms,
                    task_.framed() ? framed_.handed_over_ms().value_or(0) : 0);
    double sum = 0, most = 0;
    for (const TimedPart& row : rows) sum += row.milliseconds, most = std::max(most, row.milliseconds);
    if (sum <= 0)
        return at.y - start +
               draw_paragraph(frame, at, width,
                              marked_runs(type::label, {Role::t2}, "Nothing was measured."));
    const float bar_left = at.x + frame.em(8.2F), bar_right = at.x + width - frame.em(4.8F);
    for (const TimedPart& row : rows) {
        const float middle = at.y + frame.em(0.65F), half = frame.em(0.2F);
        draw_text(frame, {at.x, middle}, type::label, frame.colour(Role::t2), row.name);
        frame.list()->AddRectFilled({bar_left, middle - half}, {bar_right, middle + half},
                                    frame.colour(Role::bg3), half);
        const float length =
            std::max(2 * half, (bar_right - bar_left) * static_cast<float>(row.milliseconds / most));
        frame.list()->AddRectFilled({bar_left, middle - half}, {bar_left + length, middle + half},
                                    frame.colour(Role::t2), half);
        draw_text(frame, {at.x + width, middle}, type::code, frame.colour(Role::t1),
                  milliseconds_text(row.milliseconds), Align::right);
        at.y += frame.em(1.3F);
    }
    at.y += frame.em(0.15F);
    frame.list()->AddLine({at.x, snap(at.y)}, {at.x + width, snap(at.y)}, frame.colour(Role::line2), 1);
    at.y += frame.em(0.3F);
    const float middle = at.y + frame.em(0.75F);
    const std::string total = milliseconds_text(sum);
    draw_text(frame, {at.x, middle}, type::code_strong, frame.colour(Role::t1), total);
    draw_text(frame, {at.x + text_width(frame, type::code_strong, total) + frame.em(0.4F), middle},
              type::label, frame.colour(Role::t2), "a frame");
    const std::string_view unit = "frames/s";
    draw_text(frame, {at.x + width, middle}, type::label, frame.colour(Role::t2), unit, Align::right);
    const double rate = 1000 / sum;
    draw_text(frame, {at.x + width - text_width(frame, type::label, unit) - frame.em(0.4F), middle},
              {Face::mono_bold, 1.3F}, frame.colour(Role::t1),
              fmt::format("{:.{}f}", rate, rate < 10 ? 1 : 0), Align::right);
    at.y += frame.em(1.5F);
    at.y += draw_detour(frame, at, width);
    return at.y - start;
}

float FacesPanel::draw_detour(Frame& frame, ImVec2 at, float width) {
    if (!task_.framed() || framed_.detour().empty()) return 0;
    return draw_paragraph(frame, at, width, marked_runs(type::label, {Role::t2}, framed_.detour()));
}

}  // namespace upsweep::app
