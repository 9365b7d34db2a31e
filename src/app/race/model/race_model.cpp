// The race runs on a thread of its own; this looks at it once a frame.
#include "app/race/model/race_model.h"

#include <cmath>

#include <fmt/format.h>

#include "bench/request.h"
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

bool ends_with(const std::string& text, std::string_view end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::span<const RacePrecision> race_precisions() { return precisions; }

RaceModel::RaceModel(std::span<const Algorithm* const> algorithms, Wake wake, RunIsolated run_isolated)
    : algorithms_(algorithms), wake_(std::move(wake)), run_isolated_(std::move(run_isolated)) {
    bench::BackendsHere none;
    none.machine.gpu_missing = "Looking for a GPU.";
    set_machine(std::move(none));
    machine_known_ = false;
}

void RaceModel::set_machine(bench::BackendsHere here) {
    here_ = std::move(here);
    machine_known_ = true;
    experiments_ = race_experiments(algorithms_, here_);
    shown_.assign(experiments_.size(), {});
    opened_.assign(experiments_.size(), false);
    results_.assign(experiments_.size(), {});
    grids_.assign(experiments_.size(), {});
    choose_first();
    restore_edits();
}

void RaceModel::choose_first() {
    if (here_.backends.empty()) return;  // the machine is still looked at
    if (!recording_chosen_) recordings.show(here_.machine.gpu.empty() ? 0 : -1);
    use_recording();
    choose_experiment(wished_.empty() ? richest() : chosen_);
    choose_experiment(std::string_view(wished_));
    if (recording_chosen_) choose_recorded();
}

// The experiment in which most lines can run here; integral images before others, since a lecture is about
// them.
int RaceModel::richest() const {
    int best = 0;
    std::pair<bool, ptrdiff_t> most{false, -1};
    for (size_t i = 0; i < experiments_.size(); ++i) {
        const auto& lines = experiments_[i].lines;
        const auto runnable = count_if(lines, [](const RaceLine& l) { return l.reason.empty(); });
        const bool tables = runnable > 0 && any_of(lines, [](const RaceLine& l) {
                                return !l.limit() && l.competitor.algorithm->result == ResultKind::table;
                            });
        const std::pair wealth(tables, runnable);
        if (wealth > most) best = int(i), most = wealth;
    }
    return best;
}

void RaceModel::choose_experiment(int index) {
    chosen_ = std::clamp(index, 0, std::max(0, int(experiments_.size()) - 1));
    hovered_.reset();
    zoom_.reset();
    lit_.clear();
    base_.clear();
    heat_.clear();
    guess_.reset();
    side_.reset();
    changed();
    if (experiments_.empty()) return;
    if (racing() && racing_experiment_ != chosen_) cancel();
    if (timing_edit() && timed_experiment_ != chosen_) await_edits(timed_experiment_);
    const auto& known = experiment().types;
    const bool fits = contains(known, types_);
    if (shown_keys().empty())
        choose_opening_types();
    else if (!results().extents().empty())
        types_ = results().report.settings.types;
    else if (!fits && !known.empty())
        types_ = known.front();
    changed();
    if (shown_keys().empty()) show_opening();
}

// Those of the printed figures, so that there is something to compare with; else the recording's.
void RaceModel::choose_opening_types() {
    const auto& known = experiment().types;
    if (known.empty()) return;
    types_ = known.front();
    if (const RaceRecordings::Entry* entry = recordings.shown())
        types_ = recorded_types(entry->recording, experiment(), types_);
    for (const bench::PublishedLine& line : bench::published_lines())
        for (const RaceLine& one : experiment().lines)
            if (!one.limit() && one.competitor.algorithm->slug == line.slug && contains(known, line.types)) {
                types_ = line.types;
                return;
            }
}

bool RaceModel::choose_experiment(std::string_view name) {
    for (size_t i = 0; i < experiments_.size(); ++i) {
        if (experiments_[i].title != name && experiments_[i].heading != name) continue;
        choose_experiment(int(i));
        wished_ = experiments_[i].title;
        return true;
    }
    return false;
}

void RaceModel::show_recording(int index) {
    recordings.show(index);
    use_recording();
    recording_chosen_ = true;
    changed();
    choose_recorded();
}

void RaceModel::open_recording(const std::string& path) {
    recordings.open(path);
    use_recording();
    recording_chosen_ = true;
    changed();
    choose_recorded();
}

void RaceModel::overlay_recording(int index) {
    recordings.overlay(index);
    for (std::set<std::string>& keys : shown_)
        std::erase_if(keys, [](const std::string& key) { return key.starts_with("overlaid "); });
    changed();
    if (recordings.overlaid() == nullptr || experiments_.empty()) return;
    std::set<std::string> wanted;
    for (const RaceCurve& curve : curves())
        if (curve.shown && curve.source == CurveSource::recorded) wanted.insert("overlaid " + curve.owner);
    for (const RaceCurve& curve : curves())
        if (curve.source == CurveSource::overlaid && wanted.contains(curve.key))
            shown_keys().insert(curve.key);
    changed();
}

void RaceModel::rename_recording(int index, const std::string& name) {
    recordings.rename(index, name);
    changed();
}

// A preset needs one even where none is shown: until it is measured here.
void RaceModel::use_recording() {
    const RaceRecordings::Entry* entry = recordings.shown();
    if (entry == nullptr && !recordings.all().empty()) entry = &recordings.all().front();
    presets.use(nullptr);
    presets.use(entry == nullptr ? nullptr : &entry->recording);
}

void RaceModel::choose_preset(int preset) {
    presets.choose(preset);
    paper_panel_ = 0;
    choose_mode(preset >= 0 ? RaceMode::paper : RaceMode::time);
}

void RaceModel::choose_preset(std::string_view name) {
    presets.choose(name);
    choose_preset(presets.chosen());
}

void RaceModel::open_preset(const std::string& path) {
    presets.open(path);
    choose_preset(presets.chosen());
}

void RaceModel::step_through_preset(std::string_view curve) {
    if (presets.chosen() < 0) return;
    const bench::ExperimentCurve* found =
        find_by(presets.at(presets.chosen()).curves, &bench::ExperimentCurve::name, curve);
    if (found != nullptr && found->algorithm != nullptr)
        wanted_scene_ = scenes::initial_scene(std::string(found->algorithm->slug));
}

// An experiment and types that the recording has something of, and the curves of it that open a lecture.
void RaceModel::choose_recorded() {
    const RaceRecordings::Entry* entry = recordings.shown();
    if (entry == nullptr || experiments_.empty()) return;
    const auto points = [&](const RaceExperiment& one) {
        return recorded_count(entry->recording, one, recorded_types(entry->recording, one, types_));
    };
    if (recorded_count(entry->recording, experiment(), types_) == 0) {
        if (points(experiment()) == 0) {
            const auto richest = max_element(
                experiments_,
                [&](const RaceExperiment& a, const RaceExperiment& b) { return points(a) < points(b); });
            if (points(*richest) == 0) return;
            choose_experiment(int(richest - experiments_.begin()));
        }
        choose_types(recorded_types(entry->recording, experiment(), types_));
    }
    std::vector<RaceCurve> others = curves();
    std::erase_if(others,
                  [](const RaceCurve& curve) { return curve.source == CurveSource::here && curve.gpu; });
    for (const std::string& key : opening_keys(others, known())) shown_keys().insert(key);
    changed();
}

void RaceModel::choose_types(ElementTypes types) {
    if (types_ == types) return;
    types_ = types;
    zoom_.reset();
    guess_.reset();
    changed();
    if (experiments_.empty() || results().lines.empty()) return;
    await_edits(chosen_);
    if (racing() && racing_experiment_ == chosen_) {
        cancel();
        outdated_ = true;
    } else {
        nth(results_, chosen_) = {};
        nth(opened_, chosen_) = false;
    }
    if (!(racing() && racing_what_ == Racing::grid)) nth(grids_, chosen_) = {};
}

void RaceModel::choose_mode(RaceMode mode) {
    const bool there =
        mode == RaceMode::paper ? presets.chosen() >= 0 : !asks_model(mode) || split_ != nullptr;
    mode_ = there ? mode : RaceMode::time;
    zoom_.reset();
    if (mode != RaceMode::time && guess_) end_guess();
}

std::vector<RaceWay> RaceModel::ways() const {
    std::vector<RaceWay> ways;
    if (presets.chosen() >= 0) ways.push_back(way_of(RaceMode::paper));
    for (const RaceWay& way : race_ways())
        if (way.mode != RaceMode::paper && (!asks_model(way.mode) || split_ != nullptr)) ways.push_back(way);
    return ways;
}

void RaceModel::turn_mode(int by) {
    const std::vector<RaceWay> all = ways();
    const auto at = find_if(all, [this](const RaceWay& way) { return way.mode == mode_; }) - all.begin();
    choose_mode(nth(all, std::clamp<int64_t>(at + by, 0, int64_t(all.size()) - 1)).mode);
}

void RaceModel::choose_base(std::string owner) {
    base_ = std::move(owner);
    zoom_.reset();
}

void RaceModel::choose_sizes(RaceSizes sizes) {
    sizes_.from = std::clamp(sizes.from, smallest_side, largest_side);
    sizes_.to = std::clamp(sizes.to, sizes_.from, largest_side);
    sizes_.steps_per_octave = std::clamp(sizes.steps_per_octave, 1, 4);
}

void RaceModel::choose_precision(int index) { precision_ = std::clamp(index, 0, int(precisions.size()) - 1); }

bench::RaceSettings RaceModel::settings_for(const std::vector<int>& lines) const {
    bench::RaceSettings settings;
    for (const int line : lines) settings.competitors.push_back(nth(experiment().lines, line).competitor);
    settings.extents = bench::square_sizes(sizes_.from, sizes_.to, sizes_.steps_per_octave);
    settings.types = types_;
    settings.stop = nth(precisions, precision_).rule;
    settings.stop.settle = bench::usual_settling();
    return settings;
}

bool RaceModel::runs_here(const RaceCurve& curve) const {
    return curve.source == CurveSource::here && curve.reason.empty() && !curve.edited;
}

// The CPU's fast form takes little time, and without it one core would stand for a whole CPU.
std::vector<int> RaceModel::lines_to_race() const {
    std::vector<int> lines;
    bool any = false;
    for (const RaceCurve& curve : curves()) {
        if (!runs_here(curve) || (!curve.shown && !curve.fast)) continue;
        any |= curve.shown;
        lines.push_back(curve.line);
    }
    return any ? lines : std::vector<int>();
}

bench::RaceSettings RaceModel::settings() const { return settings_for(lines_to_race()); }

std::string RaceModel::start_reason() const {
    if (!machine_known_) return "Checking this computer.";
    if (racing()) return "A race is running.";
    if (timing_edit()) return "Your edit is being timed.";
    if (mode_ == RaceMode::paper) return {};
    const bool edit = any_of(edits_, [this](const RaceEdit& one) { return can_time(one); });
    if (!edit && lines_to_race().empty()) return "None of the chosen lines can run here.";
    return {};
}

void RaceModel::start() {
    if (!start_reason().empty()) return;
    if (mode_ == RaceMode::paper) return start_preset();
    racing_experiment_ = chosen_;
    racing_what_ = mode_ == RaceMode::heat ? Racing::grid : Racing::squares;
    RaceResults fresh;
    fresh.report.machine = here_.machine;
    fresh.report.settings = settings_for({});
    const std::vector<int> lines = lines_to_race();
    if (racing_what_ == Racing::grid) {
        bench::RaceSettings settings = settings_for(lines);
        settings.extents = fresh.report.settings.extents = grid_extents();
        earlier_ = std::exchange(racing_results(), std::move(fresh));
        return begin(lines, settings);
    }
    earlier_ = std::exchange(racing_results(), std::move(fresh));
    await_edits(chosen_);
    if (lines.empty()) {
        earlier_.reset();
        return time_edit();
    }
    begin(lines, settings_for(lines));
}

void RaceModel::open_lecture() {
    if (experiments_.empty() || nth(opened_, chosen_)) return;
    start();
}

// Adds the lines to the results there are, and races them.
void RaceModel::begin(const std::vector<int>& lines, const bench::RaceSettings& settings) {
    if (racing_what_ == Racing::squares) nth(opened_, racing_experiment_) = true;
    outdated_ = false;
    RaceResults& results = racing_results();
    first_competitor_ = int(results.lines.size());
    for (const int line : lines) results.lines.push_back(nth(experiment().lines, line));
    launch(settings);
}

void RaceModel::launch(const bench::RaceSettings& settings) {
    race_ = std::make_unique<bench::Race>(settings, here_.backends, steady_seconds, wake_);
    append(racing_results().report.settings.competitors, race_->settings().competitors);
    status_ = race_->status();
    changed();
}

RaceResults& RaceModel::racing_results() {
    if (racing_what_ == Racing::paper) return presets.here(racing_preset_);
    return nth(racing_what_ == Racing::grid ? grids_ : results_, racing_experiment_);
}

// One race for each type and shape of the experiment; what was measured of it before is forgotten.
void RaceModel::start_preset() {
    racing_what_ = Racing::paper;
    racing_preset_ = presets.chosen();
    const std::vector<std::string> on =
        has_gpu() ? std::vector<std::string>{"cpu", "gpu"} : std::vector<std::string>{"cpu"};
    const std::vector<bench::RaceSettings> races =
        bench::races_for({&presets.at(racing_preset_)}, on, nth(precisions, precision_).rule);
    if (races.empty()) return;
    next_races_.assign(races.begin() + 1, races.end());
    RaceResults& results = presets.here(racing_preset_) = {};
    results.report.machine = here_.machine;
    outdated_ = false;
    first_competitor_ = 0;
    launch(races.front());
}

// Lines that were shown only after the race had begun.
void RaceModel::measure_missing() {
    if (racing() || timing_edit() || results().lines.empty()) return;
    std::vector<int> missing;
    for (const RaceCurve& curve : curves())
        if ((curve.shown || curve.fast) && runs_here(curve) &&
            results().competitor_of(nth(experiment().lines, curve.line)) < 0)
            missing.push_back(curve.line);
    if (missing.empty()) return;
    racing_experiment_ = chosen_;
    racing_what_ = Racing::squares;
    bench::RaceSettings settings = settings_for(missing);
    settings.extents = results().report.settings.extents;
    settings.stop = results().report.settings.stop;
    begin(missing, settings);
}

void RaceModel::toggle_pause() {
    if (race_) race_->pause(race_->status().state != bench::RaceState::paused);
}

void RaceModel::cancel() {
    if (race_) race_->cancel();
    if (edit_race_) edit_race_->cancel();
}

bool RaceModel::advance() {
    if (!race_) return advance_edit();
    const bench::RaceStatus before = std::exchange(status_, race_->status());
    std::vector<bench::Update> updates = race_->poll();
    RaceResults& results = racing_results();
    for (bench::Update& update : updates) {
        std::visit([this](auto& one) { one.competitor += first_competitor_; }, update);
        bench::add(results.report, update);
    }
    results.measuring = status_.competitor < 0 ? -1 : status_.competitor + first_competitor_;
    results.measuring_extent = status_.extent;
    const bool ended =
        status_.state == bench::RaceState::cancelled || status_.state == bench::RaceState::finished;
    const bool anything =
        ended || !updates.empty() || before.doing != status_.doing || before.state != status_.state;
    if (anything) changed();
    if (anything && racing_what_ == Racing::paper) presets.changed();
    if (!ended) return anything;
    race_.reset();
    results.measuring = -1;
    std::erase_if(results.report.rows, [](const bench::Row& row) { return !row.settled; });
    if (racing_what_ == Racing::paper) {
        if (status_.state == bench::RaceState::cancelled) next_races_.clear();
        if (!next_races_.empty()) {
            first_competitor_ = int(results.report.settings.competitors.size());
            const bench::RaceSettings next = std::move(next_races_.front());
            next_races_.pop_front();
            launch(next);
            return true;
        }
        time_edit();
        return true;
    }
    if (status_.state == bench::RaceState::cancelled && !outdated_) keep_the_fuller();
    earlier_.reset();
    if (outdated_) {
        results = {};
        if (racing_what_ == Racing::squares) nth(opened_, racing_experiment_) = false;
        outdated_ = false;
    }
    time_edit();
    if (status_.state == bench::RaceState::finished && racing_experiment_ == chosen_) measure_missing();
    return true;
}

// A whole result is worth more than the beginning of the next.
void RaceModel::keep_the_fuller() {
    if (!earlier_ || earlier_->report.settings.types != types_) return;
    if (earlier_->report.rows.size() <= racing_results().report.rows.size()) return;
    racing_results() = std::move(*earlier_);
    if (racing_what_ == Racing::squares) settle_edits(racing_experiment_);
}

void RaceModel::finish() {
    while (race_ || edit_race_) {
        race_ ? race_->wait() : edit_race_->wait();
        advance();
    }
}

void RaceModel::export_to(const std::string& path) const {
    if (ends_with(path, ".csv")) return write_file(path, bench::to_csv(results().report));
    if (ends_with(path, ".json")) return write_file(path, bench::to_json(results().report));
    throw UsageError("The file name {} must end in .csv or .json.", in_quotes(path));
}

}  // namespace upsweep::app
