// Points from a recording.
#include "app/race/model/race_recording.h"

#include "app/race/model/race_curves.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"

namespace upsweep::app {
namespace {

using bench::RecordedTime;

/// What a recording does not note is what the algorithm's own plan reads and writes at least; 0 where it has
/// none.
void add_bytes(RecordedTime& time) {
    if (time.bytes > 0) return;
    const std::optional<bench::RecordedRun> run = bench::run_of(time);
    if (!run) return;
    try {
        time.bytes = run->algorithm->make_plan(run->parameters).traffic_bytes();
    } catch (const Error&) {
        time.bytes = 0;  // no plan is made at this size
    }
}

int64_t copied_bytes(const bench::Competitor& copy, const RecordedTime& time) {
    Parameters parameters;
    parameters.extent = time.extent;
    parameters.types = time.types;
    parameters.options = copy.options;
    return backends::payload_bytes(parameters);
}

/// The lines' names as a recording has them, looked up often.
class Names {
  public:
    explicit Names(const RaceExperiment& experiment) {
        // What the user edited when it was recorded was another text.
        for (const RaceLine& line : experiment.lines)
            names_.push_back(line.competitor.edited ? "" : bench::key_of(line.competitor));
    }
    /// -1: none.
    int find(const std::string& line, const std::string& on) const {
        const auto found = std::find(names_.begin(), names_.end(), line + " " + on);
        return found == names_.end() ? -1 : int(found - names_.begin());
    }

  private:
    std::vector<std::string> names_;
};

/// Calls take(line, point) for all that the recording has of squares of these types.
template <typename F>
void for_recorded(const bench::Recording& recording, const RaceExperiment& experiment, ElementTypes types,
                  F&& take) {
    const Names names(experiment);
    for (const RecordedTime& time : recording.times) {
        if (time.types != types || time.extent.width != time.extent.height) continue;
        const int line = names.find(bench::line_of(time), time.on);
        if (line < 0) continue;
        const auto side = double(time.extent.width);
        if (time.seconds > 0)
            take(line, CurvePoint{.side = side,
                                  .seconds = time.seconds,
                                  .low = time.low,
                                  .high = time.high,
                                  .bytes = time.bytes,
                                  .least = time.median_least,
                                  .most = time.median_most,
                                  .launches = time.launches});
        const int copy = names.find(bench::copy_line_of(time), nth(experiment.lines, line).competitor.on);
        if (copy < 0 || copy == line || time.copy_seconds <= 0) continue;
        const int64_t bytes = copied_bytes(nth(experiment.lines, copy).competitor, time);
        take(copy, CurvePoint{side, time.copy_seconds, time.copy_seconds, time.copy_seconds, bytes});
    }
}

}  // namespace

std::vector<std::vector<CurvePoint>> recorded_points(const bench::Recording& recording,
                                                     const RaceExperiment& experiment, ElementTypes types) {
    // A size may be recorded twice: by a race, which knows its spread, and by several targets.
    std::vector<std::map<double, CurvePoint>> by_side(experiment.lines.size());
    for_recorded(recording, experiment, types, [&](int line, const CurvePoint& point) {
        nth(by_side, line).try_emplace(point.side, point);
    });
    std::vector<std::vector<CurvePoint>> points(experiment.lines.size());
    for (size_t line = 0; line < points.size(); ++line)
        for (const auto& [side, point] : by_side[line]) points[line].push_back(point);
    return points;
}

size_t recorded_count(const bench::Recording& recording, const RaceExperiment& experiment,
                      ElementTypes types) {
    size_t count = 0;
    for_recorded(recording, experiment, types, [&](int, const CurvePoint&) { ++count; });
    return count;
}

ElementTypes recorded_types(const bench::Recording& recording, const RaceExperiment& experiment,
                            ElementTypes otherwise) {
    size_t most = 0;
    ElementTypes best = otherwise;
    for (const ElementTypes types : experiment.types) {
        const size_t count = recorded_count(recording, experiment, types);
        if (count > most) best = types, most = count;
    }
    return best;
}

RaceRecordings::RaceRecordings() {
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings())
        add("", bench::parse_recording(shipped.text, std::string(shipped.name)));
}

void RaceRecordings::show(int index) {
    shown_ = index >= 0 && index < int(all_.size()) ? index : -1;
    if (shown_ == overlaid_) overlaid_ = -1;
}

void RaceRecordings::overlay(int index) {
    overlaid_ = index >= 0 && index < int(all_.size()) && index != shown_ ? index : -1;
}

void RaceRecordings::rename(int index, const std::string& name) {
    Entry& entry = nth(all_, index);
    if (entry.path.empty())
        throw Error("This recording comes with the program; save a copy of its file and name that.");
    const std::string text = bench::with_name(bench::recording_text(entry.path), in_quotes(entry.path), name);
    write_file(entry.path, text);
    entry.recording.name = name;
    entry.label = bench::title_of(entry.recording);
}

void RaceRecordings::open(const std::string& path) {
    bench::Recording recording = bench::read_recording(path);
    const auto known = find_if(all_, [&](const Entry& entry) { return entry.path == path; }) - all_.begin();
    if (known < int(all_.size())) {
        if (overlaid_ == known) overlaid_ = -1;
        if (overlaid_ > known) --overlaid_;
        all_.erase(all_.begin() + known);
    }
    add(path, std::move(recording));
    shown_ = int(all_.size()) - 1;
}

void RaceRecordings::add(std::string path, bench::Recording recording) {
    for (RecordedTime& time : recording.times) add_bytes(time);
    all_.push_back({std::move(path), bench::title_of(recording), std::move(recording)});
}

}  // namespace upsweep::app
