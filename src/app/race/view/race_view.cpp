// The Race: CPU loops and GPU kernels at full size, plotted while they are measured.
#include "app/race/view/race_view.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/host/openable.h"
#include "app/host/view.h"
#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

// Widths in E of the panes left and right of the stage, by density.
struct Columns {
    float left = 0, right = 0;
};
Columns columns_for(Density density) {
    if (density >= Density::wide) return {18.5F, 27};
    if (density == Density::medium) return {16.5F, 20.5F};
    return {};
}

// A name that is still free in `folder`: upsweep-race.csv, upsweep-race-2.csv, …
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& ending) {
    for (int i = 1;; ++i) {
        const std::string number = i == 1 ? "" : fmt::format("-{}", i);
        const std::filesystem::path path = folder / ("upsweep-race" + number + ending);
        if (!std::filesystem::exists(path)) return path;
    }
}

/// Panes of a narrow window, one at a time.
enum Tab { plot, lines, numbers };

class RaceView : public View {
  public:
    RaceModel& model() { return model_; }
    explicit RaceView(Services& services)
        : services_(services), model_(catalog(), [&jobs = services.jobs] { jobs.post([] {}); }) {
        keys_.bind("Space", "Start, pause, go on", [this] { start_or_pause(); });
        keys_.bind("C", "Cancel", [this] { model_.cancel(); });
        keys_.bind("M", "Time, throughput, speed-up",
                   [this] { model_.mode = static_cast<RaceMode>((static_cast<int>(model_.mode) + 1) % 3); });
        keys_.bind("L", "Lines and settings (small windows)",
                   [this] { tab_ = tab_ == lines ? plot : lines; });
    }

    std::string_view name() const override { return "race"; }
    std::string_view title() const override { return "Race"; }
    const KeyMap* keys() const override { return &keys_; }
    bool ready() const override { return model_.machine_known() && !model_.racing(); }
    void draw(Frame& frame) override;
    void advance(double) override;
    void pose() override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;
    std::int64_t place() const override { return model_.recordings.shown_index(); }
    bool close_overlay() override { return std::exchange(tab_, plot) != plot; }
    bool on_drop(const std::string& path) override;
    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { turn_mode(1); }
    void present_back() override { turn_mode(-1); }
    std::int64_t moment() const override { return static_cast<int>(model_.mode); }

  private:
    void start_or_pause() { model_.racing() ? model_.toggle_pause() : model_.start(); }
    void turn_mode(int by) {
        model_.mode = static_cast<RaceMode>(std::clamp(static_cast<int>(model_.mode) + by, 0, 2));
    }
    void act(RaceAction action);
    void draw_narrow(Frame& frame, Rect area);
    float tables_height(const Frame& frame) const;
    void draw_tables(Frame& frame, Rect rect);
    void draw_stage(Frame& frame, Rect rect, bool with_table);
    void write_export(const std::string& ending);

    Services& services_;
    RaceModel model_;
    KeyMap keys_;
    std::string exported_;
    bool looking_ = false;
    int tab_ = plot;  ///< narrow windows
    int table_ = 0;   ///< of what was measured here, or of the recording
    RecordingField field_;
};

void RaceView::advance(double) {
    if (!looking_ && !model_.machine_known()) {
        looking_ = true;
        services_.jobs.start(
            "Looking for a GPU", [](Job&) { return bench::backends_here(); },
            [this](bench::BackendsHere here) {
                if (!model_.machine_known()) model_.set_machine(std::move(here));
            });
    }
    model_.advance();
}

void RaceView::draw(Frame& frame) {
    Rect stage = frame.area;
    const Columns columns = columns_for(frame.density);
    const float line = snap(frame.px());
    if (columns.left > 0) {
        const Rect left = stage.cut_left(snap(frame.em(columns.left)));
        draw_race_rail(frame, left, model_, field_);
        const Rect right = stage.cut_right(snap(frame.em(columns.right)));
        act(draw_race_side(frame, right, model_, exported_));
        stage.min.x += line;
        stage.max.x -= line;
    } else {
        return draw_narrow(frame, stage);
    }
    draw_stage(frame, stage, true);
}

void RaceView::draw_narrow(Frame& frame, Rect area) {
    static constexpr std::array<std::string_view, 3> tabs = {"Plot", "Lines", "Numbers"};
    Rect strip = area.cut_top(snap(frame.em(2.75F)));
    {
        const Pane pane(frame, "race tabs", strip, Role::bg1);
        segmented(frame, "race.tab", {strip.min.x + frame.em(1), strip.centre().y - frame.em(1)}, tabs, tab_);
    }
    if (tab_ == lines) return draw_race_rail(frame, area, model_, field_);
    if (tab_ == plot) return draw_stage(frame, area, !frame.low);
    const float table = std::min(tables_height(frame), area.height() * 0.5F);
    if (table > 0) draw_tables(frame, area.cut_top(snap(table)));
    act(draw_race_side(frame, area, model_, exported_));
}

// Where something was measured here and a recording is shown, two words choose whose table it is.
float RaceView::tables_height(const Frame& frame) const {
    const float here = race_table_height(frame, model_), recorded = recorded_table_height(frame, model_);
    if (recorded <= 0 || here <= 0) return std::max(here, recorded);
    return frame.em(2.6F) + (table_ == 0 ? here : recorded);
}

void RaceView::draw_tables(Frame& frame, Rect rect) {
    const bool recorded = recorded_table_height(frame, model_) > 0;
    if (!recorded) return draw_race_table(frame, rect, model_);
    if (race_table_height(frame, model_) <= 0) return draw_recorded_table(frame, rect, model_);
    static constexpr std::array<std::string_view, 2> tables = {"Measured here", "Recording"};
    const Rect strip = rect.cut_top(snap(frame.em(2.6F)));
    {
        const Pane pane(frame, "race tables", strip, Role::bg1);
        frame.list()->AddRectFilled(strip.min, {strip.max.x, strip.min.y + snap(frame.px())},
                                    frame.colour(Role::line));
        segmented(frame, "race.table", {strip.min.x + frame.em(0.9F), strip.centre().y - frame.em(1)}, tables,
                  table_);
    }
    table_ == 0 ? draw_race_table(frame, rect, model_) : draw_recorded_table(frame, rect, model_);
}

bool RaceView::on_drop(const std::string& path) {
    if (!is_recording_name(path)) return false;
    try {
        model_.open_recording(path);
        table_ = 1;
        services_.notices.clear("race.recording");
    } catch (const Error& error) {
        services_.notices.add(error.what(), "race.recording");
    }
    return true;
}

void RaceView::draw_stage(Frame& frame, Rect rect, bool with_table) {
    const float table = with_table ? std::min(tables_height(frame), rect.height() * 0.45F) : 0;
    if (table > 0) draw_tables(frame, rect.cut_bottom(snap(table)));
    const Pane pane(frame, "race stage", rect, Role::bg0);
    Rect inner = rect.inset(frame.em(1.25F), frame.em(0.75F));
    act(draw_race_head(frame, inner.cut_top(race_head_height(frame)), model_));
    inner.cut_top(frame.em(0.6F));
    draw_race_plot(frame, inner, model_);
}

void RaceView::act(RaceAction action) {
    if (action == RaceAction::start) model_.start();
    if (action == RaceAction::pause) model_.toggle_pause();
    if (action == RaceAction::cancel) model_.cancel();
    if (action == RaceAction::export_csv) write_export(".csv");
    if (action == RaceAction::export_json) write_export(".json");
}

// Presented: the headline, where the GPU begins to win, and the plot.
std::optional<stage::Page> RaceView::page() const {
    if (model_.experiments().empty()) return std::nullopt;
    stage::Page page{.subject = model_.experiment().heading};
    page.place = static_cast<int>(model_.mode) + 1;
    page.count = 3;
    const std::vector<RaceCrossing> crossings = race_crossings(model_.results());
    if (crossings.empty()) return page;
    page.sentence = "**" + crossings.front().title + "**.";
    page.counts = {crossings.front().detail};
    return page;
}

void RaceView::draw_presented(Frame& frame) {
    const Pane pane(frame, "race stage", frame.area, Role::bg0);
    draw_race_plot(frame, frame.area.inset(frame.em(1.25F), 0), model_);
}

void RaceView::write_export(const std::string& ending) {
    try {
        const std::string path = free_name(std::filesystem::current_path(), ending).string();
        model_.export_to(path);
        exported_ = path;
        services_.notices.clear("race.export");
    } catch (const std::exception& error) {
        services_.notices.add(error.what(), "race.export");
    }
}

// A real race that takes two seconds or so: small sizes, medians to 5 %. They stay chosen, so that the
// settings beside the plot are those that it was measured with.
void RaceView::pose() {
    if (!model_.machine_known()) model_.set_machine(bench::backends_here());
    if (model_.recordings.shown() != nullptr) return;  // its points are what the picture is of
    model_.choose_sizes({.from = 64, .to = 1024, .steps_per_octave = 2});
    model_.choose_precision(0);
    model_.start();
    model_.finish();
}

void RaceView::restore(const Settings& settings) {
    RaceSizes sizes = model_.sizes();
    sizes.from = settings.integer("race.from", sizes.from);
    sizes.to = settings.integer("race.to", sizes.to);
    sizes.steps_per_octave = static_cast<int>(settings.integer("race.steps", sizes.steps_per_octave));
    model_.choose_sizes(sizes);
    model_.choose_precision(static_cast<int>(settings.integer("race.precision", model_.precision())));
    model_.choose_experiment(settings.text("race.experiment", ""));
    const std::string recording = settings.text("race.recording", "");
    for (int i = 0; i < static_cast<int>(model_.recordings.all().size()); ++i)
        if (recording == "shipped " + std::to_string(i + 1)) model_.show_recording(i);
    if (!is_recording_name(recording)) return;
    try {
        model_.open_recording(recording);
    } catch (const Error&) {
        // It was moved or changed since: then none is shown.
    }
}

void RaceView::save(Settings& settings) const {
    settings.set("race.from", model_.sizes().from);
    settings.set("race.to", model_.sizes().to);
    settings.set("race.steps", model_.sizes().steps_per_octave);
    settings.set("race.precision", model_.precision());
    if (!model_.experiments().empty()) settings.set("race.experiment", model_.experiment().title);
    const RaceRecordings::Entry* shown = model_.recordings.shown();
    const std::string shipped = "shipped " + std::to_string(model_.recordings.shown_index() + 1);
    settings.set("race.recording", shown == nullptr ? "" : shown->path.empty() ? shipped : shown->path);
}

}  // namespace

RaceModel& race_model_of(View& view) { return dynamic_cast<RaceView&>(view).model(); }

std::unique_ptr<View> make_race_view(Services& services) { return std::make_unique<RaceView>(services); }

}  // namespace upsweep::app
