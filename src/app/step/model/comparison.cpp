// Two scenes on one clock.
#include "app/step/model/comparison.h"

#include <algorithm>
#include <limits>

#include "core/ranges.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/position/counts.h"
#include "replay/structure/index.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

/// Parts of phases are fractions.
constexpr double even = 1e-9;
constexpr double never = std::numeric_limits<double>::infinity();

/// What a class compares; the parts of a sum are in the inspector.
constexpr std::string_view compared[] = {"additions",         "depth",          "barriers",       "rounds",
                                         "shared_wavefronts", "bank_conflicts", "global_sectors", "steps"};

}  // namespace

Comparison::Comparison(Jobs& jobs, StepModel& left) : left_(left), right_(jobs) {
    left_.replace_steps([this](bool on) { return on ? forward() : back(); });
}

Comparison::~Comparison() { left_.replace_steps({}); }

void Comparison::open(const ComparePreset& preset) {
    Scene shown = left_.scene();
    shown.step = preset.left.step;
    if (left_.position() == nullptr || !(shown == preset.left)) left_.open(preset.left, false);
    right_.open(preset.right, false);
}

void Comparison::swap() {
    if (!ready()) return;
    Scene left = left_.position()->run().scene, right = right_.position()->run().scene;
    left.step = left_.position()->step();
    right.step = right_.position()->step();
    left_.open(std::move(right), false);
    right_.open(std::move(left), false);
}

const TraceClock& Comparison::clock_of(const StepModel& model, Timed& timed) const {
    const emulator::Trace* trace = &model.position()->trace();
    if (timed.readings == nullptr || timed.trace != trace || timed.clock != clock_)
        timed = {trace, clock_, std::make_unique<TraceClock>(*trace, clock_)};
    return *timed.readings;
}

void Comparison::set_clock(Clock clock) {
    if (clock == clock_) return;
    clock_ = clock;
    if (ready()) follow();
}

double Comparison::left_time() { return clock_of(left_, left_clock_).at(left_.position()->step()); }
double Comparison::right_time() { return clock_of(right_, right_clock_).at(right_.position()->step()); }
double Comparison::left_end() { return clock_of(left_, left_clock_).end(); }
double Comparison::right_end() { return clock_of(right_, right_clock_).end(); }

bool Comparison::forward() {
    if (!ready()) return false;
    right_.set_grain(left_.grain());
    const auto next_of = [](StepModel& model) {
        return model.position()->index().forward(model.position()->step(), model.grain());
    };
    const int64_t left = next_of(left_), right = next_of(right_);
    const bool left_goes = left > left_.position()->step(), right_goes = right > right_.position()->step();
    if (!left_goes && !right_goes) return false;
    const double left_time = left_goes ? clock_of(left_, left_clock_).at(left) : never;
    const double right_time = right_goes ? clock_of(right_, right_clock_).at(right) : never;
    const double first = std::min(left_time, right_time) + even;
    if (left_goes && left_time <= first) left_.go_on(left);
    if (right_goes && right_time <= first) right_.go_on(right);
    note_left();
    return true;
}

bool Comparison::back() {
    if (!ready()) return false;
    right_.set_grain(left_.grain());
    const auto before = [](StepModel& model) {
        return model.position()->index().back(model.position()->step(), model.grain());
    };
    const double left = left_.position()->step() > 0 ? left_time() : -1;
    const double right = right_.position()->step() > 0 ? right_time() : -1;
    if (left < 0 && right < 0) return false;
    const double last = std::max(left, right) - even;
    if (left >= 0 && left >= last) left_.seek(before(left_));
    if (right >= 0 && right >= last) right_.seek(before(right_));
    note_left();
    return true;
}

void Comparison::note_left() { left_step_ = left_.position()->step(); }

// Beginning and end stay what they are.
void Comparison::follow() {
    const int64_t step = left_.position()->step();
    if (step == 0)
        right_.seek(0);
    else if (step == left_.position()->step_count())
        right_.seek(right_.position()->step_count());
    else
        right_.seek(clock_of(right_, right_clock_).step_at(left_time()));
    note_left();
}

void Comparison::advance() {
    if (!ready()) return;
    if (right_.grain() != left_.grain()) right_.set_grain(left_.grain());
    if (right_.zoom() != left_.zoom()) right_.set_zoom(left_.zoom());
    const int64_t scenes = left_.scenes() + right_.scenes();
    if (scenes == scenes_ && left_step_ == left_.position()->step()) return;
    scenes_ = scenes;
    follow();
}

std::vector<ComparedCount> Comparison::counts() const {
    std::vector<ComparedCount> rows;
    const emulator::Counts left = left_.position()->player().counts(),
                           right = right_.position()->player().counts();
    const emulator::Counts &left_all = left_.position()->trace().counts,
                           &right_all = right_.position()->trace().counts;
    for (std::string_view key : compared) {
        const emulator::CountName& name = emulator::count_name(key);
        const ComparedCount row{name.words,     name.meaning,      name.of(left),
                                name.of(right), name.of(left_all), name.of(right_all)};
        if (row.left_total != 0 || row.right_total != 0) rows.push_back(row);
    }
    std::stable_partition(rows.begin(), rows.end(),
                          [](const ComparedCount& row) { return row.better() != 0; });
    return rows;
}

std::string Comparison::fault(bool left) const {
    const emulator::Trace& trace = (left ? left_ : right_).position()->trace();
    const auto is = [](emulator::FindingKind kind) {
        return [kind](const emulator::Finding& finding) { return finding.kind == kind; };
    };
    // What stops a run comes before what makes it wrong.
    auto found = find_if(trace.findings, is(emulator::FindingKind::deadlock));
    if (found == trace.findings.end())
        found = find_if(trace.findings, [](const emulator::Finding& finding) {
            return finding.severity == emulator::Severity::fault;
        });
    return found == trace.findings.end() ? "" : std::string(emulator::title_of(found->kind));
}

}  // namespace upsweep::app
