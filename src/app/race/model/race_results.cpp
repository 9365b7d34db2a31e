// Everything that is said about a race is computed from its rows here; the view only draws it.
#include "app/race/model/race_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace upsweep::app {
namespace {

bool on_gpu(const RaceLine& line) { return line.competitor.on == "gpu" && !line.limit(); }

double value_of(const RaceResults& results, const bench::Row& row, RaceMode mode, double seconds) {
    if (mode == RaceMode::time) return seconds;
    if (mode == RaceMode::throughput) return static_cast<double>(row.traffic_bytes) / seconds;
    const bench::Row* base = results.row(results.baseline(), row.extent);
    return base == nullptr ? 0 : base->time.median / seconds;
}

PlotPoint point_of(const RaceResults& results, const bench::Row& row, RaceMode mode) {
    PlotPoint point;
    point.x = static_cast<double>(row.extent.width);
    point.y = value_of(results, row, mode, row.time.median);
    point.low = value_of(results, row, mode, row.time.low);
    point.high = value_of(results, row, mode, row.time.high);
    if (point.low > point.high) std::swap(point.low, point.high);
    return point;
}

std::string side_text(double side) {
    const auto n = static_cast<std::int64_t>(std::ceil(side));
    return bench::extent_text({n, n});
}

// The competitor with the shortest median at this size among those that `take` picks, or -1.
template <typename F>
int fastest(const RaceResults& results, Extent extent, F&& take) {
    int best = -1;
    for (int i = 0; i < static_cast<int>(results.lines.size()); ++i) {
        const bench::Row* row = results.row(i, extent);
        if (row == nullptr || !take(results.lines[static_cast<std::size_t>(i)])) continue;
        const bench::Row* so_far = results.row(best, extent);
        if (so_far == nullptr || row->time.median < so_far->time.median) best = i;
    }
    return best;
}

// A name inside a sentence: its first letter small, unless it begins with an abbreviation.
std::string inner(const std::string& name) {
    std::string text = name;
    const bool abbreviation = text.size() > 1 && text[1] >= 'A' && text[1] <= 'Z';
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z' && !abbreviation) text[0] += 'a' - 'A';
    return text;
}

std::optional<RaceCrossing> overtaking(const RaceResults& results, const std::vector<PlotSeries>& series,
                                       bool with_transfers) {
    const int base = results.baseline();
    if (base < 0 || results.extents().empty()) return std::nullopt;
    const int challenger = fastest(results, results.extents().back(), [&](const RaceLine& line) {
        return on_gpu(line) && line.competitor.with_transfers == with_transfers;
    });
    if (challenger < 0) return std::nullopt;
    const auto at = crossing(series[static_cast<std::size_t>(challenger)].points,
                             series[static_cast<std::size_t>(base)].points);
    if (!at) return std::nullopt;
    const std::string from = side_text(at->x);
    const std::string title = with_transfers ? "With transfers, from " + from : "The GPU wins from " + from;
    return RaceCrossing{*at, challenger, title,
                        inner(results.lines[static_cast<std::size_t>(challenger)].label) + " against " +
                            inner(results.lines[static_cast<std::size_t>(base)].label)};
}

std::string spread_text(const bench::Summary& time) {
    return bench::time_text(time.low) + " – " + bench::time_text(time.high);
}

std::string percent_text(double share) {
    if (share < 0.01) return "< 1 %";
    return fmt::format("{:.0f} %", share * 100);
}

}  // namespace

const bench::Row* RaceResults::row(int competitor, Extent extent) const {
    for (const bench::Row& row : report.rows)
        if (row.competitor == competitor && row.extent == extent) return &row;
    return nullptr;
}

int RaceResults::baseline() const {
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!lines[i].limit() && lines[i].competitor.on == "cpu") return static_cast<int>(i);
    return -1;
}

int RaceResults::limit_of(int competitor) const {
    const std::string& on = lines[static_cast<std::size_t>(competitor)].competitor.on;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].limit() && lines[i].competitor.on == on) return static_cast<int>(i);
    return -1;
}

std::vector<Extent> RaceResults::extents() const {
    std::vector<Extent> extents;
    for (const bench::Row& row : report.rows)
        if (std::find(extents.begin(), extents.end(), row.extent) == extents.end())
            extents.push_back(row.extent);
    std::sort(extents.begin(), extents.end(), [](Extent a, Extent b) { return a.count() < b.count(); });
    return extents;
}

std::optional<double> speedup(const RaceResults& results, const bench::Row& row) {
    const bench::Row* base = results.row(results.baseline(), row.extent);
    if (base == nullptr || row.time.median <= 0) return std::nullopt;
    return base->time.median / row.time.median;
}

std::vector<PlotSeries> plot_series(const RaceResults& results, RaceMode mode) {
    std::vector<PlotSeries> all;
    for (int i = 0; i < static_cast<int>(results.lines.size()); ++i) {
        const RaceLine& line = results.lines[static_cast<std::size_t>(i)];
        PlotSeries series{
            .name = line.label, .line = line.line, .marker = line.marker, .dashed = line.dashed};
        for (const bench::Row& row : results.report.rows)
            if (row.competitor == i && value_of(results, row, mode, row.time.median) > 0)
                series.points.push_back(point_of(results, row, mode));
        std::sort(series.points.begin(), series.points.end(),
                  [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
        if (line.competitor.with_transfers) {
            series.name = line.competitor.algorithm->title;
            series.note = "with transfers";
        }
        series.measuring = i == results.measuring && results.row(i, results.measuring_extent) != nullptr;
        if (i == results.measuring && results.measuring_extent.width > 0)
            series.note = fmt::format("now at {}", results.measuring_extent.width);
        all.push_back(std::move(series));
    }
    return all;
}

std::string value_text(RaceMode mode, double value) {
    if (mode == RaceMode::throughput)
        return value < 1e9 ? fmt::format("{:g} MB/s", value * 1e-6) : fmt::format("{:g} GB/s", value * 1e-9);
    if (mode == RaceMode::speedup) return fmt::format("{:g} ×", value);
    constexpr const char* units[] = {"ns", "µs", "ms", "s"};
    int unit = 0;
    for (value *= 1e9; value >= 999.5 && unit < 3; ++unit) value /= 1000;
    return fmt::format("{:.3g} {}", value, units[unit]);
}

std::string caption(RaceMode mode) {
    if (mode == RaceMode::throughput)
        return "bytes that must be moved, by the median: line; band = 5th to 95th percentile";
    if (mode == RaceMode::speedup)
        return "how many times as fast as the first CPU loop: medians, band = 5th to 95th percentile";
    return "time for one run: line = median, band = 5th to 95th percentile";
}

std::vector<RaceTableRow> race_table(const RaceResults& results, Extent extent) {
    std::vector<RaceTableRow> table;
    for (int i = 0; i < static_cast<int>(results.lines.size()); ++i) {
        const bench::Row* row = results.row(i, extent);
        if (row == nullptr) continue;
        RaceTableRow out;
        out.competitor = i;
        out.settled = row->settled;
        out.median = bench::time_text(row->time.median);
        out.spread = spread_text(row->time);
        out.gb_per_s = bench::rate_text(row->gb_per_s());
        out.runs = std::to_string(row->time.runs);
        out.result = row->settled ? "equal" : "measuring";
        if (const bench::Row* limit = results.row(results.limit_of(i), extent))
            out.of_copy = percent_text(limit->time.median / row->time.median);
        if (const auto times = speedup(results, *row)) out.times_cpu = times_text(*times);
        table.push_back(out);
    }
    for (const bench::Refusal& refusal : results.report.refusals) {
        if (refusal.extent != extent) continue;
        RaceTableRow out;
        out.competitor = refusal.competitor;
        out.result = refusal.sentence;
        out.wrong = refusal.wrong;
        table.push_back(out);
    }
    return table;
}

std::vector<SpeedBar> speed_bars(const RaceResults& results, Extent extent) {
    std::vector<SpeedBar> bars;
    for (int i = 0; i < static_cast<int>(results.lines.size()); ++i) {
        const bench::Row* row = results.row(i, extent);
        if (row == nullptr || results.lines[static_cast<std::size_t>(i)].limit()) continue;
        if (const auto times = speedup(results, *row)) bars.push_back({i, *times});
    }
    std::stable_sort(bars.begin(), bars.end(), [](SpeedBar a, SpeedBar b) { return a.times < b.times; });
    return bars;
}

std::vector<RaceCrossing> race_crossings(const RaceResults& results) {
    const std::vector<PlotSeries> series = plot_series(results, RaceMode::time);
    std::vector<RaceCrossing> found;
    for (const bool with_transfers : {false, true})
        if (const auto one = overtaking(results, series, with_transfers)) found.push_back(*one);
    return found;
}

std::string verdict(const RaceResults& results, Extent extent) {
    const int best = fastest(results, extent, [](const RaceLine& line) { return !line.limit(); });
    if (best < 0) return {};
    const bench::Row& row = *results.row(best, extent);
    const RaceLine& line = results.lines[static_cast<std::size_t>(best)];
    const bool alone = speed_bars(results, extent).size() < 2;
    std::string text = fmt::format("At {}, {} {} {}.", bench::extent_text(extent), inner(line.label),
                                   alone ? "takes" : "is the fastest:", bench::time_text(row.time.median));
    const auto times = speedup(results, row);
    if (times && best != results.baseline())
        text += fmt::format(" That is {} × as fast as {}.", times_text(*times),
                            inner(results.lines[static_cast<std::size_t>(results.baseline())].label));
    const bench::Row* limit = results.row(results.limit_of(best), extent);
    if (limit == nullptr) return text;
    const double of_copy = row.time.median / limit->time.median;
    text += fmt::format(" A plain copy of the same bytes takes {}, so this is {} × the copy.",
                        bench::time_text(limit->time.median), times_text(of_copy));
    if (of_copy > 1) text += " Nothing that reads and writes every element can be faster than the copy.";
    return text;
}

std::string times_text(double times) {
    if (times >= 99.5) return fmt::format("{:.0f}", times);
    return fmt::format("{:.{}f}", times, times >= 9.95 ? 0 : times >= 1.995 ? 1 : 2);
}

}  // namespace upsweep::app
