// Position, transport and background runs of the Step view.
#include "app/models/step_model.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/models/step_sentence.h"

namespace upsweep::app {
namespace {

/// What comes next, where the stage looks ahead: "Next: down-sweep, stride 2."
std::string next_sentence(const DiagramRow& row) {
    return "Next: " + row.phase + (row.label.empty() ? "" : ", " + row.label) + ".";
}

}  // namespace

using emulator::ArrayId;
using emulator::Step;
using emulator::Trace;

StepPosition::StepPosition(std::shared_ptr<const RunScene> run)
    : run_(std::move(run)), index_(*run_->trace), player_(run_->trace) {
    derive();
}

void StepPosition::set_grain(Grain grain) {
    grain_ = grain;
    derive();
}

void StepPosition::seek(std::int64_t step) {
    player_.seek(std::clamp<std::int64_t>(step, 0, step_count()));
    derive();
}

void StepPosition::set_ahead(bool ahead) {
    if (ahead == ahead_) return;
    ahead_ = ahead;
    derive();
}

void StepPosition::follow(const std::string& name) {
    follow_ = name;
    derive();
}

StepRange StepPosition::range() const {
    const std::int64_t now = player_.step();
    if (now == 0 || ahead_) return {now, now};
    return {index_.back(now, grain_ == Grain::statement ? Grain::statement : Grain::barrier), now};
}

/// Of a pass whose writes build on one another, only the last row of the diagram is "now".
StepRange StepPosition::last_row(StepRange steps) const {
    const int now = diagram_->row_at(steps.end);
    if (grain_ == Grain::statement || now < 0) return steps;
    for (std::size_t r = 0; r < diagram_->rows.size(); ++r) {
        const DiagramRow& row = diagram_->rows[r];
        if (static_cast<int>(r) == now || row.last_step < steps.first || row.first_step >= steps.end)
            continue;
        for (const int id : row.nodes) {
            const std::int64_t step = diagram_->nodes[static_cast<std::size_t>(id)].step;
            if (steps.contains(step)) steps.first = step + 1;
        }
    }
    return steps;
}

/// A phase that moves values between two arrays shows both all the time: what is loaded stands there before
/// it is, and what was stored stands there after it was.
void StepPosition::add_partner() {
    constexpr std::int64_t far = 3000;
    const std::int64_t now = std::max<std::int64_t>(0, player_.step() - 1);
    if (picture_.partner >= 0 || trace().steps.empty()) return;
    picture_.partner = index_.partner(trace(), now, picture_.followed);
    if (picture_.partner < 0) return;
    const Step& present = trace().steps[static_cast<std::size_t>(now)];
    const auto shift_at = [&](std::int64_t index) -> std::optional<std::int64_t> {
        const Step& step = trace().steps[static_cast<std::size_t>(index)];
        if (step.launch != present.launch || step.block != present.block) return {};
        for (std::int64_t i = step.first_access; i < trace().end_access(index); ++i) {
            const emulator::Access& access = trace().accesses[static_cast<std::size_t>(i)];
            if (!is_write(access) || is_local(trace(), access.array)) continue;
            const Flow flow = flow_of(trace(), index, i);
            const auto shift = shift_of(flow, picture_.followed, picture_.partner);
            if (shift && flow.sources.size() <= 2) return shift;
        }
        return {};
    };
    std::optional<std::int64_t> shift;
    for (std::int64_t i = now; !shift && i >= std::max<std::int64_t>(0, now - far); --i) shift = shift_at(i);
    for (std::int64_t i = now; !shift && i < std::min(step_count(), now + far); ++i) shift = shift_at(i);
    picture_.partner_shift = shift.value_or(0);
}

ArrayId StepPosition::choose_array(std::int64_t focus) const {
    const ArrayId chosen = index_.followed(trace(), focus);
    if (follow_.empty()) return chosen;
    for (const ArrayId array : index_.arrays_of(launch_, block_))
        if (trace().arrays[array].name == follow_) return array;
    return chosen;
}

const Diagram& StepPosition::diagram_of(ArrayId array, std::uint32_t launch) {
    const auto [at, fresh] = diagrams_.try_emplace({array, launch});
    if (fresh) at->second = make_diagram(trace(), array, launch);
    return at->second;
}

/// Steps of the row above and, in the present row, those before the range: what stays as "step before".
std::vector<std::int64_t> StepPosition::earlier_steps(StepRange range) const {
    std::set<std::int64_t> steps;
    const int row = diagram_->row_at(range.end);
    for (int r = std::max(0, row - 1); r <= row; ++r) {
        for (const int id : diagram_->rows[static_cast<std::size_t>(r)].nodes) {
            const std::int64_t step = diagram_->nodes[static_cast<std::size_t>(id)].step;
            if (step >= 0 && step < range.first && steps.size() < 64) steps.insert(step);
        }
    }
    return {steps.begin(), steps.end()};
}

std::optional<emulator::Counts> StepPosition::counts_of(std::int64_t step) {
    if (step < 0) return {};
    const std::int64_t now = player_.step();
    player_.seek(step);
    const emulator::Counts before = player_.counts();
    player_.seek(step + 1);
    emulator::Counts counts = player_.counts();
    player_.seek(now);
    counts.shared_load_wavefronts -= before.shared_load_wavefronts;
    counts.shared_store_wavefronts -= before.shared_store_wavefronts;
    counts.bank_conflicts -= before.bank_conflicts;
    return counts;
}

void StepPosition::derive() {
    StepRange steps = range();
    if (!trace().steps.empty()) {
        const Step& last = trace().steps[static_cast<std::size_t>(std::max<std::int64_t>(0, steps.end - 1))];
        launch_ = last.launch;
        block_ = last.block;
    }
    const ArrayId array = choose_array(std::max<std::int64_t>(0, steps.end - 1));
    diagram_ = &diagram_of(array, launch_);
    diagram_row_ = diagram_->row_at(steps.end);
    if (!ahead_) steps = last_row(steps);
    const auto earlier = ahead_ ? std::vector<std::int64_t>{} : earlier_steps(steps);
    if (ahead_) diagram_row_ = std::min(diagram_row_ + 1, static_cast<int>(diagram_->rows.size()) - 1);
    picture_ = make_picture(trace(), steps, array, earlier);
    show_running_sums(trace(), *diagram_, picture_);
    add_partner();
    // One thread adds an element of another cell in each turn: both rows stay where they are.
    if (diagram_->serial) picture_.partner_shift = 0;
    code_ = make_code(trace(), picture_);
    const std::optional<emulator::Counts> counted = counts_of(picture_.focus);
    banks_ = make_banks(trace(), array, picture_.focus, counted ? &*counted : nullptr);
    sentence_ = ahead_ && diagram_row_ >= 0
                    ? next_sentence(diagram_->rows[static_cast<std::size_t>(diagram_row_)])
                    : sentence_of(trace(), picture_);
}

std::vector<CountLine> StepPosition::counts(std::size_t limit) const {
    return count_lines(player_.counts(), trace().counts, run_->expectations, trace().complete, limit);
}

std::int64_t same_place(const Trace& from, std::int64_t step, const Trace& to) {
    if (step <= 0) return 0;
    if (step >= from.step_count()) return to.step_count();
    if (from.step_count() == to.step_count()) return step;
    const Step& old = from.steps[static_cast<std::size_t>(step - 1)];
    const emulator::Phase* old_phase = phase_of(from, old);
    std::int64_t in_phase = -1;
    for (std::int64_t i = 0; i < to.step_count(); ++i) {
        const Step& now = to.steps[static_cast<std::size_t>(i)];
        const emulator::Phase* phase = phase_of(to, now);
        if (phase == nullptr || old_phase == nullptr || now.launch != old.launch || now.block != old.block ||
            phase->name != old_phase->name)
            continue;
        in_phase = i + 1;
        if (now.interval == old.interval && now.warp == old.warp && now.statement == old.statement)
            return i + 1;
    }
    if (in_phase > 0) return in_phase;
    return to.step_count() * step / from.step_count();
}

StepModel::~StepModel() {
    if (job_) job_->cancel();
}

void StepModel::open(Scene scene, bool keep_place) {
    keep_place_ = keep_place;
    start(std::move(scene), "Tracing", [this](const std::string& sentence) {
        error_ = sentence;
        if (position_) scene_ = position_->run().scene;
    });
}

void StepModel::open_trace(const std::string& path, std::function<void(const std::string&)> failed) {
    const Scene before = position_ ? position_->run().scene : scene_;
    keep_place_ = false;
    Scene scene;
    scene.trace_file = path;
    start(std::move(scene), "Opening",
          [this, before, failed = std::move(failed)](const std::string& sentence) {
              scene_ = before;
              failed(sentence);
              if (!position_ && !before.algorithm.empty()) open(before, false);
          });
}

void StepModel::start(Scene scene, const std::string& title, std::function<void(const std::string&)> failed) {
    cancel();
    scene_ = scene;
    error_.clear();
    const auto mine = std::make_shared<std::weak_ptr<Job>>();
    const auto current = [this, mine] { return job_ != nullptr && job_ == mine->lock(); };
    job_ = jobs_.start(
        title,
        [scene = std::move(scene)](Job& job) {
            return run_scene(scene, job.cancel_flag(), [&job](double part) { job.set_progress(part); });
        },
        [this, current](RunScene run) {
            if (!current()) return;
            job_.reset();
            put_in(std::move(run));
        },
        [this, current, failed = std::move(failed)](const std::string& sentence) {
            if (!current()) return;
            job_.reset();
            failed(sentence);
        });
    *mine = job_;
}

void StepModel::show(RunScene run) {
    cancel();
    keep_place_ = false;
    put_in(std::move(run));
}

void StepModel::put_in(RunScene run) {
    scene_ = run.scene;
    auto next = std::make_unique<StepPosition>(std::make_shared<const RunScene>(std::move(run)));
    next->set_grain(grain_);
    if (keep_place_ && position_ && position_->run().scene.algorithm == next->run().scene.algorithm)
        next->seek(same_place(position_->trace(), position_->step(), next->trace()));
    else
        next->seek(scene_.step);
    position_ = std::move(next);
    error_.clear();
    playing_ = false;
    moved_by_step_ = false;
    ++moves_;
    ++scenes_;
}

void StepModel::cancel() {
    if (!job_) return;
    job_->cancel();
    job_.reset();
    if (position_) scene_ = position_->run().scene;
}

void StepModel::moved(std::int64_t step, bool by_step) {
    if (!position_) return;
    const std::int64_t before = position_->step();
    position_->seek(step);
    if (position_->step() == before) return;
    moved_by_step_ = by_step;
    ++moves_;
}

void StepModel::seek(std::int64_t step) {
    playing_ = false;
    moved(step, false);
}

void StepModel::forward() {
    playing_ = false;
    if (position_) moved(position_->index().forward(position_->step(), grain_), true);
}

void StepModel::back() {
    if (position_) seek(position_->index().back(position_->step(), grain_));
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

void StepModel::next_finding() {
    if (!position_) return;
    const int mark = position_->index().next_finding(position_->step());
    if (mark >= 0) seek(position_->index().findings()[static_cast<std::size_t>(mark)].step + 1);
}

void StepModel::previous_finding() {
    if (!position_) return;
    const int mark = position_->index().previous_finding(position_->step());
    if (mark >= 0) seek(position_->index().findings()[static_cast<std::size_t>(mark)].step + 1);
}

bool StepModel::jump_to_write(ArrayId array, std::int64_t element) {
    if (!position_) return false;
    const std::optional<std::int64_t> step = position_->player().last_write(array, element);
    if (!step) return false;
    seek(*step + 1);
    return true;
}

void StepModel::set_grain(Grain grain) {
    grain_ = grain;
    if (position_) position_->set_grain(grain);
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
    const auto steps = static_cast<int>(std::min(4.0, std::floor(waited_ / wait)));
    waited_ = std::fmod(waited_, wait);
    for (int i = 0; i < steps; ++i) moved(position_->index().forward(position_->step(), grain_), true);
    if (position_->step() >= position_->step_count()) playing_ = false;
    return true;
}

}  // namespace upsweep::app
