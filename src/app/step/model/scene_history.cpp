// What was on the stage before, for undo and redo.
#include "app/step/model/scene_history.h"

#include "app/step/model/step_model.h"

namespace upsweep::app {

using scenes::Scene;

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
        if (travel_ == Travel::back) history_.went_back(left);
        if (travel_ == Travel::on) history_.went_on(left);
        if (travel_ == Travel::none) history_.note(left, next);
    }
    travel_ = Travel::none;
}

}  // namespace upsweep::app
