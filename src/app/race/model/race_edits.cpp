// Kernels that the user has changed, among the Race's lines: each is timed while no race runs, before the
// lines that are not measured yet.

#include <fmt/format.h>

#include "app/race/model/race_model.h"
#include "core/ranges.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

namespace {

bool is_of(const RaceExperiment& experiment, const Algorithm* algorithm) {
    return any_of(experiment.lines, [&](const RaceLine& line) {
        return !line.limit() && line.competitor.algorithm == algorithm;
    });
}

RaceLine line_of(const RaceEdit& edit) { return {edit.competitor(), bench::label_of(edit.competitor()), {}}; }

void forget(RaceResults& results, int competitor) {
    const auto its = [&](const auto& one) { return one.competitor == competitor; };
    std::erase_if(results.report.rows, its);
    std::erase_if(results.report.refusals, its);
}

}  // namespace

int RaceModel::home_of(const RaceEdit& edit) const {
    for (size_t i = 0; i < experiments_.size(); ++i)
        if (is_of(experiments_[i], edit.algorithm)) return int(i);
    return -1;
}

RaceEdit* RaceModel::edit_with(std::string_view key) { return find_by(edits_, &RaceEdit::key, key); }
const RaceEdit* RaceModel::edit_with(std::string_view key) const {
    return find_by(edits_, &RaceEdit::key, key);
}

bool RaceModel::has_gpu() const {
    return any_of(here_.backends, [](const auto& backend) { return backend->name() == "gpu"; });
}

void RaceModel::race_edit(RaceEdit edit) {
    if (home_of(edit) < 0) return;
    remove_edit(edit.key());
    edits_.push_back(std::move(edit));
    put_in(edits_.back());
    time_edit();
}

/// Its line, at the end of its experiment; it and the line of the kernel as it was are shown.
void RaceModel::put_in(const RaceEdit& edit) {
    RaceExperiment& home = nth(experiments_, home_of(edit));
    home.lines.push_back(line_of(edit));
    choose_experiment(std::string_view(home.title));
    if (!type_reason(home.lines.back(), types_).empty()) choose_types(edit.algorithm->types.front());
    shown_keys().insert(edit.key());
    const std::string original = std::string(edit.algorithm->slug) + " gpu";
    changed();
    for (const RaceCurve& curve : curves())
        if (curve.owner == original && curve.reason.empty()) {
            shown_keys().insert(curve.key);
            break;
        }
    changed();
}

void RaceModel::restore_edits() {
    for (const RaceEdit& edit : edits_)
        if (home_of(edit) >= 0) put_in(edit);
}

void RaceModel::remove_edit(const std::string& key) {
    const RaceEdit* edit = edit_with(key);
    if (edit == nullptr) return;
    if (timed_ == key) drop_edit_race();
    if (const int home = home_of(*edit); home >= 0) {
        const auto at = size_t(home);
        forget(results_[at], results_[at].competitor_of(line_of(*edit)));
        std::erase_if(experiments_[at].lines, [&](const RaceLine& line) {
            return line.competitor.edited && line.competitor.algorithm == edit->algorithm;
        });
        shown_[at].erase(key);
    }
    std::erase_if(edits_, [&](const RaceEdit& one) { return one.key() == key; });
    if (lit_ == key) lit_.clear();
    changed();
}

/// What is timed now is of no interest any more: its updates are not taken in.
void RaceModel::drop_edit_race() {
    if (!edit_race_) return;
    edit_race_->cancel();
    timed_.clear();
}

/// Their times are forgotten, or are about to be.
void RaceModel::await_edits(int experiment) {
    for (RaceEdit& edit : edits_)
        if (home_of(edit) == experiment) edit.waits = true, edit.cancelled = false;
    if (timed_experiment_ == experiment) drop_edit_race();
}

/// Those that have times again.
void RaceModel::settle_edits(int experiment) {
    const RaceResults& results = nth(results_, experiment);
    for (RaceEdit& edit : edits_) {
        const int competitor = home_of(edit) == experiment ? results.competitor_of(line_of(edit)) : -1;
        if (any_of(results.report.rows, [&](const bench::Row& row) { return row.competitor == competitor; }))
            edit.waits = false;
    }
}

bool RaceModel::can_time(const RaceEdit& edit) const {
    return has_gpu() && home_of(edit) == chosen_ && is_shown(edit.key()) &&
           type_reason(line_of(edit), types_).empty();
}

void RaceModel::time_edit() {
    if (racing() || timing_edit() || experiments_.empty()) return;
    const auto next = find_if(edits_, [&](const RaceEdit& edit) { return edit.waits && can_time(edit); });
    if (next == edits_.end()) return;
    next->waits = next->cancelled = false;
    RaceResults& results = nth(results_, chosen_);
    if (results.lines.empty()) {
        results.report.machine = here_.machine;
        results.report.settings = settings_for({});
    }
    nth(opened_, chosen_) = true;
    const RaceLine line = line_of(*next);
    timed_competitor_ = results.competitor_of(line);
    if (timed_competitor_ < 0) {
        timed_competitor_ = int(results.lines.size());
        results.lines.push_back(line);
        results.report.settings.competitors.push_back(line.competitor);
    }
    forget(results, timed_competitor_);
    bench::RaceSettings settings = settings_for({});
    settings.extents = results.report.settings.extents;
    timed_ = next->key();
    timed_experiment_ = chosen_;
    edit_race_ = std::make_unique<bench::EditedRace>(
        bench::EditedLine{next->algorithm, next->options, scenes::edited_sources(next->texts)}, settings,
        run_isolated_, wake_);
    timed_done_ = 0;
    changed();
}

bool RaceModel::advance_edit() {
    if (!edit_race_) {
        time_edit();
        return edit_race_ != nullptr;
    }
    const bool ended = edit_race_->ended();
    std::vector<bench::Update> updates = edit_race_->poll();
    const bool wanted = !timed_.empty();
    const bool on = std::exchange(timed_done_, edit_race_->done()) != timed_done_;
    RaceResults& results = nth(results_, timed_experiment_);
    for (bench::Update& update : updates) {
        if (!wanted) break;
        std::visit([this](auto& one) { one.competitor = timed_competitor_; }, update);
        bench::add(results.report, update);
    }
    if (ended || on || !updates.empty()) changed();
    if (!ended) return on || !updates.empty();
    const bool cancelled = edit_race_->cancelled();
    edit_race_.reset();
    if (RaceEdit* edit = edit_with(timed_)) edit->cancelled = cancelled;
    timed_.clear();
    time_edit();
    if (!(wanted && cancelled)) measure_missing();
    return true;
}

std::string RaceModel::edit_note(const RaceCurve& curve) const {
    const RaceEdit* edit = edit_with(curve.key);
    if (edit == nullptr) return {};
    if (!curve.reason.empty()) return curve.reason;
    if (!machine_known_) return "Checking this computer.";
    if (!has_gpu()) return "This computer has no GPU to time your edit on.";
    if (timed_ == curve.key) return "Timing at " + bench::extent_text(edit_race_->extent()) + ".";
    if (edit->waits)
        return racing() ? "Timed after the race." : timing_edit() ? "Timed next." : "Not timed yet: tick it.";
    const int competitor = results().competitor_of(line_of(*edit));
    for (const bench::Refusal& refusal : results().report.refusals)
        if (refusal.competitor == competitor)
            return fmt::format("{}: {}", bench::extent_text(refusal.extent), refusal.sentence);
    if (edit->cancelled) return "Cancelled.";
    return "Each point is the median of up to 20 runs; the band goes from the fastest to the slowest.";
}

// ---- An edit by itself

bench::Competitor RaceEdit::competitor() const {
    return {.algorithm = algorithm, .options = options, .on = "gpu", .edited = true};
}

std::string RaceEdit::key() const { return "here " + bench::key_of(competitor()); }

std::optional<RaceEdit> edit_of(const scenes::Scene& scene) {
    if (scene.entry() == nullptr || scene.edits.empty()) return std::nullopt;
    RaceEdit edit;
    edit.algorithm = &find_algorithm(scene.slug());
    edit.texts = scene.edits;
    const Parameters opening = scenes::initial_scene(scene.slug()).catalog().parameters;
    for (const Option& option : edit.algorithm->options) {
        const OptionValue* value = scene.catalog().parameters.find_option(option.name);
        const OptionValue* first = opening.find_option(option.name);
        const bool chosen = value != nullptr && value->value != option.initial;
        if (chosen && (first == nullptr || first->value != value->value)) edit.options.push_back(*value);
    }
    return edit;
}

}  // namespace upsweep::app
