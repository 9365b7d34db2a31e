// The panels over the stage: opening own programs, and what can be taken home, a row each.
#include "app/step/view/step_panels.h"

#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/home_path.h"
#include "programs/templates.h"
#include "scenes/scene_words.h"

namespace upsweep::app::step {

namespace {

namespace fs = std::filesystem;

constexpr float step_open_row_em = 1.75F;
constexpr size_t most_recent = 8, most_files = 200;

std::vector<std::string> programs_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code ignored;
        if (scenes::is_program_name(at->path().string()) && at->is_regular_file(ignored))
            names.push_back(at->path().filename().string());
    }
    sort(names);
    if (names.size() > most_files) names.resize(most_files);
    return names;
}

struct Panel {
    Frame& frame;
    OpenState& state;
    OpenChoice choice = {};

    void choose(const std::string& text) {
        std::error_code failed;
        const fs::path path = from_home(text);
        if (fs::is_directory(path, failed))
            state.error = in_quotes(text) + " is a folder; name a .cu file in it.";
        else if (!fs::exists(path, failed))
            state.error = "There is no file " + in_quotes(text) + "; name a .cu file.";
        else if (!scenes::is_program_name(path.string()))
            state.error = in_quotes(text) + " is not a program; a CUDA program's name ends in .cu or .cuh.";
        else
            choice.path = path.string(), state.error.clear();
    }
};

void draw_head(Panel& panel, Rect& column, std::string_view text) {
    const Rect line = column.cut_top(panel.frame.em(step_open_row_em));
    draw_elided(panel.frame, {line.min.x, line.centre().y}, line.width(), type::head, Role::t3, text);
}

/// A row of the width of its column, with quiet words behind the name.
bool draw_row(Panel& panel, Rect& column, const std::string& id, std::string_view name,
              std::string_view words) {
    Frame& frame = panel.frame;
    const Rect row = column.cut_top(frame.em(step_open_row_em)).snapped();
    const Interaction hit = interact(frame, id, row);
    if (hit.hovered) frame.fill(row, Role::bg2, frame.em(0.25F));
    const float y = row.centre().y, left = row.min.x + frame.em(0.5F), end = row.max.x - frame.em(0.5F);
    const float used =
        draw_elided(frame, {left, y}, (end - left) * (words.empty() ? 1 : 0.6F), type::code, Role::t1, name);
    const float next = left + used + frame.em(0.9F);
    if (!words.empty() && end - next > frame.em(3))
        draw_elided(frame, {next, y}, end - next, type::label, Role::t3, words);
    if (hit.focused) draw_focus(frame, row.inset(frame.px(2)), frame.em(0.25F));
    return hit.clicked;
}

void draw_path(Panel& panel, Rect& rest) {
    Frame& frame = panel.frame;
    OpenState& state = panel.state;
    Rect line = rest.cut_top(frame.em(2));
    const float button_em = 5;
    const Rect act =
        Rect::sized({std::min(line.min.x + frame.em(46), line.max.x) - frame.em(button_em), line.min.y},
                    frame.em(button_em), frame.em(2));
    const Rect field(line.min.x, line.min.y, act.min.x - frame.em(0.5F), line.max.y);
    if (std::exchange(state.wants_keyboard, false)) frame.items.wants_keyboard = true;
    const bool entered =
        text_field(frame, "step.open.path", field, state.path, "/home/ada/reduce.cu", state.error) &&
        enter_pressed();
    const bool pressed = button(frame, "step.open.go", act, "Open", {.primary = true});
    if ((entered || pressed) && !state.path.empty()) panel.choose(state.path);
    if (state.path.empty()) state.error.clear();
    rest.cut_top(frame.em(0.3F));
    rest.cut_top(field_error(frame, rest.min, field.width(), state.error));
    rest.cut_top(frame.em(0.7F));
}

void draw_files(Panel& panel, Rect& column) {
    OpenState& state = panel.state;
    if (!state.recent.empty()) {
        draw_head(panel, column, "Recently opened");
        for (size_t i = 0; i < state.recent.size(); ++i) {
            const fs::path path = state.recent[i];
            if (draw_row(panel, column, "step.open.recent." + std::to_string(i), path.filename().string(),
                         path.parent_path().string()))
                panel.choose(state.recent[i]);
        }
        column.cut_top(panel.frame.em(0.7F));
    }
    draw_head(panel, column, "In " + state.folder);
    for (const std::string& name : state.files)
        if (draw_row(panel, column, "step.open.file." + name, name, ""))
            panel.choose((fs::path(state.folder) / name).string());
    if (state.files.empty()) {
        const Rect line = column.cut_top(panel.frame.em(step_open_row_em));
        draw_elided(panel.frame, {line.min.x + panel.frame.em(0.5F), line.centre().y}, line.width(),
                    type::label, Role::t2, "No .cu files here.");
    }
}

void draw_templates(Panel& panel, Rect& column) {
    draw_head(panel, column, "New from");
    for (const programs::Template& one : programs::templates())
        if (draw_row(panel, column, "step.open.new." + std::string(one.name), one.name, one.says))
            panel.choice.text = one.text;
}

}  // namespace

void show_open(OpenState& state, const std::string& present) {
    state.shown = state.wants_keyboard = true;
    state.error.clear();
    std::error_code failed;
    const fs::path folder = fs::path(present).parent_path();
    state.folder = folder.empty() ? fs::current_path(failed).string() : folder.string();
    state.looking.start(
        "Looking for programs", [folder = state.folder](Job&) { return programs_in(folder); },
        [&state](std::vector<std::string> names) { state.files = std::move(names); });
}

void note_opened(OpenState& state, const std::string& path) {
    std::erase(state.recent, path);
    state.recent.insert(state.recent.begin(), path);
    if (state.recent.size() > most_recent) state.recent.resize(most_recent);
}

OpenChoice draw_open(Frame& frame, Rect rect, OpenState& state) {
    Pane pane(frame, "step.open", rect, Role::bg0, true);
    frame.items.note("step.open.panel", rect);
    const float margin = frame.margin();
    Rect rest(rect.min.x + margin, pane.origin().y, rect.max.x - margin, pane.origin().y + frame.em(1000));
    Panel panel{frame, state};
    if (panel_head(frame, "step.open.close", rest.cut_top(frame.em(3.4F)), "Open a program"))
        state.shown = false;
    draw_path(panel, rest);
    Rect left = rest, right = rest;
    const bool two = rest.width() > frame.em(38);
    if (two) {
        left.max.x = rest.centre().x - frame.em(0.75F);
        right.min.x = rest.centre().x + frame.em(0.75F);
        draw_templates(panel, right);
        draw_files(panel, left);
    } else {
        draw_templates(panel, left);
        left.cut_top(frame.em(0.7F));
        draw_files(panel, left);
    }
    pane.set_height(std::max(left.min.y, two ? right.min.y : 0.0F) - pane.origin().y + margin);
    if (!panel.choice.path.empty() || !panel.choice.text.empty()) state.shown = false;
    return panel.choice;
}

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
    services.notices.add_done("Copied: " + command, "home");
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
    if (!trace &&
        draw_row(frame, rest, "step.home.link", "Copy a link", "for a mail, a chat, a course's page",
                 "opens here, or in a browser, at this step"))
        services.copy_link();
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
    if (state.cell) append(offered, history_export_formats);
    for (const ExportFormat what : offered) {
        if (trace && what == ExportFormat::scene) continue;
        const std::string id = "step.home" + std::string(ending_of(what));
        if (draw_row(frame, rest, id, title_of(what), words_of(what), state.files.file_of(what)))
            state.files.start(shown, what, [&services](const std::string& sentence) {
                services.notices.add_done(sentence, "home");
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
        canvas::Box::edges(head.min.x, head.max.y + frame.em(0.3F), head.max.x, head.max.y + frame.em());
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
