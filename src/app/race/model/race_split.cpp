#include "app/race/model/race_split.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::app {

namespace {

using OperationKind = model::OperationTime::Kind;

bool is_kernel(const model::OperationTime& one) {
    return one.kind == OperationKind::kernel || one.kind == OperationKind::other;
}

double kernel_sum(const std::vector<model::OperationTime>& operations) {
    double sum = 0;
    for (const model::OperationTime& one : operations)
        if (is_kernel(one)) sum += one.seconds;
    return sum;
}

std::optional<model::Why> predicted(const RaceSplit::Cell& cell, const std::atomic<bool>* cancel) {
    model::Question question;
    question.algorithm = cell.competitor.algorithm;
    question.parameters.extent = cell.extent;
    question.parameters.types = cell.types;
    question.parameters.options = cell.competitor.options;
    question.curve = false;
    try {
        return model::why(question, model::recorded_model(), nullptr, cancel);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        // What the emulator does not run has no split.
        return {};
    }
}

RaceSplit::Cell cell_of(const RaceBar& bar, const RaceExperiment& experiment, ElementTypes types) {
    const auto side = int64_t(bar.point->side);
    return {nth(experiment.lines, bar.curve->line).competitor, types, {side, side}};
}

bool has_kernels(const RaceBar& bar) {
    const RaceCurve& curve = *bar.curve;
    return curve.gpu && !curve.copy && curve.line >= 0 && !curve.edited &&
           curve.source != CurveSource::published;
}

// Passes of one kernel are one part where there are many of them.
std::vector<RaceBar::Part> launches_of(const std::vector<model::OperationTime>& operations) {
    constexpr size_t most = 6;
    std::vector<RaceBar::Part> parts;
    for (const model::OperationTime& one : operations)
        if (is_kernel(one) && one.seconds > 0) parts.push_back({TimePart::launch, one.seconds, one.name});
    if (parts.size() <= most) return parts;
    std::vector<RaceBar::Part> merged;
    std::vector<int> counts;
    for (RaceBar::Part& part : parts) {
        std::erase_if(part.name, [](char c) { return c >= '0' && c <= '9'; });
        part.name = std::string(trimmed(part.name));
        if (!merged.empty() && merged.back().name == part.name) {
            merged.back().seconds += part.seconds;
            ++counts.back();
        } else {
            merged.push_back(part);
            counts.push_back(1);
        }
    }
    for (size_t i = 0; i < merged.size(); ++i)
        if (counts[i] > 1) merged[i].name = fmt::format("{} × {}", counts[i], merged[i].name);
    return merged;
}

/// The plan's operations, each kernel with a share of `seconds`: as they were timed, else as predicted.
std::vector<model::OperationTime> scaled(const model::Why& why, const CurvePoint& point, double seconds) {
    std::vector<model::OperationTime> operations = why.operations;
    size_t launches = 0;
    for (const model::OperationTime& one : operations) launches += one.kind == OperationKind::kernel;
    if (point.launches.size() == launches && launches > 0) {
        size_t at = 0;
        for (model::OperationTime& one : operations) {
            if (one.kind == OperationKind::kernel) one.seconds = point.launches[at++].seconds;
            // Clears are timed with the run, not by themselves.
            if (one.kind == OperationKind::other) one.seconds = 0;
        }
    }
    const double sum = kernel_sum(operations);
    if (sum > 0)
        for (model::OperationTime& one : operations)
            if (is_kernel(one)) one.seconds *= seconds / sum;
    return operations;
}

}  // namespace

std::string RaceSplit::key_of(const Cell& cell) {
    return fmt::format("{} {} {}x{}", bench::key_of(cell.competitor), bench::types_text(cell.types),
                       cell.extent.width, cell.extent.height);
}

void RaceSplit::put(const Cell& cell, std::optional<model::Why> why) {
    known_[key_of(cell)] = std::move(why);
}

void RaceSplit::want(const std::vector<Cell>& cells) {
    std::vector<Cell> missing;
    for (const Cell& cell : cells)
        if (!known_.contains(key_of(cell))) missing.push_back(cell);
    if (missing.empty() || jobs_.busy()) return;
    using Found = std::vector<std::optional<model::Why>>;
    jobs_.start(
        "Asking where the time goes",
        [missing](Job& job) {
            Found found;
            for (const Cell& cell : missing) found.push_back(predicted(cell, job.cancel_flag()));
            return found;
        },
        [this, missing](Found found) {
            for (size_t i = 0; i < missing.size(); ++i) put(missing[i], std::move(found[i]));
        },
        [this, missing](const std::string&) {
            for (const Cell& cell : missing) put(cell, {});
        });
}

const model::Why* RaceSplit::of(const Cell& cell) const {
    const auto found = known_.find(key_of(cell));
    return found == known_.end() || !found->second ? nullptr : &*found->second;
}

std::vector<RaceSplit::Cell> cells_of(const std::vector<RaceBar>& bars, const RaceExperiment& experiment,
                                      ElementTypes types) {
    std::vector<RaceSplit::Cell> cells;
    for (const RaceBar& bar : bars)
        if (has_kernels(bar)) cells.push_back(cell_of(bar, experiment, types));
    return cells;
}

void split_by_launches(std::vector<RaceBar>& bars, const RaceExperiment& experiment, ElementTypes types,
                       const RaceSplit& split) {
    for (RaceBar& bar : bars) {
        if (!has_kernels(bar)) continue;
        const model::Why* why = split.of(cell_of(bar, experiment, types));
        if (why == nullptr) continue;
        double work = 0;
        std::vector<RaceBar::Part> others;
        for (const RaceBar::Part& part : bar.parts)
            if (part.kind == TimePart::transfers)
                others.push_back(part);
            else
                work += part.seconds;
        // Without its own line beside it a line with transfers does not say what its kernels take.
        if (bar.curve->transfers && others.empty()) continue;
        bar.launches_timed = !bar.point->launches.empty();
        bar.parts = launches_of(scaled(*why, *bar.point, work));
        append(bar.parts, others);
    }
}

RaceStrip race_strip(const model::Why& why, const CurvePoint& point, double kernel_seconds) {
    constexpr int frames = 4;
    RaceStrip strip;
    const std::vector<model::OperationTime> operations = scaled(why, point, kernel_seconds);
    strip.launches_timed = !point.launches.empty();
    strip.kernels = model::timeline_of(operations, 1);
    strip.frames = model::timeline_of(operations, frames);
    size_t launches = 0;
    double copies = 0, up = 0, down = 0;
    for (const model::OperationTime& one : operations) {
        launches += one.kind == OperationKind::kernel;
        if (one.kind == OperationKind::upload) up += one.seconds;
        if (one.kind == OperationKind::download) down += one.seconds;
    }
    copies = std::max(up, down);
    strip.kernels_words =
        fmt::format("{} in one run of **{}**: {}.", counted(int64_t(launches), "launch", "launches"),
                    bench::time_text(kernel_seconds),
                    launches < 2 ? "measured"
                    : strip.launches_timed
                        ? "each timed by itself"
                        : "the whole was measured, the shares are the model's, since no launch was timed "
                          "by itself");
    strip.frames_words = fmt::format(
        "Four frames, two sets of buffers: one frame every **{}**; its {}. Copies as this GPU's "
        "transfer rates predict.",
        bench::time_text(strip.frames.every),
        kernel_seconds > copies ? "kernels take longest"
        : up > down             ? "upload takes longest"
                                : "download takes longest");
    return strip;
}

std::string intensity_text(double value) { return fmt::format("{:.3g} instructions a byte", value); }

std::string instructions_text(double a_second) {
    if (a_second >= 1e12) return fmt::format("{:.3g} T/s", a_second * 1e-12);
    if (a_second >= 1e9) return fmt::format("{:.3g} G/s", a_second * 1e-9);
    return fmt::format("{:.3g} M/s", a_second * 1e-6);
}

std::string roofs_text(const model::MachineModel& machine, std::string_view gpu) {
    const std::string axis = "instructions of lanes for each byte of memory; ";
    if (gpu.empty() || gpu == machine.gpu)
        return axis + fmt::format("the roofs are of {}, measured", machine.gpu);
    return axis +
           fmt::format("the roofs are those of {}; those of {} have not been measured yet", machine.gpu, gpu);
}

RaceRoofline race_roofline(const std::vector<RaceBar>& bars, const RaceExperiment& experiment,
                           ElementTypes types, const RaceSplit& split, const model::MachineModel& machine) {
    RaceRoofline made;
    std::vector<PlotSeries> points;
    std::vector<double> xs, ys;
    const double peak = machine.operator_rate * machine.multiprocessors * 32;
    const double memory = machine.copy_rate(1e12), cache = machine.l2_rate();
    int starved = 0;
    for (const RaceBar& bar : bars) {
        if (!has_kernels(bar) || bar.curve->transfers) continue;
        const model::Why* why = split.of(cell_of(bar, experiment, types));
        if (why == nullptr || why->lane_operators <= 0 || why->bytes <= 0) continue;
        const double x = why->lane_operators / why->bytes, y = why->lane_operators / bar.point->seconds;
        PlotSeries series{
            .name = bar.curve->label, .line = bar.curve->look.line, .marker = bar.curve->look.marker};
        series.points = {{x, y, y, y}};
        // What is read again may come from the cache, so that a line lies over the memory's roof.
        const double share = y / std::min(peak, x * memory);
        series.note = share > 1 ? instructions_text(y) + ", partly from the L2 cache"
                                : fmt::format("{}, {:.0f} % of its roof", instructions_text(y), 100 * share);
        starved += x * memory < peak;
        points.push_back(std::move(series));
        made.lines.push_back(bar.curve);
        xs.push_back(x);
        ys.push_back(y);
    }
    if (points.empty() || peak <= 0 || memory <= 0) return made;
    xs.push_back(peak / memory);
    made.x = axis_around(xs, 0.4);
    const auto roof = [&](const std::string& name, double rate, int line) {
        PlotSeries series{.name = name, .line = line, .marker = Marker::cross};
        for (const double x : {made.x.lowest, peak / rate, made.x.highest}) {
            const double y = std::min(peak, x * rate);
            if (x >= made.x.lowest && x <= made.x.highest) series.points.push_back({x, y, y, y});
        }
        series.note = fmt::format("{:.2f} TB/s, then {}", rate * 1e-12, instructions_text(peak));
        return series;
    };
    made.series = {roof("Roof of the memory", memory, ceiling_line)};
    if (cache > memory) made.series.push_back(roof("Roof of the L2 cache", cache, printed_line));
    made.roofs = made.series.size();
    for (const PlotSeries& series : made.series)
        for (const PlotPoint& point : series.points) ys.push_back(point.y);
    made.y = axis_around(ys, 0.2);
    append(made.series, points);
    made.words =
        fmt::format("{} of {} lines {} under the slope: there bytes, not instructions, are the limit.",
                    starved, points.size(), starved == 1 ? "is" : "are");
    return made;
}

}  // namespace upsweep::app
