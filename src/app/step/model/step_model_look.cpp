// From how far the Step view looks, and what it waits for.
#include <utility>

#include "app/step/model/step_model.h"
#include "emulator/trace/trace.h"
#include "replay/data/cell_history.h"

namespace upsweep::app {

using namespace replay;

void StepModel::take_first_look(const emulator::Trace& trace) {
    awaited_ = -1;
    const auto look = std::exchange(first_look_, {});
    if (!look) return;
    grain_ = look->by;
    zoom_.reset();
    const auto writes = replay::writes_of(trace, {trace.plan.output.index, look->cell});
    if (writes.empty()) return;
    awaited_ = look->cell;
    awaited_until_ = writes.front().step;
}

std::optional<stage::StageMark> StepModel::awaited() const {
    if (awaited_ < 0 || !position_ || position_->step() > awaited_until_) return std::nullopt;
    stage::StageMark mark;
    mark.cell = awaited_;
    mark.array = static_cast<int>(position_->trace().plan.output.index);
    return mark;
}

void StepModel::set_grain(Grain grain) {
    grain_ = grain;
    grain_chosen_ = true;
    if (position_) position_->set_grain(grain);
}

void StepModel::set_zoom(std::optional<stage::Zoom> zoom) {
    zoom_ = zoom;
    ++moves_;
    moved_by_step_ = false;
}

bool StepModel::look_nearer() {
    switch (shown_zoom()) {
        case stage::Zoom::plan:
            look_from(has_blocks() ? stage::Zoom::blocks : stage::Zoom::block);
            return true;
        case stage::Zoom::blocks:
            look_from(stage::Zoom::block);
            return true;
        case stage::Zoom::block:
            look_from(stage::Zoom::lanes);
            return true;
        case stage::Zoom::lanes:
            break;
    }
    return false;
}

bool StepModel::look_farther() {
    switch (shown_zoom()) {
        case stage::Zoom::plan:
            return false;
        case stage::Zoom::blocks:
            look_from(stage::Zoom::plan);
            break;
        case stage::Zoom::block:
            look_from(has_blocks() ? stage::Zoom::blocks : stage::Zoom::plan);
            break;
        case stage::Zoom::lanes:
            look_from(stage::Zoom::block);
            break;
    }
    return true;
}

void StepModel::look_from(stage::Zoom zoom) {
    if (zoom == stage::zoom_of(grain_))
        set_zoom({});
    else
        set_zoom(zoom);
}

}  // namespace upsweep::app
