// Points from a recording.
#include "app/race/model/race_recording.h"

#include <algorithm>
#include <map>

#include "app/race/model/race_curves.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

using bench::RecordedTime;

/// A recorded median as a point's ingredients: who, which size, how long.
struct Sample {
    const RaceLine* line;
    CurvePoint point;
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
        const auto side = static_cast<double>(time.extent.width);
        if (time.seconds > 0)
            samples.push_back({line, {side, time.seconds, time.low, time.high, time.bytes, 0}});
        const RaceLine* copy = line_of(experiment, "copy", line->competitor.on);
        if (copy != nullptr && copy != line && time.copy_seconds > 0)
            samples.push_back({copy,
                               {side, time.copy_seconds, time.copy_seconds, time.copy_seconds,
                                element_bytes(time) * time.extent.count(), 0}});
    }
    return samples;
}

}  // namespace

std::vector<CurvePoint> recorded_points(const bench::Recording& recording, const RaceExperiment& experiment,
                                        const RaceLine& line, ElementTypes types) {
    // A size may be recorded twice: by a race, which knows its spread, and by several targets.
    std::map<double, CurvePoint> by_side;
    for (const Sample& sample : samples_of(recording, experiment, types))
        if (sample.line == &line) by_side.try_emplace(sample.point.side, sample.point);
    std::vector<CurvePoint> points;
    for (const auto& [side, point] : by_side) points.push_back(point);
    return points;
}

std::size_t recorded_count(const bench::Recording& recording, const RaceExperiment& experiment,
                           ElementTypes types) {
    return samples_of(recording, experiment, types).size();
}

ElementTypes recorded_types(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes otherwise) {
    std::size_t most = 0;
    ElementTypes best = otherwise;
    for (const ElementTypes types : experiment.types) {
        const std::size_t count = recorded_count(recording, experiment, types);
        if (count > most) best = types, most = count;
    }
    return best;
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
    all_.push_back({std::move(path), bench::machine_of(recording), std::move(recording)});
}

}  // namespace upsweep::app
