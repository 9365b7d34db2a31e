#include "app/race/model/race_views.h"

#include <cmath>

#include <fmt/format.h>

#include "app/race/model/race_recording.h"
#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::app {

namespace {

constexpr std::array<RaceWay, 10> ways = {{
    {RaceMode::time, "time", "Time"},
    {RaceMode::throughput, "throughput", "Throughput"},
    {RaceMode::speedup, "speed-up", "Speed-up"},
    {RaceMode::bars, "one-size", "One size"},
    {RaceMode::spread, "spread", "Spread"},
    {RaceMode::heat, "heat-map", "Heat map"},
    {RaceMode::strip, "streams", "Streams"},
    {RaceMode::roofline, "roofline", "Roofline"},
    {RaceMode::paper, "paper", "As the paper"},
    {RaceMode::why, "why", "Why slow?"},
}};

// A size this much larger than a line's smallest says what its work costs.
constexpr double far_from_smallest = 4;

// What the same line takes without the way to the GPU and back; null where that is not known.
const CurvePoint* without_transfers(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    constexpr std::string_view ending = "+transfers";
    if (!curve.transfers || !curve.key.ends_with(ending)) return nullptr;
    const std::string key = curve.key.substr(0, curve.key.size() - ending.size());
    const RaceCurve* plain = find_by(curves, &RaceCurve::key, key);
    return plain == nullptr ? nullptr : point_at(*plain, side);
}

// Launches and their end: what the line's smallest size takes too. 0 where nothing can be said.
double fixed_seconds(const RaceCurve& curve, const CurvePoint& point) {
    if (!curve.gpu || curve.source == CurveSource::published || curve.transfers) return 0;
    const CurvePoint& smallest = curve.points.front();
    if (point.side < smallest.side * far_from_smallest) return 0;
    return std::min(smallest.seconds, point.seconds);
}

std::vector<RaceBar::Part> parts_of(std::span<const RaceCurve> curves, const RaceCurve& curve,
                                    const CurvePoint& point) {
    if (const CurvePoint* plain = without_transfers(curves, curve, point.side);
        plain != nullptr && plain->seconds < point.seconds)
        return {{TimePart::work, plain->seconds, {}},
                {TimePart::transfers, point.seconds - plain->seconds, {}}};
    const double fixed = fixed_seconds(curve, point);
    if (fixed <= 0) return {{TimePart::work, point.seconds, {}}};
    return {{TimePart::fixed, fixed, {}}, {TimePart::work, point.seconds - fixed, {}}};
}

// The shown lines with a time at `side`, the slowest first.
std::vector<std::pair<const RaceCurve*, const CurvePoint*>> at_side(std::span<const RaceCurve> curves,
                                                                    double side) {
    std::vector<std::pair<const RaceCurve*, const CurvePoint*>> found;
    for (const RaceCurve& curve : curves)
        if (const CurvePoint* point = curve.shown ? point_at(curve, side) : nullptr)
            found.emplace_back(&curve, point);
    stable_sort(found, [](const auto& a, const auto& b) { return a.second->seconds > b.second->seconds; });
    return found;
}

}  // namespace

std::span<const RaceWay> race_ways() { return ways; }

const RaceWay& way_of(RaceMode mode) { return nth(ways, mode); }

RaceMode mode_named(std::string_view name) {
    if (const RaceWay* way = find_by(ways, &RaceWay::name, name)) return way->mode;
    std::string names;
    for (const RaceWay& way : ways) names += (names.empty() ? "" : ", ") + std::string(way.name);
    throw UsageError("The Race has no view {}; it has {}.", in_quotes(std::string(name)), names);
}

std::vector<RaceBar> race_bars(std::span<const RaceCurve> curves, double side) {
    std::vector<RaceBar> bars;
    for (const auto& [curve, point] : at_side(curves, side))
        bars.push_back({curve, point, parts_of(curves, *curve, *point)});
    return bars;
}

double bar_axis_end(std::span<const RaceBar> bars) {
    constexpr double room = 1.1;
    double all = 0, gpu = 0;
    for (const RaceBar& bar : bars) {
        all = std::max(all, bar.point->seconds);
        if (bar.curve->gpu && !bar.curve->transfers) gpu = std::max(gpu, bar.point->seconds);
    }
    // A loop that takes a little longer needs no broken bar.
    return room * (gpu > 0 && all > 2 * gpu ? gpu : all);
}

std::string bar_caption(std::span<const RaceBar> bars) {
    const auto has = [&](TimePart kind) {
        return any_of(bars, [&](const RaceBar& bar) {
            return any_of(bar.parts, [&](const RaceBar::Part& part) { return part.kind == kind; });
        });
    };
    std::string text;
    if (has(TimePart::fixed)) text = "pale: launching and waiting, as much as the line's smallest size takes";
    if (has(TimePart::transfers))
        text += (text.empty() ? "" : "; ") + std::string("striped: the way to the GPU and back");
    if (has(TimePart::launch)) {
        const bool timed = all_of(bars, [](const RaceBar& bar) {
            return bar.launches_timed || none_of(bar.parts, [](const RaceBar::Part& part) {
                       return part.kind == TimePart::launch;
                   });
        });
        text += (text.empty() ? "" : "; ") +
                std::string(timed ? "a part for each launch, timed by itself"
                                  : "a part for each launch: shares as the model predicts, as no launch was "
                                    "timed by itself");
    }
    return text;
}

RaceSpread race_spread(std::span<const RaceCurve> curves, double side) {
    constexpr double most_shown = 2, least_room = 0.02;
    RaceSpread spread;
    for (const auto& [curve, point] : at_side(curves, side)) {
        if (!(point->high > point->low) && point->samples == nullptr) continue;
        spread.strips.push_back({curve, point});
        const double median = point->seconds;
        const double low = point->samples ? point->samples->front() : point->low;
        const double high = point->samples ? point->samples->back() : point->high;
        spread.lowest = std::min({spread.lowest, low / median, point->low / median});
        spread.highest = std::max({spread.highest, std::min(high / median, most_shown),
                                   std::min(point->high / median, most_shown)});
    }
    spread.lowest = std::min(spread.lowest, 1 - least_room);
    spread.highest = std::max(spread.highest, 1 + least_room);
    for (RaceSpread::Strip& strip : spread.strips) {
        if (strip.point->samples == nullptr) continue;
        const double end = spread.highest * strip.point->seconds;
        strip.beyond = int(count_if(*strip.point->samples, [&](double run) { return run > end; }));
        if (strip.beyond > 0) strip.worst = strip.point->samples->back() / strip.point->seconds;
    }
    return spread;
}

namespace {

void add_cell(RaceHeat& heat, const HeatCell& cell) {
    if (heat.cell(cell.extent) == nullptr) heat.cells.push_back(cell);
}

}  // namespace

bool complete(RaceHeat& heat) {
    for (const HeatCell& cell : heat.cells) {
        if (!contains(heat.widths, cell.extent.width)) heat.widths.push_back(cell.extent.width);
        if (!contains(heat.heights, cell.extent.height)) heat.heights.push_back(cell.extent.height);
        const double rate = double(cell.bytes) / cell.seconds;
        heat.least = heat.least == 0 ? rate : std::min(heat.least, rate);
        heat.most = std::max(heat.most, rate);
    }
    sort(heat.widths);
    sort(heat.heights);
    return heat.widths.size() > 1 && heat.heights.size() > 1 &&
           heat.cells.size() > std::max(heat.widths.size(), heat.heights.size());
}

std::vector<RaceHeat> race_heats(const RaceExperiment& experiment, const RaceResults& grid,
                                 const bench::Recording* recording, ElementTypes types) {
    std::vector<RaceHeat> heats;
    for (const RaceLine& line : grid.lines) {
        RaceHeat heat{bench::key_of(line.competitor), line.label, "measured here"};
        const int competitor = grid.competitor_of(line);
        for (const bench::Row& row : grid.report.rows)
            if (row.competitor == competitor && row.time.median > 0)
                add_cell(heat, {row.extent, row.time.median, row.traffic_bytes, row.settled});
        if (complete(heat)) heats.push_back(std::move(heat));
    }
    if (recording == nullptr) return heats;
    const std::string gpu = short_machine(recording->machine.gpu);
    for (const RaceLine& line : experiment.lines) {
        RaceHeat heat{bench::key_of(line.competitor), line.label,
                      gpu.empty() ? "recorded" : "recorded on " + with_article(gpu)};
        for (const bench::RecordedTime& time : recording->times)
            if (time.types == types && time.seconds > 0 && time.bytes > 0 &&
                bench::line_of(time) + " " + time.on == heat.owner)
                add_cell(heat, {time.extent, time.seconds, time.bytes});
        if (complete(heat)) heats.push_back(std::move(heat));
    }
    return heats;
}

std::string heat_words(const RaceHeat& heat) {
    const HeatCell *slow = nullptr, *fast = nullptr;
    double most = 1.1;
    for (const HeatCell& a : heat.cells)
        for (const HeatCell& b : heat.cells)
            if (a.extent.count() == b.extent.count() && a.seconds / b.seconds > most) {
                most = a.seconds / b.seconds;
                slow = &a, fast = &b;
            }
    if (slow == nullptr) return {};
    return fmt::format("As many elements take {} times as long as {} as they do as {}.", times_text(most),
                       bench::extent_text(slow->extent), bench::extent_text(fast->extent));
}

}  // namespace upsweep::app
