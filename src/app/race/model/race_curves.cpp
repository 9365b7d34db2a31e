#include "app/race/model/race_curves.h"

#include <cctype>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/race/model/race_recording.h"

namespace upsweep::app {

namespace {

constexpr int palette_lines = 6;
constexpr std::array<Marker, 7> solid = {Marker::disc,    Marker::square,        Marker::triangle_up,
                                         Marker::diamond, Marker::triangle_down, Marker::ring,
                                         Marker::cross};
constexpr std::array<Marker, 6> hollow = {Marker::hollow_square,        Marker::hollow_diamond,
                                          Marker::hollow_triangle_up,   Marker::hollow_pentagon,
                                          Marker::hollow_triangle_down, Marker::hollow_hexagon};

std::span<const Marker> markers_of(LookKind kind) {
    if (kind == LookKind::printed) return hollow;
    return solid;
}

struct Taken {
    std::vector<Look> looks;

    int colours(int line) const {
        return int(count_if(looks, [&](const Look& l) { return l.line == line; }));
    }
    int markers(Marker marker) const {
        return int(count_if(looks, [&](const Look& l) { return l.marker == marker; }));
    }
    bool free(const Look& look) const { return colours(look.line) == 0 && markers(look.marker) == 0; }
    bool has(const Look& look) const { return contains(looks, look); }
};

// Of all pairs of a colour and a marker the one whose parts are used least; at first the preferred one.
Look least_used(const Taken& taken, const StyleOwner& owner) {
    std::vector<int> lines = {owner.wish.line};
    for (int line = 0; line < palette_lines; ++line) lines.push_back(line);
    std::vector<Marker> markers = {owner.wish.marker};
    for (const Marker marker : markers_of(owner.kind)) markers.push_back(marker);
    std::optional<Look> best;
    int least = 0;
    for (const int line : lines)
        for (const Marker marker : markers) {
            const Look look{line, marker};
            // A colour in common is worse than a marker in common, a look in common than both.
            const int uses =
                (taken.has(look) ? 1000 : 0) + 4 * taken.colours(line) + 3 * taken.markers(marker);
            if (best && uses >= least) continue;
            best = look;
            least = uses;
        }
    return *best;
}

}  // namespace

Look numbered_look(int number) {
    const int line = number % palette_lines;
    return {line, nth(solid, line)};
}

Look CurveStyles::last(const StyleOwner& owner) const {
    const auto found = last_.find(owner.key);
    return found == last_.end() ? owner.wish : found->second;
}

std::vector<Look> CurveStyles::give(std::span<const StyleOwner> shown) {
    Taken taken;
    std::vector<std::optional<Look>> given(shown.size());
    // Those that are in sight first: a line that joins them takes none of their looks.
    for (const bool seen : {true, false})
        for (size_t i = 0; i < shown.size(); ++i) {
            const Look kept = last(shown[i]);
            if (in_sight_.contains(shown[i].key) != seen || !taken.free(kept)) continue;
            given[i] = kept;
            taken.looks.push_back(kept);
        }
    in_sight_.clear();
    std::vector<Look> looks;
    for (size_t i = 0; i < shown.size(); ++i) {
        if (!given[i]) {
            // Where the colours run out, what it had is as good as any other.
            const Look kept = last(shown[i]);
            const bool crowded = shown.size() > palette_lines && !taken.has(kept);
            given[i] = crowded ? kept : least_used(taken, shown[i]);
            taken.looks.push_back(*given[i]);
        }
        last_[shown[i].key] = *given[i];
        in_sight_.insert(shown[i].key);
        looks.push_back(*given[i]);
    }
    return looks;
}

const bench::Row* RaceResults::row(int competitor, Extent extent) const {
    for (const bench::Row& row : report.rows)
        if (row.competitor == competitor && row.extent == extent) return &row;
    return nullptr;
}

int RaceResults::competitor_of(const RaceLine& line) const {
    const auto same = [&](const RaceLine& other) {
        return bench::key_of(other.competitor) == bench::key_of(line.competitor);
    };
    const auto found = find_if(lines, same);
    return found == lines.end() ? -1 : int(found - lines.begin());
}

std::vector<Extent> RaceResults::extents() const {
    std::vector<Extent> extents;
    for (const bench::Row& row : report.rows)
        if (!contains(extents, row.extent)) extents.push_back(row.extent);
    sort(extents, [](Extent a, Extent b) { return a.count() < b.count(); });
    return extents;
}

std::string value_text(RaceMode mode, double value) {
    if (mode == RaceMode::throughput) return bench::rate_text(value * 1e-9) + " GB/s";
    if (mode == RaceMode::speedup) return times_text(value) + " ×";
    return bench::time_text(value);
}

std::string decade_text(RaceMode mode, double value) {
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
        return "bytes that must be moved, divided by the median time; shaded: faster than the copy";
    if (mode == RaceMode::speedup)
        return "speed-up over a line of the same machine: medians, band = 5th to 95th percentile";
    return "time for one run: line = median, band = 5th to 95th percentile";
}

Ratio ratio_of(const CurvePoint& longer, const CurvePoint& shorter) {
    const auto least = [](const CurvePoint& point) { return point.most > 0 ? point.least : point.seconds; };
    const auto most = [](const CurvePoint& point) { return point.most > 0 ? point.most : point.seconds; };
    return {longer.seconds / shorter.seconds, least(longer) / most(shorter), most(longer) / least(shorter)};
}

namespace {

// The power of ten of a number's first digit.
double first_digit(double value) { return std::pow(10, std::floor(std::log10(value) + 1e-9)); }

// A whole number of units, a power of ten.
std::string in_units(double count, double unit) {
    const int decimals = std::max(0, int(std::lround(-std::log10(unit))));
    return fmt::format("{:.{}f}", count * unit, decimals);
}

}  // namespace

std::string times_text(double times) {
    if (!(times > 0 && std::isfinite(times))) return {};
    const double unit = first_digit(times) / 10;
    const double count = std::round(times / unit);
    // 99.6 has its second digit where 100 has it.
    return count < 100 ? in_units(count, unit) : in_units(10, unit * 10);
}

std::string times_text(const Ratio& ratio, std::string_view to) {
    const double times = ratio.times, low = ratio.low, high = ratio.high;
    if (!(low > 0 && std::isfinite(high))) return {};
    const double second = first_digit(times) / 10;
    if (std::max(times - low, high - times) <= second) return times_text(times);
    // Outwards, to the first digit of what is uncertain.
    const double unit = first_digit(high - low), fine = std::min(unit, first_digit(low));
    return fmt::format("{}{}{}", in_units(std::floor(low / fine + 1e-9), fine), to,
                       in_units(std::ceil(high / unit - 1e-9), unit));
}

std::string side_text(double side) {
    const auto n = int64_t(std::ceil(side - 1e-6));
    return bench::extent_text({n, n});
}

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

std::vector<bench::RecordedLaunch> recorded_launches(const bench::Row& row) {
    std::vector<bench::RecordedLaunch> made;
    for (const backends::LaunchTime& launch : row.launches)
        made.push_back({launch.name, launch.milliseconds * 1e-3});
    return made;
}

std::vector<CurvePoint> measured_points(const RaceResults& here, int competitor) {
    std::vector<CurvePoint> points;
    for (const bench::Row& row : here.report.rows)
        if (row.competitor == competitor && row.time.median > 0 && row.extent.width == row.extent.height)
            points.push_back({double(row.extent.width), row.time.median, row.time.low, row.time.high,
                              row.traffic_bytes, row.time.least, row.time.most, row.settled, row.samples,
                              recorded_launches(row)});
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
                  const bench::Recording& recording, ElementTypes types, CurveSource source) {
    const bool over = source == CurveSource::overlaid;
    const std::string gpu = short_machine(recording.machine.gpu);
    std::vector<std::vector<CurvePoint>> points = recorded_points(recording, experiment, types);
    for (size_t i = 0; i < experiment.lines.size(); ++i) {
        RaceCurve curve = curve_of(experiment.lines[i], int(i));
        curve.points = std::move(points[i]);
        if (curve.points.empty()) continue;
        curve.key = (over ? "overlaid " : "recorded ") + curve.owner;
        curve.source = source;
        // Beside the same line of the other recording it needs a look of its own.
        if (over) curve.owner += " overlaid";
        if (!curve.gpu && !gpu.empty()) {
            // Beside the same loop on this computer, also where there is room for the beginning alone.
            std::string loop = curve.label;
            loop[0] = char(std::tolower(static_cast<unsigned char>(loop[0])));
            curve.label = fmt::format("{}'s host, {}", gpu, loop);
        }
        curve.where = gpu.empty()  ? "recorded"
                      : !curve.gpu ? fmt::format("recorded on the {}'s host", gpu)
                                   : "recorded on " + with_article(gpu);
        if (over) curve.where = "overlaid, " + bench::title_of(recording);
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
        if (line.types != types || !is_of(experiment, line.slug)) continue;
        RaceCurve curve;
        curve.label = fmt::format("{}, {}", line.paper, line.label());
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
            curve.points.push_back({double(point.extent.width), point.seconds, point.seconds, point.seconds,
                                    each * point.extent.count()});
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
                                   ElementTypes types, const bench::Recording* over) {
    std::vector<RaceCurve> curves;
    add_measured(curves, experiment, here, machine, types);
    if (recording != nullptr) add_recorded(curves, experiment, *recording, types, CurveSource::recorded);
    if (over != nullptr) add_recorded(curves, experiment, *over, types, CurveSource::overlaid);
    add_published(curves, experiment, types);
    return curves;
}

const RaceCurve* baseline_of(std::span<const RaceCurve> curves, const RaceCurve& curve,
                             std::string_view owner) {
    const bool printed = curve.source == CurveSource::published;
    if (!owner.empty() && !printed) {
        for (const RaceCurve& line : curves)
            if (line.source == curve.source && line.owner == owner && !line.points.empty()) return &line;
        return nullptr;
    }
    for (const RaceCurve& loop : curves) {
        if (loop.source != curve.source || loop.gpu || loop.copy || loop.fast || loop.points.empty())
            continue;
        if (printed ? loop.paper == curve.paper : loop.shown) return &loop;
    }
    return nullptr;
}

const RaceCurve* copy_of(std::span<const RaceCurve> curves, const RaceCurve& curve) {
    for (const RaceCurve& other : curves)
        if (other.shown && other.copy && other.source == curve.source && other.gpu == curve.gpu &&
            !other.points.empty())
            return &other;
    return nullptr;
}

const CurvePoint* point_at(const RaceCurve& curve, double side) {
    return find_by(curve.points, &CurvePoint::side, side);
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
    if (series.points.empty()) return series;
    std::string value = value_text(mode, series.points.back().y);
    if (mode == RaceMode::speedup && &curve != baseline) {
        const double side = series.points.back().x;
        value = times_text(ratio_of(*point_at(*baseline, side), *point_at(curve, side)), "\u2013");
        value += value.empty() ? "too few runs" : " ×";
    }
    series.note = fmt::format("{}, {}", value, curve.where);
    return series;
}

std::string short_machine(const std::string& name) {
    constexpr std::string_view maker = "NVIDIA ";
    return name.starts_with(maker) ? name.substr(maker.size()) : name;
}

std::string with_article(const std::string& name) {
    // An abbreviation is spelt: "an H200", "a T4".
    const bool spelt = name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])) == 0;
    const std::string_view vowels = spelt ? "AEFHILMNORSX8" : "AEIOUaeiou8";
    const bool vowel = !name.empty() && vowels.find(name[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + name;
}

namespace {

bool can_show(const RaceCurve& curve) { return curve.reason.empty(); }

const RaceCurve* first_loop(std::span<const RaceCurve> curves, CurveSource source, std::string_view paper) {
    const RaceCurve* first = nullptr;
    for (const RaceCurve& curve : curves) {
        if (curve.source != source || curve.gpu || curve.copy || curve.fast || !can_show(curve)) continue;
        if (first == nullptr) first = &curve;
        if (!paper.empty() && curve.paper == paper) return &curve;
    }
    return first;
}

// Those on a GPU that can be had: live ones, or else the recording's.
std::vector<const RaceCurve*> gpu_curves(std::span<const RaceCurve> curves) {
    for (const CurveSource source : {CurveSource::here, CurveSource::recorded}) {
        std::vector<const RaceCurve*> found;
        for (const RaceCurve& curve : curves)
            if (curve.source == source && curve.gpu && !curve.copy && !curve.transfers && !curve.edited &&
                can_show(curve))
                found.push_back(&curve);
        if (!found.empty()) return found;
    }
    return {};
}

// One core of this computer, and of the recorded machine where its GPU is shown for want of one here.
void add_loops(std::span<const RaceCurve> curves, std::string_view paper, std::set<std::string>& keys) {
    const auto gpu = gpu_curves(curves);
    for (const CurveSource source : {CurveSource::here, CurveSource::recorded}) {
        if (source == CurveSource::recorded && (gpu.empty() || gpu.front()->source != source)) continue;
        if (const RaceCurve* loop = first_loop(curves, source, paper)) keys.insert(loop->key);
    }
}

void add_copy(std::span<const RaceCurve> curves, std::set<std::string>& keys) {
    const auto gpu = gpu_curves(curves);
    for (const RaceCurve& curve : curves) {
        const bool same = gpu.empty() ? curve.source == CurveSource::here && !curve.gpu
                                      : curve.source == gpu.front()->source && curve.gpu;
        if (curve.copy && same && can_show(curve)) keys.insert(curve.key);
    }
}

}  // namespace

std::map<std::string, double> known_seconds(std::span<const RaceCurve> recorded) {
    std::map<std::string, double> known;
    double largest = 0;
    for (const RaceCurve& curve : recorded)
        if (curve.source == CurveSource::recorded && !curve.copy)
            largest = std::max(largest, curve.points.back().side);
    for (const RaceCurve& curve : recorded)
        if (const CurvePoint* point = point_at(curve, largest))
            if (curve.source == CurveSource::recorded) known[curve.owner] = point->seconds;
    return known;
}

std::set<std::string> opening_keys(std::span<const RaceCurve> curves,
                                   const std::map<std::string, double>& known) {
    std::set<std::string> keys;
    add_loops(curves, {}, keys);
    std::vector<const RaceCurve*> gpu = gpu_curves(curves);
    const auto seconds = [&](const RaceCurve* curve) {
        const auto found = known.find(curve->owner);
        return found == known.end() ? std::numeric_limits<double>::infinity() : found->second;
    };
    // What nothing is known of comes last, the later ones of the catalog before the earlier.
    std::reverse(gpu.begin(), gpu.end());
    stable_sort(gpu, [&](const RaceCurve* a, const RaceCurve* b) { return seconds(a) < seconds(b); });
    std::vector<const RaceCurve*> chosen;
    for (size_t i = 0; i < gpu.size() && chosen.size() < 3; ++i)
        if (i == 0 || !gpu[i]->paper.empty()) chosen.push_back(gpu[i]);
    for (const RaceCurve* curve : gpu)
        if (chosen.size() < 3 && !contains(chosen, curve)) chosen.push_back(curve);
    for (const RaceCurve* curve : chosen) keys.insert(curve->key);
    add_copy(curves, keys);
    for (const RaceCurve& curve : curves)
        if (curve.source == CurveSource::published && curve.gpu) {
            keys.insert(curve.key);
            break;
        }
    return keys;
}

std::set<std::string> paper_keys(std::span<const RaceCurve> curves, std::string_view paper) {
    std::set<std::string> keys;
    add_loops(curves, paper, keys);
    for (const RaceCurve* curve : gpu_curves(curves))
        if (curve->paper == paper) keys.insert(curve->key);
    for (const RaceCurve& curve : curves)
        if (curve.source == CurveSource::published && curve.paper == paper) keys.insert(curve.key);
    add_copy(curves, keys);
    return keys;
}

std::vector<std::string_view> papers_among(std::span<const RaceCurve> curves) {
    std::vector<std::string_view> found;
    for (const std::string_view paper : bench::papers())
        if (any_of(curves, [&](const RaceCurve& curve) {
                return curve.paper == paper && (curve.source != CurveSource::here || can_show(curve));
            }))
            found.push_back(paper);
    return found;
}

}  // namespace upsweep::app
