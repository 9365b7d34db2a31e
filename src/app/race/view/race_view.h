// The Race: CPU loops and GPU kernels at full size, plotted while they are measured.
#pragma once

#include "app/host/view.h"
#include "app/race/view/race_parts.h"

namespace upsweep::app {

class RaceView : public View, public Presentation, public ShotControls {
  public:
    RaceModel& model() { return model_; }
    explicit RaceView(Services& services);

    std::string_view name() const override { return "race"; }
    std::string_view title() const override { return "Race"; }
    const KeyMap* keys() const override { return &keys_; }
    /// The experiments.
    std::vector<PaletteEntry> offers() override;
    bool ready() const override { return model_.machine_known(); }
    bool animating() const override { return lit_changed_; }
    RaceWhy& why() { return why_; }
    void draw(Frame& frame) override;
    void advance(double) override;
    /// An experiment, with the curves that are named; a scene's changed kernel joins its race.
    void open(const scenes::Destination& to) override;
    /// The experiment, or the preset, with the lines that are shown, and the view of them.
    std::optional<scenes::Destination> here() override;
    void pose() override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;
    int64_t place() const override { return model_.recordings.shown_index(); }
    bool close_overlay() override;
    bool on_drop(const std::string& path) override;
    ShotControls& shot_controls() override { return *this; }
    Presentation& presentation() override { return *this; }
    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { model_.turn_mode(1); }
    void present_back() override { model_.turn_mode(-1); }
    int64_t moment() const override { return int(model_.mode()); }
    RaceGlimpse glimpse(std::string_view slug) const;

  private:
    void start_or_pause() { model_.racing() ? model_.toggle_pause() : model_.start(); }
    void show_wanted();
    void restore_guesses(std::string_view text);
    void guess_on();
    void guess() { model_.guess() != nullptr ? model_.end_guess() : model_.start_guess(); }
    void act(RaceAction action);
    void ask_why(const scenes::RacePlace& place);
    void ask_something();
    void prepare_why();
    const bench::Recording* recording_for_why() const;
    void draw_why(Frame& frame, Rect rect);
    void draw_stage(Frame& frame, Rect rect);
    void write_export(const std::string& ending);

    Services& services_;
    RaceModel model_;
    RaceWhy why_;
    RaceSplit split_;
    KeyMap keys_;
    RaceRailState rail_;
    std::vector<std::string> wanted_;  ///< curves to show once the machine is known
    bool looking_ = false, posing_ = false;
    bool lit_changed_ = false;  ///< what is pointed at is drawn a frame later
};

std::unique_ptr<View> make_race_view(Services& services);

}  // namespace upsweep::app
