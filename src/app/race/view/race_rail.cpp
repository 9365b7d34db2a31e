// The Race's left pane: what is raced, who takes part, how it is measured.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/plot.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float row_em = 1.75F;
constexpr float name_line = 1.25F;  // height of a line of a name that takes two

/// Draws the rail from top to bottom; `y_` is where the next thing goes.
class Rail {
  public:
    Rail(Frame& frame, Rect rect, ImVec2 origin, RaceModel& model, RecordingField& field)
        : frame_(frame),
          model_(model),
          field_(field),
          left_(origin.x + frame.em(1)),
          right_(rect.max.x - frame.em(1)),
          top_(origin.y),
          y_(origin.y + frame.em(1.1F)) {}

    void draw_experiment();
    void draw_recording();
    void draw_lines();
    void draw_settings();
    float height() const { return y_ - top_; }

  private:
    void head(std::string_view text);
    void draw_group(std::string_view title, const std::function<bool(const RaceLine&)>& belongs);
    void draw_line(int index);
    void draw_missing_gpu();
    void choice(std::string_view id, std::string_view label, std::string_view value,
                const std::function<bool()>& menu);
    bool side_menu(std::int64_t current, std::int64_t& chosen);

    Frame& frame_;
    RaceModel& model_;
    RecordingField& field_;
    float left_, right_, top_, y_;
};

void Rail::head(std::string_view text) {
    draw_text(frame_, {left_, y_}, type::head, frame_.colour(Role::t3), text);
    y_ += frame_.em(0.9F);
}

void Rail::draw_experiment() {
    head("Experiment, by size");
    const auto menu = [this] {
        bool chosen = false;
        for (int i = 0; i < static_cast<int>(model_.experiments().size()); ++i) {
            const std::string& title = model_.experiments()[static_cast<std::size_t>(i)].title;
            if (!menu_row(frame_, fmt::format("race.experiment.{}", i), title,
                          i == model_.chosen_experiment()))
                continue;
            model_.choose_experiment(i);
            chosen = true;
        }
        return chosen;
    };
    chip(frame_, "race.experiment", {left_, y_}, "", model_.experiment().title, 20, menu);
    y_ += frame_.em(row_em + 1.4F);
}

void Rail::draw_recording() {
    head("Recording from elsewhere");
    const RaceRecordings::Entry* shown = model_.recordings.shown();
    const std::string& machine = shown != nullptr ? shown->recording.machine.gpu : "";
    const std::string value = shown == nullptr ? "none" : machine.empty() ? shown->label : machine;
    chip(frame_, "race.recording", {left_, y_}, "", value, 26,
         [this] { return recording_menu(frame_, model_, field_); });
    y_ += frame_.em(row_em + 1.4F);
}

void Rail::draw_lines() {
    const auto on = [](const char* backend) {
        return [backend](const RaceLine& line) { return !line.limit() && line.competitor.on == backend; };
    };
    draw_group("CPU", on("cpu"));
    draw_group("GPU", on("gpu"));
    draw_group("Limit: copy of the same bytes", [](const RaceLine& line) { return line.limit(); });
}

void Rail::draw_group(std::string_view title, const std::function<bool(const RaceLine&)>& belongs) {
    const auto& lines = model_.experiment().lines;
    if (std::none_of(lines.begin(), lines.end(), belongs)) return;
    head(title);
    for (int i = 0; i < static_cast<int>(lines.size()); ++i)
        if (belongs(lines[static_cast<std::size_t>(i)])) draw_line(i);
    if (title == "GPU" && !model_.machine().gpu_missing.empty()) draw_missing_gpu();
    y_ += frame_.em(1.2F);
}

void Rail::draw_line(int index) {
    const RaceLine& line = model_.experiment().lines[static_cast<std::size_t>(index)];
    const std::string reason = model_.line_reason(index);
    const Role colour = reason.empty() ? Role::t1 : Role::t3;
    const auto name = marked_runs(type::row, {colour},
                                  line.competitor.with_transfers ? "the same + transfers" : line.label);
    const float indent = frame_.em(3.6F), words = right_ - left_ - indent;
    const float name_height = paragraph_height(frame_, words, name, name_line);
    const float height = std::max(frame_.em(row_em), name_height + frame_.em(0.5F));
    const Rect row = Rect::sized({left_, y_ - frame_.em(0.1F)}, right_ - left_, height).snapped();
    bool on = model_.line_on(index) && reason.empty();
    if (reason.empty()) {
        if (checkbox(frame_, fmt::format("race.line.{}", index), row, "", on)) model_.set_line_on(index, on);
    } else {
        frame_.list()->AddRect({row.min.x, row.centre().y - frame_.em(0.5F)},
                               {row.min.x + frame_.em(1), row.centre().y + frame_.em(0.5F)},
                               frame_.colour(Role::line), frame_.em(0.2F));
    }
    const PlotSeries look{.line = line.line, .marker = line.marker, .dashed = line.dashed};
    draw_line_sample(frame_, {row.min.x + frame_.em(1.5F), row.centre().y}, frame_.em(1.7F), look);
    draw_paragraph(frame_, {row.min.x + indent, row.centre().y - name_height / 2}, words, name, name_line);
    if (!reason.empty() && ImGui::IsWindowHovered() && row.contains(ImGui::GetIO().MousePos))
        tooltip(frame_, reason);
    y_ += height;
}

void Rail::draw_missing_gpu() {
    const std::string text =
        model_.machine().gpu_missing + " The Race shows the CPU, and what was recorded elsewhere.";
    y_ += frame_.em(0.2F);
    y_ += draw_paragraph(frame_, {left_, y_}, right_ - left_, marked_runs(type::small, {Role::t2}, text));
}

void Rail::choice(std::string_view id, std::string_view label, std::string_view value,
                  const std::function<bool()>& menu) {
    draw_text(frame_, {left_, y_ + frame_.em(row_em / 2)}, type::label, frame_.colour(Role::t3), label);
    const float width = chip_width(frame_, "", value);
    chip(frame_, id, {right_ - width, y_}, "", value, 10, menu);
    y_ += frame_.em(row_em + 0.35F);
}

bool Rail::side_menu(std::int64_t current, std::int64_t& chosen) {
    bool any = false;
    for (std::int64_t side = RaceModel::smallest_side; side <= RaceModel::largest_side; side *= 2)
        if (menu_row(frame_, fmt::format("race.side.{}", side), std::to_string(side), side == current)) {
            chosen = side;
            any = true;
        }
    return any;
}

void Rail::draw_settings() {
    head("Settings");
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
    RaceSizes sizes = model_.sizes();
    choice("race.from", "from n =", std::to_string(sizes.from),
           [&] { return side_menu(sizes.from, sizes.from); });
    choice("race.to", "to n =", std::to_string(sizes.to), [&] { return side_menu(sizes.to, sizes.to); });
    choice("race.steps", "sizes a doubling", std::to_string(sizes.steps_per_octave), [&] {
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
    choice(
        "race.precision", "median known to",
        race_precisions()[static_cast<std::size_t>(model_.precision())].name, [this] {
            bool chosen = false;
            for (int i = 0; i < static_cast<int>(race_precisions().size()); ++i)
                if (menu_row(frame_, fmt::format("race.precision.{}", i),
                             race_precisions()[static_cast<std::size_t>(i)].name, i == model_.precision())) {
                    model_.choose_precision(i);
                    chosen = true;
                }
            return chosen;
        });
    y_ += frame_.em(1.2F);
}

}  // namespace

void draw_race_rail(Frame& frame, Rect rect, RaceModel& model, RecordingField& field) {
    Pane pane(frame, "race rail", rect, Role::bg1, true);
    if (model.experiments().empty()) return;
    Rail rail(frame, rect, pane.origin(), model, field);
    rail.draw_experiment();
    rail.draw_recording();
    // The list of lines is as long as the catalog; the settings stay in sight above it.
    rail.draw_settings();
    rail.draw_lines();
    pane.set_height(rail.height() + frame.em(1));
}

}  // namespace upsweep::app
