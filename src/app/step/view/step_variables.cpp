// Beside the stage of a program that runs whole: what main's variables hold where it is.

#include "app/step/view/step_parts.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/whole.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float variable_row_em = 1.44F, variable_name_em = 5.5F, variable_type_em = 8.6F;

/// Those in scope behind what main has done by now, and behind what it did before that; null: none yet.
struct ShownVariables {
    const std::vector<emulator::HostValue>* now = nullptr;
    const std::vector<emulator::HostValue>* before = nullptr;
};

ShownVariables variables_of(const StepModel& model) {
    ShownVariables shown;
    const StepPosition& at = *model.position();
    if (model.program() == nullptr || model.program()->opened.whole == nullptr || at.step() == 0)
        return shown;
    const programs::OpenedProgram& opened = model.program()->opened;
    size_t operation = at.plan().operation_at(at.index().present(at.step())) + 1;
    while (operation > 0 && shown.now == nullptr) shown.now = programs::values_behind(opened, --operation);
    while (operation > 0 && (shown.before == nullptr || shown.before == shown.now))
        shown.before = programs::values_behind(opened, --operation);
    return shown;
}

void draw_variable(Frame& frame, Rect row, const emulator::HostValue& one, bool changed) {
    const bool typed = row.width() > frame.em(24);
    const float y = row.centre().y, gap = frame.em(0.5F);
    float x = row.min.x;
    const auto put = [&](float width, TextStyle style, Role role, std::string_view text) {
        draw_elided(frame, {x, y}, width - gap, style, role, text);
        x += width;
    };
    const float name = frame.em(variable_name_em);
    put(name, type::code_strong, Role::t1, one.name);
    if (typed) put(frame.em(variable_type_em), type::code, Role::t3, one.type);
    const bool unset = one.value == "not set";
    put(row.max.x - x + gap, changed ? type::code_strong : type::code,
        unset     ? Role::t3
        : changed ? Role::t1
                  : Role::t2,
        one.value);
    if (under_mouse(row)) tooltip(frame, one.type + " " + one.name + ": " + one.value);
}

}  // namespace

bool has_variables(const StepModel& model) {
    return model.program() != nullptr && model.program()->opened.whole != nullptr;
}

bool is_at_main(const StepModel& model) {
    const StepPosition& at = *model.position();
    if (!has_variables(model) || at.step_count() == 0) return false;
    return at.trace().step_at(at.index().present(at.step())).kind == emulator::StepKind::host;
}

void draw_variables(Frame& frame, Rect rect, const StepModel& model, InspectorState& state) {
    frame.items.note("step.variables", rect);
    const ShownVariables shown = variables_of(model);
    if (shown.now == nullptr || shown.now->empty()) {
        draw_text(frame, {rect.min.x + frame.em(), rect.min.y + frame.em(0.9F)}, type::label, Role::t3,
                  shown.now == nullptr ? "main has not begun." : "No variable is in scope here.");
        return;
    }
    const auto changed = [&](size_t i) {
        return shown.before != nullptr && !contains(*shown.before, (*shown.now)[i]);
    };
    const float height = frame.em(variable_row_em);
    std::function<float(Rect)> scroll;
    if (std::exchange(state.variables, model.moves()) != model.moves()) {
        size_t last = 0;
        for (size_t i = 0; i < shown.now->size(); ++i)
            if (changed(i)) last = i;
        scroll = [height, last](Rect room) { return height * float(last + 1) - room.height(); };
    }
    draw_list(frame, "step.variables.list", rect, height, shown.now->size(), scroll, [&](size_t i, Rect row) {
        draw_variable(frame, row.inset(frame.em(0.5F), 0), (*shown.now)[i], changed(i));
    });
}

bool variables_beside_counts(const Frame& frame, float width, const StepModel& model) {
    return has_variables(model) && width >= frame.em(40);
}

float variables_height(const Frame& frame, const StepModel& model) {
    const ShownVariables shown = variables_of(model);
    const size_t rows = shown.now == nullptr ? 1 : std::clamp<size_t>(shown.now->size(), 1, 8);
    return frame.em(1.9F + variable_row_em * float(std::max<size_t>(rows, 4)));
}

}  // namespace upsweep::app::step
