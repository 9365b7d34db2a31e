// From an experiment to what is measured for it, and from what was measured back to its curves.
#include "bench/experiment_results.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/occupancy.h"

namespace upsweep::bench {
namespace {

bool has_option(const ExperimentCurve& curve, std::string_view name) {
    if (curve.algorithm == nullptr) return name == "bins";
    return find_by(curve.algorithm->options, &Option::name, name) != nullptr;
}

/// A cell of a panel: where along x, and at which size.
struct Place {
    Extent extent;
    std::string over;
    int64_t x = 0;

    friend bool operator==(const Place&, const Place&) = default;
};

/// Whether the curve is the other, or made of it.
bool is_of(const Experiment& experiment, int curve, int other) {
    return curve == other || any_of(nth(experiment.curves, curve).parts,
                                    [&](int part) { return is_of(experiment, part, other); });
}

/// Where the curve has points: in the panels that draw it or a curve made of it.
std::vector<Place> places_of(const Experiment& experiment, int curve) {
    std::vector<Place> places;
    for (const ExperimentPanel& panel : experiment.panels) {
        const bool drawn = any_of(panel.curves, [&](int one) { return is_of(experiment, one, curve); });
        if (!drawn) continue;
        const auto add = [&](Place place) {
            if (!contains(places, place)) places.push_back(std::move(place));
        };
        for (const Extent extent : panel.extents) {
            if (panel.over.empty()) add({extent, {}, 0});
            for (const int64_t x : panel.over.empty() ? std::vector<int64_t>{} : panel.values)
                add({extent, panel.over, x});
        }
    }
    return places;
}

void scale(ExperimentPoint& point, double by) {
    for (double* time :
         {&point.seconds, &point.mean, &point.low, &point.high, &point.median_least, &point.median_most})
        *time *= by;
    point.bytes = int64_t(double(point.bytes) * by);
}

std::vector<ExperimentPoint> measured_points(const Report& report, const Competitor& competitor,
                                             ElementTypes types, const Place& place) {
    for (const Row& row : report.rows) {
        if (!row.settled || row.extent != place.extent || row.types != types) continue;
        if (key_of(nth(report.settings.competitors, row.competitor)) != key_of(competitor)) continue;
        ExperimentPoint point{row.extent,    place.x,        row.time.median, row.time.mean,    row.time.low,
                              row.time.high, row.time.least, row.time.most,   row.traffic_bytes};
        if (row.parts) point.alone = row.parts->upload + row.parts->kernels + row.parts->download;
        return {point};
    }
    return {};
}

std::vector<ExperimentPoint> recorded_points(const Recording& recording, const Competitor& competitor,
                                             ElementTypes types, const Place& place) {
    const std::string line = line_text(slug_of(competitor), options_of(competitor));
    const std::string on = place_of(competitor);
    for (const RecordedTime& time : recording.times) {
        if (time.seconds <= 0 || time.extent != place.extent || time.types != types || time.on != on ||
            line_of(time) != line)
            continue;
        ExperimentPoint point{time.extent, place.x,           time.seconds,     time.mean, time.low,
                              time.high,   time.median_least, time.median_most, time.bytes};
        point.alone = time.upload_seconds + time.kernel_seconds + time.download_seconds;
        return {point};
    }
    return {};
}

/// Makes a run with transfers what the curve is of; false: that was not kept.
bool take_frames(const ExperimentCurve& curve, ExperimentPoint& point) {
    if (!curve.with_transfers) return true;
    if (curve.frames == FrameKind::overlapping) return point.alone > 0;
    if (point.alone <= 0) return true;
    point.seconds = point.low = point.high = point.median_least = point.median_most = point.alone;
    point.mean = 0;
    return true;
}

/// The points of a curve of an algorithm or a copy, from one machine. `find`: those of one cell.
template <typename Find>
std::vector<ExperimentPoint> gather(const Experiment& experiment, int number, Find find) {
    const ExperimentCurve& curve = nth(experiment.curves, number);
    std::vector<ExperimentPoint> points;
    for (const Place& place : places_of(experiment, number))
        for (ExperimentPoint point : find(competitor_of(curve, place.over, place.x), curve.types, place)) {
            if (!take_frames(curve, point)) continue;
            scale(point, curve.share);
            points.push_back(point);
        }
    return points;
}

/// What is left of a difference may not be a time: then there is no point.
std::optional<ExperimentPoint> combined(const ExperimentCurve& curve, const ExperimentPoint& first,
                                        const std::vector<const ExperimentSeries*>& others) {
    ExperimentPoint point = first;
    point.mean = 0;
    for (const ExperimentSeries* other : others) {
        const ExperimentPoint* next = other->at(first.extent, first.x);
        if (next == nullptr) return std::nullopt;
        if (curve.combination == Combination::longest)
            point.seconds = std::max(point.seconds, next->seconds);
        else
            point.seconds += curve.combination == Combination::sum ? next->seconds : -next->seconds;
    }
    if (!(point.seconds > 0)) return std::nullopt;
    point.low = point.high = point.median_least = point.median_most = point.seconds;
    scale(point, curve.share);
    return point;
}

void add_combined(const Experiment& experiment, std::vector<ExperimentSeries>& all) {
    for (size_t i = 0; i < experiment.curves.size(); ++i) {
        const ExperimentCurve& curve = experiment.curves[i];
        if (curve.parts.empty()) continue;
        for (const SeriesSource source : {SeriesSource::here, SeriesSource::recorded}) {
            std::vector<const ExperimentSeries*> parts;
            for (const int part : curve.parts)
                for (const ExperimentSeries& series : all)
                    if (series.curve == part && series.source == source) parts.push_back(&series);
            if (parts.size() != curve.parts.size()) continue;
            ExperimentSeries series{int(i), source, parts.front()->where};
            const std::vector others(parts.begin() + 1, parts.end());
            for (const ExperimentPoint& point : parts.front()->points)
                if (const auto made = combined(curve, point, others)) series.points.push_back(*made);
            if (!series.points.empty()) all.push_back(std::move(series));
        }
    }
}

/// A block that does not fit at all has 0 %.
ExperimentPoint occupancy_point(const OccupancyCurve& curve, int64_t side) {
    ExperimentPoint point;
    point.x = side;
    const int64_t threads = curve.threads > 0 ? curve.threads : side * side;
    const int64_t tile = curve.border < 0 ? 0 : (side + curve.border) * (side + curve.border) * 4;
    const Capability& capability = find_capability(curve.capability);
    if (threads <= capability.block_threads)
        point.occupancy =
            occupancy_of({threads, curve.registers, curve.shared_bytes + tile}, capability).share;
    return point;
}

void add_occupancy(const Experiment& experiment, std::vector<ExperimentSeries>& all) {
    for (size_t i = 0; i < experiment.curves.size(); ++i) {
        const auto& occupancy = experiment.curves[i].occupancy;
        if (!occupancy) continue;
        ExperimentSeries series{int(i), SeriesSource::computed, "computed"};
        if (occupancy->threads > 0) series.points.push_back(occupancy_point(*occupancy, 0));
        for (const ExperimentPanel& panel : experiment.panels)
            if (panel.view == View::occupancy && contains(panel.curves, int(i)) && occupancy->threads == 0)
                for (const int64_t side : panel.values)
                    series.points.push_back(occupancy_point(*occupancy, side));
        if (!series.points.empty()) all.push_back(std::move(series));
    }
}

std::string recorded_where(const ExperimentCurve& curve, const Recording& recording) {
    if (recording.machine.gpu.empty() || curve.gpu()) return "recorded on " + machine_of(recording);
    return fmt::format("recorded on the host of the {}, {}", recording.machine.gpu, recording.machine.cpu);
}

}  // namespace

const ExperimentPoint* ExperimentSeries::at(Extent extent, int64_t x) const {
    const auto found =
        find_if(points, [&](const ExperimentPoint& point) { return point.extent == extent && point.x == x; });
    return found == points.end() ? nullptr : &*found;
}

Competitor competitor_of(const ExperimentCurve& curve, const std::string& over, int64_t x) {
    Competitor competitor{curve.algorithm, curve.options, curve.on, curve.with_transfers};
    competitor.film = curve.film;
    if (!curve.film.empty() && over == "frame") competitor.frame = x;
    if (over.empty() || !has_option(curve, over)) return competitor;
    std::erase_if(competitor.options, [&](const OptionValue& one) { return one.name == over; });
    competitor.options.push_back({over, x});
    return competitor;
}

std::vector<RaceSettings> races_for(const std::vector<const Experiment*>& experiments,
                                    const std::vector<std::string>& on, StopRule stop) {
    struct Line {
        Competitor competitor;
        ElementTypes types;
        std::set<std::tuple<int64_t, int64_t, int64_t>> sizes;  // elements, width, height
    };
    std::map<std::string, Line> lines;
    for (const Experiment* experiment : experiments)
        for (size_t i = 0; i < experiment->curves.size(); ++i) {
            const ExperimentCurve& curve = experiment->curves[i];
            if (!curve.measured() || !contains(on, curve.on)) continue;
            for (const Place& place : places_of(*experiment, int(i))) {
                const Competitor competitor = competitor_of(curve, place.over, place.x);
                Line& line = lines[to_string(curve.types) + " " + key_of(competitor)];
                line.competitor = competitor;
                line.types = curve.types;
                line.sizes.emplace(place.extent.count(), place.extent.width, place.extent.height);
            }
        }
    // A race is a set of lines over the same sizes.
    std::vector<RaceSettings> races;
    std::vector<const Line*> firsts;
    for (const auto& entry : lines) {
        const Line& line = entry.second;
        const auto same = find_if(firsts, [&](const Line* first) {
            return first->types == line.types && first->sizes == line.sizes;
        });
        if (same != firsts.end()) {
            nth(races, same - firsts.begin()).competitors.push_back(line.competitor);
            continue;
        }
        RaceSettings race{{line.competitor}, {}, line.types, stop};
        for (const auto& [count, width, height] : line.sizes) race.extents.push_back({width, height});
        races.push_back(std::move(race));
        firsts.push_back(&line);
    }
    return races;
}

Experiment with_sizes(Experiment experiment, const std::vector<Extent>& extents, bool also) {
    for (ExperimentPanel& panel : experiment.panels) {
        if (panel.extents.empty()) continue;
        if (!also || !panel.over.empty()) panel.extents.clear();
        for (const Extent extent : extents)
            if (!contains(panel.extents, extent)) panel.extents.push_back(extent);
        stable_sort(panel.extents, [](Extent a, Extent b) { return a.count() < b.count(); });
        if (!panel.over.empty()) panel.extents.resize(1);
    }
    return experiment;
}

std::vector<ExperimentSeries> series_of(const Experiment& experiment, const Report* here,
                                        const Recording* recording) {
    std::vector<ExperimentSeries> all;
    const auto add = [&](ExperimentSeries series) {
        if (!series.points.empty()) all.push_back(std::move(series));
    };
    for (size_t i = 0; i < experiment.curves.size(); ++i) {
        const ExperimentCurve& curve = experiment.curves[i];
        if (!curve.microbenchmark.empty() && recording != nullptr)
            if (const auto found = recording->microbenchmarks.find(curve.microbenchmark);
                found != recording->microbenchmarks.end())
                add({int(i),
                     SeriesSource::recorded,
                     recorded_where(curve, *recording),
                     {{.extent = {1, 1}, .seconds = found->second.seconds, .bytes = found->second.bytes}}});
        if (!curve.measured()) continue;
        if (here != nullptr)
            add({int(i), SeriesSource::here, "measured here",
                 gather(experiment, int(i), [&](const Competitor& who, ElementTypes types, const Place& at) {
                     return measured_points(*here, who, types, at);
                 })});
        if (recording != nullptr)
            add({int(i), SeriesSource::recorded, recorded_where(curve, *recording),
                 gather(experiment, int(i), [&](const Competitor& who, ElementTypes types, const Place& at) {
                     return recorded_points(*recording, who, types, at);
                 })});
    }
    add_combined(experiment, all);
    add_occupancy(experiment, all);
    stable_sort(all, [](const auto& a, const auto& b) { return a.curve < b.curve; });
    return all;
}

std::vector<ExperimentSeries> shown_series(const std::vector<ExperimentSeries>& all) {
    std::vector<ExperimentSeries> shown;
    for (const ExperimentSeries& series : all)
        if (shown.empty() || shown.back().curve != series.curve) shown.push_back(series);
    return shown;
}

std::vector<ExperimentPoint> points_in(const ExperimentPanel& panel, const ExperimentSeries& series) {
    std::vector<ExperimentPoint> points;
    if (!contains(panel.curves, series.curve)) return points;
    for (const ExperimentPoint& point : series.points) {
        const bool along = panel.over.empty() && panel.view != View::occupancy
                               ? point.x == 0 && contains(panel.extents, point.extent)
                           : point.occupancy > 0 || panel.view == View::occupancy
                               ? contains(panel.values, point.x) || point.x == 0
                               : contains(panel.values, point.x) && point.extent == panel.extents.front();
        if (along) points.push_back(point);
    }
    return points;
}

}  // namespace upsweep::bench
