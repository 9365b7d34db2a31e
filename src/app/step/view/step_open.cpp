// The panel that opens own programs, over the stage.
#include "app/step/view/step_open.h"

#include <algorithm>
#include <filesystem>

#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/home_path.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "programs/templates.h"
#include "scenes/run_program.h"

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

}  // namespace upsweep::app::step
