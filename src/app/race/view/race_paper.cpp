// A paper's experiment: its panels as the paper drew them, with its own points, and under them what became of
// its claims; and the tree of all of them in the rail.

#include <cmath>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"

namespace upsweep::app {

namespace {

constexpr float claim_row_em = 4.4F, claims_head_em = 1.9F;
constexpr float tree_head_em = 1.75F, tree_row_em = 1.69F;

// ---- The panels

// What the first claim about two of the lines divides, at its size: of one machine.
std::optional<PlotRatio> ratio_in(const PaperPanel& panel, const bench::Experiment& experiment,
                                  const std::vector<PaperClaim>& claims) {
    if (panel.view != bench::View::time) return std::nullopt;
    for (const PaperClaim& one : claims) {
        const bench::Claim& claim = *one.claim;
        if (claim.judge != bench::Judge::ratio || claim.curves.size() != 2 || !one.result.value ||
            claim.where != bench::Where::at || claim.than.count() > 0)
            continue;
        const auto line = [&](int index) {
            return find_by(panel.lines, &PlotSeries::name,
                           nth(experiment.curves, nth(claim.curves, index)).name);
        };
        const PlotSeries *slow = line(0), *fast = line(1);
        if (slow == nullptr || fast == nullptr) continue;
        const double x = std::sqrt(double(claim.at.count()));
        const PlotPoint* from = find_by(slow->points, &PlotPoint::x, x);
        const PlotPoint* to = find_by(fast->points, &PlotPoint::x, x);
        if (from == nullptr || to == nullptr) continue;
        return PlotRatio{x, from->y, to->y, bench::quantity_text(*one.result.value, bench::Unit::times),
                         fast->line};
    }
    return std::nullopt;
}

Plot plot_of(const PaperPanel& panel, bool roomy) {
    Plot plot;
    plot.series = panel.lines;
    plot.x = x_axis_of(panel.lines);
    plot.y = panel.share ? *panel.share : y_axis_of(panel.lines);
    plot.x_ticks = panel.x_ticks;
    plot.values = roomy;
    plot.caption = panel.title.empty() ? panel.caption : panel.title + ": " + panel.caption;
    plot.x_title = panel.x_title;
    plot.decade_text = [view = panel.view](double value) { return panel_tick(view, value); };
    plot.value_text = [view = panel.view](double value) { return panel_text(view, value); };
    return plot;
}

void draw_nothing_of(Frame& frame, Rect rect, const PaperPanel& panel, const RaceModel& model) {
    std::string sentence = model.racing() ? model.status().doing : "";
    if (sentence.empty() && !panel.absent.empty())
        sentence = panel.absent.front() + (panel.absent.size() > 1 ? " and the other lines need" : " needs") +
                   " a run on a GPU, or a recording that has it.";
    if (panel.view == bench::View::strip)
        sentence = "The launches and copies of one run need a GPU: Measure shows them there.";
    draw_empty_state(frame, {rect.min.x, rect.min.y + frame.em()}, rect.width(),
                     panel.title.empty() ? "No point of this is known yet." : panel.title + ": no point yet.",
                     sentence);
}

// Of bars, the last point of each line.
void draw_panel_bars(Frame& frame, Rect rect, int number, const PaperPanel& panel) {
    std::vector<RowBar> rows;
    for (const PlotSeries& line : panel.lines) {
        const PlotPoint& point = line.points.back();
        rows.push_back({line, point.y, panel_text(panel.view, point.y)});
    }
    const std::string unit = panel.x_title.empty() ? "" : panel.x_title + " ";
    const std::string at = panel.x_ticks.empty() ? "" : ", at " + unit + panel.x_ticks.back().label;
    draw_row_bars(frame, rect, fmt::format("race.panel.{}", number),
                  (panel.title.empty() ? "" : panel.title + ": ") + panel.caption + at, rows,
                  [&](double value) { return panel_tick(panel.view, value); });
}

void draw_panel(Frame& frame, Rect rect, int number, const PaperPanel& panel, RaceModel& model, bool roomy) {
    if (panel.view == bench::View::heat_map && !panel.heats.empty()) {
        // The curve's own map, and beside it the paper's.
        const float width = rect.width() / float(panel.heats.size());
        for (const RaceHeat& heat : panel.heats)
            draw_race_heat(frame, rect.cut_left(width).inset(frame.em(0.5F), 0), heat);
        return;
    }
    if (panel.lines.empty()) return draw_nothing_of(frame, rect, panel, model);
    // A table of blocks, and what has one point a line, is read from bars.
    const bool single = all_of(panel.lines, [](const PlotSeries& line) { return line.points.size() == 1; });
    if (panel.view == bench::View::bars || single) return draw_panel_bars(frame, rect, number, panel);
    const std::string id = fmt::format("race.panel.{}", number);
    Plot plot = plot_of(panel, roomy);
    if (roomy) plot.ratio = ratio_in(panel, model.presets.at(model.presets.chosen()), model.presets.claims());
    const PlotTouch touch = draw_plot(frame, id, rect, plot);
    if (touch.clicked >= 0) model.step_through_preset(nth(panel.lines, touch.clicked).name);
}

}  // namespace

// As many panels as have room, in rows of equal width; the rest is behind a menu.
void draw_race_panels(Frame& frame, Rect rect, RaceModel& model) {
    const std::vector<PaperPanel>& panels = model.presets.panels();
    if (panels.empty()) return;
    const float least_width = frame.em(42), least_height = frame.em(15);
    const int most_columns = std::max(1, int(rect.width() / least_width));
    const int most_rows = std::max(1, int(rect.height() / least_height));
    const int count = std::min(int(panels.size()), most_columns * most_rows);
    const int columns = std::min(count, most_columns);
    const int rows = (count + columns - 1) / columns;
    int first = 0;
    if (count < int(panels.size())) {
        first = std::min(model.paper_panel(), int(panels.size()) - count);
        Rect bar = rect.cut_top(frame.em(2));
        const auto title = [&](int i) {
            const std::string& words = nth(panels, i).title;
            return words.empty() ? fmt::format("Panel {}", i + 1) : words;
        };
        chip(frame, "race.panel", bar.min, "panel",
             elided(frame, type::code, fmt::format("{} of {}: {}", first + 1, panels.size(), title(first)),
                    frame.em(28)),
             26, [&] {
                 for (int i = 0; i < int(panels.size()); ++i)
                     if (menu_row(frame, fmt::format("race.panel.row.{}", i), title(i), i == first)) {
                         model.choose_paper_panel(i);
                         return true;
                     }
                 return false;
             });
    }
    const float width = rect.width() / float(columns), height = rect.height() / float(rows);
    for (int i = 0; i < count; ++i) {
        const ImVec2 at(rect.min.x + float(i % columns) * width, rect.min.y + float(i / columns) * height);
        Rect cell = Rect::sized(at, width, height);
        if (i % columns + 1 < columns) cell.max.x -= frame.em(1.2F);
        if (i / columns + 1 < rows) cell.max.y -= frame.em(0.8F);
        draw_panel(frame, cell, first + i, nth(panels, first + i), model, count == 1);
    }
}

namespace {

// ---- The claims

struct ClaimColumns {
    Rect claim, paper, here, verdict;
};

// Claim, the paper's numbers, this machine's, the verdict; in narrow windows the paper's are left out.
ClaimColumns columns_of(const Frame& frame, Rect row) {
    ClaimColumns columns;
    const float width = row.width();
    const bool narrow = frame.density <= Density::narrow;
    columns.claim = row.cut_left(width * (narrow ? 0.42F : 0.265F));
    columns.paper = row.cut_left(narrow ? 0 : width * 0.245F);
    columns.here = row.cut_left(narrow ? width * 0.28F : width * 0.255F);
    columns.verdict = row;
    return columns;
}

struct NumberLine {
    std::string value, who;
};

// One or two numbers under each other, joined by a bracket, and what they come to; this alone if both do not
// fit.
void draw_numbers(Frame& frame, Rect rect, std::vector<NumberLine> lines, const std::string& ratio) {
    rect.max.x -= frame.em(1.2F);
    float number = frame.em(5.2F);
    for (const NumberLine& line : lines)
        number = std::max(number, text_width(frame, type::code_strong, line.value));
    if (!ratio.empty() && number + frame.em(2) + text_width(frame, type::code_strong, ratio) > rect.width())
        lines.clear();
    const float y = rect.centre().y, pitch = frame.em(1.35F);
    const float ratio_width =
        lines.empty() ? 0 : std::max(frame.em(4.2F), text_width(frame, type::code_strong, ratio));
    const Rect answer = lines.empty() ? rect : rect.cut_right(ratio_width);
    if (lines.empty()) {
        draw_elided(frame, {answer.min.x, y}, answer.width(), type::code_strong, Role::t1,
                    ratio.empty() ? "–" : ratio);
        return;
    }
    for (size_t i = 0; i < lines.size(); ++i) {
        const float at = y + (float(i) - float(lines.size() - 1) / 2) * pitch;
        draw_text(frame, {rect.min.x + number, at}, type::code_strong, Role::t1, lines[i].value,
                  Align::right);
        const float x = rect.min.x + number + frame.em(0.6F);
        draw_elided(frame, {x, at}, rect.max.x - x - frame.em(1.2F), type::label, Role::t2, lines[i].who);
    }
    if (lines.size() > 1 && !ratio.empty()) {
        const float x = snap(rect.max.x - frame.em(0.4F)), arm = frame.em(0.35F), half = pitch * 0.75F;
        const float thin = frame.px(1.2F);
        frame.line({x, y - half}, {x, y + half}, Role::t3, thin);
        frame.line({x - arm, y - half}, {x, y - half}, Role::t3, thin);
        frame.line({x - arm, y + half}, {x, y + half}, Role::t3, thin);
    }
    if (!ratio.empty()) draw_text(frame, {answer.max.x, y}, type::code_strong, Role::t1, ratio, Align::right);
}

// A sentence in at most `most` lines, from the top.
float draw_words(Frame& frame, ImVec2 at, float width, TextStyle style, Role role, std::string_view text) {
    return draw_paragraph(frame, at, width, {{std::string(text), style, {role}}}, 1.25F);
}

void draw_verdict(Frame& frame, Rect rect, const bench::ClaimResult& result) {
    const float size = frame.em(1.1F);
    const Rect mark = Rect::around({rect.min.x + size / 2, rect.min.y + frame.em(1.2F)}, size);
    const bool holds = result.verdict == bench::Verdict::holds,
               fails = result.verdict == bench::Verdict::fails;
    const Role role = holds ? Role::right : fails ? Role::trouble : Role::t2;
    if (holds || fails)
        marks::verdict(frame, mark, holds);
    else
        marks::question(frame, mark, Role::t3);
    const float x = rect.min.x + frame.em(1.8F), width = rect.max.x - x;
    draw_text(frame, {x, mark.centre().y}, type::strong, role, bench::name_of(result.verdict));
    draw_words(frame, {x, mark.centre().y + frame.em(0.75F)}, width, type::small, Role::t2, result.sentence);
}

std::vector<NumberLine> paper_numbers(const bench::Claim& claim) {
    std::vector<NumberLine> lines;
    for (const bench::PaperNumber& number : claim.numbers)
        lines.push_back({bench::quantity_text(number.value, claim.numbers_unit), number.who});
    return lines;
}

std::vector<NumberLine> here_numbers(const bench::ClaimResult& result) {
    std::vector<NumberLine> lines;
    for (const bench::HereNumber& number : result.numbers)
        lines.push_back({bench::quantity_text(number.value, number.unit), number.who});
    return lines;
}

// The claim's words wrap: the row is as high as they need.
float claim_height(const Frame& frame, float width, const PaperClaim& claim) {
    const ClaimColumns columns = columns_of(frame, Rect(0, 0, width, 0));
    const auto words = [&](float room, TextStyle style, const std::string& text) {
        return paragraph_height(frame, room, {{text, style, {Role::t1}}}, 1.25F);
    };
    const std::string& note = claim.claim->note;
    const float left = words(columns.claim.width() - frame.em(1.5F), type::strong, claim.claim->sentence) +
                       words(columns.claim.width() - frame.em(1.5F), type::small, claim.claim->source) +
                       (note.empty() ? 0 : words(columns.claim.width() - frame.em(1.5F), type::small, note));
    const float right =
        frame.em(1.95F) + words(columns.verdict.width() - frame.em(1.8F), type::small, claim.result.sentence);
    return snap(std::max({frame.em(claim_row_em), left + frame.em(1.1F), right + frame.em(0.5F)}));
}

void draw_claim(Frame& frame, Rect row, const PaperClaim& claim) {
    const ClaimColumns columns = columns_of(frame, row);
    const float width = columns.claim.width() - frame.em(1.5F);
    float y = row.min.y + frame.em(0.5F);
    y += draw_words(frame, {row.min.x, y}, width, type::strong, Role::t1, claim.claim->sentence);
    y += draw_words(frame, {row.min.x, y}, width, type::small, Role::t3, claim.claim->source);
    if (!claim.claim->note.empty())
        draw_words(frame, {row.min.x, y}, width, type::small, Role::t2, claim.claim->note);
    if (columns.paper.width() > 0)
        draw_numbers(frame, columns.paper, paper_numbers(*claim.claim), bench::paper_text(*claim.claim));
    const std::string value =
        claim.result.value ? bench::quantity_text(*claim.result.value, bench::unit_of(claim.claim->judge))
                           : "";
    draw_numbers(frame, columns.here, here_numbers(claim.result), value);
    draw_verdict(frame, columns.verdict, claim.result);
}

}  // namespace

float race_claims_height(const Frame& frame, float width, const RaceModel& model) {
    const std::vector<PaperClaim>& claims = model.presets.claims();
    if (claims.empty()) return 0;
    float height = frame.em(claims_head_em + 0.4F);
    for (const PaperClaim& claim : claims) height += claim_height(frame, width - frame.em(2.6F), claim);
    return snap(height);
}

void draw_race_claims(Frame& frame, Rect rect, RaceModel& model) {
    Pane pane(frame, "race claims", rect, Role::bg1, true);
    frame.items.note("race.claims", rect);
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const float left = rect.min.x + frame.em(1.3F), right = rect.max.x - frame.em(1.3F);
    float y = pane.origin().y;
    const ClaimColumns head = columns_of(frame, {left, y, right, y + frame.em(claims_head_em)});
    const auto title = [&](Rect column, std::string_view words) {
        if (column.width() > 0)
            draw_elided(frame, {column.min.x, column.centre().y}, column.width(), type::head, Role::t3,
                        words);
    };
    title(head.claim, "What the paper says");
    title(head.paper, "in two numbers");
    title(head.here, "What this machine says");
    title(head.verdict, "So the claim");
    y += frame.em(claims_head_em);
    bool odd = true;
    for (const PaperClaim& claim : model.presets.claims()) {
        const float height = claim_height(frame, right - left, claim);
        const Rect row(left, y, right, y + height);
        if (std::exchange(odd, !odd))
            frame.fill(row.inset(-frame.em(0.6F), 0).snapped(), Role::bg2, frame.em(0.3F));
        draw_claim(frame, row, claim);
        y += height;
    }
    pane.set_height(y - pane.origin().y + frame.em(0.4F));
}

void draw_race_paper(Frame& frame, Rect rect, RaceModel& model, HeadRoom room) {
    const bench::Experiment& experiment = model.presets.at(model.presets.chosen());
    const auto paragraph = [&](float beside, TextStyle style, Role role, const std::string& text,
                               float least) {
        const std::vector<Run> runs{{text, style, {role}}};
        const float width = rect.width() - beside, high = paragraph_height(frame, width, runs, 1.3F);
        const float used = std::max(high, frame.em(least));
        draw_paragraph(frame, {rect.min.x, rect.min.y + (used - high) / 2}, width, runs, 1.3F);
        rect.cut_top(used);
    };
    frame.items.note("race.headline", rect.top(frame.em(2)));
    paragraph(room.first, frame.density >= Density::wide ? type::title : type::name, Role::t1,
              experiment.heading, 2);
    paragraph(room.second, type::label, Role::t2, experiment.detail, room.second > 0 ? 2.0F : 1.3F);
    rect.cut_top(frame.em(0.4F));
    draw_race_panels(frame, rect, model);
}

// ---- The tree

namespace {

// Tick: all of it; half disc: some; dash: nothing.
void draw_coverage(Frame& frame, ImVec2 centre, Coverage coverage) {
    const Rect box = Rect::around(centre, frame.em(0.8F));
    if (coverage == Coverage::all) return marks::tick(frame, box, Role::right);
    if (coverage == Coverage::some) return marks::half_disc(frame, box, Role::t2);
    frame.fill(Rect::around(centre, frame.em(0.5F), frame.px(1.5F)).snapped(), Role::t3);
}

bool tree_row(Frame& frame, Rect row, const std::string& id, const std::string& label,
              const std::string& title, Coverage coverage, bool chosen) {
    const Interaction hit = interact(frame, id, row);
    reveal_focus(frame, id, row);
    if (chosen || hit.hovered) frame.fill(row, chosen ? Role::bg3 : Role::bg2);
    if (chosen) frame.fill(row.left(frame.px(3)), Role::ink);
    const float y = row.centre().y, x = row.min.x + frame.em(2.1F), words = x + frame.em(4);
    draw_elided(frame, {x, y}, frame.em(3.8F), type::row, Role::t1, label);
    draw_elided(frame, {words, y}, row.max.x - words - frame.em(2.2F), type::label,
                chosen ? Role::t1 : Role::t3, title);
    draw_coverage(frame, {row.max.x - frame.em(1.4F), y}, coverage);
    if (hit.focused) draw_focus(frame, row.inset(frame.px(3)), frame.em(0.2F));
    return hit.clicked;
}

}  // namespace

void draw_race_tree(Frame& frame, Rect rect, RaceModel& model, RaceRailState& state) {
    Pane pane(frame, "race tree", rect, Role::bg1, true);
    frame.items.note("race.tree", rect);
    float y = pane.origin().y + frame.em(0.4F);
    const float left = rect.min.x, right = rect.max.x;
    const Rect back(left + frame.em(0.9F), y, right - frame.em(0.9F), y + frame.em(1.8F));
    if (button(frame, "race.tree.back", back, "Lines and settings",
               {.tip = "Back to the Race's own lines"})) {
        state.presets = false;
        model.choose_preset(-1);
    }
    y += frame.em(2.6F);
    draw_text(frame, {left + frame.em(0.9F), y}, type::head, Role::t3, "Preset");
    y += frame.em(0.8F);
    int number = 0;
    for (const RacePresets::Group& group : model.presets.groups()) {
        const Rect head = Rect(left + frame.em(0.4F), y, right, y + frame.em(tree_head_em)).snapped();
        bool& closed = state.closed[group.paper];
        if (rail_group(frame, fmt::format("race.tree.{}", number++), head, group.paper, !closed))
            closed = !closed;
        y += frame.em(tree_head_em);
        if (closed) continue;
        for (const int preset : group.presets) {
            const Rect row = Rect(left, y, right, y + frame.em(tree_row_em)).snapped();
            const bench::Experiment& experiment = model.presets.at(preset);
            if (tree_row(frame, row, "race.preset." + experiment.name, model.presets.label(preset),
                         experiment.title, model.presets.coverage(preset), preset == model.presets.chosen()))
                model.choose_preset(preset);
            y += frame.em(tree_row_em);
        }
        y += frame.em(0.3F);
    }
    y += frame.em(0.3F);
    frame.fill({left + frame.em(0.9F), snap(y), right - frame.em(0.9F), snap(y) + snap(frame.px())},
               Role::line);
    y += frame.em(1);
    for (const auto& [coverage, words] : {std::pair(Coverage::all, "measured or computed here"),
                                          std::pair(Coverage::some, "some of its lines or sizes"),
                                          std::pair(Coverage::nothing, "nothing yet")}) {
        draw_coverage(frame, {left + frame.em(1.4F), y}, coverage);
        draw_text(frame, {left + frame.em(2.5F), y}, type::small, Role::t3, words);
        y += frame.em(1.45F);
    }
    pane.set_height(y - pane.origin().y + frame.em(0.5F));
}

}  // namespace upsweep::app
