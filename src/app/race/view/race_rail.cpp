// The Race's left pane: what is compared, which lines are shown, how it is measured, where the rest comes
// from.

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"
#include "core/home_path.h"
#include "core/words.h"

namespace upsweep::app {

namespace {

constexpr float race_rail_row_em = 1.6F, name_line = 1.2F;  // a row, and a line of a name that takes two

/// Draws the rail from top to bottom; `y_` is where the next thing goes.
class Rail {
  public:
    Rail(Frame& frame, Rect rect, ImVec2 origin, RaceModel& model, RaceRailState& state)
        : frame_(frame),
          model_(model),
          state_(state),
          left_(origin.x + frame.em(0.9F)),
          right_(rect.max.x - frame.em(0.9F)),
          top_(origin.y),
          y_(origin.y + frame.em(1.1F)) {}

    void draw_experiment();
    void draw_groups();
    void draw_settings();
    void draw_sources();
    RaceAction draw_menus();
    float height() const { return y_ - top_; }
    float settings_at() const { return settings_at_; }

  private:
    void head(std::string_view text);
    void rule();
    void draw_group(CurveSource source, const std::string& title);
    void draw_line(const RaceCurve& curve);
    void draw_remove(const std::string& key, Rect place);
    void sentence(const std::string& text);
    void fact(std::string_view label, std::string_view value);
    void choice(std::string_view id, std::string_view label, std::string_view value,
                const std::function<bool()>& menu);
    bool side_menu(int64_t current, int64_t& chosen);
    bool place_of(std::string_view id, std::string_view label);
    bool menu_of(std::string_view id, std::string_view label, const std::function<bool()>& menu);
    void draw_types();
    void draw_sizes();

    Frame& frame_;
    RaceModel& model_;
    RaceRailState& state_;
    float left_, right_, top_, y_, settings_at_ = 0;
};

void Rail::head(std::string_view text) {
    draw_elided(frame_, {left_, y_}, right_ - left_, type::head, Role::t3, text);
    y_ += frame_.em(0.9F);
}

void Rail::rule() {
    y_ += frame_.em(0.5F);
    frame_.fill({left_, snap(y_), right_, snap(y_) + snap(frame_.px())}, Role::line);
    y_ += frame_.em(1.1F);
}

void Rail::sentence(const std::string& text) {
    y_ += draw_paragraph(frame_, {left_, y_ - frame_.em(0.5F)}, right_ - left_,
                         marked_runs(type::small, {Role::t2}, text));
}

void Rail::draw_experiment() {
    head("Experiment");
    const auto menu = [this] {
        bool chosen = false;
        for (int i = 0; i < int(model_.experiments().size()); ++i) {
            const std::string& title = nth(model_.experiments(), i).title;
            if (!menu_row(frame_, fmt::format("race.experiment.{}", i), title,
                          i == model_.chosen_experiment()))
                continue;
            model_.choose_experiment(i);
            chosen = true;
        }
        return chosen;
    };
    chip(frame_, "race.experiment", {left_, y_}, "", model_.experiment().title, 20, menu);
    y_ += frame_.em(2.3F);
    float x = left_;
    for (const bool all : {false, true}) {
        const std::string_view label = all ? "All lines" : "Opening lines";
        const ButtonOptions options{.chosen = all ? model_.all_shown() : model_.opening_shown(),
                                    .tip = all ? "Shows every line of this experiment"
                                               : "Shows the lines that a lecture starts with"};
        const float width = button_width(frame_, label, options);
        if (button(frame_, all ? "race.all" : "race.opening", Rect::sized({x, y_}, width, frame_.em(1.8F)),
                   label, options))
            all ? model_.show_all() : model_.show_opening();
        x += width + frame_.em(0.4F);
    }
    y_ += frame_.em(3);
}

void Rail::draw_groups() {
    draw_group(CurveSource::here, "Measured here");
    if (!model_.machine().gpu_missing.empty()) {
        y_ -= frame_.em(0.4F);
        sentence(model_.machine().gpu_missing);
        y_ += frame_.em();
    }
    if (const RaceRecordings::Entry* entry = model_.recordings.shown()) {
        const std::string machine = short_machine(entry->recording.machine.gpu);
        draw_group(CurveSource::recorded, machine.empty()
                                              ? "Recorded elsewhere, dashed"
                                              : "Recorded on " + with_article(machine) + ", dashed");
    }
    if (const RaceRecordings::Entry* entry = model_.recordings.overlaid())
        draw_group(CurveSource::overlaid, "Overlaid: " + entry->label);
    std::string papers;
    for (const RaceCurve& curve : model_.curves())
        if (curve.published != nullptr) papers = curve.paper;
    draw_group(CurveSource::published, "Published, " + papers);
}

// Lines that a lecture does not open with are folded away, unless they are shown.
void Rail::draw_group(CurveSource source, const std::string& title) {
    bool& more = nth(state_.more, source);
    const std::vector<RaceCurve> curves = model_.curves();  // a click on one makes them again
    std::vector<const RaceCurve*> listed;
    int folded = 0;
    for (const RaceCurve& curve : curves) {
        // Without a GPU its lines cannot be measured here: a sentence says so once for all of them.
        const bool live = source == CurveSource::here && !curve.edited;
        if (curve.source != source || (live && curve.gpu && !curve.reason.empty())) continue;
        const bool first = curve.shown || curve.opening || curve.edited || (curve.fast && live);
        folded += first ? 0 : 1;
        if (first || more) listed.push_back(&curve);
    }
    if (listed.empty() && folded == 0) return;
    head(title);
    for (const RaceCurve* curve : listed) draw_line(*curve);
    if (folded > 0) {
        const Rect row =
            Rect::sized({left_ - frame_.em(0.5F), y_}, right_ - left_, frame_.em(race_rail_row_em));
        const std::string label = more ? "fewer lines" : fmt::format("{} more", folded);
        if (rail_group(frame_, fmt::format("race.more.{}", int(source)), row, label, more)) more = !more;
        y_ += frame_.em(race_rail_row_em);
    }
    y_ += frame_.em(1.1F);
}

void Rail::draw_line(const RaceCurve& curve) {
    const bool can = curve.reason.empty();
    std::string label = curve.label;
    if (curve.published != nullptr) label = curve.published->label();
    const auto name = marked_runs(type::row, {curve.shown ? Role::t1 : can ? Role::t2 : Role::t3}, label);
    const float indent = frame_.em(curve.letter != 0 ? 5 : 3.5F);
    const float words = right_ - left_ - indent - frame_.em(curve.edited ? 1.8F : 0);
    const float name_height = paragraph_height(frame_, words, name, name_line);
    const float height = std::max(frame_.em(race_rail_row_em), name_height + frame_.em(0.45F));
    Rect row = Rect::sized({left_, y_ - frame_.em(0.1F)}, right_ - left_, height).snapped();
    const float y = row.centre().y;
    if (curve.edited) draw_remove(curve.key, row.cut_right(frame_.em(1.6F)));
    bool on = curve.shown;
    const PlotSeries look = look_of(curve);
    if (can && checkbox(frame_, "race.line." + curve.key, row, "", on)) {
        model_.show_curve(curve.key, on);
    } else if (!can) {
        frame_.outline({row.min.x, y - frame_.em(0.5F), row.min.x + frame_.em(), y + frame_.em(0.5F)},
                       Role::line, frame_.em(0.2F));
    }
    draw_line_sample(frame_, {row.min.x + frame_.em(1.5F), y}, frame_.em(1.6F), look);
    if (look.letter != 0) draw_letter(frame_, {row.min.x + frame_.em(4.1F), y}, look.letter);
    draw_paragraph(frame_, {row.min.x + indent, y - name_height / 2}, words, name, name_line);
    if (under_mouse(row)) {
        if (on && can) model_.point_at(curve.key);
        if (!can) tooltip(frame_, curve.reason);
    }
    y_ += height;
    if (curve.note.empty()) return;
    y_ += draw_paragraph(frame_, {left_ + indent, y_ - frame_.em(0.25F)}, right_ - left_ - indent,
                         {{curve.note, type::small, {Role::t2}}}, name_line) +
          frame_.em(0.2F);
    frame_.items.note("race.note." + curve.key, row);
}

/// Takes an edited line away for good; its box only hides it.
void Rail::draw_remove(const std::string& key, Rect place) {
    const float size = frame_.em(1.5F);
    const Rect box = Rect::around(place.centre(), size);
    if (button(frame_, "race.remove." + key, box, "",
               {.icon = marks::cross, .tip = "Take this line out of the race", .bare = true}))
        model_.remove_edit(key);
}

void Rail::fact(std::string_view label, std::string_view value) {
    draw_text(frame_, {left_, y_}, type::label, Role::t3, label);
    const float x = left_ + text_width(frame_, type::label, label) + frame_.em(0.8F);
    draw_elided(frame_, {right_, y_}, right_ - x, type::label, Role::t1, value, Align::right);
    y_ += frame_.em(1.5F);
}

void Rail::choice(std::string_view id, std::string_view label, std::string_view value,
                  const std::function<bool()>& menu) {
    draw_text(frame_, {left_, y_ + frame_.em(0.35F)}, type::label, Role::t3, label);
    const float width = chip_width(frame_, "", value);
    chip(frame_, id, {right_ - width, y_ - frame_.em(0.5F)}, "", value, 10, menu);
    y_ += frame_.em(1.95F);
}

bool Rail::side_menu(int64_t current, int64_t& chosen) {
    bool any = false;
    for (int64_t side = RaceModel::smallest_side; side <= RaceModel::largest_side; side *= 2)
        if (menu_row(frame_, fmt::format("race.side.{}", side), std::to_string(side), side == current)) {
            chosen = side;
            any = true;
        }
    return any;
}

void Rail::draw_types() {
    choice("race.type", "type", bench::types_text(model_.types()), [this] {
        bool chosen = false;
        for (const ElementTypes types : model_.experiment().types)
            if (menu_row(frame_, "race.type." + to_string(types), bench::types_text(types),
                         types == model_.types())) {
                model_.choose_types(types);
                chosen = true;
            }
        return chosen;
    });
}

void Rail::draw_sizes() {
    RaceSizes sizes = model_.sizes();
    choice("race.from", "from n =", std::to_string(sizes.from),
           [&] { return side_menu(sizes.from, sizes.from); });
    choice("race.to", "to n =", std::to_string(sizes.to), [&] { return side_menu(sizes.to, sizes.to); });
    choice("race.steps", "sizes per doubling", std::to_string(sizes.steps_per_octave), [&] {
        bool chosen = false;
        for (int steps = 1; steps <= 4; steps *= 2)
            if (menu_row(frame_, fmt::format("race.steps.{}", steps), std::to_string(steps),
                         steps == sizes.steps_per_octave)) {
                sizes.steps_per_octave = steps;
                chosen = true;
            }
        return chosen;
    });
    if (sizes != model_.sizes()) model_.choose_sizes(sizes);
}

void Rail::draw_settings() {
    settings_at_ = y_ - top_;
    rule();
    head("Settings");
    y_ += frame_.em(0.4F);
    draw_types();
    draw_sizes();
    choice("race.precision", "median known to", nth(race_precisions(), model_.precision()).name, [this] {
        bool chosen = false;
        for (int i = 0; i < int(race_precisions().size()); ++i)
            if (menu_row(frame_, fmt::format("race.precision.{}", i), nth(race_precisions(), i).name,
                         i == model_.precision())) {
                model_.choose_precision(i);
                chosen = true;
            }
        return chosen;
    });
    if (const std::string missed = model_.missed(); !missed.empty()) {
        sentence(missed + ".");
        y_ += frame_.em(0.7F);
    }
    const bool transfers = any_of(model_.curves(), [](const RaceCurve& c) { return c.transfers && c.shown; });
    fact("caches", "warm, runs back to back");
    fact("transfers", transfers ? "a line of their own" : "left out");
    fact("results", "checked at every size");
}

void Rail::draw_sources() {
    rule();
    head("This computer");
    const int cores = model_.machine().cores;
    sentence(fmt::format("{}{}, {}", model_.machine().gpu.empty() ? "" : model_.machine().gpu + ", ",
                         model_.machine().cpu.empty() ? "unknown CPU" : model_.machine().cpu,
                         counted(cores, "core")));
    y_ += frame_.em();
    const RaceRecordings::Entry* entry = model_.recordings.shown();
    if (entry == nullptr) return;
    head("Recording");
    const std::string& date = entry->recording.date;
    sentence(entry->label + (date.empty() ? "" : ", " + date) + ". Every result was checked.");
    y_ += frame_.em(0.4F);
}

// A row at the foot that leads somewhere else.
bool Rail::place_of(std::string_view id, std::string_view label) { return menu_of(id, label, {}); }

bool Rail::menu_of(std::string_view id, std::string_view label, const std::function<bool()>& menu) {
    const Rect row = Rect::sized({left_, y_}, right_ - left_, frame_.em(1.75F)).snapped();
    const Interaction hit = interact(frame_, id, row);
    const float y = row.centre().y, size = frame_.em(0.6F);
    draw_text(frame_, {row.min.x, y}, type::strong, hit.hovered ? Role::t1 : Role::t2, label);
    marks::chevron_right(frame_, Rect::around({row.max.x - size, y}, size), Role::t2);
    if (hit.focused) draw_focus(frame_, row, frame_.em(0.2F));
    y_ += frame_.em(1.75F);
    return menu ? menu_at(frame_, id, row, 26, hit.clicked, menu) : hit.clicked;
}

RaceAction Rail::draw_menus() {
    RaceAction action = RaceAction::none;
    menu_of("race.papers", "Lines of a paper", [this] {
        bool chosen = false;
        for (const std::string_view paper : model_.papers())
            if (menu_row(frame_, fmt::format("race.paper.{}", paper), paper, false)) {
                model_.show_paper(paper);
                chosen = true;
                break;
            }
        return chosen;
    });
    if (place_of("race.presets", "Presets from the papers")) state_.presets = true;
    menu_of("race.recording", "Recordings", [this] { return recording_menu(frame_, model_, state_); });
    menu_of("race.export", "Export the measurements", [this, &action] {
        if (menu_row(frame_, "race.export.csv", "as CSV", false)) action = RaceAction::export_csv;
        if (menu_row(frame_, "race.export.json", "as JSON, which opens as a recording", false))
            action = RaceAction::export_json;
        return action != RaceAction::none;
    });
    if (!state_.exported.empty()) {
        draw_elided(frame_, {left_, y_ + frame_.em(0.5F)}, right_ - left_, type::small, Role::t2,
                    "Written: " + state_.exported);
        y_ += frame_.em(1.2F);
    }
    return action;
}

void draw_sliders(Frame& frame, Rect box, const Colour& colour) {
    const float width = frame.px(1.8F), knob = box.width() * 0.16F;
    for (const auto& [y, x] : {std::pair(0.25F, 0.35F), std::pair(0.75F, 0.65F)}) {
        const float at = box.min.y + y * box.height();
        frame.line({box.min.x, at}, {box.max.x, at}, colour, width);
        frame.disc({box.min.x + x * box.width(), at}, knob, colour);
    }
}

void draw_lines_icon(Frame& frame, Rect box, const Colour& colour) {
    const auto at = [&](float x, float y) {
        return ImVec2(box.min.x + x * box.width(), box.min.y + y * box.height());
    };
    const std::array<ImVec2, 4> points = {at(0, 0.85F), at(0.35F, 0.45F), at(0.6F, 0.65F), at(1, 0.15F)};
    frame.list()->AddPolyline(points.data(), 4, frame.colour(colour), 0, frame.px(1.8F));
}

}  // namespace

RaceAction draw_race_rail(Frame& frame, Rect rect, RaceModel& model, RaceRailState& state) {
    // The menus stay in sight while the lines scroll.
    if (state.presets) {
        draw_race_tree(frame, rect, model, state);
        return RaceAction::none;
    }
    const Rect foot = rect.cut_bottom(snap(frame.em(state.exported.empty() ? 8.4F : 9.4F)));
    {
        Pane pane(frame, "race rail", rect, Role::bg1, true);
        if (model.experiments().empty()) return RaceAction::none;
        Rail rail(frame, rect, pane.origin(), model, state);
        rail.draw_experiment();
        rail.draw_groups();
        rail.draw_settings();
        rail.draw_sources();
        pane.set_height(rail.height() + frame.em(0.5F));
        if (std::exchange(state.to_settings, false)) ImGui::SetScrollY(rail.settings_at());
    }
    const Pane pane(frame, "race rail foot", foot, Role::bg1);
    frame.fill(foot.top(snap(frame.px())), Role::line);
    Rail rail(frame, foot, {foot.min.x, foot.min.y - frame.em(0.5F)}, model, state);
    return rail.draw_menus();
}

void draw_race_icons(Frame& frame, Rect rect, RaceRailState& state) {
    const Pane pane(frame, "race icons", rect, Role::bg1);
    rect.cut_top(frame.em(0.4F));
    const auto icon = [&](std::string_view id, DrawIcon draw, std::string_view tip) {
        const Rect box = rect.cut_top(frame.em(2.6F)).inset(frame.em(0.6F), frame.em(0.2F));
        return button(frame, id, box, "", {.icon = draw, .tip = tip, .bare = true});
    };
    if (icon("race.menu", marks::menu, "Lines, settings and recordings: L")) state.open = true;
    if (icon("race.icon.lines", draw_lines_icon, "Lines")) state.open = true;
    if (icon("race.icon.settings", draw_sliders, "Settings")) state.open = state.to_settings = true;
}

// ---- The menu that chooses a recording

namespace {

std::string label_of(const RaceRecordings::Entry& entry) {
    const std::string file = std::filesystem::path(entry.path).filename().string();
    return entry.path.empty() ? entry.label : file + ": " + entry.label;
}

// A second one over the first, where there is one.
bool overlay_rows(Frame& frame, RaceModel& model) {
    const auto count = int(model.recordings.all().size());
    if (count < 2) return false;
    const int over = model.recordings.overlaid_index();
    for (int i = 0; i < count; ++i) {
        if (i == model.recordings.shown_index()) continue;
        const std::string label = "over it: " + label_of(nth(model.recordings.all(), i));
        if (!menu_row(frame, fmt::format("race.overlay.{}", i), label, i == over)) continue;
        // Chosen again, it goes.
        model.overlay_recording(i == over ? -1 : i);
        return true;
    }
    return false;
}

// The name of the one that is shown, which its file keeps.
bool name_field(Frame& frame, RaceModel& model, RaceRailState& state) {
    const int now = model.recordings.shown_index();
    const RaceRecordings::Entry& entry = nth(model.recordings.all(), now);
    if (entry.path.empty()) return false;
    if (state.named != now) {
        state.named = now;
        state.name = entry.recording.name;
        state.name_error.clear();
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect box =
        Rect::sized(at, std::max(frame.em(10), ImGui::GetContentRegionAvail().x), frame.em(1.9F));
    bool done = false;
    if (text_field(frame, "race.recording.name", box, state.name, "name of this recording",
                   state.name_error)) {
        state.name_error.clear();
        try {
            model.rename_recording(now, state.name);
            done = true;
        } catch (const Error& error) {
            state.name_error = error.what();
        }
    }
    const ImVec2 below(at.x, box.max.y + frame.em(0.3F));
    const float used = field_error(frame, below, box.width(), state.name_error);
    ImGui::SetCursorScreenPos(below);
    ImGui::Dummy({box.width(), std::max(used, frame.em(0.2F))});
    return done;
}

}  // namespace

bool recording_menu(Frame& frame, RaceModel& model, RaceRailState& state) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect box =
        Rect::sized(at, std::max(frame.em(10), ImGui::GetContentRegionAvail().x), frame.em(1.9F));
    bool done = false;
    if (text_field(frame, "race.recording.path", box, state.path, "path of a .json, or drop one",
                   state.path_error)) {
        state.path_error.clear();
        if (!state.path.empty()) {
            try {
                model.open_recording(from_home(state.path));
                state.path.clear();
                done = true;
            } catch (const Error& error) {
                state.path_error = error.what();
            }
        }
    }
    const ImVec2 below(at.x, box.max.y + frame.em(0.3F));
    const float used = field_error(frame, below, box.width(), state.path_error);
    ImGui::SetCursorScreenPos(below);
    if (used > 0) ImGui::Dummy({box.width(), used});
    const int now = model.recordings.shown_index();
    if (menu_row(frame, "race.recording.none", "none", now < 0)) {
        model.show_recording(-1);
        done = true;
    }
    for (int i = 0; i < int(model.recordings.all().size()); ++i) {
        const RaceRecordings::Entry& entry = nth(model.recordings.all(), i);
        if (!menu_row(frame, fmt::format("race.recording.{}", i), label_of(entry), i == now)) continue;
        model.show_recording(i);
        done = true;
        break;
    }
    if (now < 0) return done;
    done = overlay_rows(frame, model) || done;
    return name_field(frame, model, state) || done;
}

}  // namespace upsweep::app
