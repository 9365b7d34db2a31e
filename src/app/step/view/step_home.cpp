// What can be taken home, a row each.
#include "app/step/view/step_home.h"

#include <filesystem>

#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "scenes/scene_words.h"

namespace upsweep::app::step {

namespace {

constexpr float step_home_row_em = 2.6F;

Shown shown_in(const StepModel& model, const HomeState& state, const Frame& frame) {
    return {.run = model.position()->shared_run(),
            .step = model.position()->step(),
            .by = model.grain(),
            .zoom = model.zoom(),
            .theme = frame.theme.kind(),
            .stops = model.stops(),
            .cell = state.cell};
}

/// A row of the width of the panel: what it does, what that is, and where it goes.
bool draw_row(Frame& frame, Rect& rest, const std::string& id, std::string_view title, std::string_view words,
              std::string_view where) {
    const Rect row = rest.cut_top(frame.em(step_home_row_em)).snapped();
    const Interaction hit = interact(frame, id, row);
    if (hit.hovered) frame.fill(row, Role::bg2, frame.em(0.25F));
    const float left = row.min.x + frame.em(0.6F), room = row.width() - frame.em(1.2F);
    const float upper = row.min.y + frame.em(0.85F), lower = row.min.y + frame.em(1.85F);
    const float used = draw_elided(frame, {left, upper}, room, type::strong, Role::t1, title);
    const float next = used + frame.em(0.9F);
    if (room - next > frame.em(4))
        draw_elided(frame, {left + next, upper}, room - next, type::label, Role::t3, words);
    draw_elided(frame, {left, lower}, room, type::code, Role::t2, where);
    if (hit.focused) draw_focus(frame, row.inset(frame.px(2)), frame.em(0.25F));
    return hit.clicked;
}

}  // namespace

void show_home(HomeState& state, const StepModel& model) {
    if (model.position() == nullptr) return;
    state.shown = true;
    state.files.error.clear();
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::current_path(failed);
    const std::string name = exports::file_name_of(model.position()->run().scene);
    // A folder that was typed stays.
    const std::filesystem::path typed = std::filesystem::path(state.files.path).parent_path();
    state.files.path = ((typed.empty() ? folder : typed) / name).string();
}

void copy_as_command(Services& services, const StepModel& model) {
    if (model.position() == nullptr) return;
    scenes::Scene scene = model.scene_here();
    if (scene.trace_file() != nullptr)
        return services.notices.add("A trace file has no command; `upsweep FILE` opens it.", "home");
    scene.launch.clear();
    const std::string command = scenes::to_command(scene);
    ImGui::SetClipboardText(command.c_str());
    services.notices.add("Copied: " + command, "home");
}

void draw_home(Frame& frame, Rect rect, Services& services, const StepModel& model, HomeState& state) {
    Pane pane(frame, "step.home", rect, Role::bg0, true);
    frame.items.note("step.home.panel", rect);
    const float margin = frame.margin();
    Rect rest(rect.min.x + margin, pane.origin().y,
              std::min(rect.max.x - margin, rect.min.x + margin + frame.em(52)),
              pane.origin().y + frame.em(1000));
    if (panel_head(frame, "step.home.close", rest.cut_top(frame.em(3.4F)), "Take home")) state.shown = false;
    const Shown shown = shown_in(model, state, frame);
    const bool trace = shown.run->scene.trace_file() != nullptr;
    if (!trace && draw_row(frame, rest, "step.home.command", "Copy as command",
                           "for a terminal, a mail, a slide", scenes::to_command(scene_of(shown))))
        copy_as_command(services, model);
    rest.cut_top(frame.em(0.6F));
    draw_text(frame, {rest.min.x, rest.min.y + frame.em(0.7F)}, type::head, Role::t3,
              "Files go here, each with its own extension");
    rest.cut_top(frame.em(1.5F));
    const Rect field = rest.cut_top(frame.em(2));
    text_field(frame, "step.home.path", field, state.files.path, "/home/ada/scan", state.files.error);
    rest.cut_top(frame.em(0.3F));
    rest.cut_top(field_error(frame, rest.min, field.width(), state.files.error));
    rest.cut_top(frame.em(0.5F));
    std::vector<ExportFormat> offered(all_export_formats.begin(), all_export_formats.end());
    if (state.cell)
        offered.insert(offered.end(), history_export_formats.begin(), history_export_formats.end());
    for (const ExportFormat what : offered) {
        if (trace && what == ExportFormat::scene) continue;
        const std::string id = "step.home" + std::string(ending_of(what));
        if (draw_row(frame, rest, id, title_of(what), words_of(what), state.files.file_of(what)))
            state.files.start(shown, what, [&services](const std::string& sentence) {
                services.notices.add(sentence, "home");
            });
    }
    pane.set_height(rest.min.y - pane.origin().y + margin);
}

// ---- The panel of a cell's history

void draw_history_panel(Frame& frame, Rect rect, const StepModel& model, CellInquiry& inquiry) {
    Pane pane(frame, "step.history", rect, Role::bg0, true);
    const float margin = frame.margin();
    const Rect head(rect.min.x + margin, pane.origin().y, rect.max.x - margin,
                    pane.origin().y + frame.em(3.4F));
    const bool leaves = panel_head(frame, "history.close", head, "History of a cell");
    const canvas::Box area =
        canvas::Box::edges(head.min.x, head.max.y + frame.em(0.3F), head.max.x, head.max.y + frame.em(1));
    const canvas::Picture picture = stage::draw_history(area, frame.em(), *model.position(), inquiry.view());
    paint(frame, picture);
    const canvas::Touch touched = touch(frame, picture, "step");
    // What the pointer is on.
    for (const canvas::Hit& hit : picture.hits) {
        const bool hovered = touched.hovered && touched.name == hit.name;
        if (hovered)
            frame.outline({hit.box.min.x, hit.box.min.y, hit.box.max.x, hit.box.max.y}, Role::line2,
                          frame.em(0.25F));
    }
    if (touched.hovered)
        tooltip(frame, touched.name.starts_with("history.more.") ? "Start the tree here" : "Go to its step");
    pane.set_height(picture.area.max.y - pane.origin().y + margin);
    if (touched.clicked) inquiry.choose(touched.name);
    if (leaves) inquiry.leave_one();
}

}  // namespace upsweep::app::step
