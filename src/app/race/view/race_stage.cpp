// The Race's middle: title, start and progress, and the plot.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr std::array<std::string_view, 3> mode_names = {"Time", "Throughput", "Speed-up"};

std::string left_text(double seconds) {
    if (seconds < 1) return "under 1 s left";
    return seconds < 90 ? fmt::format("about {:.0f} s left", seconds)
                        : fmt::format("about {:.0f} min left", seconds / 60);
}

// What is measured now is told beside the progress bar, or in a small window over the plot.
bool tells_beside(const Frame& frame, Rect rect) { return rect.width() > frame.em(54); }

RaceAction draw_buttons(Frame& frame, float& x, float y, const RaceModel& model) {
    RaceAction action = RaceAction::none;
    const auto place = [&](std::string_view id, std::string_view label, const ButtonOptions& options,
                           RaceAction what) {
        const float width = button_width(frame, label, options);
        if (button(frame, id, Rect::sized({x, y}, width, frame.em(2)), label, options)) action = what;
        x += width + frame.em(0.5F);
    };
    if (!model.racing()) {
        const std::string reason = model.start_reason();
        place("race.start", "Start",
              {.primary = reason.empty(), .icon = marks::play, .hint = "Space", .disabled = reason},
              RaceAction::start);
        return action;
    }
    const bool paused = model.status().state == bench::RaceState::paused;
    place("race.pause", paused ? "Go on" : "Pause",
          {.icon = paused ? marks::play : marks::pause, .hint = "Space"}, RaceAction::pause);
    place("race.cancel", "Cancel", {.icon = marks::stop}, RaceAction::cancel);
    return action;
}

void draw_progress(Frame& frame, Rect rect, const bench::RaceStatus& status, bool told_beside) {
    const float y = rect.centre().y;
    const std::string left = left_text(status.seconds_left);
    draw_text(frame, {rect.max.x, y}, type::label, frame.colour(Role::t2), left, Align::right);
    rect.max.x -= text_width(frame, type::label, left) + frame.em(1);
    const Rect bar = Rect::sized({rect.min.x, y - frame.em(0.2F)},
                                 std::min(frame.em(12), rect.width() * 0.3F), frame.em(0.4F))
                         .snapped();
    const float share = static_cast<float>(status.cells_done) / static_cast<float>(std::max(status.cells, 1));
    frame.list()->AddRectFilled(bar.min, bar.max, frame.colour(Role::bg3), frame.em(0.2F));
    if (share > 0)
        frame.list()->AddRectFilled(bar.min,
                                    {bar.min.x + std::max(bar.width() * share, bar.height()), bar.max.y},
                                    frame.colour(Role::ink), frame.em(0.2F));
    float x = bar.max.x + frame.em(0.8F);
    const std::string count =
        fmt::format("{} of {}", std::min(status.cells_done + 1, status.cells), status.cells);
    draw_text(frame, {x, y}, type::number_strong, frame.colour(Role::t1), count);
    x += text_width(frame, type::number_strong, count) + frame.em(0.6F);
    if (told_beside)
        draw_elided(frame, {x, y}, rect.max.x - x, type::label, frame.colour(Role::t2), status.doing);
}

// What stands beside Start while nothing runs.
std::string idle_text(const RaceModel& model) {
    if (!model.machine_known()) return "Looking at this machine.";
    if (!model.start_reason().empty()) return model.start_reason();
    return model.forecast();
}

Plot make_plot(const RaceModel& model, std::span<const PlotSeries> series) {
    Plot plot;
    plot.series = series;
    plot.y = y_axis_of(series);
    plot.x = x_axis_of(series);
    if (model.racing()) {
        std::vector<double> sides;
        for (const PlotSeries& line : series)
            for (const PlotPoint& point : line.points) sides.push_back(point.x);
        for (const Extent extent : model.results().report.settings.extents)
            sides.push_back(static_cast<double>(extent.width));
        plot.x = axis_around(sides, 0.06);
    }
    plot.caption = caption(model.mode);
    plot.x_title = "n, both axes logarithmic";
    const RaceMode mode = model.mode;
    plot.decade_text = [mode](double value) { return value_text(mode, value); };
    plot.value_text = plot.decade_text;
    if (mode == RaceMode::time) plot.value_text = bench::time_text;
    if (mode == RaceMode::throughput)
        plot.value_text = [](double v) { return bench::rate_text(v * 1e-9) + " GB/s"; };
    if (mode == RaceMode::speedup) plot.value_text = [](double v) { return times_text(v) + " ×"; };
    if (const RaceRecordings::Entry* entry = model.recordings.shown())
        plot.recorded = recording_legend(*entry);
    if (mode == RaceMode::time)
        for (const RaceCrossing& one : race_crossings(model.results()))
            plot.notes.push_back({one.at.x, one.at.y, one.title, one.detail});
    if (const Extent shown = model.shown_extent(); shown.width > 0)
        plot.lit_x = static_cast<double>(shown.width);
    return plot;
}

std::string nothing_recorded(const RaceModel& model) {
    if (model.mode == RaceMode::speedup)
        return "A speed-up needs a CPU loop measured here at the size of the recording.";
    return fmt::format("The recording has no square of {} for {}; its rows are below.",
                       bench::types_text(model.types()), model.experiment().title);
}

// Where there is no GPU, what one did elsewhere is a click away.
void offer_recording(Frame& frame, ImVec2 at, RaceModel& model) {
    if (!model.machine_known() || !model.machine().gpu.empty() || model.recordings.all().empty()) return;
    const RaceRecordings::Entry& entry = model.recordings.all().front();
    const std::string label = "Show what was recorded on an " + entry.recording.machine.gpu;
    if (button(frame, "race.show_recording", Rect::sized(at, button_width(frame, label), frame.em(2)), label))
        model.show_recording(0);
}

}  // namespace

float race_head_height(const Frame& frame) { return snap(frame.em(4.9F)); }

RaceAction draw_race_head(Frame& frame, Rect rect, RaceModel& model) {
    if (model.experiments().empty()) return RaceAction::none;
    const float modes = segmented_width(frame, mode_names);
    int mode = static_cast<int>(model.mode);
    if (segmented(frame, "race.mode", {rect.max.x - modes, rect.min.y}, mode_names, mode))
        model.mode = static_cast<RaceMode>(mode);
    draw_elided(frame, {rect.min.x, rect.min.y + frame.em(1)}, rect.width() - modes - frame.em(1),
                type::title, frame.colour(Role::t1), model.experiment().heading);
    float x = rect.min.x;
    const float y = rect.min.y + frame.em(2.75F);
    const RaceAction action = draw_buttons(frame, x, y, model);
    const Rect rest = Rect(x + frame.em(0.6F), y, rect.max.x, y + frame.em(2));
    if (model.racing())
        draw_progress(frame, rest, model.status(), tells_beside(frame, rect));
    else if (!model.results().extents().empty())
        draw_elided(frame, {rest.min.x, rest.centre().y}, rest.width(), type::label, frame.colour(Role::t2),
                    idle_text(model));
    return action;
}

void draw_race_plot(Frame& frame, Rect rect, RaceModel& model) {
    if (model.experiments().empty()) return;
    std::vector<PlotSeries> series = plot_series(model.results(), model.mode);
    for (PlotSeries& line : model.recorded()) series.push_back(std::move(line));
    const bool any = std::any_of(series.begin(), series.end(),
                                 [](const PlotSeries& line) { return !line.points.empty(); });
    if (!any) {
        const bool measured = !model.results().extents().empty();
        const bool recorded = model.recordings.shown() != nullptr;
        const char* title = model.racing() ? "The first size is being measured."
                            : measured     ? "No speed-up to show."
                            : recorded     ? "Nothing recorded for this."
                                           : "Nothing measured yet.";
        const std::string sentence = model.racing() ? model.status().doing
                                     : measured
                                         ? "No CPU loop was measured, so there is nothing to compare with."
                                     : recorded ? nothing_recorded(model)
                                                : idle_text(model);
        const float used =
            draw_empty_state(frame, {rect.min.x, rect.min.y + frame.em(1)}, rect.width(), title, sentence);
        if (!model.racing() && !measured && !recorded)
            offer_recording(frame, {rect.min.x, rect.min.y + frame.em(1.9F) + used}, model);
        model.hover(std::nullopt);
        return;
    }
    Plot plot = make_plot(model, series);
    if (model.racing() && !tells_beside(frame, rect)) plot.caption = model.status().doing;
    const auto hover = draw_plot(frame, "race.plot", rect, plot);
    model.hover(hover ? std::optional(hover->x) : std::nullopt);
}

}  // namespace upsweep::app
