// Points, rows and a sentence from a recording.
#include "app/race/model/race_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/error.h"

namespace upsweep::app {
namespace {

using bench::RecordedTime;

/// A recorded median as a point's ingredients: who, which size, how long.
struct Sample {
    const RaceLine* line;
    Extent extent;
    double seconds, low, high;
    std::int64_t bytes;
};

const RaceLine* line_of(const RaceExperiment& experiment, const std::string& algorithm, std::string_view on) {
    for (const RaceLine& line : experiment.lines)
        if (bench::slug_of(line.competitor) == algorithm && bench::place_of(line.competitor) == on)
            return &line;
    return nullptr;
}

/// What a recording does not note is what the algorithm's own plan reads and writes at least; 0 where it has
/// none.
void add_bytes(RecordedTime& time) {
    if (time.bytes > 0) return;
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->slug != time.algorithm) continue;
        try {
            Parameters parameters;
            parameters.extent = time.extent;
            parameters.types = time.types;
            time.bytes = algorithm->make_plan(with_defaults(*algorithm, parameters)).traffic_bytes();
        } catch (const Error&) {
            time.bytes = 0;
        }
    }
}

std::int64_t element_bytes(const RecordedTime& time) {
    return std::int64_t{size_of(time.types.input) + size_of(time.types.output)} * time.types.components;
}

std::vector<Sample> samples_of(const bench::Recording& recording, const RaceExperiment& experiment,
                               ElementTypes types) {
    std::vector<Sample> samples;
    for (const RecordedTime& time : recording.times) {
        if (time.types != types || time.extent.width != time.extent.height) continue;
        const RaceLine* line = line_of(experiment, time.algorithm, time.on);
        if (line == nullptr) continue;
        if (time.seconds > 0)
            samples.push_back({line, time.extent, time.seconds, time.low, time.high, time.bytes});
        const RaceLine* copy = line_of(experiment, "copy", line->competitor.on);
        if (copy != nullptr && copy != line && time.copy_seconds > 0)
            samples.push_back({copy, time.extent, time.copy_seconds, time.copy_seconds, time.copy_seconds,
                               element_bytes(time) * time.extent.count()});
    }
    return samples;
}

/// What the plot's y axis counts; 0: it cannot be told.
double value_of(const Sample& sample, RaceMode mode, const RaceResults& here, double seconds) {
    if (mode == RaceMode::time) return seconds;
    if (mode == RaceMode::throughput) return static_cast<double>(sample.bytes) / seconds;
    const bench::Row* base = here.row(here.baseline(), sample.extent);
    return base == nullptr ? 0 : base->time.median / seconds;
}

std::string target_text(const RecordedTime& time) {
    if (time.against.empty() || time.most <= 0) return {};
    if (time.against == "milliseconds") return fmt::format("≤ {:.2f} ms", time.most);
    const std::string peer = time.against == "cub" ? "CUB" : time.against == "npp" ? "NPP" : time.against;
    return fmt::format("≤ {:.2f} × {}", time.most, peer);
}

std::string value_text(const RecordedTime& time) {
    if (time.value < 0 || time.against.empty()) return {};
    if (time.against == "milliseconds") return fmt::format("{:.3f} ms", time.value);
    return fmt::format("{:.3f} ×", time.value);
}

std::string title_of(const RecordedTime& time) {
    if (!time.what.empty()) return time.what;
    std::string title = time.algorithm == "copy" ? "Copy of the same bytes" : time.algorithm;
    for (const Algorithm* algorithm : catalog())
        if (algorithm->slug == time.algorithm) title = algorithm->title;
    if (time.on == "cpu") title += ", on the CPU";
    if (time.on == "gpu+transfers") title += " + transfers";
    return title;
}

/// Short, for a narrow column: "8192²", "268435456", "640 × 480".
std::string size_text(Extent extent) {
    if (extent.height == 1) return std::to_string(extent.width);
    return extent.width == extent.height ? std::to_string(extent.width) + "²" : bench::extent_text(extent);
}

std::string time_text_or_dash(double seconds) { return seconds > 0 ? bench::time_text(seconds) : "–"; }

}  // namespace

std::vector<PlotSeries> recorded_series(const bench::Recording& recording, const RaceExperiment& experiment,
                                        ElementTypes types, RaceMode mode, const RaceResults& here) {
    std::vector<PlotSeries> all;
    const std::vector<Sample> samples = samples_of(recording, experiment, types);
    for (const RaceLine& line : experiment.lines) {
        // One point a size: several targets may have been held against the same copy.
        std::map<double, PlotPoint> points;
        for (const Sample& sample : samples) {
            if (sample.line != &line || value_of(sample, mode, here, sample.seconds) <= 0) continue;
            PlotPoint point;
            point.x = static_cast<double>(sample.extent.width);
            point.y = value_of(sample, mode, here, sample.seconds);
            point.low = value_of(sample, mode, here, sample.low);
            point.high = value_of(sample, mode, here, sample.high);
            if (point.low > point.high) std::swap(point.low, point.high);
            points.try_emplace(point.x, point);
        }
        if (points.empty()) continue;
        PlotSeries series{.name = line.label, .note = "recorded", .line = line.line, .marker = line.marker};
        series.dashed = series.recorded = true;
        for (const auto& [x, point] : points) series.points.push_back(point);
        all.push_back(std::move(series));
    }
    return all;
}

std::size_t recorded_points(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes types) {
    return samples_of(recording, experiment, types).size();
}

ElementTypes recorded_types(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes otherwise) {
    std::size_t most = 0;
    ElementTypes best = otherwise;
    for (const ElementTypes types : experiment.types) {
        const std::size_t count = recorded_points(recording, experiment, types);
        if (count > most) best = types, most = count;
    }
    return best;
}

std::vector<RecordedRow> recorded_table(const bench::Recording& recording) {
    const bool targets = std::any_of(recording.times.begin(), recording.times.end(),
                                     [](const RecordedTime& time) { return !time.against.empty(); });
    std::vector<RecordedRow> rows;
    for (const RecordedTime& time : recording.times) {
        if (targets && time.against.empty()) continue;
        RecordedRow row;
        row.what = title_of(time);
        row.types = bench::types_text(time.types);
        row.size = size_text(time.extent);
        row.time = time_text_or_dash(time.seconds);
        row.copy = time_text_or_dash(time.copy_seconds);
        row.peer = time_text_or_dash(time.peer_seconds);
        row.target = target_text(time);
        row.value = value_text(time);
        row.bound = !row.target.empty() && time.value >= 0 && time.refusal.empty();
        row.met = row.bound && time.met;
        if (row.bound) row.verdict = time.met ? "met" : "not met";
        row.refusal = time.refusal;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string recorded_verdict(const bench::Recording& recording) {
    std::size_t bound = 0, met = 0;
    for (const RecordedRow& row : recorded_table(recording)) {
        bound += row.bound ? 1 : 0;
        met += row.met ? 1 : 0;
    }
    if (bound == 0) return {};
    return fmt::format("{} of {} targets are met.", met, bound);
}

RaceRecordings::RaceRecordings() {
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings())
        add("", bench::parse_recording(shipped.text, std::string(shipped.name)));
}

void RaceRecordings::show(int index) {
    shown_ = index >= 0 && index < static_cast<int>(all_.size()) ? index : -1;
}

void RaceRecordings::open(const std::string& path) {
    bench::Recording recording = bench::read_recording(path);
    std::erase_if(all_, [&](const Entry& entry) { return entry.path == path; });
    add(path, std::move(recording));
    shown_ = static_cast<int>(all_.size()) - 1;
}

void RaceRecordings::add(std::string path, bench::Recording recording) {
    for (RecordedTime& time : recording.times) add_bytes(time);
    Entry entry{std::move(path), bench::machine_of(recording), std::move(recording), {}};
    entry.table = recorded_table(entry.recording);
    all_.push_back(std::move(entry));
}

}  // namespace upsweep::app
