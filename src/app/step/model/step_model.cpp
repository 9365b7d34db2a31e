// Position, transport and background runs of the Step view.
#include "app/step/model/step_model.h"

#include <fmt/format.h>

#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "replay/data/blocks.h"
#include "replay/data/cell_history.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/words/sentence.h"
#include "scenes/figures.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

using emulator::ArrayId;
using emulator::Finding;
using emulator::Step;
using emulator::Trace;

namespace {

bool is_same_choice(Scene a, Scene b) {
    a.step = b.step = 0;
    a.edits = b.edits = {};
    return a == b;
}

std::optional<Scene> nearest(const std::deque<Scene>& scenes) {
    if (scenes.empty()) return std::nullopt;
    return scenes.back();
}

}  // namespace

void SceneHistory::note(const Scene& left, const Scene& chosen) {
    if (is_same_choice(left, chosen)) return;
    past_.push_back(left);
    if (past_.size() > depth) past_.pop_front();
    future_.clear();
}

std::optional<Scene> SceneHistory::before() const { return nearest(past_); }
std::optional<Scene> SceneHistory::after() const { return nearest(future_); }

void SceneHistory::went_back(const Scene& left) {
    past_.pop_back();
    future_.push_back(left);
}

void SceneHistory::went_on(const Scene& left) {
    future_.pop_back();
    past_.push_back(left);
}

bool StepModel::undo_scene() { return travel(Travel::back, history_.before()); }
bool StepModel::redo_scene() { return travel(Travel::on, history_.after()); }

bool StepModel::travel(Travel where, const std::optional<Scene>& target) {
    if (!position_ || !target) return false;
    open_new(*target);
    travel_ = where;
    return true;
}

void StepModel::leave_for(const Scene& next) {
    if (position_) {
        const Scene left = scene_here();
        if (const auto kept = changed_.find(left.slug());
            kept != changed_.end() && left.slug() != next.slug())
            kept->second = left;
        if (travel_ == Travel::back) history_.went_back(left);
        if (travel_ == Travel::on) history_.went_on(left);
        if (travel_ == Travel::none) history_.note(left, next);
    }
    travel_ = Travel::none;
}

namespace {

/// What a program of one's own may take before the window shows what there is of it: one that does not end
/// is told within a second or two.
constexpr emulator::Limits limits_of_programs = {.steps = 100'000, .memory_bytes = int64_t{512} << 20};
constexpr int64_t most_steps_of_programs = 10'000'000;

emulator::Limits limits_of(const Scene& scene) {
    if (!scene.program()) return {};
    emulator::Limits limits = limits_of_programs;
    limits.steps = scene.program()->max_steps.value_or(limits.steps);
    return limits;
}

/// "Line 3, column 14 of k.cu: …"
std::string sentence_of(const ProgramFailed& failure) {
    if (failure.diagnostics().empty()) return failure.what();
    const emulator::Diagnostic& first = failure.diagnostics().front();
    return fmt::format("Line {}, column {} of {}: {}", first.line, first.column, first.file, first.message);
}

bool is_same_program(const Scene& a, const Scene& b) {
    return a.program() != nullptr && b.program() != nullptr && a.program()->file == b.program()->file;
}

}  // namespace

/// A run, indexed, or what an own program failed of.
struct StepModel::Outcome {
    Scene scene;
    std::unique_ptr<StepPosition> position = {};
    std::optional<ProgramFailed> failure = {};
};

void StepModel::open_new(Scene scene) {
    const Figure* figure = figure_of(scene);
    open(std::move(scene), false);
    afresh_ = true;
    if (figure != nullptr) look_first({figure->by, -1});
}

void StepModel::open_entry(const std::string& slug) {
    if (slug == scene_.slug()) changed_.erase(slug);
    const auto kept = changed_.find(slug);
    open_new(kept != changed_.end() ? kept->second : initial_scene(slug));
}

void StepModel::open(Scene scene, bool keep_place) {
    if (keep_place && scene.entry() != nullptr && scene.slug() == scene_.slug())
        changed_[scene.slug()] = scene;
    keep_place_ = keep_place;
    afresh_ = false;
    start(std::move(scene), "Tracing", [this](const std::string& sentence) {
        error_ = sentence;
        back_to_shown();
    });
}

void StepModel::open_trace(const std::string& path, Told failed) {
    const Scene before = position_ ? position_->run().scene : scene_;
    keep_place_ = false;
    Scene scene;
    scene.of = TraceFile{path};
    start(std::move(scene), "Opening",
          [this, before, failed = std::move(failed)](const std::string& sentence) {
              scene_ = before;
              failed(sentence);
              if (!position_ && (before.entry() != nullptr || before.program() != nullptr))
                  open(before, false);
          });
}

void StepModel::start(Scene scene, const std::string& title, Told failed) {
    cancel();
    travel_ = Travel::none;
    first_look_.reset();
    scene_ = scene;
    error_.clear();
    diagnostics_.clear();
    job_.start(
        title,
        [scene = std::move(scene)](Job& job) {
            Outcome outcome{scene};
            try {
                outcome.position = std::make_unique<StepPosition>(std::make_shared<const RunScene>(run_scene(
                    scene, job.cancel_flag(), [&job](double part) { job.set_progress(part); },
                    limits_of(scene))));
            } catch (const ProgramFailed& failure) {
                outcome.failure = failure;
            }
            return outcome;
        },
        [this](Outcome outcome) {
            if (outcome.position) return put_in(std::move(outcome.position));
            fail_program(std::move(outcome));
        },
        std::move(failed));
}

int64_t StepModel::higher_step_limit() const {
    if (position_ == nullptr || !position_->run().scene.program()) return 0;
    const auto& findings = position_->trace().findings;
    const bool stopped = any_of(findings, [](const emulator::Finding& finding) {
        return finding.kind == emulator::FindingKind::step_limit;
    });
    const auto& whole = position_->run().program->opened.whole;
    const bool shorter = whole != nullptr && position_->trace().plan.operations.size() < whole->places.size();
    // The host has a limit of its own, which goes with that of the steps.
    constexpr int at_limit = 124;
    const bool host_stopped =
        whole != nullptr && whole->host.exit_status == at_limit && !whole->host.ended.empty();
    const int64_t higher = 10 * limits_of(position_->run().scene).steps;
    return (stopped || shorter || host_stopped) && higher <= most_steps_of_programs ? higher : 0;
}

void StepModel::raise_step_limit() {
    const int64_t higher = higher_step_limit();
    if (higher == 0) return;
    Scene scene = scene_;
    scene.program()->max_steps = higher;
    open(std::move(scene), true);
}

void StepModel::back_to_shown() {
    if (!position_) return;
    Scene shown = position_->run().scene;
    if (is_same_program(shown, scene_)) shown.edits = std::move(scene_.edits);
    scene_ = std::move(shown);
    scene_.stops = stops_;
}

void StepModel::fail_program(Outcome outcome) {
    error_ = sentence_of(*outcome.failure);
    diagnostics_ = outcome.failure->diagnostics();
    if (position_ && is_same_program(position_->run().scene, outcome.scene)) {
        scene_ = std::move(outcome.scene);
        afresh_ = false;
        return back_to_shown();
    }
    openings_ += std::exchange(afresh_, false) ? 1 : 0;
    leave_for(outcome.scene);
    position_.reset();
    failed_program_ = outcome.failure->known();
    stops_ = scene_.stops;
    scene_ = std::move(outcome.scene);
    scene_.stops = stops_;
    playing_ = false;
    ++moves_;
    ++scenes_;
}

std::shared_ptr<const ProgramRun> StepModel::program() const {
    if (position_) return position_->run().program;
    return scene_.program() ? failed_program_ : nullptr;
}

void StepModel::show(RunScene run) {
    cancel();
    keep_place_ = false;
    scene_.stops = run.scene.stops;
    put_in(std::make_unique<StepPosition>(std::make_shared<const RunScene>(std::move(run))));
}

void StepModel::show(std::shared_ptr<const RunScene> run) {
    cancel();
    keep_place_ = true;
    scene_.stops = run->scene.stops;
    put_in(std::make_unique<StepPosition>(std::move(run)));
}

void StepModel::put_in(std::unique_ptr<StepPosition> next) {
    // Those that were set while it ran are there, too.
    std::vector<std::string> stops = std::move(scene_.stops);
    scene_ = next->run().scene;
    scene_.stops = std::move(stops);
    leave_for(scene_);
    stops_ = scene_.stops;
    pauses_.clear();
    openings_ += std::exchange(afresh_, false) ? 1 : 0;
    take_look_of(*next);
    take_first_look(next->trace());
    if (awaited_ >= 0)
        next->set_example(nth(next->trace().arrays, next->trace().plan.output.index).name, awaited_);
    next->set_grain(look_.grain);
    const auto is_same = [](const Scene& a, const Scene& b) {
        return a.program() != nullptr || b.program() != nullptr ? is_same_program(a, b)
                                                                : a.slug() == b.slug();
    };
    if (keep_place_ && position_ && is_same(position_->run().scene, next->run().scene))
        next->seek(same_place(position_->trace(), position_->step(), next->trace()));
    else
        next->seek(scene_.step);
    position_ = std::move(next);
    failed_program_.reset();
    error_.clear();
    diagnostics_.clear();
    playing_ = false;
    moved_by_step_ = false;
    asked_finding_ = -1;
    ++moves_;
    ++scenes_;
}

void StepModel::cancel() {
    if (!loading()) return;
    job_.cancel();
    afresh_ = false;
    back_to_shown();
}

void StepModel::moved(int64_t step, bool by_step) {
    if (!position_) return;
    const int64_t before = position_->step();
    position_->seek(step);
    if (position_->step() == before) return;
    moved_by_step_ = by_step;
    ++moves_;
}

void StepModel::seek(int64_t step) {
    playing_ = false;
    moved(step, false);
}

void StepModel::forward() {
    playing_ = false;
    step_on();
}

bool StepModel::step_on() {
    if (!position_) return false;
    if (replaced_steps_) return replaced_steps_(true);
    moved(position_->index().forward(position_->step(), look_.grain), true);
    return position_->step() < position_->step_count();
}

void StepModel::back() {
    playing_ = false;
    if (replaced_steps_) {
        replaced_steps_(false);
        return;
    }
    if (position_) seek(position_->index().back(position_->step(), look_.grain));
}

void StepModel::end() {
    if (position_) seek(position_->step_count());
}

void StepModel::next(Grain grain) {
    if (position_) seek(position_->index().forward(position_->step(), grain));
}

void StepModel::previous(Grain grain) {
    if (position_) seek(position_->index().back(position_->step(), grain));
}

bool StepModel::has_blocks() const { return position_ == nullptr || position_->staged().blocks() > 1; }

void StepModel::go_to_mark(int number) {
    if (number < 0) return;
    const FindingMark& mark = nth(position_->index().findings(), number);
    go_to_finding(int(mark.finding), mark.step);
}

void StepModel::next_finding() {
    if (position_) go_to_mark(position_->index().next_finding(position_->step()));
}

void StepModel::previous_finding() {
    if (position_) go_to_mark(position_->index().previous_finding(position_->step()));
}

bool StepModel::jump_to_write(ArrayId array, int64_t element) {
    if (!position_) return false;
    const std::optional<int64_t> step = position_->player().last_write(array, element);
    if (!step) return false;
    seek(*step + 1);
    return true;
}

void StepModel::go_to_block(int64_t number) {
    if (!position_ || number < 0 || number >= position_->staged().blocks()) return;
    const Trace& trace = position_->trace();
    const auto block = uint32_t(position_->staged().block_of(number));
    const auto is_its = [&](int64_t step) {
        const Step& one = nth(trace.steps, step);
        return one.block == block && one.kind != emulator::StepKind::host &&
               trace.launch_of(one) == int64_t(position_->launch());
    };
    const emulator::LaunchInfo& launch = trace.launches[position_->launch()];
    int64_t step = std::min(position_->step(), launch.end_step) - 1;
    while (step >= launch.first_step && !is_its(step)) --step;
    for (int64_t i = position_->step(); step < launch.first_step && i < launch.end_step; ++i)
        if (is_its(i)) step = i;
    look_from(stage::Zoom::block);
    if (step >= launch.first_step) seek(step + 1);
}

void StepModel::go_to_operation(int64_t step) {
    if (!position_) return;
    seek(step);
    const int64_t present = position_->step() - 1;
    if (present < 0) return;
    const Step& one = nth(position_->trace().steps, present);
    if (one.kind == emulator::StepKind::host) return;
    look_from(has_blocks() ? stage::Zoom::blocks : stage::Zoom::block);
}

void StepModel::go_to_cell(ArrayId array, int64_t element) {
    if (!jump_to_write(array, element)) return;
    // It stays the one that the step is about.
    position_->set_example(nth(position_->trace().arrays, array).name, element);
    const bool close = shown_zoom() >= stage::Zoom::block;
    look_from(close ? stage::Zoom::lanes : stage::Zoom::block);
}

void StepModel::set_playing(bool playing) {
    playing_ = playing && position_ != nullptr;
    waited_ = 0;
    if (playing_ && position_->step() >= position_->step_count()) moved(0, false);
}

void StepModel::set_speed(double speed) { speed_ = std::clamp(speed, 0.25, 16.0); }

bool StepModel::advance(double seconds) {
    if (!playing_ || !position_) return false;
    waited_ += seconds;
    const double wait = 1 / steps_per_second();
    if (waited_ < wait) return false;
    const auto steps = int(std::min(4.0, std::floor(waited_ / wait)));
    waited_ = std::fmod(waited_, wait);
    for (int i = 0; i < steps && playing_; ++i) playing_ = play_on();
    return true;
}

// ---- From how far the Step view looks, and what it waits for

/// Each entry has its own size of step and view, as they were left.
void StepModel::take_look_of(const StepPosition& next) {
    if (position_ && position_->run().scene.slug() != scene_.slug()) {
        looks_[position_->run().scene.slug()] = look_;
        const auto kept = looks_.find(scene_.slug());
        look_ = kept != looks_.end() ? kept->second : Look{};
    }
    if (!keep_place_ && !look_.chosen && next.run().algorithm != nullptr)
        look_.grain = next.run().algorithm->opening.step;
}

void StepModel::take_first_look(const emulator::Trace& trace) {
    awaited_ = -1;
    const auto look = std::exchange(first_look_, {});
    if (!look) return;
    look_.grain = look->by;
    look_.zoom = look->zoom;
    if (look->cell < 0) return;
    const auto writes = replay::writes_of(trace, {trace.plan.output.index, look->cell});
    if (writes.empty()) return;
    awaited_ = look->cell;
    awaited_until_ = writes.front().step;
}

std::optional<stage::StageMark> StepModel::awaited() const {
    if (awaited_ < 0 || !position_ || position_->step() > awaited_until_) return std::nullopt;
    stage::StageMark mark;
    mark.cell = awaited_;
    mark.array = int(position_->trace().plan.output.index);
    return mark;
}

void StepModel::set_grain(Grain grain) {
    look_.grain = grain;
    look_.chosen = true;
    if (position_) position_->set_grain(grain);
}

void StepModel::set_zoom(std::optional<stage::Zoom> zoom) {
    look_.zoom = zoom;
    ++moves_;
    moved_by_step_ = false;
}

bool StepModel::look_by(int levels) {
    int to = int(shown_zoom()) + levels;
    if (to == int(stage::Zoom::blocks) && !has_blocks()) to += levels;
    if (to < int(stage::Zoom::plan) || to > int(stage::Zoom::lanes)) return false;
    look_from(stage::Zoom(to));
    return true;
}

void StepModel::look_from(stage::Zoom zoom) {
    if (zoom == stage::zoom_of(look_.grain))
        set_zoom({});
    else
        set_zoom(zoom);
}

// ---- The Step view's breakpoints: kept with the scene, and heeded while it plays

scenes::Scene StepModel::scene_here() const {
    if (!position_) return scene_;
    scenes::Scene scene = position_->run().scene;
    scene.step = position_->step();
    scene.stops = stops_;
    return scene;
}

void StepModel::set_stops(std::vector<std::string> stops) {
    stops_ = stops;
    scene_.stops = std::move(stops);
}

bool StepModel::play_on() {
    if (!position_) return false;
    const int64_t before = position_->step();
    const bool goes_on = step_on();
    const auto pause = std::upper_bound(pauses_.begin(), pauses_.end(), before);
    if (pause == pauses_.end() || *pause > position_->step()) return goes_on;
    // Of two sides on one clock neither leaves the other.
    if (!replaced_steps_) moved(*pause, true);
    return false;
}

// ---- Which finding is at the step, and the way to each

bool StepModel::is_here(int finding) const {
    const replay::StepRange range = position_->picture().range;
    const auto& steps = nth(position_->trace().findings, finding).steps;
    const auto at = std::lower_bound(steps.begin(), steps.end(), range.first);
    return at != steps.end() && range.contains(*at);
}

int StepModel::finding_here() const {
    if (!position_) return -1;
    const std::vector<Finding>& findings = position_->trace().findings;
    const auto count = int(findings.size());
    if (asked_finding_ >= 0 && asked_finding_ < count && is_here(asked_finding_)) return asked_finding_;
    int gravest = -1;
    for (int i = 0; i < count; ++i) {
        const auto severity = [&](int finding) { return nth(findings, finding).severity; };
        if (is_here(i) && (gravest < 0 || severity(i) > severity(gravest))) gravest = i;
    }
    return gravest;
}

int StepModel::finding_near() const {
    if (const int here = finding_here(); here >= 0 || !position_) return here;
    const std::vector<Finding>& findings = position_->trace().findings;
    int nearest = -1;
    int64_t least = -1;
    for (int i = 0; i < int(findings.size()); ++i) {
        const auto& steps = nth(findings, i).steps;
        const auto next = std::lower_bound(steps.begin(), steps.end(), position_->step());
        if (next == steps.end() || (nearest >= 0 && *next >= least)) continue;
        nearest = i;
        least = *next;
    }
    return nearest >= 0 ? nearest : int(findings.size()) - 1;
}

int64_t StepModel::step_here(int finding) const {
    const auto& steps = nth(position_->trace().findings, finding).steps;
    const auto after = std::lower_bound(steps.begin(), steps.end(), position_->picture().range.end);
    return after == steps.begin() ? steps.front() : *std::prev(after);
}

int64_t StepModel::step_of_finding(int finding) const {
    if (is_here(finding)) return step_here(finding);
    const auto& steps = nth(position_->trace().findings, finding).steps;
    const auto next = std::lower_bound(steps.begin(), steps.end(), position_->step());
    return next == steps.end() ? steps.front() : *next;
}

void StepModel::go_to_finding(int finding) {
    if (!position_) return;
    const auto& steps = nth(position_->trace().findings, finding).steps;
    if (is_here(finding) && finding_here() != finding) return go_to_finding(finding, step_here(finding));
    const auto next = std::lower_bound(steps.begin(), steps.end(), position_->step());
    go_to_finding(finding, next == steps.end() ? steps.front() : *next);
}

void StepModel::go_to_finding(int finding, int64_t step) {
    asked_finding_ = finding;
    seek(step + 1);
}

}  // namespace upsweep::app
