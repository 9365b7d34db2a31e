#include "app/race/model/race_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/ranges.h"

namespace upsweep::app {
namespace {

std::string percent_text(double share) {
    if (share < 0.01) return "< 1 %";
    return fmt::format("{:.0f} %", share * 100);
}

// The first, the last, and two between; the one that is spoken of in place of the nearest.
std::vector<double> columns_of(const std::set<double>& all, double spoken) {
    const std::vector<double> sides(all.begin(), all.end());
    if (sides.size() <= 4) return sides;
    const double last = double(sides.size() - 1);
    const auto at = [&](double share) { return size_t(std::lround(share * last)); };
    std::vector<double> chosen = {sides.front(), sides[at(0.57)], sides[at(0.72)], sides.back()};
    if (chosen[1] == chosen[2]) chosen[1] = sides[at(0.4)];
    if (!contains(chosen, spoken)) chosen[spoken < chosen[2] ? 1 : 2] = spoken;
    return chosen;
}

std::string source_of(const RaceCurve& curve) {
    if (curve.copy) return "the limit";
    if (curve.edited && curve.points.empty()) return "not timed";
    switch (curve.source) {
        case CurveSource::here:
            return curve.gpu ? "measured here, GPU" : "measured here";
        case CurveSource::recorded:
            return "recorded";
        case CurveSource::published:
            break;
    }
    return "published";
}

std::string of_copy(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    const CurvePoint* point = point_at(curve, side);
    if (point == nullptr || curve.source == CurveSource::published) return "–";
    const RaceCurve* copy = copy_of(curves, curve);
    // A loop on the CPU is held against what there is: its own copy, else the limit of the plot.
    if (copy == nullptr && !curve.copy)
        for (const RaceCurve& other : curves)
            if (other.shown && other.copy && point_at(other, side) != nullptr) copy = &other;
    const CurvePoint* limit = copy == nullptr ? nullptr : point_at(*copy, side);
    return limit == nullptr ? "–" : percent_text(limit->seconds / point->seconds);
}

// A paper's GPU against that paper's own CPU; all others against the loop here.
std::string times_cpu(std::span<const RaceCurve> curves, const RaceCurve& curve, double side) {
    const CurvePoint* point = point_at(curve, side);
    if (point == nullptr) return "–";
    if (curve.source == CurveSource::published) {
        if (!curve.gpu) return "–";
        for (const RaceCurve& own : curves)
            if (own.source == CurveSource::published && !own.gpu && own.paper == curve.paper)
                if (const CurvePoint* cpu = point_at(own, side))
                    return times_text(cpu->seconds / point->seconds) + ", own CPU";
        return "–";
    }
    const RaceCurve* base = baseline_of(curves);
    const CurvePoint* loop = base == nullptr ? nullptr : point_at(*base, side);
    return loop == nullptr ? "–" : times_text(loop->seconds / point->seconds);
}

void add_refusal(RaceTable::Row& row, const RaceResults& here) {
    const RaceCurve& curve = *row.curve;
    if (curve.source != CurveSource::here) return;
    for (const bench::Refusal& refusal : here.report.refusals) {
        const RaceLine& line = nth(here.lines, refusal.competitor);
        if (bench::key_of(line.competitor) != curve.owner) continue;
        if (row.wrong && !refusal.wrong) continue;
        row.refusal = fmt::format("{}: {}", bench::extent_text(refusal.extent), refusal.sentence);
        row.wrong = refusal.wrong;
    }
}

}  // namespace

RaceTable race_table(std::span<const RaceCurve> curves, const RaceResults& here,
                     std::optional<double> hovered) {
    RaceTable table;
    std::set<double> sides;
    for (const RaceCurve& curve : curves)
        if (curve.shown)
            for (const CurvePoint& point : curve.points) sides.insert(point.side);
    if (sides.empty()) return table;
    // Else the last size that the loop has: a comparison with it is what the last columns are for.
    const RaceCurve* base = baseline_of(curves);
    table.spoken = base == nullptr ? *sides.rbegin() : base->points.back().side;
    if (hovered && sides.count(*hovered) != 0) table.spoken = *hovered;
    table.sides = columns_of(sides, table.spoken);
    for (const RaceCurve& curve : curves) {
        if (!curve.shown) continue;
        RaceTable::Row row;
        row.curve = &curve;
        row.source = source_of(curve);
        add_refusal(row, here);
        if (curve.points.empty() && row.refusal.empty()) row.refusal = curve.note;
        if (curve.points.empty() && row.refusal.empty()) continue;
        for (const double side : table.sides) {
            const CurvePoint* point = point_at(curve, side);
            row.times.push_back(point == nullptr ? "–" : bench::time_text(point->seconds));
        }
        row.of_copy = of_copy(curves, curve, table.spoken);
        row.times_cpu = times_cpu(curves, curve, table.spoken);
        const auto cached = last_side_in_cache(curve);
        table.in_cache |= curve.copy && cached && *cached >= table.spoken;
        table.rows.push_back(std::move(row));
    }
    const auto seconds = [&](const RaceTable::Row& row) {
        const CurvePoint* point = point_at(*row.curve, table.spoken);
        return point == nullptr ? 0 : point->seconds;
    };
    stable_sort(table.rows, [&](const auto& a, const auto& b) { return seconds(a) > seconds(b); });
    return table;
}

}  // namespace upsweep::app
