#include "app/race/model/race_presets.h"

#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"

namespace upsweep::app {

namespace {

using bench::Experiment;
using bench::ExperimentPanel;
using bench::ExperimentPoint;
using bench::ExperimentSeries;
using bench::SeriesSource;
using bench::View;

std::string extent_short(Extent extent) {
    if (extent.width == extent.height) return fmt::format("{}²", extent.width);
    return bench::extent_text(extent);
}

// Along x: sizes by the side of as large a square; values of an option, or sides of a block, evenly.
double x_of(const ExperimentPanel& panel, Extent extent, int64_t x) {
    if (panel.values.empty()) return std::sqrt(double(extent.count()));
    const int64_t at = position_of(panel.values, x);
    return at < 0 ? 0 : std::exp2(double(at));
}

std::string x_label(const ExperimentPanel& panel, Extent extent, int64_t x) {
    return panel.values.empty() ? extent_short(extent) : std::to_string(x);
}

// The base of a speed-up on the same machine: the panel's, else its first curve on the CPU.
const ExperimentSeries* base_series(const Experiment& experiment, const ExperimentPanel& panel,
                                    const std::vector<ExperimentSeries>& all, const ExperimentSeries& own) {
    int base = panel.base;
    for (int curve = 0; base < 0 && curve < int(experiment.curves.size()); ++curve)
        if (!nth(experiment.curves, curve).gpu()) base = curve;
    for (const ExperimentSeries& series : all)
        if (series.curve == base && series.source == own.source) return &series;
    return nullptr;
}

// What is known of a point, in each unit that a panel's y axis may have; 0: it is not known in that one.
struct Amounts {
    double seconds = 0, rate = 0, times = 0, frames = 0, share = 0;
    double of(View view) const {
        if (view == View::occupancy) return share;
        if (view == View::throughput) return rate;
        if (view == View::speedup) return times;
        return view == View::frames ? frames : seconds;
    }
};

Amounts amounts_of(const ExperimentPoint& point, double seconds, const ExperimentPoint* base) {
    Amounts made{.seconds = seconds, .share = point.occupancy};
    if (seconds <= 0) return made;
    made.rate = double(point.bytes) / seconds;
    made.times = base != nullptr ? base->seconds / seconds : 0;
    made.frames = 1 / seconds;
    return made;
}

Amounts amounts_of(const bench::PublishedLine& line, const bench::PublishedPoint& point) {
    const auto in = [&](bench::Unit unit) { return line.unit == unit ? point.value : 0; };
    Amounts made{.seconds = point.seconds,
                 .rate = in(bench::Unit::gb)*1e9,
                 .times = in(bench::Unit::times),
                 .frames = in(bench::Unit::frames),
                 .share = in(bench::Unit::percent) / 100};
    if (line.unit != bench::Unit::frames && point.seconds > 0) made.frames = 1 / point.seconds;
    return made;
}

std::string where_text(const bench::ExperimentCurve& curve, const ExperimentSeries& series,
                       const bench::Recording* recording) {
    if (series.source == SeriesSource::here) return "measured here";
    if (series.source == SeriesSource::computed) return "computed";
    const std::string gpu = recording == nullptr ? "" : short_machine(recording->machine.gpu);
    if (gpu.empty()) return "recorded";
    return curve.gpu() ? "recorded on " + with_article(gpu) : fmt::format("recorded on the {}'s host", gpu);
}

void add_tick(std::vector<PlotTick>& ticks, double x, std::string label) {
    if (x <= 0 || any_of(ticks, [&](const PlotTick& tick) { return tick.value == x; })) return;
    ticks.push_back({x, true, std::move(label)});
}

/// Makes the panels of one experiment.
class PanelMaker {
  public:
    PanelMaker(const Experiment& experiment, const std::vector<ExperimentSeries>& all,
               const bench::Recording* recording)
        : experiment_(experiment), all_(all), shown_(bench::shown_series(all)), recording_(recording) {}

    PaperPanel make(const ExperimentPanel& panel) const {
        PaperPanel made;
        made.title = panel.title;
        made.view = panel.view;
        made.caption = caption_of(panel);
        made.x_title = x_title_of(panel);
        for (size_t i = 0; i < panel.curves.size(); ++i) add_curve(made, panel, int(i));
        for (size_t i = 0; i < panel.published.size(); ++i)
            add_published(made, panel, nth(experiment_.published, panel.published[i]), char('a' + i));
        sort(made.x_ticks, [](const PlotTick& a, const PlotTick& b) { return a.value < b.value; });
        if (panel.view == View::occupancy) made.share = PlotAxis{0, 1.05, true};
        if (panel.view == View::heat_map) add_heats(made, panel);
        return made;
    }

  private:
    std::string caption_of(const ExperimentPanel& panel) const {
        if (!panel.y_title.empty()) return panel.y_title;
        const std::string_view paper =
            experiment_.statistic == bench::Statistic::mean && !experiment_.published.empty()
                ? "; the paper's are means"
                : "";
        switch (panel.view) {
            case View::time:
                return fmt::format("time for one run, logarithmic: medians, band = 5th to 95th percentile{}",
                                   paper);
            case View::throughput:
                return "bytes that must be moved, divided by the median time";
            case View::speedup:
                return "speed-up over the base of the same machine, medians";
            case View::frames:
                return "frames a second, from median times";
            case View::bars:
                return fmt::format("median time for one run{}", paper);
            case View::spread:
                return "median time for one run, band = 5th to 95th percentile";
            case View::heat_map:
                return "median time for one run; the fuller the colour, the more bytes a second";
            case View::occupancy:
                return "share of a multiprocessor's warps that are resident";
            case View::strip:
                break;
        }
        return "launches and copies over time";
    }
    static std::string x_title_of(const ExperimentPanel& panel) {
        if (!panel.x_title.empty()) return panel.x_title;
        if (!panel.over.empty()) return panel.over;
        if (panel.view == View::occupancy) return "side of a square block, threads";
        return panel.values.empty() ? "" : "side";
    }
    const ExperimentSeries* shown(int curve) const {
        return find_by(shown_, &ExperimentSeries::curve, curve);
    }
    void add_curve(PaperPanel& made, const ExperimentPanel& panel, int index) const {
        const int number = nth(panel.curves, index);
        const bench::ExperimentCurve& curve = nth(experiment_.curves, number);
        const ExperimentSeries* series = shown(number);
        const Look look = numbered_look(index);
        PlotSeries line{.name = curve.name, .line = look.line, .marker = look.marker};
        if (series != nullptr) fill(line, made, panel, *series);
        if (line.points.empty()) {
            made.absent.push_back(curve.name);
            return;
        }
        line.dashed = series->source == SeriesSource::recorded;
        line.note =
            panel_text(panel.view, line.points.back().y) + ", " + where_text(curve, *series, recording_);
        made.lines.push_back(std::move(line));
    }
    void fill(PlotSeries& line, PaperPanel& made, const ExperimentPanel& panel,
              const ExperimentSeries& series) const {
        const ExperimentSeries* base = base_series(experiment_, panel, all_, series);
        for (const ExperimentPoint& point : bench::points_in(panel, series)) {
            const ExperimentPoint* at = base == nullptr ? nullptr : base->at(point.extent, point.x);
            const auto y = [&](double seconds) { return amounts_of(point, seconds, at).of(panel.view); };
            PlotPoint made_point{x_of(panel, point.extent, point.x), y(point.seconds), y(point.low),
                                 y(point.high)};
            if (!(made_point.x > 0 && made_point.y > 0)) continue;
            if (!(made_point.low > 0 && made_point.high > 0)) made_point.low = made_point.high = made_point.y;
            if (made_point.low > made_point.high) std::swap(made_point.low, made_point.high);
            add_tick(made.x_ticks, made_point.x, x_label(panel, point.extent, point.x));
            line.points.push_back(made_point);
        }
        sort(line.points, [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    }
    void add_published(PaperPanel& made, const ExperimentPanel& panel, const bench::PublishedLine& published,
                       char letter) const {
        // The heading names the paper.
        const bool others = published.paper != experiment_.paper;
        PlotSeries line{.name = (others ? published.paper + ", " : "") + published.label(),
                        .line = printed_line,
                        .marker = Marker::hollow_square,
                        .dashed = true,
                        .letter = letter};
        for (const bench::PublishedPoint& point : published.points) {
            // A number without a size is drawn at the largest.
            const Extent extent = point.extent.count() > 0 ? point.extent
                                  : panel.extents.empty()  ? Extent{}
                                                           : panel.extents.back();
            const double x = x_of(panel, extent, point.x), y = amounts_of(published, point).of(panel.view);
            if (!(x > 0 && y > 0)) continue;
            add_tick(made.x_ticks, x, x_label(panel, extent, point.x));
            line.points.push_back({x, y, y, y});
        }
        if (line.points.empty()) return;
        sort(line.points, [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
        line.note = fmt::format("{}, {}{}", panel_text(panel.view, line.points.back().y), published.source,
                                published.statistic.empty() ? "" : ", " + published.statistic);
        made.lines.push_back(std::move(line));
    }
    void add_heats(PaperPanel& made, const ExperimentPanel& panel) const {
        const int number = panel.curves.empty() ? -1 : panel.curves.front();
        if (const ExperimentSeries* series = shown(number)) {
            RaceHeat heat;
            heat.label = nth(experiment_.curves, number).name;
            heat.where = where_text(nth(experiment_.curves, number), *series, recording_);
            for (const ExperimentPoint& point : bench::points_in(panel, *series))
                heat.cells.push_back({point.extent, point.seconds, point.bytes});
            if (complete(heat)) made.heats.push_back(std::move(heat));
        }
        for (const int line : panel.published) {
            const bench::PublishedLine& published = nth(experiment_.published, line);
            RaceHeat heat;
            heat.label = published.paper + ", " + published.label();
            heat.where = "published";
            for (const bench::PublishedPoint& point : published.points)
                if (point.seconds > 0 && point.extent.count() > 0)
                    heat.cells.push_back({point.extent, point.seconds, point.extent.count()});
            if (complete(heat)) made.heats.push_back(std::move(heat));
        }
    }

    const Experiment& experiment_;
    const std::vector<ExperimentSeries>& all_;
    const std::vector<ExperimentSeries> shown_;
    const bench::Recording* recording_;
};

// Cells that the panels ask for, and how many of them there are: anywhere, and here.
struct Cells {
    int wanted = 0, there = 0, here = 0;
};

Cells cells_of(const Experiment& experiment, const std::vector<ExperimentSeries>& all) {
    Cells cells;
    for (const ExperimentPanel& panel : experiment.panels)
        for (const int curve : panel.curves) {
            const auto values = std::max<size_t>(1, panel.values.size());
            const auto wanted = int(std::max<size_t>(1, panel.extents.size()) * values);
            int there = 0, here = 0;
            for (const ExperimentSeries& series : all) {
                if (series.curve != curve) continue;
                const auto points = int(bench::points_in(panel, series).size());
                there = std::max(there, points);
                if (series.source != SeriesSource::recorded) here = std::max(here, points);
            }
            const bool one = nth(experiment.curves, curve).occupancy && there > 0;
            cells.wanted += one ? there : wanted;
            cells.there += there;
            cells.here += here;
        }
    return cells;
}

}  // namespace

std::string panel_text(View view, double value) {
    if (view == View::throughput) return value_text(RaceMode::throughput, value);
    if (view == View::speedup) return value_text(RaceMode::speedup, value);
    // Never "1.18e+04".
    if (view == View::frames)
        return value < 1000 ? fmt::format("{:.3g} frames/s", value) : fmt::format("{:.0f} frames/s", value);
    if (view == View::occupancy) return fmt::format("{:.0f} %", value * 100);
    return bench::time_text(value);
}

std::string panel_tick(View view, double value) {
    if (view == View::throughput) return decade_text(RaceMode::throughput, value);
    if (view == View::speedup) return decade_text(RaceMode::speedup, value);
    if (view == View::frames) return fmt::format("{:g}", value);
    if (view == View::occupancy) return fmt::format("{:.0f} %", value * 100);
    return decade_text(RaceMode::time, value);
}

const Experiment& RacePresets::at(int preset) const {
    const std::vector<Experiment>& shipped = bench::shipped_experiments();
    const int own = preset - int(shipped.size());
    return own < 0 ? nth(shipped, preset) : nth(own_, own).second;
}

std::vector<RacePresets::Group> RacePresets::groups() const {
    std::vector<Group> groups;
    for (int i = 0; i < count(); ++i) {
        const bool own = i >= int(bench::shipped_experiments().size());
        const std::string paper = own || at(i).paper.empty() ? "Your own" : at(i).paper;
        if (groups.empty() || groups.back().paper != paper) groups.push_back({paper, {}});
        groups.back().presets.push_back(i);
    }
    return groups;
}

void RacePresets::choose(std::string_view name) {
    std::string names;
    for (int i = 0; i < count(); ++i) {
        if (at(i).name == name) return choose(i);
        names += (names.empty() ? "" : ", ") + at(i).name;
    }
    throw UsageError("The Race has no preset {}; it has {}.", in_quotes(name), names);
}

void RacePresets::open(const std::string& path) {
    Experiment experiment = bench::read_experiment(path);
    const int shipped = int(bench::shipped_experiments().size());
    for (size_t i = 0; i < own_.size(); ++i)
        if (own_[i].first == path) {
            here_.erase(own_[i].second.name);
            own_[i].second = std::move(experiment);
            return choose(shipped + int(i));
        }
    own_.emplace_back(path, std::move(experiment));
    choose(count() - 1);
}

std::string RacePresets::label(int preset) const {
    constexpr std::string_view figure = "Figure ", section = "section ";
    const std::string& words = at(preset).figure;
    if (words.starts_with(section)) return "§ " + words.substr(section.size());
    return words.starts_with(figure) ? "Fig. " + words.substr(figure.size()) : words;
}

void RacePresets::use(const bench::Recording* recording) {
    if (recording_ == recording) return;
    recording_ = recording;
    changed();
}

std::vector<ExperimentSeries> RacePresets::series(int preset) const {
    const auto found = here_.find(at(preset).name);
    return bench::series_of(at(preset), found == here_.end() ? nullptr : &found->second.report, recording_);
}

Coverage RacePresets::coverage(int preset) const {
    const auto found = coverage_.find(preset);
    if (found != coverage_.end()) return found->second;
    const Cells cells = cells_of(at(preset), series(preset));
    const Coverage coverage = cells.there == 0             ? Coverage::nothing
                              : cells.here >= cells.wanted ? Coverage::all
                                                           : Coverage::some;
    return coverage_[preset] = coverage;
}

const std::vector<PaperPanel>& RacePresets::panels() const {
    if (panels_) return *panels_;
    panels_.emplace();
    if (chosen_ < 0) return *panels_;
    const std::vector<ExperimentSeries> all = series(chosen_);
    const PanelMaker maker(at(chosen_), all, recording_);
    for (const ExperimentPanel& panel : at(chosen_).panels) panels_->push_back(maker.make(panel));
    return *panels_;
}

const std::vector<PaperClaim>& RacePresets::claims() const {
    if (claims_) return *claims_;
    claims_.emplace();
    if (chosen_ < 0) return *claims_;
    const std::vector<ExperimentSeries> all = series(chosen_);
    for (const bench::Claim& claim : at(chosen_).claims)
        claims_->push_back({&claim, bench::judge(claim, at(chosen_), all)});
    return *claims_;
}

}  // namespace upsweep::app
