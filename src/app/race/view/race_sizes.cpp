// Ways of looking at the Race beside its plot: bars and strips of one size, the heat map of widths and
// heights.

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/plot.h"
#include "core/words.h"

namespace upsweep::app {

namespace {

constexpr float least_pitch_em = 1.7F, most_pitch_em = 2.9F;
constexpr float sizes_top_em = 1.4F, sizes_foot_em = 2.2F;

}  // namespace

ImU32 faint(ImU32 colour, float alpha) {
    return (colour & ~IM_COL32_A_MASK) | (ImU32(alpha * 255) << IM_COL32_A_SHIFT);
}

namespace {

/// Rows of lines over one axis: names at the left, numbers at the right, the field between.
struct RowsField {
    Rect names, field, numbers;
    float pitch = 0;
    int rows = 0, left_out = 0;
    Rect row(int index) const {
        const float y = field.min.y + float(index) * pitch;
        return {names.min.x, y, numbers.max.x, y + pitch};
    }
};

RowsField lay_out(Frame& frame, Rect rect, const std::vector<const RaceCurve*>& curves, float numbers_em) {
    RowsField rows;
    rect.cut_top(frame.em(sizes_top_em));
    rect.cut_bottom(frame.em(sizes_foot_em));
    float width = 0;
    for (const RaceCurve* curve : curves)
        width = std::max({width, text_width(frame, type::strong, curve->label),
                          text_width(frame, type::small, curve->where)});
    const float most = rect.width() * 0.34F;
    rows.names = rect.cut_left(std::min(width + frame.em(2.6F), most));
    rows.numbers = rect.cut_right(frame.em(numbers_em));
    rows.field = rect.snapped();
    const float fits = rect.height() / frame.em(least_pitch_em);
    rows.rows = std::min(int(curves.size()), std::max(1, int(fits)));
    rows.left_out = int(curves.size()) - rows.rows;
    rows.pitch =
        std::clamp(rect.height() / float(rows.rows), frame.em(least_pitch_em), frame.em(most_pitch_em));
    rows.field.max.y = std::min(rows.field.max.y, rows.field.min.y + float(rows.rows) * rows.pitch);
    return rows;
}

// Its marker, its name, and where there is room where it was measured.
void draw_row_words(Frame& frame, const RowsField& rows, int index, const RaceCurve& curve) {
    const Rect row = rows.row(index).snapped();
    const bool two = rows.pitch >= frame.em(2.4F);
    const float y = row.centre().y, x = row.min.x + frame.em(1.7F);
    const Rect names = rows.names;
    if (curve.letter != 0)
        draw_letter(frame, {row.min.x + frame.em(0.8F), y}, curve.letter);
    else
        draw_marker(frame, {row.min.x + frame.em(0.8F), y}, curve.look.marker,
                    series_colour(frame, curve.look.line));
    const float room = names.max.x - x - frame.em(0.8F), up = two ? frame.em(0.55F) : 0;
    draw_elided(frame, {x, y - up}, room, type::strong, Role::t1, curve.label);
    if (two) draw_elided(frame, {x, y + up}, room, type::small, Role::t3, curve.where);
}

// A click opens it in Step.
void draw_row_name(Frame& frame, RaceModel& model, const RowsField& rows, int index, const RaceCurve& curve) {
    const Rect row = rows.row(index).snapped();
    const Interaction hit = interact(frame, fmt::format("race.row.{}", index), row);
    if (hit.hovered || hit.focused) model.point_at(curve.key);
    if (hit.clicked) model.step_through(curve.key);
    if (curve.key == model.lit()) frame.fill(row, Role::bg2, frame.em(0.25F));
    draw_row_words(frame, rows, index, curve);
    if (hit.focused) draw_focus(frame, row, frame.em(0.25F));
}

void draw_caption(Frame& frame, Rect rect, std::string_view text) {
    draw_elided(frame, {rect.min.x, rect.min.y + frame.em(0.7F)}, rect.width(), type::small, Role::t3, text);
}

void draw_left_out(Frame& frame, const RowsField& rows, Rect rect) {
    if (rows.left_out > 0)
        draw_text(frame, {rect.max.x, rect.max.y - frame.em(0.5F)}, type::small, Role::t3,
                  fmt::format("{} more in the table", rows.left_out), Align::right);
}

void draw_ticks(Frame& frame, const RowsField& rows, double from, double to,
                const std::function<std::string(double)>& text) {
    const Rect field = rows.field;
    const double step = linear_step(to - from, int(field.width() / frame.em(6)));
    for (double at = std::ceil(from / step - 1e-9) * step + 0.0; at <= to * (1 + 1e-9); at += step) {
        const float x = snap(field.min.x + float((at - from) / (to - from)) * field.width());
        frame.fill({x, field.min.y, x + snap(frame.px()), field.max.y}, Role::line);
        draw_text(frame, {x, field.max.y + frame.em(0.95F)}, type::tick, Role::t2, text(at), Align::centre);
    }
}

}  // namespace

void draw_stripes(Frame& frame, Rect box, ImU32 colour) {
    frame.list()->PushClipRect(box.min, box.max, true);
    const float gap = frame.em(0.4F), high = box.height();
    for (float x = box.min.x - high; x < box.max.x; x += gap)
        frame.list()->AddLine({x, box.max.y}, {x + high, box.min.y}, colour, frame.px(1.4F));
    frame.list()->PopClipRect();
}

namespace {

// One launch beside the next: alternately full and paler, with its name where there is room.
void draw_launch(Frame& frame, Rect box, const RaceBar::Part& part, int number, ImU32 colour) {
    frame.fill(box, Colour(faint(colour, number % 2 == 0 ? 0.55F : 0.35F)));
    frame.outline(box, Colour(colour), 0, frame.px());
    if (text_width(frame, type::small, part.name) + frame.em(0.6F) < box.width())
        draw_text(frame, box.centre(), type::small, Role::t1, part.name, Align::centre);
    if (under_mouse(box)) tooltip(frame, part.name + ": " + bench::time_text(part.seconds));
}

void draw_part(Frame& frame, Rect box, TimePart kind, ImU32 colour) {
    if (box.width() < 1) box.max.x = box.min.x + 1;
    if (kind == TimePart::work) return frame.fill(box, Colour(faint(colour, 0.85F)));
    frame.fill(box, Colour(faint(colour, kind == TimePart::fixed ? 0.4F : 0.15F)));
    if (kind == TimePart::transfers) draw_stripes(frame, box, faint(colour, 0.8F));
}

// Where a bar is longer than the axis, two strokes in the ground's colour cut it.
void draw_break(Frame& frame, Rect bar) {
    const float x = bar.max.x - frame.em(1.6F), lean = frame.em(0.35F);
    for (const float by : {0.0F, frame.em(0.45F)})
        frame.list()->AddLine({x + by - lean, bar.max.y + 1}, {x + by + lean, bar.min.y - 1},
                              frame.colour(Role::bg1), frame.px(3));
}

void draw_bar(Frame& frame, const RowsField& rows, int index, const RaceBar& bar, double end) {
    const Rect row = rows.row(index);
    const ImU32 colour = series_colour(frame, bar.curve->look.line);
    const float half = std::min(rows.pitch * 0.32F, frame.em(0.75F));
    Rect box =
        Rect(rows.field.min.x, row.centre().y - half, rows.field.max.x, row.centre().y + half).snapped();
    const bool broken = bar.point->seconds > end;
    const auto at = [&](double seconds) {
        return rows.field.min.x + float(std::min(1.0, seconds / end)) * rows.field.width();
    };
    double sum = 0;
    int launch = 0;
    for (const RaceBar::Part& part : bar.parts) {
        const Rect piece = Rect(at(sum), box.min.y, at(sum + part.seconds), box.max.y).snapped();
        sum += part.seconds;
        if (bar.curve->published != nullptr)
            frame.outline(piece, Colour(colour), 0, frame.px(1.4F));
        else if (part.kind == TimePart::launch)
            draw_launch(frame, piece, part, launch++, colour);
        else
            draw_part(frame, piece, part.kind, colour);
    }
    box.max.x = std::max(at(bar.point->seconds), box.min.x + 1);
    if (broken) draw_break(frame, box);
    draw_text(frame, {box.max.x + frame.em(0.6F), box.centre().y}, type::code_strong, Role::t1,
              bench::time_text(bar.point->seconds));
}

std::vector<const RaceCurve*> curves_of(const auto& rows) {
    std::vector<const RaceCurve*> curves;
    for (const auto& row : rows) curves.push_back(row.curve);
    return curves;
}

void draw_bars(Frame& frame, Rect rect, RaceModel& model) {
    std::vector<RaceBar> bars = race_bars(model.curves(), model.side());
    if (RaceSplit* split = model.split()) {
        split->want(cells_of(bars, model.experiment(), model.types()));
        split_by_launches(bars, model.experiment(), model.types(), *split);
    }
    const double end = bar_axis_end(bars);
    std::string parts = bar_caption(bars);
    draw_caption(frame, rect, "median time for one run" + (parts.empty() ? "" : "; " + parts));
    const RowsField rows = lay_out(frame, rect, curves_of(bars), 6.5F);
    frame.items.note("race.bars", rows.field);
    frame.fill(rows.field, Role::bg1);
    draw_ticks(frame, rows, 0, end,
               [](double at) { return at == 0 ? "0" : decade_text(RaceMode::time, at); });
    for (int i = 0; i < rows.rows; ++i) {
        draw_row_name(frame, model, rows, i, *nth(bars, i).curve);
        draw_bar(frame, rows, i, nth(bars, i), end);
    }
    draw_left_out(frame, rows, rect);
}

// Runs as dots, the 5th to the 95th percentile as a pale bar, the median's interval as a full one.
void draw_strip(Frame& frame, const RowsField& rows, int index, const RaceSpread& spread) {
    const RaceSpread::Strip& strip = nth(spread.strips, index);
    const CurvePoint& point = *strip.point;
    const Rect row = rows.row(index), field = rows.field;
    const ImU32 colour = series_colour(frame, strip.curve->look.line);
    const float y = row.centre().y, half = std::min(rows.pitch * 0.3F, frame.em(0.7F));
    const auto at = [&](double seconds) {
        const double share = (seconds / point.seconds - spread.lowest) / (spread.highest - spread.lowest);
        return field.min.x + float(std::clamp(share, 0.0, 1.0)) * field.width();
    };
    const auto bar = [&](double from, double to, float alpha) {
        const Rect box(at(from), y - half, std::max(at(to), at(from) + 1), y + half);
        frame.fill(box.snapped(), Colour(faint(colour, alpha)));
    };
    bar(point.low, point.high, 0.22F);
    if (point.most > point.least && std::isfinite(point.most)) bar(point.least, point.most, 0.4F);
    if (point.samples != nullptr) {
        int count = 0;
        for (const double run : *point.samples) {
            if (run > spread.highest * point.seconds) break;
            // Off each other upwards and downwards, always alike.
            const float aside = float(count++ * 37 % 100) / 100 - 0.5F;
            frame.list()->AddCircleFilled({at(run), y + 1.6F * half * aside}, frame.px(1.6F),
                                          faint(colour, 0.75F), 6);
        }
    }
    const float middle = snap(at(point.seconds)), thick = snap(frame.px(2));
    frame.fill({middle, y - half - frame.px(2), middle + thick, y + half + frame.px(2)}, Role::t1);
    std::string number = bench::time_text(point.seconds);
    float x = rows.numbers.min.x + frame.em(0.7F);
    draw_text(frame, {x, y}, type::code_strong, Role::t1, number);
    x += text_width(frame, type::code_strong, "000.0 µs");
    std::string runs = point.samples ? counted(int64_t(point.samples->size()), "run") : "";
    if (strip.beyond > 0)
        runs += fmt::format(", {} beyond, up to {} ×", strip.beyond, times_text(strip.worst));
    if (rows.numbers.max.x - x > frame.em(3))
        draw_elided(frame, {x, y}, rows.numbers.max.x - x, type::small, Role::t2, runs);
}

void draw_spread(Frame& frame, Rect rect, RaceModel& model) {
    const RaceSpread spread = race_spread(model.curves(), model.side());
    if (spread.strips.empty()) {
        draw_empty_state(
            frame, {rect.min.x, rect.min.y + frame.em()}, rect.width(), "No spread is known here.",
            "The lines that are ticked have one number each at this size: choose another size, or "
            "measure again.");
        return;
    }
    draw_caption(frame, rect,
                 "each line around its own median; pale: 5th to 95th percentile, full: the median with 95 % "
                 "confidence, dots: the runs");
    const RowsField rows =
        lay_out(frame, rect, curves_of(spread.strips), frame.density <= Density::narrow ? 6.5F : 17);
    frame.items.note("race.spread", rows.field);
    frame.fill(rows.field, Role::bg1);
    draw_ticks(frame, rows, spread.lowest - 1, spread.highest - 1, [](double at) {
        return std::abs(at) < 1e-6 ? std::string("median") : fmt::format("{:+.3g} %", at * 100);
    });
    for (int i = 0; i < rows.rows; ++i) {
        draw_row_name(frame, model, rows, i, *nth(spread.strips, i).curve);
        draw_strip(frame, rows, i, spread);
    }
    draw_left_out(frame, rows, rect);
}

// ---- Widths and heights

struct HeatPainter {
    Frame& frame;
    const RaceHeat& heat;
    Rect field;

    ImVec2 cell_size() const {
        return {field.width() / float(heat.widths.size()), field.height() / float(heat.heights.size())};
    }
    Rect at(int64_t column, int64_t row) const {
        const ImVec2 size = cell_size();
        return Rect::sized({field.min.x + float(column) * size.x, field.min.y + float(row) * size.y}, size.x,
                           size.y)
            .snapped();
    }
    void draw_cell(int64_t column, int64_t row) const {
        const Rect box = at(column, row).inset(frame.px());
        const HeatCell* cell = heat.cell({nth(heat.widths, column), nth(heat.heights, row)});
        if (cell == nullptr) return frame.fill(box, Role::bg1);
        const double rate = double(cell->bytes) / cell->seconds;
        const double share =
            heat.most > heat.least ? std::log(rate / heat.least) / std::log(heat.most / heat.least) : 1;
        frame.fill(box, Role::bg1);
        frame.fill(box, Colour(faint(frame.theme.plot_line(3), 0.08F + 0.6F * float(share))));
        const bool two = box.height() > frame.em(2.3F);
        const float up = two ? frame.em(0.5F) : 0;
        const std::string time = bench::time_text(cell->seconds);
        if (text_width(frame, type::code_strong, time) < box.width())
            draw_text(frame, {box.centre().x, box.centre().y - up}, type::code_strong, Role::t1, time,
                      Align::centre);
        const std::string speed = value_text(RaceMode::throughput, rate);
        if (two && text_width(frame, type::small, speed) < box.width())
            draw_text(frame, {box.centre().x, box.centre().y + up}, type::small, Role::t1, speed,
                      Align::centre);
        if (under_mouse(box))
            tooltip(frame, fmt::format("{}: {}, {}", bench::extent_text(cell->extent), time, speed));
    }
};

void draw_heat(Frame& frame, Rect rect, RaceModel& model) {
    const RaceHeat* heat = model.heat();
    if (heat == nullptr) {
        const std::string sentence =
            model.racing()
                ? model.status().doing
                : fmt::format("Measure times the ticked lines over all widths and heights from {} to {}.",
                              model.sizes().from, model.sizes().to);
        draw_empty_state(frame, {rect.min.x, rect.min.y + frame.em()}, rect.width(),
                         model.racing() ? "Measuring the first shapes." : "No widths and heights yet.",
                         sentence);
        return;
    }
    draw_race_heat(frame, rect, *heat);
}

}  // namespace

void draw_race_heat(Frame& frame, Rect rect, const RaceHeat& heat) {
    draw_caption(
        frame, rect,
        fmt::format("{}, {}: median time for one run; the fuller the colour, the more bytes a second",
                    heat.label, heat.where));
    rect.cut_top(frame.em(sizes_top_em));
    Rect foot = rect.cut_bottom(frame.em(4));
    rect.cut_left(frame.em(5.2F));
    const HeatPainter painter{frame, heat, rect.snapped()};
    frame.items.note("race.heat", rect);
    for (size_t row = 0; row < heat.heights.size(); ++row) {
        const float y = painter.at(0, int64_t(row)).centre().y;
        draw_text(frame, {rect.min.x - frame.em(0.6F), y}, type::tick, Role::t2,
                  std::to_string(heat.heights[row]), Align::right);
        for (size_t column = 0; column < heat.widths.size(); ++column)
            painter.draw_cell(int64_t(column), int64_t(row));
    }
    draw_text(frame, {rect.min.x - frame.em(0.6F), foot.min.y + frame.em(0.7F)}, type::small, Role::t3,
              "height", Align::right);
    for (size_t column = 0; column < heat.widths.size(); ++column)
        draw_text(frame, {painter.at(int64_t(column), 0).centre().x, foot.min.y + frame.em(0.7F)}, type::tick,
                  Role::t2, std::to_string(heat.widths[column]), Align::centre);
    draw_text(frame, {rect.centre().x, foot.min.y + frame.em(1.9F)}, type::small, Role::t3,
              "width, elements a row", Align::centre);
    draw_elided(frame, {rect.min.x, foot.min.y + frame.em(3.2F)}, rect.width(), type::label, Role::t2,
                heat_words(heat));
}

void draw_row_bars(Frame& frame, Rect rect, const std::string& id, const std::string& caption,
                   const std::vector<RowBar>& bars, const NumberText& tick) {
    draw_caption(frame, rect, caption);
    double most = 0;
    for (const RowBar& bar : bars) most = std::max(most, bar.value);
    std::vector<RaceCurve> curves(bars.size());
    std::vector<const RaceCurve*> rowed;
    for (size_t i = 0; i < bars.size(); ++i) {
        curves[i].label = bars[i].look.name;
        curves[i].where = bars[i].look.note;
        curves[i].letter = bars[i].look.letter;
        curves[i].look = {bars[i].look.line, bars[i].look.marker};
        rowed.push_back(&curves[i]);
    }
    float numbers = 0;
    for (const RowBar& bar : bars)
        numbers = std::max(numbers, text_width(frame, type::code_strong, bar.text));
    const RowsField rows = lay_out(frame, rect, rowed, numbers / frame.em() + 1.2F);
    frame.items.note(id, rows.field);
    frame.fill(rows.field, Role::bg1);
    draw_ticks(frame, rows, 0, most, tick);
    for (int i = 0; i < rows.rows; ++i) {
        draw_row_words(frame, rows, i, *nth(rowed, i));
        const Rect row = rows.row(i);
        const ImU32 colour = series_colour(frame, nth(bars, i).look.line);
        const float half = std::min(rows.pitch * 0.32F, frame.em(0.75F));
        const float end = rows.field.min.x + float(nth(bars, i).value / most) * rows.field.width();
        const Rect box = Rect(rows.field.min.x, row.centre().y - half, end, row.centre().y + half).snapped();
        if (nth(bars, i).look.letter != 0)
            frame.outline(box, Colour(colour), 0, frame.px(1.4F));
        else
            frame.fill(box, Colour(faint(colour, 0.85F)));
        draw_text(frame, {box.max.x + frame.em(0.6F), box.centre().y}, type::code_strong, Role::t1,
                  nth(bars, i).text);
    }
    draw_left_out(frame, rows, rect);
}

void draw_race_way(Frame& frame, Rect rect, RaceModel& model) {
    model.hover(std::nullopt);
    if (model.mode() == RaceMode::heat) return draw_heat(frame, rect, model);
    if (model.mode() == RaceMode::strip) return draw_race_strip(frame, rect, model);
    if (model.mode() == RaceMode::roofline) return draw_race_roofline(frame, rect, model);
    model.hover(model.side() > 0 ? std::optional(model.side()) : std::nullopt);
    model.mode() == RaceMode::bars ? draw_bars(frame, rect, model) : draw_spread(frame, rect, model);
}

}  // namespace upsweep::app
