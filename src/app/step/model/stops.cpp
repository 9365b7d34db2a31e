// Breakpoints and "until".
#include "app/step/model/stops.h"

#include <fmt/format.h>

#include "emulator/trace/trace.h"
#include "replay/structure/index.h"
#include "scenes/scene_words.h"

namespace upsweep::app {

using replay::StopPlaces;
using scenes::Stop;

void Stops::look(const std::string& text, Found found) {
    const std::shared_ptr<const scenes::RunScene> run = model_.position()->shared_run();
    work_.add(
        "Looking for " + text,
        [run, text](Job& job) {
            return std::make_shared<const StopPlaces>(
                replay::places_of(*run->trace, scenes::parse_stop(text), job.cancel_flag()));
        },
        found,
        [found](const std::string& sentence) {
            found(std::make_shared<const StopPlaces>(StopPlaces{{}, sentence}));
        });
}

void Stops::look_for_all() {
    work_.cancel();
    all_.clear();
    for (const std::string& text : model_.stops()) all_.push_back({text, nullptr});
    gather();
    if (model_.position() == nullptr) return;
    for (const Entry& entry : all_)
        look(entry.text, [this, text = entry.text](std::shared_ptr<const StopPlaces> places) {
            for (Entry& one : all_)
                if (one.text == text) one.places = places;
            gather();
        });
}

void Stops::gather() {
    places_.clear();
    for (const Entry& entry : all_)
        if (entry.places) append(places_, entry.places->steps);
    sort(places_);
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    model_.pause_at(places_);
}

void Stops::update() {
    const bool same =
        all_.size() == model_.stops().size() &&
        std::equal(all_.begin(), all_.end(), model_.stops().begin(),
                   [](const Entry& entry, const std::string& text) { return entry.text == text; });
    if (scenes_ != model_.scenes() || !same) {
        if (scenes_ != model_.scenes()) pending_.reset();
        scenes_ = model_.scenes();
        look_for_all();
    }
    if (pending_ && !looking()) go_now();
}

std::string Stops::add(std::string_view text) {
    try {
        std::vector<std::string> stops = model_.stops();
        stops.push_back(scenes::to_text(scenes::parse_stop(text)));
        model_.set_stops(scenes::kept_stops(stops));
    } catch (const UsageError& error) {
        return error.what();
    }
    update();
    return {};
}

void Stops::remove(size_t entry) {
    std::vector<std::string> stops = model_.stops();
    if (entry >= stops.size()) return;
    stops.erase(stops.begin() + ptrdiff_t(entry));
    model_.set_stops(std::move(stops));
    update();
}

void Stops::clear() {
    model_.set_stops({});
    update();
}

namespace {

bool is_on(const Stop& stop, const emulator::Trace& trace, int file, int line) {
    if (stop.kind != Stop::Kind::line || stop.number != line) return false;
    if (stop.name.empty()) return file == replay::first_file(trace);
    return nth(trace.sources, file).name == stop.name;
}

}  // namespace

std::vector<int> Stops::lines(int file) const {
    std::vector<int> lines;
    const replay::StepPosition* at = model_.position();
    if (at == nullptr || file < 0) return lines;
    for (const Entry& entry : all_) {
        const Stop stop = scenes::parse_stop(entry.text);
        if (is_on(stop, at->trace(), file, int(stop.number))) lines.push_back(int(stop.number));
    }
    sort(lines);
    return lines;
}

std::string Stops::toggle_line(int file, int line) {
    const replay::StepPosition* at = model_.position();
    if (at == nullptr || file < 0) return "Nothing has run yet.";
    update();
    for (size_t i = all_.size(); i > 0; --i)
        if (is_on(scenes::parse_stop(all_[i - 1].text), at->trace(), file, line)) {
            remove(i - 1);
            return {};
        }
    const emulator::SourceText& source = nth(at->trace().sources, file);
    const auto lines = int(std::count(source.text.begin(), source.text.end(), '\n')) + 1;
    // A line inside a loop of main that only computes is the loop's.
    int runs = line;
    for (const emulator::Statement& statement : at->trace().statements) {
        const emulator::SourceRange& where = statement.where;
        const bool inside = statement.kind == emulator::StepKind::host && where.file == file &&
                            where.line < line && line <= where.end_line;
        if (inside && !at->index().ever_runs(file, line)) runs = where.line;
    }
    while (runs <= lines && !at->index().ever_runs(file, runs)) ++runs;
    if (runs > lines)
        return fmt::format("No line from {} on runs in {}; choose an earlier line.", line, source.name);
    const bool first = file == replay::first_file(at->trace());
    return add(fmt::format("line {}{}", runs, first ? "" : " of " + source.name));
}

void Stops::go(bool on, Told told) {
    if (model_.position() == nullptr) return;
    update();
    if (all_.empty()) return told("No breakpoints yet; click beside a line of the code, or press F9.");
    pending_ = Pending{on, std::move(told)};
    if (!looking()) go_now();
}

void Stops::go_now() {
    const Pending asked = std::move(*std::exchange(pending_, {}));
    const int64_t step = model_.position()->step();
    if (const auto place = replay::place_beside(places_, step, asked.on)) return model_.seek(*place);
    if (all_.size() == 1)
        return asked.told(replay::never_sentence(*all_[0].places, all_[0].text, step, asked.on));
    asked.told(fmt::format("None of the {} breakpoints comes {} step {}.", all_.size(),
                           asked.on ? "after" : "before", step));
}

void Stops::run_until(std::string_view text, bool on, Told told) {
    if (model_.position() == nullptr) return;
    try {
        last_ = scenes::to_text(scenes::parse_stop(text));
    } catch (const UsageError& error) {
        return told(error.what());
    }
    update();
    look(last_, [this, text = last_, on, told = std::move(told)](std::shared_ptr<const StopPlaces> places) {
        const int64_t step = model_.position()->step();
        if (const auto place = replay::place_beside(places->steps, step, on)) return model_.seek(*place);
        told(replay::never_sentence(*places, text, step, on));
    });
}

}  // namespace upsweep::app
