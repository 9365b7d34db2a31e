// The rail of the faces task: the cascade, how it is applied, what is drawn, and where it runs.
#include <array>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"
#include "core/home_path.h"

namespace upsweep::app {
namespace {

constexpr float tick_row_em = 1.5F;

float group(const Frame& frame) { return frame.em(rail_is_high(frame) ? 1.1F : 0.6F); }

}  // namespace

float FacesPanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += draw_cascade(frame, at, width) + frame.em(0.2F);
    at.y += draw_search(frame, at, width) + group(frame);
    at.y += draw_neighbours(frame, at, width) + group(frame);
    at.y += draw_ticks(frame, at, width) + group(frame);
    at.y += draw_run_on(frame, at, width, context_.playground);
    return at.y - start;
}

/// What is wrong with it is there whether the group is open or not.
float FacesPanel::draw_cascade(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const auto& cascade = task_.cascade();
    at.y += cascade_fold_.draw_head(frame, at, width, "playground.faces.cascade_group", "Cascade",
                                    cascade ? trained_on(cascade->name) : "");
    if (!cascade && !task_.problem().empty())
        at.y += draw_paragraph(frame, at, width, marked_runs(type::label, {Role::t2}, task_.problem())) +
                frame.em(0.4F);
    if (cascade && !cascade_fold_.is_open(frame) && cascade_error_.empty()) return at.y - start;
    if (cascade) at.y += draw_cascade_facts(frame, at, width) + frame.em(0.4F);
    const Rect field = Rect::sized(at, width, frame.em(2));
    if (text_field(frame, "playground.faces.cascade", field, cascade_path_, "path, or drop an .xml",
                   cascade_error_)) {
        if (!cascade_path_.empty())
            open_cascade(from_home(cascade_path_));
        else
            cascade_error_.clear();
    }
    const ImVec2 below(at.x, field.max.y + frame.em(0.3F));
    return field.max.y - start + field_error(frame, below, width, cascade_error_) + frame.em(0.4F);
}

float FacesPanel::draw_cascade_facts(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const cascade::Cascade& cascade = *task_.cascade();
    at.y += value_row(frame, at, width, "trained on", trained_on(cascade.name));
    at.y += value_row(frame, at, width, "stages", std::to_string(cascade.stages.size()), type::code);
    at.y += value_row(frame, at, width, "filters", std::to_string(cascade.stumps.size()), type::code);
    at.y += value_row(frame, at, width, "window",
                      fmt::format("{} × {} px", cascade.window.width, cascade.window.height), type::code);
    if (!cascade.licence.empty()) at.y += value_row(frame, at, width, "licence", cascade.licence);
    return at.y - start;
}

float FacesPanel::draw_search(Frame& frame, ImVec2 at, float width) {
    static constexpr std::array<std::string_view, 2> rules = {"OpenCV\u2019s", "the paper\u2019s"};
    const float start = at.y;
    int rule = task_.request().rule == vision::FaceRule::opencv ? 0 : 1;
    at.y += search_fold_.draw_head(
        frame, at, width, "playground.faces.search_group", "Rule, factor",
        fmt::format("{}, {:.2f}", rules[static_cast<std::size_t>(rule)], task_.request().factor));
    if (!search_fold_.is_open(frame)) return at.y - start;
    if (segmented(frame, "playground.faces.rule", at, rules, rule))
        task_.set_rule(rule == 0 ? vision::FaceRule::opencv : vision::FaceRule::paper);
    at.y += frame.em(2.3F);
    const std::string_view words = rule == 0 ? "Its resize, a step of 1 or 2 pixels, flat windows left out."
                                             : "Bilinear levels, a step of 1 pixel, every window.";
    at.y += draw_paragraph(frame, at, width, marked_runs(type::label, {Role::t2}, words)) + frame.em(0.6F);
    return at.y + draw_factor(frame, at, width) - start;
}

float FacesPanel::draw_factor(Frame& frame, ImVec2 at, float width) {
    draw_text(frame, {at.x, at.y + frame.em(0.7F)}, type::strong, frame.colour(Role::t1), "Factor");
    draw_text(frame, {at.x + width, at.y + frame.em(0.7F)}, type::number, frame.colour(Role::t1),
              fmt::format("{:.2f}", task_.request().factor), Align::right);
    static constexpr std::array<float, 4> ticks = {1.1F, 1.25F, 1.5F, 2};
    auto factor = static_cast<float>(task_.request().factor);
    const SliderOptions options{.ticks = ticks, .logarithmic = true, .value_width_em = 0};
    if (slider(frame, "playground.faces.factor",
               Rect::sized({at.x, at.y + frame.em(1.5F)}, width, frame.em(1.75F)), factor, 1.05F, 2, options))
        task_.set_factor(static_cast<double>(factor));
    return frame.em(3.25F);
}

float FacesPanel::draw_neighbours(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    draw_text(frame, {at.x, at.y + frame.em(0.7F)}, type::strong, frame.colour(Role::t1), "Neighbours");
    draw_text(frame, {at.x + width, at.y + frame.em(0.7F)}, type::number, frame.colour(Role::t1),
              std::to_string(task_.request().neighbours), Align::right);
    at.y += frame.em(1.5F);
    static constexpr std::array<float, 11> ticks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    auto value = static_cast<float>(task_.request().neighbours);
    const SliderOptions options{.ticks = ticks, .whole = true, .value_width_em = 0};
    if (slider(frame, "playground.faces.neighbours", Rect::sized(at, width, frame.em(1.75F)), value, 0, 10,
               options))
        task_.set_neighbours(static_cast<int>(value));
    at.y += frame.em(1.9F);
    if (!task_.found()) return at.y - start;
    const auto raw = static_cast<std::int64_t>(task_.found()->run.raw.size());
    const std::int64_t dropped = task_.dropped();
    std::string words = fmt::format("**{}** {}", grouped_count(raw, "window"), raw == 1 ? "passes" : "pass");
    words += task_.request().neighbours == 0 ? " and are not grouped."
             : dropped == 0                  ? "."
                            : fmt::format("; **{}** {} too few neighbours.", grouped(dropped),
                                          dropped == 1 ? "has" : "have");
    at.y += draw_paragraph(frame, at, width, marked_runs(type::label, {Role::t2}, words));
    return at.y - start;
}

float FacesPanel::draw_ticks(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += rail_head(frame, at, "Draw");
    const auto tick = [&](std::string_view id, std::string_view label, bool& on) {
        checkbox(frame, id, Rect::sized(at, width, frame.em(tick_row_em)), label, on);
        at.y += frame.em(tick_row_em);
    };
    tick("playground.faces.draw_faces", "found faces", task_.draw_faces);
    tick("playground.faces.draw_windows", "all windows that pass", task_.draw_windows);
    tick("playground.faces.draw_counts", "number of neighbours", task_.draw_counts);
    return at.y - start;
}

}  // namespace upsweep::app
