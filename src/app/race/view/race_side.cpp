// The Race's right pane: speed-ups, what they mean, export, and what is counted.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/plot.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float name_line = 1.25F;

using Facts = std::vector<std::pair<std::string, std::string>>;

// Of the lines at the shown size, the longest first call: what loading and first use cost.
std::string first_call_text(const RaceModel& model) {
    double longest = 0;
    for (const bench::Row& row : model.results().report.rows)
        if (row.extent == model.shown_extent()) longest = std::max(longest, row.first_call_seconds);
    return longest > 0 ? "apart, up to " + bench::time_text(longest) : "apart";
}

Facts facts_of(const RaceModel& model) {
    Facts facts;
    facts.emplace_back("CPU", model.machine().cpu.empty() ? "unknown" : model.machine().cpu);
    const auto& lines = model.experiment().lines;
    const bool fast = std::any_of(lines.begin(), lines.end(), [](const RaceLine& line) {
        return !line.limit() && line.competitor.algorithm->fast;
    });
    const int cores = model.machine().cores;
    facts.emplace_back("cores in use",
                       fast ? fmt::format("1, or {} where named", cores) : fmt::format("1 of {}", cores));
    facts.emplace_back("GPU", model.machine().gpu.empty() ? "none" : model.machine().gpu);
    facts.emplace_back("first call, loading", first_call_text(model));
    facts.emplace_back("transfers", "apart, own line");
    facts.emplace_back("order of runs", "line by line at each size");
    facts.emplace_back("caches", "warm, runs back to back");
    facts.emplace_back("very short runs", "mean of a batch");
    facts.emplace_back("check", "first and last run of a size");
    return facts;
}

class Side {
  public:
    Side(Frame& frame, Rect rect, ImVec2 origin, const RaceModel& model)
        : frame_(frame),
          model_(model),
          left_(origin.x + frame.em(1)),
          right_(rect.max.x - frame.em(1)),
          top_(origin.y),
          y_(origin.y + frame.em(1.4F)) {}

    void draw_bars();
    void draw_verdict();
    void draw_recording();
    RaceAction draw_export(const std::string& exported);
    void draw_facts(float bottom);
    float height() const { return y_ - top_; }

  private:
    void draw_bar(const SpeedBar& bar, double longest);
    void rule() {
        frame_.list()->AddRectFilled({left_, snap(y_)}, {right_, snap(y_) + snap(frame_.px())},
                                     frame_.colour(Role::line));
    }

    Frame& frame_;
    const RaceModel& model_;
    float left_, right_, top_, y_;
};

void Side::draw_bars() {
    const auto bars = speed_bars(model_.results(), model_.shown_extent());
    const std::string at = bars.empty() ? "" : fmt::format("n = {}", model_.shown_extent().width);
    const float room = right_ - left_ - text_width(frame_, type::code, at) - frame_.em(0.6F);
    const bool roomy = text_width(frame_, type::strong, "Speed-up over the CPU loop") <= room;
    draw_elided(frame_, {left_, y_}, room, type::strong, frame_.colour(Role::t1),
                roomy ? "Speed-up over the CPU loop" : "Speed-up over CPU loop");
    if (bars.empty()) {
        y_ += frame_.em(1.4F);
        draw_text(frame_, {left_, y_}, type::label, frame_.colour(Role::t3), "Nothing measured yet.");
        y_ += frame_.em(1.4F);
        return;
    }
    draw_text(frame_, {right_, y_}, type::code, frame_.colour(Role::t2), at, Align::right);
    y_ += frame_.em(1.6F);
    for (const SpeedBar& bar : bars) draw_bar(bar, bars.back().times);
    y_ += frame_.em(0.4F);
}

void Side::draw_bar(const SpeedBar& bar, double longest) {
    const RaceLine& line = model_.results().lines[static_cast<std::size_t>(bar.competitor)];
    const std::string times = times_text(bar.times) + " ×";
    draw_text(frame_, {right_, y_}, type::number_strong, frame_.colour(Role::t1), times, Align::right);
    // A long name takes two lines rather than lose its end.
    const float room = right_ - left_ - text_width(frame_, type::number_strong, times) - frame_.em(0.6F);
    const auto name = marked_runs(type::label, {Role::t2}, line.label);
    const float height = paragraph_height(frame_, room, name, name_line);
    draw_paragraph(frame_, {left_, y_ - frame_.em(0.9F * name_line / 2)}, room, name, name_line);
    y_ += height - snap(frame_.em(0.9F * name_line));
    const Rect track = Rect::sized({left_, y_ + frame_.em(0.75F)}, right_ - left_, frame_.em(0.4F)).snapped();
    const float width = track.width() * static_cast<float>(bar.times / longest), round = frame_.em(0.15F);
    frame_.list()->AddRectFilled(track.min, track.max, frame_.colour(Role::bg2), round);
    frame_.list()->AddRectFilled(track.min, {track.min.x + std::max(width, frame_.px(2)), track.max.y},
                                 series_colour(frame_, line.line), round);
    y_ += frame_.em(2.15F);
}

void Side::draw_verdict() {
    const std::string text = verdict(model_.results(), model_.shown_extent());
    if (text.empty()) return;
    rule();
    y_ += frame_.em(0.8F);
    y_ += draw_paragraph(frame_, {left_, y_}, right_ - left_, marked_runs(type::body, {Role::t1}, text));
    y_ += frame_.em(0.8F);
}

void Side::draw_recording() {
    const RaceRecordings::Entry* entry = model_.recordings.shown();
    if (entry == nullptr) return;
    rule();
    y_ += frame_.em(1.1F);
    draw_text(frame_, {left_, y_}, type::strong, frame_.colour(Role::t1), "Recording");
    y_ += frame_.em(1);
    const std::string targets = recorded_verdict(entry->recording);
    const std::string text =
        fmt::format("Not measured here: {}. Recorded {}.{}{}", entry->label,
                    bench::origin_of(entry->recording), targets.empty() ? "" : " ", targets);
    y_ += draw_paragraph(frame_, {left_, y_}, right_ - left_, marked_runs(type::label, {Role::t2}, text));
    y_ += frame_.em(0.8F);
}

RaceAction Side::draw_export(const std::string& exported) {
    const std::string_view reason =
        model_.results().extents().empty() ? "There is nothing to export yet." : "";
    RaceAction action = RaceAction::none;
    float x = left_;
    for (const auto& [id, label, what] :
         {std::tuple("race.export.csv", "Export CSV", RaceAction::export_csv),
          std::tuple("race.export.json", "Export JSON", RaceAction::export_json)}) {
        const ButtonOptions options{.disabled = reason};
        const float width = button_width(frame_, label, options);
        if (button(frame_, id, Rect::sized({x, y_}, width, frame_.em(2)), label, options)) action = what;
        x += width + frame_.em(0.5F);
    }
    y_ += frame_.em(2.7F);
    if (!exported.empty()) {
        draw_elided(frame_, {left_, y_}, right_ - left_, type::small, frame_.colour(Role::t2),
                    "Written: " + exported);
        y_ += frame_.em(1.2F);
    }
    return action;
}

// At the foot of the pane, or below the rest where that reaches so far.
void Side::draw_facts(float bottom) {
    const Facts facts = facts_of(model_);
    const float row = frame_.em(1.5F);
    y_ = std::max(y_ + frame_.em(0.4F), bottom - row * static_cast<float>(facts.size()) - frame_.em(3));
    rule();
    y_ += frame_.em(1);
    draw_text(frame_, {left_, y_}, type::head, frame_.colour(Role::t3), "What is counted");
    y_ += frame_.em(1.5F);
    for (const auto& [name, value] : facts) {
        draw_text(frame_, {left_, y_}, type::label, frame_.colour(Role::t3), name);
        const float x = left_ + text_width(frame_, type::label, name) + frame_.em(0.8F);
        draw_elided(frame_, {right_, y_}, right_ - x, type::label, frame_.colour(Role::t1), value,
                    Align::right);
        y_ += row;
    }
}

}  // namespace

RaceAction draw_race_side(Frame& frame, Rect rect, const RaceModel& model, const std::string& exported) {
    Pane pane(frame, "race side", rect, Role::bg1, true);
    if (model.experiments().empty()) return RaceAction::none;
    Side side(frame, rect, pane.origin(), model);
    side.draw_bars();
    side.draw_verdict();
    side.draw_recording();
    const RaceAction action = side.draw_export(exported);
    side.draw_facts(rect.max.y);
    pane.set_height(side.height());
    return action;
}

}  // namespace upsweep::app
