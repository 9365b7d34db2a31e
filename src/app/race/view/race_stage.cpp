// The Race's middle: the headline and the plot, and the table under it.

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"

namespace upsweep::app {

namespace {

constexpr float race_stage_row_em = 2, gap_em = 0.45F;

std::string left_text(double seconds) {
    if (seconds < 1) return "under 1 s left";
    return seconds < 90 ? fmt::format("about {:.0f} s left", seconds)
                        : fmt::format("about {:.0f} min left", seconds / 60);
}

struct Control {
    std::string_view id, label;
    ButtonOptions options;
    RaceAction action;
};

// Where there is little room everything is in the second row, and buttons have their marks alone.
bool is_tight(const Frame& frame) { return frame.density <= Density::narrow; }

std::string progress_text(const Frame& frame, const bench::RaceStatus& status) {
    const std::string left = is_tight(frame) ? "" : ", " + left_text(status.seconds_left);
    return fmt::format("{} of {}{}", std::min(status.cells_done + 1, status.cells), status.cells, left);
}

std::vector<Control> race_controls(const Frame& frame, const RaceModel& model, const std::string& reason) {
    const bool tight = is_tight(frame);
    if (model.timing_edit())
        return {{"race.cancel",
                 tight ? "" : "Cancel",
                 {.icon = marks::stop, .tip = "Cancel: C"},
                 RaceAction::cancel}};
    if (!model.racing()) {
        const bool again = !model.experiments().empty() &&
                           (model.mode() == RaceMode::heat    ? !model.heats().empty()
                            : model.mode() == RaceMode::paper ? model.presets.chosen() >= 0
                                                              : !model.results().lines.empty());
        return {{"race.start",
                 tight   ? ""
                 : again ? "Measure again"
                         : "Measure",
                 {.icon = marks::play,
                  .disabled = reason,
                  .tip = again ? "Measure again: Space" : "Measure: Space"},
                 RaceAction::start}};
    }
    const bool paused = model.status().state == bench::RaceState::paused;
    return {{"race.pause",
             tight    ? ""
             : paused ? "Resume"
                      : "Pause",
             {.icon = paused ? marks::play : marks::pause, .tip = paused ? "Resume: Space" : "Pause: Space"},
             RaceAction::pause},
            {"race.cancel",
             tight ? "" : "Cancel",
             {.icon = marks::stop, .tip = "Cancel: C"},
             RaceAction::cancel}};
}

// What may be drawn by hand is drawn first, and then seen.
std::vector<Control> guess_controls(const Frame& frame, const RaceModel& model) {
    const bool tight = is_tight(frame);
    if (const RaceGuess* guess = model.guess(); guess != nullptr) {
        std::vector<Control> controls;
        if (!guess->revealed)
            controls.push_back({"race.reveal",
                                "Reveal",
                                {.primary = true, .tip = "Show the line that was measured: G"},
                                RaceAction::reveal});
        controls.push_back({"race.guess",
                            tight ? "" : "Done",
                            {.icon = marks::cross, .tip = "Back to the lines: Esc"},
                            RaceAction::guess});
        return controls;
    }
    if (tight || model.mode() != RaceMode::time || model.racing() || model.guessable().empty()) return {};
    return {
        {"race.guess", "What do you think?", {.tip = "Draw a line before you see it: G"}, RaceAction::guess}};
}

std::vector<Control> controls_of(const Frame& frame, const RaceModel& model, const std::string& reason) {
    if (model.mode() == RaceMode::why) return {};
    std::vector<Control> controls = guess_controls(frame, model);
    if (model.guess() == nullptr) append(controls, race_controls(frame, model, reason));
    return controls;
}

// The longest headline that fits: whole, or without its last words; in the smallest windows in smaller type.
void draw_headline(Frame& frame, Rect row, const RaceHeadline& headline, int line) {
    const StressedWords& words = headline.words;
    const std::string start = words.before + words.stressed;
    const auto fits = [&](TextStyle style, const std::string& text) {
        return text_width(frame, style, text) <= row.width();
    };
    const TextStyle style = fits(type::title, start + headline.ending) ? type::title : type::name;
    const std::string& after = fits(style, start + words.after) ? words.after : headline.ending;
    const float y = row.centre().y;
    float x = row.min.x;
    x += draw_elided(frame, {x, y}, row.width(), style, Role::t1, words.before);
    if (x + text_width(frame, style, words.stressed) > row.max.x) return;
    draw_text(frame, {x, y}, style, series_colour(frame, line), words.stressed);
    x += text_width(frame, style, words.stressed);
    if (x < row.max.x) draw_elided(frame, {x, y}, row.max.x - x, style, Role::t1, after);
}

const RaceCurve* with_key(const RaceModel& model, const std::string& key) {
    for (const RaceCurve& curve : model.curves())
        if (!key.empty() && curve.key == key) return &curve;
    return nullptr;
}

void add_notes(Plot& plot, const RaceModel& model, const RaceHeadline& headline) {
    const RaceCurve* base = with_key(model, headline.base);
    const RaceCurve* challenger = with_key(model, headline.challenger);
    if (base == nullptr || challenger == nullptr || !challenger->gpu) return;
    if (const CrossingWords words = crossing_words(headline); !words.title.empty())
        plot.notes.push_back({headline.from->x, headline.from->y, words.title, words.detail});
    if (!headline.ratio.empty())
        plot.ratio =
            PlotRatio{headline.side, point_at(*base, headline.side)->seconds,
                      point_at(*challenger, headline.side)->seconds, headline.ratio, challenger->look.line};
    const RaceCurve* transfers = with_key(model, headline.challenger + "+transfers");
    if (transfers == nullptr || !transfers->shown) return;
    const auto points = [](const RaceCurve& curve) {
        return series_of(curve, RaceMode::time, nullptr).points;
    };
    if (const auto at = crossing(points(*transfers), points(*base)))
        plot.notes.push_back({at->x, at->y, "With transfers, from " + side_text(at->x),
                              fmt::format("both take {} there", bench::time_text(at->y))});
}

Plot make_plot(const RaceModel& model, std::span<const PlotSeries> series,
               const std::vector<const RaceCurve*>& plotted, const RaceHeadline& headline) {
    Plot plot;
    const RaceMode mode = model.mode();
    plot.series = series;
    plot.y = y_axis_of(series);
    plot.x = x_axis_of(series);
    if (model.racing() || model.timing_edit()) {
        std::vector<double> sides;
        for (const PlotSeries& line : series)
            for (const PlotPoint& point : line.points) sides.push_back(point.x);
        for (const Extent extent : model.results().report.settings.extents)
            sides.push_back(double(extent.width));
        plot.x = axis_around(sides, 0.06);
    }
    if (model.zoom()) plot.x = model.zoom()->x, plot.y = model.zoom()->y;
    const std::string missed = model.missed();
    plot.caption = caption(mode) + (missed.empty() ? "" : "; " + missed);
    plot.x_title = model.zoom() ? "side n, both axes logarithmic; a double click shows all sizes"
                                : "side n, both axes logarithmic; drag a box to look closer";
    plot.decade_text = [mode](double value) { return decade_text(mode, value); };
    plot.value_text = [mode](double value) { return value_text(mode, value); };
    if (const RaceGuess* guess = model.guess(); guess != nullptr) {
        // The axis has to hold still under the hand, and every guess has to have room.
        plot.y.lowest = std::min(plot.y.lowest, 1e-6), plot.y.highest = std::max(plot.y.highest, 1.0);
        if (!guess->revealed) plot.drawn = int(series.size()) - 1;
        plot.caption = guess->revealed ? score_words(model.guess_score())
                                       : fmt::format(
                                             "How long does {} take? Draw its line with the mouse, then "
                                             "reveal it.",
                                             guess->label);
        plot.x_title = "side n, both axes logarithmic";
    } else if (mode == RaceMode::time) {
        add_notes(plot, model, headline);
    }
    for (size_t i = 0; i < plotted.size(); ++i) {
        const auto cached = last_side_in_cache(*plotted[i]);
        if (!plotted[i]->copy || !cached) continue;
        for (const PlotPoint& point : series[i].points)
            if (point.x == *cached) plot.remarks.push_back({point.x, point.y, cache_remark(*plotted[i])});
    }
    for (size_t i = 0; i < plotted.size(); ++i) {
        if (plotted[i]->key == model.lit()) plot.lit = int(i);
        // Nothing that moves the bytes can be faster than their copy.
        if (mode == RaceMode::throughput && plotted[i]->copy && (plotted[i]->gpu || plot.ceiling < 0))
            plot.ceiling = int(i);
    }
    plot.lit_x = model.hovered();
    return plot;
}

// Why there is no line to be drawn.
void draw_nothing(Frame& frame, Rect rect, const RaceModel& model) {
    const bool any =
        any_of(model.curves(), [](const RaceCurve& curve) { return curve.shown && !curve.points.empty(); });
    const bool busy = model.racing() || model.timing_edit();
    const char* title = busy  ? "Measuring the first size."
                        : any ? "No speed-up to show."
                              : "No line has been measured yet.";
    const std::string sentence =
        model.racing() ? model.status().doing
        : any ? "Speed-up divides times of one machine: tick its CPU loop, measured at these sizes too."
        : model.start_reason().empty() ? "Measure times the lines that are ticked."
                                       : model.start_reason();
    draw_empty_state(frame, {rect.min.x, rect.min.y + frame.em()}, rect.width(), title, sentence);
}

void draw_plot_of(Frame& frame, Rect rect, RaceModel& model, const RaceHeadline& headline) {
    if (!is_plot(model.mode())) return draw_race_way(frame, rect, model);
    std::vector<PlotSeries> series = model.series();
    const std::vector<const RaceCurve*> plotted = model.plotted();
    if (model.guess() != nullptr) series.push_back(model.guess()->series());
    if (series.empty()) {
        model.hover(std::nullopt);
        return draw_nothing(frame, rect, model);
    }
    const PlotTouch touch = draw_plot(frame, "race.plot", rect, make_plot(model, series, plotted, headline));
    model.hover(touch.hover ? std::optional(touch.hover->x) : std::nullopt);
    if (touch.moved) return model.move_guess(touch.moved->first, touch.moved->second);
    const auto key = [&](int index) {
        return index < int(plotted.size()) ? nth(plotted, index)->key : std::string();
    };
    model.point_at(touch.lit >= 0 ? key(touch.lit) : "");
    if (touch.fit) return model.zoom_out();
    if (touch.zoom) model.zoom_to(*touch.zoom);
    if (touch.clicked >= 0) model.step_through(key(touch.clicked));
}

}  // namespace

PlotSeries look_of(const RaceCurve& curve) {
    PlotSeries look{.line = curve.look.line, .marker = curve.look.marker};
    look.dashed = curve.source != CurveSource::here;
    look.letter = curve.letter;
    return look;
}

void draw_race_plot(Frame& frame, Rect rect, RaceModel& model) {
    if (!model.experiments().empty()) draw_plot_of(frame, rect, model, model.headline());
}

void draw_race_lecture(Frame& frame, Rect rect, RaceModel& model, HeadRoom room) {
    if (model.experiments().empty()) return;
    const RaceHeadline headline = model.headline();
    const RaceCurve* winner = with_key(model, headline.challenger);
    const int line = winner == nullptr ? 0 : winner->look.line;
    const std::vector<Run> all{
        {headline.words.before + headline.words.stressed + headline.words.after, type::name, {Role::t1}}};
    // As many lines as it needs; of one line beside the first row's controls, of more beside both rows'.
    const bool one_line =
        paragraph_height(frame, rect.width() - room.first, all, 1.3F) < 1.5F * frame.em(1.3F * type::name.em);
    const float beside = one_line ? room.first : std::max(room.first, room.second);
    const float wrapped = paragraph_height(frame, rect.width() - beside, all, 1.3F);
    const bool wraps = !one_line;
    Rect first = rect.cut_top(wraps ? wrapped + frame.em(0.3F) : frame.em(race_stage_row_em));
    first.max.x -= beside;
    if (wraps)
        draw_paragraph(frame, first.min, first.width(), all, 1.3F);
    else
        draw_headline(frame, first, headline, line);
    frame.items.note("race.headline", first);
    Rect second = rect;
    second.max.x -= room.second;
    const auto runs = marked_runs(type::label, {Role::t2}, headline.detail);
    const float lines = paragraph_height(frame, second.width(), runs, 1.3F);
    const float height = std::max(frame.em(room.second > 0 ? race_stage_row_em : 1.3F), lines);
    draw_paragraph(frame, {second.min.x, rect.min.y + (height - lines) / 2}, second.width(), runs, 1.3F);
    rect.cut_top(height + frame.em(gap_em));
    draw_plot_of(frame, rect, model, headline);
}

namespace {

// ---- The way of looking, and what it is of

// Segments where there is room for all, else a menu.
bool has_segments(const Frame& frame, const RaceModel& model) {
    return frame.density >= Density::wide && model.mode() != RaceMode::why;
}

std::vector<std::string_view> way_titles(const RaceModel& model) {
    std::vector<std::string_view> titles;
    for (const RaceWay& way : model.ways()) titles.push_back(way.title);
    return titles;
}

float ways_width(const Frame& frame, const RaceModel& model) {
    if (has_segments(frame, model)) return segmented_width(frame, way_titles(model));
    return chip_width(frame, is_tight(frame) ? "" : "view", way_of(model.mode()).title);
}

void draw_ways(Frame& frame, ImVec2 at, RaceModel& model) {
    const std::vector<RaceWay> ways = model.ways();
    if (has_segments(frame, model)) {
        int chosen =
            int(find_if(ways, [&](const RaceWay& way) { return way.mode == model.mode(); }) - ways.begin());
        if (segmented(frame, "race.mode", at, way_titles(model), chosen))
            model.choose_mode(nth(ways, chosen).mode);
        return;
    }
    at.y += frame.em(0.1F);
    chip(frame, "race.mode", at, is_tight(frame) ? "" : "view", way_of(model.mode()).title, 12, [&] {
        for (const RaceWay& way : ways)
            if (menu_row(frame, fmt::format("race.mode.{}", int(way.mode)), way.title,
                         way.mode == model.mode())) {
                model.choose_mode(way.mode);
                return true;
            }
        return false;
    });
}

// What a speed-up is over, which size bars and strips are of, which line the map.
struct Subject {
    std::string_view id, label;
    std::string value;
};

std::optional<Subject> subject_of(const Frame& frame, const RaceModel& model) {
    const bool tight = is_tight(frame);
    const auto cut = [&](const std::string& text) {
        return elided(frame, type::code, text, frame.em(tight ? 8 : 15));
    };
    switch (model.mode()) {
        case RaceMode::time:
            if (model.guess() == nullptr) return std::nullopt;
            return Subject{"race.guess_of", tight ? "" : "guess", cut(model.guess()->label)};
        case RaceMode::throughput:
            return std::nullopt;
        case RaceMode::speedup: {
            const RaceCurve* base = nullptr;
            for (const RaceCurve* one : model.bases())
                if (one->owner == model.base()) base = one;
            return Subject{"race.base", tight ? "" : "over", base == nullptr ? "one core" : cut(base->label)};
        }
        case RaceMode::strip:
            if (model.strip_line() == nullptr) return std::nullopt;
            return Subject{"race.strip_of", tight ? "" : "of", cut(model.strip_line()->label)};
        case RaceMode::roofline:
        case RaceMode::bars:
        case RaceMode::spread:
            if (model.side() == 0) return std::nullopt;
            return Subject{"race.size", tight ? "" : "at", side_text(model.side())};
        case RaceMode::paper:
        case RaceMode::why:
            return std::nullopt;
        case RaceMode::heat:
            break;
    }
    if (model.heat() == nullptr) return std::nullopt;
    return Subject{"race.heat_of", tight ? "" : "of", cut(model.heat()->label)};
}

float subject_width(const Frame& frame, const RaceModel& model) {
    const auto subject = subject_of(frame, model);
    return subject ? chip_width(frame, subject->label, subject->value) + frame.em(0.5F) : 0;
}

bool subject_menu(Frame& frame, RaceModel& model) {
    bool chosen = false;
    if (model.mode() == RaceMode::time) {
        for (const RaceCurve* line : model.guessable())
            if (menu_row(frame, "race.guess_of." + line->owner, line->label,
                         line->owner == model.guess()->owner)) {
                model.start_guess(line->owner);
                return true;
            }
    } else if (model.mode() == RaceMode::speedup) {
        if (menu_row(frame, "race.base.", "one core of the same machine", model.base().empty()))
            model.choose_base({}), chosen = true;
        for (const RaceCurve* base : model.bases())
            if (menu_row(frame, "race.base." + base->owner, base->label, base->owner == model.base())) {
                model.choose_base(base->owner);
                return true;
            }
    } else if (model.mode() == RaceMode::strip) {
        for (const RaceCurve& curve : model.curves()) {
            const bool has = curve.shown && curve.gpu && !curve.copy && !curve.transfers && !curve.edited &&
                             curve.line >= 0 && curve.source != CurveSource::published &&
                             point_at(curve, model.side()) != nullptr;
            if (has && menu_row(frame, "race.strip_of." + curve.key, curve.label + ", " + curve.where,
                                &curve == model.strip_line())) {
                model.choose_strip_line(curve.key);
                return true;
            }
        }
    } else if (model.mode() == RaceMode::heat) {
        for (const RaceHeat& heat : model.heats())
            if (menu_row(frame, "race.heat_of." + heat.owner + heat.where, heat.label + ", " + heat.where,
                         &heat == model.heat())) {
                model.choose_heat(heat.owner + " " + heat.where);
                return true;
            }
    } else {
        for (const double side : model.sides())
            if (menu_row(frame, fmt::format("race.size.{}", side), side_text(side), side == model.side())) {
                model.choose_side(side);
                return true;
            }
    }
    return chosen;
}

void draw_subject(Frame& frame, ImVec2 at, RaceModel& model) {
    if (const auto subject = subject_of(frame, model))
        chip(frame, subject->id, at, subject->label, subject->value, 22,
             [&] { return subject_menu(frame, model); });
}

}  // namespace

HeadRoom race_controls_room(const Frame& frame, const RaceModel& model) {
    const std::string reason = model.start_reason();
    float second = 0;
    for (const Control& control : controls_of(frame, model, reason))
        second += button_width(frame, control.label, control.options) + frame.em(0.5F);
    if (model.racing())
        second += text_width(frame, type::label, progress_text(frame, model.status())) + frame.em(0.8F);
    second += subject_width(frame, model);
    const float ways = ways_width(frame, model) + frame.em(0.8F);
    if (is_tight(frame)) return {0, second + ways};
    return {ways, second + frame.em(0.5F)};
}

RaceAction draw_race_controls(Frame& frame, Rect rect, RaceModel& model) {
    if (model.experiments().empty()) return RaceAction::none;
    const bool tight = is_tight(frame);
    const ImVec2 at(rect.max.x - ways_width(frame, model),
                    rect.min.y + (tight ? frame.em(race_stage_row_em) : 0));
    draw_ways(frame, at, model);
    RaceAction action = RaceAction::none;
    const std::string reason = model.start_reason();
    const std::vector<Control> controls = controls_of(frame, model, reason);
    const float y = rect.min.y + frame.em(race_stage_row_em + 0.1F);
    float x = tight ? at.x - frame.em(0.5F) : rect.max.x;
    for (auto control = controls.rbegin(); control != controls.rend(); ++control) {
        const float width = button_width(frame, control->label, control->options);
        x -= width;
        const Rect box = Rect::sized({x, y}, width, frame.em(1.85F));
        if (button(frame, control->id, box, control->label, control->options)) action = control->action;
        x -= frame.em(0.5F);
    }
    x -= subject_width(frame, model);
    draw_subject(frame, {x, y}, model);
    if (model.racing())
        draw_text(frame, {x - frame.em(0.3F), y + frame.em(0.92F)}, type::label, Role::t2,
                  progress_text(frame, model.status()), Align::right);
    return action;
}

namespace {

constexpr float race_table_row_em = 1.6F, head_em = 1.8F, foot_em = 0.4F;
constexpr float key_em = 1.6F;  // the marker before a name

struct Column {
    std::string head;
    float width = 0;  ///< pixels
    int side = -1;    ///< which of the table's sides; -1: of the copy, -2: × its CPU loop
};

float widest_name(const Frame& frame, const RaceTable& table, bool with_source) {
    float width = frame.em(8);
    for (const RaceTable::Row& row : table.rows) {
        float name = text_width(frame, type::strong, row.curve->label);
        if (row.curve->letter != 0) name += frame.em(1.4F);
        if (with_source) name += frame.em(0.7F) + text_width(frame, type::small, row.source);
        width = std::max(width, name);
    }
    return width + frame.em(key_em + 0.8F);
}

std::vector<Column> columns_of(const Frame& frame, const RaceTable& table, float each) {
    std::vector<Column> columns;
    const auto add = [&](std::string head, int side) {
        const float width = std::max(each, text_width(frame, type::head, head) + frame.em(1.1F));
        columns.push_back({std::move(head), width, side});
    };
    for (size_t i = 0; i < table.sides.size(); ++i) add(side_text(table.sides[i]), int(i));
    add(table.in_cache ? "of the copy, in L2" : "of the copy", -1);
    add("× its CPU loop", -2);
    return columns;
}

// The column of a size that is missed least: one between the others that is not spoken of.
std::vector<Column>::iterator least_missed(const RaceTable& table, std::vector<Column>& columns) {
    const auto spoken = [&](const Column& column) {
        return column.side >= 0 && nth(table.sides, column.side) == table.spoken;
    };
    for (auto column = columns.begin() + 1; (column + 1)->side >= 0; ++column)
        if (!spoken(*column)) return column;
    return spoken(columns.front()) ? columns.begin() + 1 : columns.begin();
}

float width_of(const std::vector<Column>& columns) {
    float width = 0;
    for (const Column& column : columns) width += column.width;
    return width;
}

// As wide as there is room for; where there is little, sizes between the first and the last go.
std::vector<Column> fitting(const Frame& frame, const RaceTable& table, float room) {
    const auto count = float(table.sides.size() + 2);
    const float each =
        std::clamp((room - widest_name(frame, table, true)) / count, frame.em(6.1F), frame.em(9.5F));
    std::vector<Column> columns = columns_of(frame, table, each);
    while (width_of(columns) + widest_name(frame, table, false) > room && columns.size() > 3)
        columns.erase(least_missed(table, columns));
    return columns;
}

std::string cell_of(const RaceTable::Row& row, const Column& column) {
    if (column.side >= 0) return nth(row.times, column.side);
    return column.side == -1 ? row.of_copy : row.times_cpu;
}

void draw_name(Frame& frame, Rect cell, const RaceTable::Row& row) {
    const RaceCurve& curve = *row.curve;
    const float y = cell.centre().y;
    draw_marker(frame, {cell.min.x + frame.em(0.8F), y}, curve.look.marker,
                series_colour(frame, curve.look.line));
    float x = cell.min.x + frame.em(key_em);
    if (curve.letter != 0) {
        draw_letter(frame, {x + frame.em(0.55F), y}, curve.letter);
        x += frame.em(1.4F);
    }
    const bool strong = curve.source != CurveSource::published;
    x +=
        draw_elided(frame, {x, y}, cell.max.x - x, strong ? type::strong : type::body, Role::t1, curve.label);
    x += frame.em(0.7F);
    if (x + text_width(frame, type::small, row.source) <= cell.max.x)
        draw_text(frame, {x, y}, type::small, Role::t3, row.source);
}

// A row without times: the sentence takes the place of the numbers.
void draw_refusal(Frame& frame, Rect rest, const RaceTable::Row& row) {
    const float size = frame.em(0.85F), y = rest.centre().y;
    if (row.wrong) marks::fault(frame, Rect::around({rest.min.x + size / 2, y}, size), Role::trouble);
    const float x = rest.min.x + frame.em(row.wrong ? 1.3F : 0);
    draw_elided(frame, {x, y}, rest.max.x - x, type::label, row.wrong ? Role::trouble : Role::t2,
                row.refusal);
}

void draw_row(Frame& frame, Rect rect, const RaceTable& table, const RaceTable::Row& row,
              const std::vector<Column>& columns) {
    Rect name = rect, rest = rect;
    rest.min.x = name.max.x = rect.max.x - width_of(columns);
    name.max.x -= frame.em(0.5F);
    draw_name(frame, name, row);
    if (row.curve->points.empty() || row.wrong) return draw_refusal(frame, rest, row);
    for (const Column& column : columns) {
        const Rect cell = rest.cut_left(column.width);
        const bool spoken = column.side >= 0 && nth(table.sides, column.side) == table.spoken;
        draw_text(frame, {cell.max.x - frame.em(0.5F), cell.centre().y},
                  spoken ? type::code_strong : type::code, Role::t1, cell_of(row, column), Align::right);
    }
}

}  // namespace

float race_table_height(const Frame& frame, const RaceModel& model) {
    if (model.experiments().empty()) return 0;
    const auto rows = race_table(model.curves(), model.results(), std::nullopt).rows.size();
    return rows == 0 ? 0 : snap(frame.em(head_em + race_table_row_em * float(rows) + foot_em));
}

void draw_race_table(Frame& frame, Rect rect, RaceModel& model) {
    Pane pane(frame, "race table", rect, Role::bg1, true);
    frame.items.note("race.table", rect);
    const RaceTable table = race_table(model.curves(), model.results(), model.hovered());
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const float left = rect.min.x + frame.em(0.9F), right = rect.max.x - frame.em(0.9F);
    const std::vector<Column> columns = fitting(frame, table, right - left);
    float y = pane.origin().y;
    const float head = y + frame.em(head_em / 2 + 0.1F);
    draw_text(frame, {left + frame.em(key_em), head}, type::head, Role::t3, "algorithm");
    float x = right - width_of(columns);
    for (const Column& column : columns) {
        x += column.width;
        draw_text(frame, {x - frame.em(0.5F), head}, type::head, Role::t3, column.head, Align::right);
    }
    y += frame.em(head_em);
    for (size_t i = 0; i < table.rows.size(); ++i, y += frame.em(race_table_row_em)) {
        const Rect row = Rect(left, y, right, y + frame.em(race_table_row_em)).snapped();
        const bool hovered = under_mouse(row);
        if (hovered) model.point_at(table.rows[i].curve->key);
        if (i % 2 == 0 || hovered) frame.fill(row, hovered ? Role::bg3 : Role::bg2, frame.em(0.25F));
        draw_row(frame, row, table, table.rows[i], columns);
    }
    pane.set_height(y - pane.origin().y + frame.em(foot_em));
}

}  // namespace upsweep::app
