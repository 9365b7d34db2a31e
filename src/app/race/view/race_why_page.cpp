// "Why is it slow?": where the time goes as bars, the causes with what curing each would save, the time over
// n, and how far the model is off.

#include <cmath>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"
#include "app/ui/plot_parts.h"

namespace upsweep::app {

namespace {

using WhyPart = ::upsweep::model::Part;
using ::upsweep::model::Cause;
using ::upsweep::model::Why;

constexpr float why_bar_em = 2.75F, cause_pad_em = 0.9F;

std::string count_text(int64_t n) {
    std::string digits = std::to_string(n), text;
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ' ';
        text += digits[i];
    }
    return text;
}

}  // namespace

std::string power_text(int64_t number) {
    constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "2";
    for (const char digit : std::to_string(std::lround(std::log2(double(number)))))
        text += raised[digit - '0'];
    return text;
}

namespace {

// ---- The bars

void draw_diagonals(Frame& frame, Rect box, const Colour& colour, float gap) {
    frame.list()->PushClipRect(box.min, box.max, true);
    for (float x = box.min.x - box.height(); x < box.max.x; x += gap)
        frame.line({x, box.max.y}, {x + box.height(), box.min.y}, colour, frame.px(1.4F));
    frame.list()->PopClipRect();
}

void draw_dots(Frame& frame, Rect box, const Colour& colour) {
    frame.list()->PushClipRect(box.min, box.max, true);
    const float gap = frame.em(0.45F);
    for (float y = box.min.y + gap / 2; y < box.max.y; y += gap)
        for (float x = box.min.x + gap / 2; x < box.max.x; x += gap) frame.disc({x, y}, frame.px(1), colour);
    frame.list()->PopClipRect();
}

void fill_part(Frame& frame, Rect box, WhyPart part) {
    const float round = frame.em(0.15F);
    switch (part) {
        case WhyPart::launches:
            frame.fill(box, Role::line2, round);
            break;
        case WhyPart::memory_l2:
        case WhyPart::memory_beyond:
            frame.fill(box, Role::read_fill, round);
            break;
        case WhyPart::memory_again:
            frame.fill(box, Colour(Role::read_fill, 0.6F), round);
            draw_dots(frame, box, Role::read);
            break;
        case WhyPart::shared:
            frame.fill(box, Colour(Role::read_fill, 0.6F), round);
            draw_diagonals(frame, box, Role::read, frame.em(0.5F));
            break;
        case WhyPart::statements:
            frame.fill(box, Role::bg3, round);
            break;
        case WhyPart::idle_lanes:
            frame.fill(box, Role::bg0, round);
            draw_dots(frame, box, Role::t2);
            break;
        case WhyPart::barriers:
        case WhyPart::chain:
            frame.fill(box, Role::waiting_fill, round);
            break;
        case WhyPart::transfers:
        case WhyPart::first_call:
            frame.fill(box, Role::bg2, round);
            draw_diagonals(frame, box, Role::t3, frame.em(0.5F));
            break;
    }
    frame.outline(box, Colour(Role::t2, 0.7F), round, frame.px());
}

bool counts(WhyPart part) { return part != WhyPart::transfers && part != WhyPart::first_call; }

struct WhyBar {
    const Why* why = nullptr;
    std::string name;
    ImU32 colour = 0;
};

double whole_of(const WhyBar& bar) { return std::max(bar.why->predicted, bar.why->measured); }

// The measured time: a mark through the bar, with a plate over it; false where the plate would lie on the
// name.
bool draw_measured(Frame& frame, Rect field, float top, double seconds, double end, float names_to) {
    if (seconds <= 0) return true;
    const float x = snap(field.min.x + float(seconds / end) * field.width());
    frame.fill(
        {x - frame.px(1.5F), top - frame.em(0.3F), x + frame.px(1.5F), top + frame.em(why_bar_em + 0.3F)},
        Role::ink);
    const std::string words = "measured " + bench::time_text(seconds);
    const float width = text_width(frame, type::head, words) + frame.em(1.2F);
    const float middle = std::clamp(x, field.min.x + width / 2, field.max.x + frame.em(8) - width / 2);
    const Rect plate = Rect::around({middle, top - frame.em(1.1F)}, width, frame.em(1.5F)).snapped();
    if (plate.min.x < names_to) return false;
    frame.fill(plate, Role::ink, frame.em(0.3F));
    draw_text(frame, plate.centre(), type::head, Role::on_ink, words, Align::centre);
    return true;
}

// Names and times under the parts that have room for them; the others say theirs under the mouse.
void draw_why_bar(Frame& frame, Rect rect, const WhyBar& bar, double end) {
    Rect field = rect;
    field.max.x -= frame.em(9);
    const float y = rect.min.y + frame.em(1.2F);
    const float x = field.min.x + draw_elided(frame, {field.min.x, y}, field.width() * 0.5F, type::strong,
                                              Colour(bar.colour), bar.name);
    const std::string error = bar.why->error()
                                  ? fmt::format(", {:.0f} % {}", std::abs(*bar.why->error()) * 100,
                                                *bar.why->error() > 0 ? "too much" : "too little")
                                  : "";
    // Up to the plate of the measured time, which is over the bar too.
    const float mark = field.min.x + float(bar.why->measured / end) * field.width() - frame.em(5.5F);
    const float words_to =
        mark > x ? std::min(mark, field.min.x + field.width() * 0.62F) : field.min.x + field.width() * 0.62F;
    if (words_to - x > frame.em(9) && (mark > x || bar.why->measured <= 0))
        draw_elided(frame, {x + frame.em(0.7F), y}, words_to - x - frame.em(0.7F), type::small, Role::t3,
                    "predicted from the emulator's counts, part by part");
    const float top = rect.min.y + frame.em(2.2F);
    double sum = 0;
    float named_to = field.min.x;
    for (const model::PartTime& part : bar.why->parts) {
        if (!counts(part.part) || part.seconds <= 0) continue;
        const auto at = [&](double seconds) { return field.min.x + float(seconds / end) * field.width(); };
        const Rect piece =
            Rect(at(sum), top, std::max(at(sum) + 1, at(sum + part.seconds)), top + frame.em(why_bar_em))
                .snapped();
        sum += part.seconds;
        fill_part(frame, piece, part.part);
        const std::string time = bench::time_text(part.seconds);
        if (under_mouse(piece)) tooltip(frame, part.label + ": " + time);
        const float width =
            std::max(text_width(frame, type::small, part.label), text_width(frame, type::code, time)) +
            frame.em(0.6F);
        const float left = piece.centre().x - width / 2;
        if (left < named_to || piece.width() + frame.em(1.5F) < width) continue;
        named_to = left + width;
        draw_text(frame, {piece.centre().x, piece.max.y + frame.em(0.8F)}, type::small, Role::t1, part.label,
                  Align::centre);
        draw_text(frame, {piece.centre().x, piece.max.y + frame.em(1.85F)}, type::tick, Role::t2, time,
                  Align::centre);
    }
    const float after = field.min.x + float(whole_of(bar) / end) * field.width() + frame.em(0.6F);
    const float middle = top + frame.em(why_bar_em / 2);
    const std::string predicted = bench::time_text(bar.why->predicted);
    draw_text(frame, {after, middle - (error.empty() ? 0 : frame.em(0.6F))}, type::code_strong, Role::t1,
              predicted);
    draw_text(frame,
              {after + text_width(frame, type::code_strong, predicted) + frame.em(0.5F),
               middle - (error.empty() ? 0 : frame.em(0.6F))},
              type::small, Role::t3, "predicted");
    const bool plated = draw_measured(frame, field, top, bar.why->measured, end, x + frame.em(0.5F));
    std::string below = error.empty() ? "" : error.substr(2);
    if (!plated) below += (below.empty() ? "measured " : "; measured ") + bench::time_text(bar.why->measured);
    if (!below.empty()) draw_text(frame, {after, middle + frame.em(0.7F)}, type::small, Role::t3, below);
}

constexpr float why_bar_pitch_em = 7.6F, why_axis_em = 1.8F;

void draw_why_bars(Frame& frame, Rect rect, const std::vector<WhyBar>& bars) {
    double most = 0;
    for (const WhyBar& bar : bars) most = std::max(most, whole_of(bar));
    const double end = most * 1.02;
    Rect field = rect;
    field.max.x -= frame.em(9);
    const double step = linear_step(end, int(field.width() / frame.em(6)));
    for (double at = 0; at <= end; at += step) {
        const float x = snap(field.min.x + float(at / end) * field.width());
        frame.fill(
            {x, rect.min.y + frame.em(2), x + snap(frame.px()), rect.max.y - frame.em(why_axis_em - 0.3F)},
            Role::line);
        draw_text(frame, {x, rect.max.y - frame.em(0.7F)}, type::tick, Role::t2,
                  at == 0 ? "0" : decade_text(RaceMode::time, at), at == 0 ? Align::left : Align::centre);
    }
    for (const WhyBar& bar : bars) draw_why_bar(frame, rect.cut_top(frame.em(why_bar_pitch_em)), bar, end);
}

// ---- The causes

std::string line_text_of(const Cause& cause) {
    std::string numbers;
    for (size_t i = 0; i < cause.lines.size() && i < 3; ++i)
        if (cause.lines[i].line > 0)
            numbers += (numbers.empty() ? "line " : ", ") + std::to_string(cause.lines[i].line);
    return numbers;
}

struct CauseWidths {
    float saving = 0, learn = 0;
};

CauseWidths cause_widths(const Frame& frame, float width) {
    if (width < frame.em(52)) return {frame.em(10), 0};
    return {frame.em(width > frame.em(70) ? 15 : 12), frame.em(width > frame.em(70) ? 13 : 11)};
}

float cause_height(const Frame& frame, float width, const Cause& cause) {
    const CauseWidths widths = cause_widths(frame, width);
    const float words = width - widths.saving - widths.learn - frame.em(5.4F);
    return frame.em(2 * cause_pad_em + 1.3F) +
           paragraph_height(frame, words, marked_runs(type::label, {Role::t2}, cause.sentence), 1.3F) +
           (cause.lines.empty() ? 0 : frame.em(2.1F)) +
           (widths.learn == 0 && !cause.learn_title.empty() ? frame.em(1.5F) : 0);
}

// A pill with the line of code; true if it was clicked.
bool draw_code_pill(Frame& frame, const std::string& id, ImVec2 at, float room, const Cause& cause) {
    const std::string numbers = line_text_of(cause);
    const float gap = frame.em(0.7F), number = text_width(frame, type::tick, numbers);
    const std::string code = elided(frame, type::code, cause.lines.front().text, room - number - frame.em(3));
    const float width = number + gap + text_width(frame, type::code, code) + frame.em(2.2F);
    const Rect box = Rect::sized(at, width, frame.em(1.7F)).snapped();
    const Interaction hit = interact(frame, id, box);
    frame.fill(box, hit.hovered ? Role::bg3 : Role::bg0, frame.em(0.3F));
    frame.outline(box, Role::line2, frame.em(0.3F), frame.px());
    const float y = box.centre().y, x = box.min.x + frame.em(0.6F);
    draw_text(frame, {x, y}, type::tick, Role::t3, numbers);
    draw_text(frame, {x + number + gap, y}, type::code, Role::t1, code);
    marks::chevron_right(frame, Rect::around({box.max.x - frame.em(0.7F), y}, frame.em(0.5F)), Role::t2);
    if (hit.focused) draw_focus(frame, box, frame.em(0.3F));
    return hit.clicked;
}

std::string share_text(const Cause& cause, const Why& why) {
    if (cause.reach == model::Reach::beside)
        return cause.kind == model::CauseKind::first_call ? "once, before the kernels run"
                                                          : "beside the kernels";
    const bool timed = why.timed() > why.predicted;
    const double whole = timed ? why.timed() : why.predicted;
    return fmt::format("{:.0f} % of {}", whole > 0 ? 100 * cause.saving / whole : 0,
                       timed ? "what its clock shows" : "the prediction");
}

WhyClick draw_cause(Frame& frame, Rect row, int number, const Cause& cause, const Why& why, double largest) {
    WhyClick click;
    const CauseWidths widths = cause_widths(frame, row.width());
    const std::string id = fmt::format("race.why.cause.{}", number);
    Rect rest = row.inset(frame.em(0.9F), frame.em(cause_pad_em));
    const float y = rest.min.y + frame.em(0.6F);
    const Rect learn = rest.cut_right(widths.learn), saving = rest.cut_right(widths.saving);
    draw_text(frame, {rest.min.x, y}, {Face::mono, 1.4F}, Role::t1, std::to_string(number + 1));
    fill_part(frame, Rect::around({rest.min.x + frame.em(2.2F), y}, frame.em(1)).snapped(), cause.part);
    rest.min.x += frame.em(3.4F);
    rest.max.x -= frame.em();
    draw_elided(frame, {rest.min.x, y}, rest.width(), type::strong, Role::t1, cause.title);
    float below = y + frame.em(0.75F);
    below += draw_paragraph(frame, {rest.min.x, below}, rest.width(),
                            marked_runs(type::label, {Role::t2}, cause.sentence), 1.3F);
    if (!cause.lines.empty() &&
        draw_code_pill(frame, id + ".line", {rest.min.x, below + frame.em(0.3F)}, rest.width(), cause))
        click = {WhyClick::Kind::line, number};
    if (!cause.lines.empty()) below += frame.em(2.1F);
    const float most = std::min(frame.em(7), saving.width() * 0.5F);
    const Rect track =
        Rect(saving.min.x, y - frame.em(0.22F), saving.min.x + most, y + frame.em(0.22F)).snapped();
    frame.fill(track, Role::bg3, frame.em(0.2F));
    if (largest > 0)
        frame.fill({track.min.x, track.min.y,
                    track.min.x + float(std::min(1.0, cause.saving / largest)) * most, track.max.y},
                   Role::t2, frame.em(0.2F));
    draw_text(frame, {track.max.x + frame.em(0.8F), y}, type::code_strong, Role::t1,
              bench::time_text(cause.saving));
    draw_elided(frame, {saving.min.x, y + frame.em(1.3F)}, saving.width(), type::small, Role::t3,
                share_text(cause, why));
    if (cause.learn_title.empty()) return click;
    const ImVec2 at = widths.learn > 0 ? ImVec2(learn.min.x, y) : ImVec2(rest.min.x, below + frame.em(0.6F));
    const float room = widths.learn > 0 ? learn.width() : rest.width();
    if (text_link(frame, id + ".learn", at, type::label, elided(frame, type::label, cause.learn_title, room))
            .clicked)
        click = {WhyClick::Kind::learn, number};
    return click;
}

WhyClick draw_causes(Frame& frame, Rect rect, const Why& why) {
    WhyClick click;
    Pane pane(frame, "race why causes", rect, Role::bg0, true);
    float y = pane.origin().y;
    const float width = rect.width() - frame.em(0.8F);
    const CauseWidths widths = cause_widths(frame, width);
    const float head = y + frame.em(0.9F), right = rect.min.x + width - frame.em(0.9F);
    const float titled =
        draw_elided(frame, {rect.min.x, head}, width, type::name, Role::t1,
                    why.causes.empty() ? "No cause stands out" : "Causes, largest saving first");
    if (!why.causes.empty()) {
        draw_text(frame, {right - widths.learn - widths.saving, head}, type::head, Role::t3,
                  "cured alone, it saves");
        if (widths.learn > 0)
            draw_text(frame, {right - widths.learn, head}, type::head, Role::t3, "learn it");
        const float from = rect.min.x + titled + frame.em(0.8F),
                    to = right - widths.learn - widths.saving - frame.em();
        if (to > from)
            draw_elided(frame, {from, head}, to - from, type::small, Role::t3, "a line opens the code there");
    }
    y += frame.em(2);
    double largest = 0;
    for (const Cause& cause : why.causes)
        if (cause.reach != model::Reach::beside) largest = std::max(largest, cause.saving);
    bool beside = false;
    for (size_t i = 0; i < why.causes.size(); ++i) {
        if (why.causes[i].reach == model::Reach::beside && !std::exchange(beside, true)) {
            y += frame.em(0.6F);
            draw_text(frame, {rect.min.x, y + frame.em(0.8F)}, type::head, Role::t3,
                      "Beside the kernels’ time");
            y += frame.em(1.8F);
        }
        const float height = cause_height(frame, width, why.causes[i]);
        const Rect row(rect.min.x, y, rect.min.x + width, y + height);
        if (i % 2 == 0) frame.fill(row.snapped(), Role::bg1, frame.em(0.3F));
        if (const WhyClick one = draw_cause(frame, row, int(i), why.causes[i], why, largest);
            one.kind != WhyClick::Kind::none)
            click = one;
        y += height;
    }
    std::string foot;
    if (why.causes.size() > 1 && why.cured > 0 && why.cured < why.predicted)
        foot = fmt::format("With all of them cured the kernels take **{}**, the model says.",
                           bench::time_text(why.cured));
    for (const std::string& note : why.notes) foot += (foot.empty() ? "" : " ") + note;
    if (!foot.empty())
        y += draw_paragraph(frame, {rect.min.x, y + frame.em(0.5F)}, width,
                            marked_runs(type::label, {Role::t2}, foot)) +
             frame.em();
    pane.set_height(y - pane.origin().y);
    return click;
}

// ---- The right pane

PlotSeries why_series(const Why& why, double ::upsweep::model::CurvePoint::*value, int line, Marker marker) {
    PlotSeries series{.line = line, .marker = marker};
    for (const model::CurvePoint& point : why.curve)
        if (point.*value > 0)
            series.points.push_back({double(point.n), point.*value, point.*value, point.*value});
    return series;
}

void draw_time_over_n(Frame& frame, Rect rect, const Why& why) {
    const PlotSeries predicted = why_series(why, &model::CurvePoint::predicted, 1, Marker::ring);
    const PlotSeries measured = why_series(why, &model::CurvePoint::measured, 1, Marker::square);
    const PlotSeries loop = why_series(why, &model::CurvePoint::cpu, 0, Marker::disc);
    const std::vector<PlotSeries> all = {predicted, measured, loop};
    if (predicted.points.empty() && measured.points.empty()) return;
    rect.cut_left(frame.em(4.2F));
    Rect foot = rect.cut_bottom(frame.em(2.4F));
    const PlotFrame field{rect.min.x, rect.min.y, rect.max.x, rect.max.y, x_axis_of(all), y_axis_of(all)};
    frame.fill(rect.snapped(), Role::bg0);
    frame.items.note("race.why.plot", rect);
    for (const PlotTick& tick :
         decade_ticks(field.y, [](double at) { return decade_text(RaceMode::time, at); })) {
        if (!tick.major) continue;
        const float y = snap(field.px_y(tick.value));
        frame.fill({rect.min.x, y, rect.max.x, y + snap(frame.px())}, Role::line);
        draw_text(frame, {rect.min.x - frame.em(0.5F), y}, type::tick, Role::t2, tick.label, Align::right);
    }
    float taken = -1e9F;
    for (int power = 0; power < 40; power += 2) {
        const float x = snap(field.px_x(std::exp2(power)));
        if (x < rect.min.x || x > rect.max.x) continue;
        frame.fill({x, rect.min.y, x + snap(frame.px()), rect.max.y}, Role::line);
        const std::string label = power_text(int64_t{1} << power);
        if (x - taken < frame.em(2.6F)) continue;
        draw_text(frame, {x, foot.min.y + frame.em(0.8F)}, type::tick, Role::t2, label, Align::centre);
        taken = x;
    }
    draw_text(frame, {rect.centre().x, foot.min.y + frame.em(1.9F)}, type::small, Role::t3,
              "numbers n, both axes logarithmic", Align::centre);
    const std::vector<ImVec2> thin = pixels_of(field, predicted);
    frame.list()->PushClipRect(rect.min, rect.max, true);
    if (thin.size() > 1) draw_polyline(frame, thin, series_colour(frame, 1), frame.px(1.2F), false);
    frame.list()->PopClipRect();
    draw_series(frame, field, loop, Emphasis::plain);
    draw_series(frame, field, measured, Emphasis::plain);
    if (why.crossing > 0 && why.crossing_seconds > 0)
        frame.list()->AddCircle({field.px_x(double(why.crossing)), field.px_y(why.crossing_seconds)},
                                frame.em(0.55F), frame.colour(Role::t1), 0, frame.px(2));
}

float draw_error_table(Frame& frame, Rect rect, const Why& why, int64_t elements) {
    const float row = frame.em(1.45F);
    const float width = rect.width();
    const float at[] = {rect.min.x + width * 0.3F, rect.min.x + width * 0.57F, rect.min.x + width * 0.83F,
                        rect.max.x};
    float y = rect.min.y + row / 2;
    const char* heads[] = {"numbers", "predicted", "measured", "off"};
    for (int i = 0; i < 4; ++i) draw_text(frame, {at[i], y}, type::head, Role::t3, heads[i], Align::right);
    y += row;
    for (const model::CurvePoint& point : why.curve) {
        if (y + row / 2 > rect.max.y) break;
        if (point.n == elements)
            frame.fill(
                Rect(rect.min.x - frame.em(0.4F), y - row / 2, rect.max.x + frame.em(0.4F), y + row / 2)
                    .snapped(),
                Role::bg3);
        const bool both = point.predicted > 0 && point.measured > 0;
        const std::string cells[] = {
            count_text(point.n), point.predicted > 0 ? bench::time_text(point.predicted) : "–",
            point.measured > 0 ? bench::time_text(point.measured) : "–",
            both ? fmt::format("{:+.0f} %", (point.predicted / point.measured - 1) * 100) : "–"};
        for (int i = 0; i < 4; ++i)
            draw_text(frame, {at[i], y}, type::code, Role::t1, cells[i], Align::right);
        y += row;
    }
    return y - rect.min.y;
}

float draw_count_lines(Frame& frame, Rect rect, const Why& why) {
    const float row = frame.em(1.45F);
    float y = rect.min.y + row / 2;
    for (const model::CountLine& line : why.counts) {
        if (y + row / 2 > rect.max.y) break;
        draw_elided(frame, {rect.min.x, y}, rect.width() * 0.42F, type::label, Role::t2, line.name);
        std::string text = count_text(int64_t(std::llround(line.value)));
        if (line.of > 0) {
            text += " / " + count_text(int64_t(std::llround(line.of)));
            const float left = rect.min.x + rect.width() * 0.43F, right = rect.min.x + rect.width() * 0.57F;
            if (right + frame.em(0.5F) < rect.max.x - text_width(frame, type::code, text)) {
                const Rect track = Rect(left, y - frame.em(0.18F), right, y + frame.em(0.18F)).snapped();
                frame.fill(track, Role::bg3, frame.em(0.2F));
                const float share = float(std::clamp(line.value / line.of, 0.0, 1.0));
                if (share > 0)
                    frame.fill({track.min.x, track.min.y, track.min.x + share * track.width(), track.max.y},
                               Role::t2, frame.em(0.2F));
            }
        }
        draw_text(frame, {rect.max.x, y}, type::code, Role::t1, text, Align::right);
        y += row;
    }
    return y - rect.min.y;
}

void draw_why_pane(Frame& frame, Rect rect, const RaceWhy& why) {
    const Why& answer = *why.answer();
    const Pane pane(frame, "race why pane", rect, Role::bg1);
    frame.fill(rect.left(snap(frame.px())), Role::line);
    Rect inner = rect.inset(frame.em(1), frame.em(0.6F));
    const auto head = [&](std::string_view title, std::string_view note) {
        const Rect row = inner.cut_top(frame.em(2));
        draw_text(frame, {row.min.x, row.centre().y}, type::name, Role::t1, title);
        const float used = text_width(frame, type::name, title) + text_width(frame, type::small, note);
        if (used + frame.em() < row.width())
            draw_text(frame, {row.max.x, row.centre().y}, type::small, Role::t3, note, Align::right);
    };
    const auto rule = [&] {
        inner.cut_top(frame.em(0.4F));
        frame.fill(inner.top(snap(frame.px())), Role::line);
        inner.cut_top(frame.em(0.4F));
    };
    head("Time over n", "thin: predicted");
    draw_time_over_n(frame, inner.cut_top(std::min(frame.em(17), inner.height() * 0.42F)), answer);
    if (answer.crossing > 0) {
        const Rect row = inner.cut_top(frame.em(1.4F));
        draw_elided(frame, {row.min.x, row.centre().y}, row.width(), type::small, Role::t2,
                    fmt::format("The CPU loop wins up to {} numbers: both take {} there.",
                                count_text(answer.crossing), bench::time_text(answer.crossing_seconds)));
    }
    rule();
    head("How far the model is off", answer.measured_where);
    inner.cut_top(draw_error_table(frame, inner, answer, why.elements()));
    rule();
    head("Counts", fmt::format("fitted to {:.0f} %", answer.fit_error * 100));
    draw_count_lines(frame, inner, answer);
}

// ---- The page

std::string why_detail(const RaceWhy& why) {
    const Why& answer = *why.answer();
    const bool measured = answer.measured > 0;
    std::string text = fmt::format("It {} **{}** for {} numbers", measured ? "takes" : "would take",
                                   bench::time_text(measured ? answer.measured : answer.predicted),
                                   count_text(why.elements()));
    if (const Why* rival = why.rivals_answer())
        text += fmt::format(", {} **{}**", rival->title,
                            bench::time_text(rival->measured > 0 ? rival->measured : rival->predicted));
    text += ".";
    std::vector<model::PartTime> parts;
    for (const model::PartTime& part : answer.parts)
        if (counts(part.part)) parts.push_back(part);
    stable_sort(parts, [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
    if (parts.size() > 1 && answer.predicted > 0)
        text += fmt::format(" The largest parts, {} and {}, make up **{:.0f} %** of the prediction.",
                            parts[0].label, parts[1].label,
                            100 * (parts[0].seconds + parts[1].seconds) / answer.predicted);
    return text;
}

std::vector<WhyBar> why_bars(const Frame& frame, const RaceWhy& why) {
    std::vector<WhyBar> bars = {{why.answer(), why.subject(), series_colour(frame, 1)}};
    if (why.rivals_answer() != nullptr)
        bars.push_back({why.rivals_answer(), why.rivals_answer()->title, series_colour(frame, 3)});
    return bars;
}

}  // namespace

void draw_presented_why(Frame& frame, Rect rect, const RaceWhy& why) {
    if (why.answer() == nullptr) return;
    const auto runs = marked_runs(type::label, {Role::t2}, why_detail(why));
    rect.cut_top(draw_paragraph(frame, rect.min, rect.width(), runs, 1.3F) + frame.em());
    const std::vector<WhyBar> bars = why_bars(frame, why);
    const float height = frame.em(why_bar_pitch_em * float(bars.size()) + why_axis_em);
    draw_why_bars(frame, rect.cut_top(std::min(height, rect.height())), bars);
}

float race_why_pane_width(const Frame& frame) {
    if (frame.density < Density::medium) return 0;
    return snap(frame.em(frame.density >= Density::wide ? 27 : 22));
}

WhyClick draw_race_why(Frame& frame, Rect rect, RaceWhy& why, HeadRoom room) {
    const Why* answer = why.answer();
    frame.items.note("race.why", rect);
    if (answer == nullptr) {
        const bool failed = !why.error().empty();
        draw_empty_state(frame, {rect.min.x, rect.min.y + frame.em(2.5F)}, rect.width(),
                         failed ? fmt::format("Nothing can be said about {}.", why.subject())
                                : "Running small sizes on the emulator.",
                         failed ? why.error() : "Their counts are carried to the size that you chose.");
        return {};
    }
    if (const float pane = race_why_pane_width(frame); pane > 0)
        draw_why_pane(frame, rect.cut_right(pane), why);
    Rect inner = rect.inset(frame.em(), frame.em(0.7F));
    const auto paragraph = [&](float beside, const std::vector<Run>& runs, float least) {
        const float high = paragraph_height(frame, inner.width() - beside, runs, 1.3F);
        const Rect row = inner.cut_top(std::max(high, frame.em(least)));
        draw_paragraph(frame, {row.min.x, row.centre().y - high / 2}, row.width() - beside, runs, 1.3F);
    };
    paragraph(room.first,
              {{answer->headline, frame.density >= Density::wide ? type::title : type::name, {Role::t1}}}, 2);
    paragraph(room.second, marked_runs(type::label, {Role::t2}, why_detail(why)),
              room.second > 0 ? 2.0F : 1.3F);
    const std::vector<WhyBar> bars = why_bars(frame, why);
    inner.cut_top(frame.em(0.5F));
    draw_why_bars(frame, inner.cut_top(frame.em(why_bar_pitch_em * float(bars.size()) + why_axis_em)), bars);
    frame.fill(inner.top(snap(frame.px())), Role::line);
    inner.cut_top(frame.em(0.5F));
    return draw_causes(frame, inner, *answer);
}

// ---- The rail beside it: the model's constants

void draw_race_why_rail(Frame& frame, Rect rect, const RaceWhy& why) {
    Pane pane(frame, "race why rail", rect, Role::bg1, true);
    const float left = rect.min.x + frame.em(0.9F), right = rect.max.x - frame.em(0.9F);
    float y = pane.origin().y + frame.em(1.1F);
    draw_text(frame, {left, y}, type::head, Role::t3, "The model: these are added up");
    y += frame.em(1.5F);
    const model::MachineModel& machine =
        model::recorded_model(why.answer() == nullptr ? "" : why.answer()->gpu);
    for (const model::Parameter& parameter : model::parameters()) {
        const std::string value =
            fmt::format("{:.3g} {}", machine.*parameter.member * parameter.scale, parameter.unit);
        const float room = right - left - text_width(frame, type::code, value) - frame.em(0.6F);
        draw_elided(frame, {left, y}, room, type::label, Role::t1, parameter.title);
        draw_text(frame, {right, y}, type::code, Role::t1, value, Align::right);
        draw_elided(frame, {left, y + frame.em(1.1F)}, right - left, type::small, Role::t3,
                    parameter.measured);
        y += frame.em(2.75F);
    }
    y += frame.em(0.2F);
    draw_elided(frame, {left, y}, right - left, type::small, Role::t2, machine.gpu);
    pane.set_height(y - pane.origin().y + frame.em(1));
}

}  // namespace upsweep::app
