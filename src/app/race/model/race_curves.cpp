#include "app/race/model/race_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/race/model/race_recording.h"
#include "core/ranges.h"

namespace upsweep::app {
namespace {

RaceCurve curve_of(const RaceLine& line, int index) {
    RaceCurve curve;
    curve.owner = bench::key_of(line.competitor);
    curve.line = index;
    curve.gpu = line.competitor.on == "gpu";
    curve.copy = line.limit();
    curve.transfers = line.competitor.with_transfers;
    curve.edited = line.competitor.edited;
    curve.label = curve.copy && curve.gpu ? "Copy of the same bytes" : line.label;
    if (line.limit() || curve.edited) return curve;
    curve.fast = line.competitor.algorithm->fast;
    curve.paper = bench::paper_of(line.competitor.algorithm->source);
    return curve;
}

std::vector<CurvePoint> measured_points(const RaceResults& here, int competitor) {
    std::vector<CurvePoint> points;
    for (const bench::Row& row : here.report.rows)
        if (row.competitor == competitor && row.time.median > 0)
            points.push_back({static_cast<double>(row.extent.width), row.time.median, row.time.low,
                              row.time.high, row.traffic_bytes, row.settled ? row.time.error : 0});
    sort(points, [](const CurvePoint& a, const CurvePoint& b) { return a.side < b.side; });
    return points;
}

void add_measured(std::vector<RaceCurve>& curves, const RaceExperiment& experiment, const RaceResults& here,
                  const bench::MachineInfo& machine, ElementTypes types) {
    for (size_t i = 0; i < experiment.lines.size(); ++i) {
        const RaceLine& line = experiment.lines[i];
        RaceCurve curve = curve_of(line, int(i));
        curve.key = "here " + curve.owner;
        curve.where = "measured here";
        curve.reason = line.reason.empty() ? type_reason(line, types) : line.reason;
        if (curve.copy && curve.gpu) curve.cache_bytes = machine.gpu_l2_bytes;
        if (const int competitor = here.competitor_of(line); competitor >= 0) {
            curve.points = measured_points(here, competitor);
            curve.measuring =
                competitor == here.measuring && here.row(competitor, here.measuring_extent) != nullptr;
        }
        curves.push_back(std::move(curve));
    }
}

void add_recorded(std::vector<RaceCurve>& curves, const RaceExperiment& experiment,
                  const bench::Recording& recording, ElementTypes types) {
    const std::string gpu = short_machine(recording.machine.gpu);
    std::vector<std::vector<CurvePoint>> points = recorded_points(recording, experiment, types);
    for (size_t i = 0; i < experiment.lines.size(); ++i) {
        RaceCurve curve = curve_of(experiment.lines[i], int(i));
        curve.points = std::move(points[i]);
        if (curve.points.empty()) continue;
        curve.key = "recorded " + curve.owner;
        curve.source = CurveSource::recorded;
        curve.where = !curve.gpu    ? "recorded on another CPU"
                      : gpu.empty() ? "recorded"
                                    : "recorded on " + with_article(gpu);
        if (curve.copy && curve.gpu) curve.cache_bytes = recording.machine.gpu_l2_bytes;
        curves.push_back(std::move(curve));
    }
}

bool is_of(const RaceExperiment& experiment, std::string_view slug) {
    return any_of(experiment.lines, [&](const RaceLine& line) {
        return !line.limit() && line.competitor.algorithm->slug == slug;
    });
}

void add_published(std::vector<RaceCurve>& curves, const RaceExperiment& experiment, ElementTypes types) {
    char letter = 'a';
    for (const bench::PublishedLine& line : bench::published_lines()) {
        if (line.types != types || !is_of(experiment, line.algorithm)) continue;
        RaceCurve curve;
        const std::string what = line.what.empty() ? "" : fmt::format(", {}", line.what);
        curve.label = fmt::format("{}, {}{}", line.paper, line.machine, what);
        curve.key = "published " + curve.label;
        curve.owner = curve.key;
        curve.source = CurveSource::published;
        curve.published = &line;
        curve.where = "published";
        curve.letter = letter++;
        curve.gpu = line.on == "gpu";
        curve.paper = line.paper;
        const int64_t each = size_of(types.input) + size_of(types.output);
        for (const bench::PublishedPoint& point : line.points)
            curve.points.push_back({static_cast<double>(point.side), point.seconds, point.seconds,
                                    point.seconds, each * point.side * point.side, 0});
        curves.push_back(std::move(curve));
    }
}

// What the plot's y axis counts; 0: it is not known.
double value_of(const CurvePoint& point, double seconds, RaceMode mode, const RaceCurve* baseline) {
    if (mode == RaceMode::time) return seconds;
    if (mode == RaceMode::throughput) return double(point.bytes) / seconds;
    const CurvePoint* base = baseline == nullptr ? nullptr : point_at(*baseline, point.side);
    return base == nullptr ? 0 : base->seconds / seconds;
}

}  // namespace

std::vector<RaceCurve> race_curves(const RaceExperiment& experiment, const RaceResults& here,
                                   const bench::MachineInfo& machine, const bench::Recording* recording,
                                   ElementTypes types) {
    std::vector<RaceCurve> curves;
    add_measured(curves, experiment, here, machine, types);
    if (recording != nullptr) add_recorded(curves, experiment, *recording, types);
    add_published(curves, experiment, types);
    return curves;
}

const RaceCurve* baseline_of(std::span<const RaceCurve> curves) {
    const auto found = find_if(curves, [](const RaceCurve& curve) {
        return curve.shown && curve.source == CurveSource::here && !curve.gpu && !curve.copy && !curve.fast &&
               !curve.points.empty();
    });
    return found == curves.end() ? nullptr : &*found;
}

const RaceCurve* copy_of(std::span<const RaceCurve> curves, const RaceCurve& curve) {
    const auto found = find_if(curves, [&](const RaceCurve& other) {
        return other.shown && other.copy && other.source == curve.source && other.gpu == curve.gpu &&
               !other.points.empty();
    });
    return found == curves.end() ? nullptr : &*found;
}

const CurvePoint* point_at(const RaceCurve& curve, double side) {
    const auto found = find_if(curve.points, [&](const CurvePoint& point) { return point.side == side; });
    return found == curve.points.end() ? nullptr : &*found;
}

std::optional<double> last_common_side(const RaceCurve& a, const RaceCurve& b) {
    for (auto point = a.points.rbegin(); point != a.points.rend(); ++point)
        if (point_at(b, point->side) != nullptr) return point->side;
    return std::nullopt;
}

ptrdiff_t common_sides(const RaceCurve& a, const RaceCurve& b) {
    return count_if(a.points, [&](const CurvePoint& point) { return point_at(b, point.side) != nullptr; });
}

std::optional<double> last_side_in_cache(const RaceCurve& curve) {
    std::optional<double> last;
    for (const CurvePoint& point : curve.points)
        if (point.bytes > 0 && point.bytes <= curve.cache_bytes) last = point.side;
    return last;
}

PlotSeries series_of(const RaceCurve& curve, RaceMode mode, const RaceCurve* baseline) {
    PlotSeries series{.name = curve.label, .line = curve.look.line, .marker = curve.look.marker};
    series.dashed = curve.source != CurveSource::here;
    series.letter = curve.letter;
    series.measuring = curve.measuring;
    for (const CurvePoint& from : curve.points) {
        PlotPoint point{from.side, value_of(from, from.seconds, mode, baseline),
                        value_of(from, from.low, mode, baseline), value_of(from, from.high, mode, baseline)};
        if (!(point.y > 0 && point.low > 0 && point.high > 0)) continue;
        if (point.low > point.high) std::swap(point.low, point.high);
        series.points.push_back(point);
    }
    if (!series.points.empty())
        series.note = fmt::format("{}, {}", value_text(mode, series.points.back().y), curve.where);
    return series;
}

std::string short_machine(const std::string& name) {
    constexpr std::string_view maker = "NVIDIA ";
    return name.rfind(maker, 0) == 0 ? name.substr(maker.size()) : name;
}

std::string with_article(const std::string& name) {
    // An abbreviation is spelt: "an H200", "a T4".
    const bool spelt = name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])) == 0;
    const std::string_view vowels = spelt ? "AEFHILMNORSX8" : "AEIOUaeiou8";
    const bool vowel = !name.empty() && vowels.find(name[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + name;
}

}  // namespace upsweep::app
