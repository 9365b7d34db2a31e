// The rail: chapters and algorithms from the catalog, the toy GPU at its foot.

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "scenes/figures.h"

namespace upsweep::app::step {

using namespace replay;
using namespace scenes;

namespace {

constexpr float step_rail_row_em = 1.75F;

bool has_any(std::initializer_list<std::string_view> texts, const std::string& filter) {
    return any_of(texts, [&](std::string_view text) {
        return small_letters(text).find(small_letters(filter)) != std::string::npos;
    });
}

bool matches(const Algorithm& algorithm, const std::string& filter) {
    return has_any({algorithm.title, algorithm.chapter, algorithm.slug, algorithm.teaches}, filter);
}

/// Figures are listed only where they are looked for.
std::vector<const Figure*> figures_found(const std::string& filter) {
    std::vector<const Figure*> found;
    for (const Figure& figure : figures())
        if (!filter.empty() && has_any({figure.name, figure.title, figure.caption}, filter))
            found.push_back(&figure);
    return found;
}

std::vector<std::string_view> chapters() {
    std::vector<std::string_view> names;
    for (const Algorithm* algorithm : catalog())
        if (!contains(names, algorithm->chapter)) names.push_back(algorithm->chapter);
    return names;
}

void choose(Services& services, StepModel& model, std::string_view slug) {
    try {
        model.open_entry(std::string(slug));
    } catch (const Error& error) {
        services.notices.add(error.what());
    }
}

/// Brings the row of what Step shows into the list's view, whole: then the list is the user's to scroll. It
/// takes some frames where the list does not know yet how long it is.
void bring_into_view(Rect list, Rect row, float scrolled_top, std::string_view slug, RailState& state) {
    if (state.seen == slug) return;
    const float top = row.min.y - scrolled_top, room = list.height() - 2 * row.height();
    constexpr int most_tries = 8;
    if ((row.min.y >= list.min.y && row.max.y <= list.max.y) || room < 0 || state.tries == most_tries) {
        state.seen = slug;
        state.tries = 0;
        return;
    }
    ++state.tries;
    ImGui::SetScrollY(row.min.y < list.min.y ? top - row.height() : top - room);
}

bool draw_algorithms(Frame& frame, Rect rect, Services& services, StepModel& model, RailState& state) {
    Pane pane(frame, "step.rail.list", rect, Role::bg1, true);
    float y = pane.origin().y;
    bool chosen = false;
    const int tried = state.tries;
    const auto next_row = [&] {
        const Rect row(rect.min.x, y, rect.max.x - frame.em(0.1F), y + frame.em(step_rail_row_em));
        y = row.max.y;
        return row;
    };
    if (!state.trace_file.empty() && state.filter.empty()) {
        const std::string name = std::filesystem::path(state.trace_file).filename().string();
        const Rect head = next_row();
        draw_text(frame, {head.min.x + frame.em(1.45F), head.centre().y}, {Face::sans_semibold, 0.9F},
                  Role::t2, "Trace file");
        const Rect row = next_row();
        if (rail_row(frame, "step.trace", row, name, model.scene().trace_file() != nullptr))
            state.wants_trace = chosen = true;
        if (under_mouse(row)) tooltip(frame, state.trace_file);
        y += frame.em(0.35F);
    }
    for (const std::string_view chapter : chapters()) {
        std::vector<const Algorithm*> members;
        for (const Algorithm* algorithm : catalog())
            if (algorithm->chapter == chapter && matches(*algorithm, state.filter))
                members.push_back(algorithm);
        if (members.empty()) continue;
        const std::string name(chapter);
        const bool open = !state.closed.contains(name) || !state.filter.empty();
        if (state.reveal == name) {
            ImGui::SetScrollY(y - pane.origin().y);
            state.reveal.clear();
            state.seen = model.scene().slug();
        }
        if (rail_group(frame, "step.chapter." + name, next_row(), chapter, open)) {
            if (open)
                state.closed.insert(name);
            else
                state.closed.erase(name);
        }
        if (!open) continue;
        for (const Algorithm* algorithm : members) {
            const bool selected = model.scene().slug() == algorithm->slug;
            const Rect row = next_row();
            // The timeline takes its room once the run is there.
            if (selected && !model.loading())
                bring_into_view(rect, row, pane.origin().y, algorithm->slug, state);
            if (rail_row(frame, "step.algorithm." + std::string(algorithm->slug), row, algorithm->title,
                         selected)) {
                choose(services, model, algorithm->slug);
                chosen = true;
            }
            if (under_mouse(row)) tooltip(frame, algorithm->teaches);
        }
        y += frame.em(0.35F);
    }
    const std::vector<const Figure*> found = figures_found(state.filter);
    if (!found.empty()) {
        const Rect head = next_row();
        draw_text(frame, {head.min.x + frame.em(1.45F), head.centre().y}, {Face::sans_semibold, 0.9F},
                  Role::t2, "Figures of the papers");
    }
    for (const Figure* figure : found) {
        const Rect row = next_row();
        if (rail_row(frame, "step.figure." + std::string(figure->name), row, figure->title,
                     figure_of(model.scene()) == figure)) {
            model.open_new(scene_of(*figure));
            chosen = true;
        }
        if (under_mouse(row)) tooltip(frame, figure->caption);
    }
    pane.set_height(y - pane.origin().y);
    if (state.tries == tried) state.tries = 0;  // the row is not in the list now
    return chosen;
}

void draw_toy_gpu(Frame& frame, Rect rect, Services& services, StepModel& model, RailState& state,
                  ScheduleState& schedule) {
    const float left = rect.min.x + frame.em(0.85F), right = rect.max.x - frame.em(0.85F);
    frame.line({left, rect.min.y}, {right, rect.min.y}, Role::line);
    rect.cut_top(frame.em(0.35F));
    const bool fixed = model.scene().trace_file() != nullptr;
    Rect head = rect.cut_top(frame.em(step_rail_row_em));
    draw_text(frame, {left, head.centre().y}, {Face::sans_semibold, 0.9F}, Role::t2,
              fixed ? "GPU of this run" : "Toy GPU");
    const bool editing = state.edit_gpu && !fixed;
    const std::string_view word = editing ? "done" : "change";
    const ButtonOptions bare{.bare = true};
    const float width = button_width(frame, word, bare);
    if (!fixed && button(frame, "step.gpu.change",
                         {right - width + frame.em(0.75F), head.min.y, right + frame.em(0.75F), head.max.y},
                         word, bare))
        state.edit_gpu = !state.edit_gpu;
    for (const GpuSetting& setting : gpu_settings(model.scene().gpu)) {
        const float height = frame.em(step_rail_row_em - (editing ? 0 : 0.25F));
        if (rect.height() < height) break;
        const Rect row = rect.cut_top(height);
        draw_text(frame, {left, row.centre().y}, type::label, Role::t2, setting.title);
        const std::string text = short_label(setting);
        if (!editing) {
            draw_text(frame, {right, row.centre().y}, type::code, Role::t1, text, Align::right);
            const bool hovered = under_mouse(row);
            if (hovered && !setting.means.empty()) tooltip(frame, setting.means);
            continue;
        }
        chip(frame, "step.gpu." + std::string(setting.id), {right - chip_width(frame, "", text), row.min.y},
             "", text, 14, [&] { return setting_menu(frame, services, model, schedule, setting.id); });
    }
}

/// The row for own programs. True if it was chosen.
bool draw_user_program(Frame& frame, Rect rect, const StepModel& model, RailState& state) {
    frame.line({rect.min.x + frame.em(0.85F), rect.min.y}, {rect.max.x - frame.em(0.85F), rect.min.y},
               Role::line);
    const Rect row = Rect::sized({rect.min.x, rect.min.y + frame.em(0.35F)}, rect.width() - frame.em(0.1F),
                                 frame.em(step_rail_row_em));
    const bool shown = model.scene().program() != nullptr || state.opening;
    const std::string name =
        model.scene().program() ? programs::name_of(*model.scene().program()) : "Your program";
    const bool chosen = rail_row(frame, "step.open.row", row, name, shown);
    const float size = frame.em(0.85F);
    marks::file(frame, Rect::around({row.min.x + frame.em(0.85F), row.centre().y}, size),
                shown ? Role::t1 : Role::t3);
    draw_text(frame, {row.max.x - frame.em(0.75F), row.centre().y}, type::small, Role::t3, "Ctrl O",
              Align::right);
    if (chosen) state.wants_open = true;
    return chosen;
}

/// The Find box. True if Enter opened a hit.
bool draw_find(Frame& frame, Rect field, Services& services, StepModel& model, RailState& state) {
    if (std::exchange(state.wants_find, false)) frame.items.wants_keyboard = true;
    const bool taken = text_field(frame, "step.filter", field, state.filter, "Find");
    if (state.filter.empty() && !ImGui::IsItemActive())
        draw_text(frame, {field.max.x - frame.em(0.6F), field.centre().y}, type::small, Role::t3, "Ctrl K",
                  Align::right);
    if (!taken || !enter_pressed() || state.filter.empty()) return false;
    const Algorithm* hit = first_hit(state.filter);
    const std::vector<const Figure*> found = figures_found(state.filter);
    if (hit == nullptr && found.empty()) return false;
    if (hit == nullptr) {
        model.open_new(scene_of(*found.front()));
        state.filter.clear();
        return true;
    }
    choose(services, model, hit->slug);
    state.filter.clear();
    state.closed.erase(std::string(hit->chapter));
    return true;
}

}  // namespace

const Algorithm* first_hit(const std::string& filter) {
    const Algorithm* first = nullptr;
    for (const Algorithm* algorithm : catalog()) {
        if (small_letters(algorithm->title).find(small_letters(filter)) != std::string::npos)
            return algorithm;
        if (first == nullptr && matches(*algorithm, filter)) first = algorithm;
    }
    return first;
}

std::string try_scene(Services& services, StepModel& model, const std::function<Scene()>& make) {
    try {
        model.open(make(), true);
        services.notices.clear();
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

void change_scene(Services& services, StepModel& model, const std::function<Scene()>& make) {
    const std::string sentence = try_scene(services, model, make);
    if (!sentence.empty()) services.notices.add(sentence);
}

bool draw_rail(Frame& frame, Rect rect, Services& services, StepModel& model, RailState& state,
               ScheduleState& schedule) {
    const Pane pane(frame, "step.rail", rect, Role::bg1);
    // Drawn here as well: over the stage, the pane's own ground would lie under it.
    frame.fill(rect, Role::bg1);
    Rect rest = rect;
    Rect find = rest.cut_top(frame.em(3.2F)).inset(frame.em(0.6F), frame.em(0.6F));
    const bool found = draw_find(frame, find, services, model, state);
    const bool editing = state.edit_gpu && model.scene().trace_file() == nullptr;
    const float head = frame.em(0.7F + step_rail_row_em + 0.4F),
                line = frame.em(step_rail_row_em - (editing ? 0 : 0.25F));
    const float whole = head + line * float(gpu_settings(model.scene().gpu).size());
    // In a low window the list goes first: the GPU shows its name, and its lines when they are to be changed.
    const float foot = editing || rest.height() > 2 * whole ? whole : head;
    if (model.scene().trace_file() != nullptr) state.trace_file = model.scene().trace_file()->path;
    const Rect gpu = rest.cut_bottom(foot);
    const Rect own = rest.cut_bottom(frame.em(step_rail_row_em + 0.7F));
    const bool chosen = draw_algorithms(frame, rest, services, model, state) || found;
    const bool opens = draw_user_program(frame, own, model, state);
    draw_toy_gpu(frame, gpu, services, model, state, schedule);
    frame.line({rect.max.x - 1, rect.min.y}, {rect.max.x - 1, rect.max.y}, Role::line);
    return chosen || opens;
}

namespace {

constexpr float chapter_em = 3.1F;

/// Its name, a word a line where it does not fit on one.
void draw_chapter(Frame& frame, Rect row, std::string_view chapter, bool selected) {
    constexpr float line_em = 0.95F;
    std::vector<std::string> lines;
    for (size_t from = 0; from < chapter.size();) {
        const size_t end = std::min(chapter.find(' ', from), chapter.size());
        const std::string word(chapter.substr(from, end - from));
        const std::string longer = lines.empty() ? word : lines.back() + " " + word;
        if (!lines.empty() && text_width(frame, type::small, longer) <= row.width() - frame.em(1))
            lines.back() = longer;
        else
            lines.push_back(word);
        from = end + 1;
    }
    float y = row.centre().y - frame.em(line_em * float(lines.size() - 1) / 2);
    for (const std::string& line : lines) {
        draw_elided(frame, {row.centre().x, y}, row.width() - frame.em(0.3F), type::small,
                    selected ? Role::t1 : Role::t2, line, Align::centre);
        y += frame.em(line_em);
    }
}

}  // namespace

void draw_icon_rail(Frame& frame, Rect rect, const StepModel& model, RailState& state) {
    const Pane pane(frame, "step.icons", rect, Role::bg1);
    Rect rest = rect;
    const Rect foot = rest.cut_bottom(frame.em(2.6F));
    const auto cell = [&] { return rest.cut_top(frame.em(2.6F)); };
    if (button(frame, "step.menu", cell().inset(frame.em(0.6F), frame.em(0.2F)), "",
               {.chosen = state.open,
                .icon = marks::menu,
                .tip = state.open ? "" : "Algorithms and toy GPU",
                .bare = true}))
        state.open = !state.open;
    if (button(frame, "step.open", foot.inset(frame.em(0.6F), frame.em(0.2F)), "",
               {.chosen = model.scene().program() != nullptr || state.opening,
                .icon = marks::file,
                .tip = state.open ? "" : "Open your own program, or a new one: Ctrl O",
                .bare = true}))
        state.wants_open = true;
    const Algorithm* now = model.position() != nullptr ? model.position()->run().algorithm : nullptr;
    for (const std::string_view chapter : chapters()) {
        if (rest.height() < frame.em(chapter_em)) break;
        const Rect row = rest.cut_top(frame.em(chapter_em));
        const Interaction hit = interact(frame, "step.icon." + std::string(chapter), row);
        const bool selected = now != nullptr && now->chapter == chapter;
        if (selected || hit.hovered) frame.fill(row, selected ? Role::bg3 : Role::bg2);
        if (selected) frame.fill(row.left(snap(frame.px(3))), Role::ink);
        draw_chapter(frame, row, chapter, selected);
        if (hit.focused) draw_focus(frame, row.inset(frame.em(0.3F)), frame.em(0.25F));
        if (!hit.clicked) continue;
        state.open = true;
        state.filter.clear();
        state.closed.erase(std::string(chapter));
        state.reveal = chapter;
    }
    frame.line({rect.max.x - 1, rect.min.y}, {rect.max.x - 1, rect.max.y}, Role::line);
}

}  // namespace upsweep::app::step
