// What the model of time shows of the Race's lines: launches and copies over time, and the roofline.

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/plot.h"

namespace upsweep::app {

namespace {

using model::Timeline;
using model::TimelineItem;
using OperationKind = model::OperationTime::Kind;

// While the emulator runs, or where it cannot say anything.
void draw_no_split(Frame& frame, Rect rect, const RaceModel& model, bool any) {
    const bool busy = model.split() != nullptr && model.split()->busy();
    draw_empty_state(frame, {rect.min.x, rect.min.y + frame.em()}, rect.width(),
                     busy   ? "Running small sizes on the emulator."
                     : !any ? "No line of a GPU is shown."
                            : "Nothing can be said about these lines.",
                     busy   ? "Their counts are carried to the size that you chose."
                     : !any ? "Tick a line that was measured or recorded on a GPU."
                            : "The emulator cannot run them at this size.");
}

struct StripField {
    Rect names, field;
    float pitch = 0;
    double end = 1;
    Rect box(const TimelineItem& item, float inset) const {
        const auto at = [&](double seconds) { return field.min.x + float(seconds / end) * field.width(); };
        const float top = field.min.y + float(item.row) * pitch;
        return Rect(at(item.begin), top + inset, std::max(at(item.end), at(item.begin) + 1),
                    top + pitch - inset)
            .snapped();
    }
};

// Frames in turn have a full and a pale colour; copies are striped.
void draw_item(Frame& frame, const StripField& strip, const TimelineItem& item, int number, bool frames,
               ImU32 colour) {
    const Rect box = strip.box(item, frame.em(0.22F));
    const bool copy = item.kind == OperationKind::upload || item.kind == OperationKind::download;
    const int turn = frames ? item.frame : number;
    frame.fill(box, Colour(faint(colour, copy ? 0.18F : turn % 2 == 0 ? 0.55F : 0.32F)));
    if (copy) draw_stripes(frame, box, faint(colour, turn % 2 == 0 ? 0.8F : 0.45F));
    frame.outline(box, Colour(colour), 0, frame.px());
    const std::string name = frames ? fmt::format("frame {}", item.frame + 1) : item.name;
    // One word for a frame's launches: beside each other they would all say the same.
    if ((!frames || copy) && text_width(frame, type::small, name) + frame.em(0.7F) < box.width()) {
        if (copy)
            frame.fill(Rect::around(box.centre(), text_width(frame, type::small, name) + frame.em(0.6F),
                                    frame.em(1.2F)),
                       Role::bg1, frame.em(0.2F));
        draw_text(frame, box.centre(), type::small, Role::t1, name, Align::centre);
    }
    if (under_mouse(box))
        tooltip(frame, fmt::format("{}{}: {}", frames ? name + ", " : "", item.name,
                                   bench::time_text(item.end - item.begin)));
}

// Rows with their names, the items, and an axis of time below.
void draw_timeline(Frame& frame, Rect rect, const std::string& id, const std::string& words,
                   const Timeline& timeline, bool frames, ImU32 colour) {
    // In a low window the rows need the room of the words.
    if (rect.height() > frame.em(14)) {
        const float said =
            draw_paragraph(frame, rect.min, rect.width(), marked_runs(type::label, {Role::t2}, words), 1.3F);
        rect.cut_top(said + frame.em(0.5F));
    }
    rect.cut_bottom(frame.em(rect.height() > frame.em(14) ? 1.9F : 1.6F));
    StripField strip;
    strip.names = rect.cut_left(frame.em(7));
    rect.cut_right(frame.em(1.5F));
    const auto rows = float(std::max<size_t>(1, timeline.rows.size()));
    strip.pitch = std::min(frame.em(2.6F), rect.height() / rows);
    rect.max.y = rect.min.y + strip.pitch * rows;
    strip.field = rect.snapped();
    strip.end = std::max(timeline.end, 1e-12) * 1.01;
    frame.items.note(id, strip.field);
    frame.fill(strip.field, Role::bg1);
    for (size_t row = 0; row < timeline.rows.size(); ++row) {
        const float y = strip.field.min.y + (float(row) + 0.5F) * strip.pitch;
        draw_text(frame, {strip.names.min.x, y}, type::label, Role::t1, timeline.rows[row]);
    }
    const double step = linear_step(strip.end, std::max(2, int(strip.field.width() / frame.em(7))));
    for (double at = 0; at <= strip.end; at += step) {
        const float x = snap(strip.field.min.x + float(at / strip.end) * strip.field.width());
        frame.fill({x, strip.field.min.y, x + snap(frame.px()), strip.field.max.y}, Role::line);
        draw_text(frame, {x, strip.field.max.y + frame.em(0.95F)}, type::tick, Role::t2,
                  at == 0 ? "0" : decade_text(RaceMode::time, at), at == 0 ? Align::left : Align::centre);
    }
    for (size_t i = 0; i < timeline.items.size(); ++i)
        draw_item(frame, strip, timeline.items[i], int(i), frames, colour);
}

}  // namespace

void draw_race_strip(Frame& frame, Rect rect, RaceModel& model) {
    const RaceCurve* line = model.strip_line();
    const CurvePoint* point = line == nullptr ? nullptr : point_at(*line, model.side());
    const model::Why* why = nullptr;
    if (point != nullptr && model.split() != nullptr) {
        const std::vector<RaceBar> bars = {{line, point, {}}};
        const auto cells = cells_of(bars, model.experiment(), model.types());
        model.split()->want(cells);
        if (!cells.empty()) why = model.split()->of(cells.front());
    }
    if (why == nullptr) return draw_no_split(frame, rect, model, line != nullptr);
    const RaceStrip strip = race_strip(*why, *point, point->seconds);
    const ImU32 colour = series_colour(frame, line->look.line);
    draw_text(frame, {rect.min.x, rect.min.y + frame.em(0.7F)}, type::strong, Colour(colour),
              fmt::format("{}, {}", line->label, line->where));
    rect.cut_top(frame.em(2));
    const auto rows_above = float(strip.kernels.rows.size()), rows_below = float(strip.frames.rows.size());
    const float above = rect.height() * (rows_above + 1.6F) / (rows_above + rows_below + 3.2F);
    draw_timeline(frame, rect.cut_top(std::min(above, frame.em(5 + 2.6F * rows_above))), "race.strip",
                  strip.kernels_words, strip.kernels, false, colour);
    rect.cut_top(frame.em(rect.height() > frame.em(14) ? 0.8F : 0.2F));
    draw_timeline(frame, rect, "race.strip.frames", strip.frames_words, strip.frames, true, colour);
}

void draw_race_roofline(Frame& frame, Rect rect, RaceModel& model) {
    const std::vector<RaceBar> bars = race_bars(model.curves(), model.side());
    // Of the GPU whose times are shown; of one that no recording knows, the first recording's, which is said.
    const RaceRecordings::Entry* shown = model.recordings.shown();
    const std::string& gpu = shown != nullptr ? shown->recording.machine.gpu : model.machine().gpu;
    const model::MachineModel& machine = model::recorded_model(gpu);
    RaceRoofline roofline;
    const auto cells = cells_of(bars, model.experiment(), model.types());
    if (model.split() != nullptr) {
        model.split()->want(cells);
        roofline = race_roofline(bars, model.experiment(), model.types(), *model.split(), machine);
    }
    if (roofline.series.empty()) return draw_no_split(frame, rect, model, !cells.empty());
    Plot plot;
    plot.series = roofline.series;
    plot.x = roofline.x;
    plot.y = roofline.y;
    plot.caption = fmt::format("instructions of lanes a second, counted on the emulator, at {}; {}",
                               side_text(model.side()), roofline.words);
    plot.x_title = roofs_text(machine, gpu);
    plot.decade_text = instructions_text;
    plot.value_text = instructions_text;
    for (size_t i = 0; i < roofline.lines.size(); ++i)
        if (roofline.lines[i]->key == model.lit()) plot.lit = int(i + roofline.roofs);
    const PlotTouch touch = draw_plot(frame, "race.roofline", rect, plot);
    const int roofs = int(roofline.roofs);
    if (touch.lit >= roofs) model.point_at(nth(roofline.lines, touch.lit - roofs)->key);
    if (touch.clicked >= roofs) model.step_through(nth(roofline.lines, touch.clicked - roofs)->key);
}

}  // namespace upsweep::app
