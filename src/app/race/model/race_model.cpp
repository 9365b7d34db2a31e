// The race runs on a thread of its own; this looks at it once a frame.
#include "app/race/model/race_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bench/sizes.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"

namespace upsweep::app {
namespace {

// A window is watched: a line may take this long at one size before the next one has its turn.
constexpr double budget_seconds = 0.25;

constexpr std::array<RacePrecision, 3> precisions = {{
    {"± 5 %",
     {.least_runs = 10,
      .most_runs = 1000,
      .error = 0.05,
      .least_seconds = 0.02,
      .budget_seconds = budget_seconds / 2}},
    {"± 1 %",
     {.least_runs = 10,
      .most_runs = 1000,
      .error = 0.01,
      .least_seconds = 0.04,
      .budget_seconds = budget_seconds}},
    {"± 0.2 %",
     {.least_runs = 30,
      .most_runs = 5000,
      .error = 0.002,
      .least_seconds = 0.2,
      .budget_seconds = 8 * budget_seconds}},
}};

std::string plural(std::size_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string duration_text(double seconds) {
    if (seconds < 1.5) return "about 1 s";
    if (seconds < 90) return fmt::format("about {:.0f} s", seconds);
    return fmt::format("about {:.0f} min", seconds / 60);
}

bool ends_with(const std::string& text, std::string_view end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::span<const RacePrecision> race_precisions() { return precisions; }

RaceModel::RaceModel(std::span<const Algorithm* const> algorithms, Wake wake)
    : algorithms_(algorithms), wake_(std::move(wake)) {
    bench::BackendsHere none;
    none.machine.gpu_missing = "The GPU is being looked for.";
    set_machine(std::move(none));
    machine_known_ = false;
}

void RaceModel::set_machine(bench::BackendsHere here) {
    here_ = std::move(here);
    machine_known_ = true;
    experiments_ = race_experiments(algorithms_, here_);
    on_.clear();
    for (const RaceExperiment& one : experiments_) {
        std::vector<bool> on(one.lines.size(), true);
        on_.push_back(on);
    }
    results_.assign(experiments_.size(), {});
    choose_experiment(wished_.empty() ? richest() : chosen_);
    choose_experiment(std::string_view(wished_));
    choose_recorded();
}

// The first of the experiments in which most lines can run here.
int RaceModel::richest() const {
    int best = 0;
    std::ptrdiff_t most = -1;
    for (std::size_t i = 0; i < experiments_.size(); ++i) {
        const auto& lines = experiments_[i].lines;
        const auto runnable =
            std::count_if(lines.begin(), lines.end(), [](const RaceLine& l) { return l.reason.empty(); });
        if (runnable > most) best = static_cast<int>(i), most = runnable;
    }
    return best;
}

void RaceModel::choose_experiment(int index) {
    chosen_ = std::clamp(index, 0, std::max(0, static_cast<int>(experiments_.size()) - 1));
    hovered_.reset();
    if (experiments_.empty()) return;
    const auto& known = experiment().types;
    if (std::find(known.begin(), known.end(), types_) == known.end() && !known.empty())
        types_ = known.front();
}

void RaceModel::choose_experiment(std::string_view title) {
    for (std::size_t i = 0; i < experiments_.size(); ++i)
        if (experiments_[i].title == title) {
            choose_experiment(static_cast<int>(i));
            wished_ = title;
        }
}

void RaceModel::show_recording(int index) {
    recordings.show(index);
    choose_recorded();
}

void RaceModel::open_recording(const std::string& path) {
    recordings.open(path);
    choose_recorded();
}

ElementTypes RaceModel::plotted_types() const {
    return results().extents().empty() ? types_ : results().report.settings.types;
}

std::vector<PlotSeries> RaceModel::recorded() const {
    const RaceRecordings::Entry* entry = recordings.shown();
    if (entry == nullptr || experiments_.empty()) return {};
    return recorded_series(entry->recording, experiment(), plotted_types(), mode, results());
}

void RaceModel::choose_recorded() {
    const RaceRecordings::Entry* entry = recordings.shown();
    if (entry == nullptr || experiments_.empty() || racing()) return;
    // What was measured here stays in sight if the recording has something to stand beside it.
    if (!results().extents().empty() && recorded_points(entry->recording, experiment(), plotted_types()) > 0)
        return;
    const auto points = [&](const RaceExperiment& one) {
        return recorded_points(entry->recording, one, recorded_types(entry->recording, one, types_));
    };
    if (points(experiment()) == 0) {
        const auto richest = std::max_element(
            experiments_.begin(), experiments_.end(),
            [&](const RaceExperiment& a, const RaceExperiment& b) { return points(a) < points(b); });
        if (points(*richest) == 0) return;
        choose_experiment(static_cast<int>(richest - experiments_.begin()));
    }
    types_ = recorded_types(entry->recording, experiment(), types_);
}

void RaceModel::set_line_on(int line, bool on) {
    on_[static_cast<std::size_t>(chosen_)][static_cast<std::size_t>(line)] = on;
}

std::string RaceModel::line_reason(int line) const {
    const RaceLine& one = experiment().lines[static_cast<std::size_t>(line)];
    return one.reason.empty() ? type_reason(one, types_) : one.reason;
}

void RaceModel::choose_types(ElementTypes types) { types_ = types; }

void RaceModel::choose_sizes(RaceSizes sizes) {
    sizes_.from = std::clamp(sizes.from, smallest_side, largest_side);
    sizes_.to = std::clamp(sizes.to, sizes_.from, largest_side);
    sizes_.steps_per_octave = std::clamp(sizes.steps_per_octave, 1, 4);
}

void RaceModel::choose_precision(int index) {
    precision_ = std::clamp(index, 0, static_cast<int>(precisions.size()) - 1);
}

bench::RaceSettings RaceModel::settings() const {
    bench::RaceSettings settings;
    for (int i = 0; i < static_cast<int>(experiment().lines.size()); ++i)
        if (line_on(i) && line_reason(i).empty())
            settings.competitors.push_back(experiment().lines[static_cast<std::size_t>(i)].competitor);
    settings.extents = bench::square_sizes(sizes_.from, sizes_.to, sizes_.steps_per_octave);
    settings.types = types_;
    settings.stop = precisions[static_cast<std::size_t>(precision_)].rule;
    return settings;
}

std::string RaceModel::forecast() const {
    const bench::RaceSettings planned = settings();
    return fmt::format("Start takes {} for {} and {}.", duration_text(bench::Forecast(planned).left(0)),
                       plural(planned.competitors.size(), "line"), plural(planned.extents.size(), "size"));
}

std::string RaceModel::start_reason() const {
    if (!machine_known_) return "The machine is being looked at.";
    if (racing()) return "A race is running.";
    if (settings().competitors.empty()) return "No line is chosen that can run here.";
    return {};
}

void RaceModel::start() {
    if (!start_reason().empty()) return;
    racing_experiment_ = chosen_;
    RaceResults fresh;
    fresh.report.machine = here_.machine;
    for (int i = 0; i < static_cast<int>(experiment().lines.size()); ++i)
        if (line_on(i) && line_reason(i).empty())
            fresh.lines.push_back(experiment().lines[static_cast<std::size_t>(i)]);
    race_ = std::make_unique<bench::Race>(settings(), here_.backends, steady_seconds, wake_);
    fresh.report.settings = race_->settings();
    racing_results() = std::move(fresh);
    status_ = race_->status();
}

void RaceModel::toggle_pause() {
    if (race_) race_->pause(race_->status().state != bench::RaceState::paused);
}

void RaceModel::cancel() {
    if (race_) race_->cancel();
}

bool RaceModel::advance() {
    if (!race_) return false;
    const bench::RaceStatus before = std::exchange(status_, race_->status());
    const std::vector<bench::Update> updates = race_->poll();
    RaceResults& results = racing_results();
    for (const bench::Update& update : updates) bench::add(results.report, update);
    results.measuring = status_.competitor;
    results.measuring_extent = status_.extent;
    const bool ended =
        status_.state == bench::RaceState::cancelled || status_.state == bench::RaceState::finished;
    if (ended) {
        race_.reset();
        std::erase_if(results.report.rows, [](const bench::Row& row) { return !row.settled; });
    }
    return ended || !updates.empty() || before.doing != status_.doing || before.state != status_.state;
}

void RaceModel::finish() {
    if (race_) race_->wait();
    advance();
}

Extent RaceModel::shown_extent() const {
    if (experiments_.empty()) return {};
    const std::vector<Extent> extents = results().extents();
    if (extents.empty()) return {};
    if (hovered_)
        for (const Extent extent : extents)
            if (static_cast<double>(extent.width) == *hovered_) return extent;
    const auto complete = [&](Extent extent) {
        for (int i = 0; i < static_cast<int>(results().lines.size()); ++i)
            if (results().row(i, extent) == nullptr) return false;
        return true;
    };
    const auto found = std::find_if(extents.rbegin(), extents.rend(), complete);
    return found == extents.rend() ? extents.back() : *found;
}

void RaceModel::export_to(const std::string& path) const {
    if (ends_with(path, ".csv")) return write_file(path, bench::to_csv(results().report));
    if (ends_with(path, ".json")) return write_file(path, bench::to_json(results().report));
    throw UsageError(
        fmt::format("{} ends neither in .csv nor in .json, the two formats there are.", in_quotes(path)));
}

}  // namespace upsweep::app
