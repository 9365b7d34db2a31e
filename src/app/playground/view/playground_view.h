// The Playground's view: rail, stage and the right pane, around the panel of the task in front.
#pragma once

#include "app/playground/view/film_strip.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_texture.h"

namespace upsweep::app {

class PlaygroundView : public View, public Presentation {
  public:
    explicit PlaygroundView(Services& services);

    std::string_view name() const override { return "playground"; }
    std::string_view title() const override { return "Playground"; }
    void draw(Frame& frame) override;
    void advance(double dt) override;
    bool animating() const override;
    bool ready() const override {
        return model_.picture() && panel().task().at_rest() && !model_.film().waits();
    }
    /// The tasks and the sample pictures.
    std::vector<PaletteEntry> offers() override;
    const KeyMap* keys() const override { return model_.film().is_open() ? &film_keys_ : &keys_[task_]; }
    bool on_key(const KeyEvent& event) override;
    bool on_drop(const std::string& path) override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;

    Presentation& presentation() override { return *this; }
    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { turn(1); }
    void present_back() override { turn(-1); }
    int64_t moment() const override;

    Playground& model() { return model_; }
    PlaygroundPanel& panel() { return *panels_[task_]; }
    const PlaygroundPanel& panel() const { return *panels_[task_]; }
    /// The task of this name, in front or not. Throws UsageError naming those that there are.
    PlaygroundTask& task(std::string_view name) { return panels_[place_of(name)]->task(); }
    /// A task in front, a sample picture, the task's numbers. Throws UsageError for a missing one.
    void open(const scenes::Destination& to) override;
    /// The task in front with its numbers.
    scenes::PlaygroundPlace destination();
    /// The same with the sample picture. A picture of the user's own stays here.
    std::optional<scenes::Destination> here() override;
    /// Brings this task in front. Throws UsageError naming those that there are.
    void choose_task(std::string_view name) { choose(place_of(name)); }
    /// Opens Step on a cut-out around the pointer's pixel.
    void step_through();

  private:
    void bind_keys(KeyMap& keys);
    void bind_film_keys();
    size_t place_of(std::string_view task) const;
    void choose(size_t task);
    /// Why there is nothing to step through; empty if there is.
    std::string_view why_no_step() const;
    /// To the original, both, the result; stays at either end.
    void turn(int by);
    void draw_tabs(Frame& frame, Rect& area, bool controls);

    // playground_rail.cpp
    void draw_rail(Frame& frame, Rect area);
    void draw_sources(Frame& frame, Column& at);
    void draw_samples(Frame& frame, Column& at);
    struct SmallPicture {
        std::string id;
        std::string_view title, about;
        const Texture* texture = nullptr;  ///< null until it is drawn
        bool chosen = false;
        std::function<void()> open;
    };
    void draw_small_pictures(Frame& frame, Column& at, const std::vector<SmallPicture>& pictures);
    void fetch_clip_thumbs();
    void draw_camera_button(Frame& frame, Column& at);
    void draw_tasks(Frame& frame, Column& at);
    void draw_making(Frame& frame, Column& at);
    void draw_saving(Frame& frame, Rect area);
    void draw_saving_film(Frame& frame, Rect row);

    // playground_stage.cpp
    void draw_stage(Frame& frame, Rect area);
    void draw_camera(Frame& frame, Rect area);
    void draw_toolbar(Frame& frame, Rect bar);
    void draw_status(Frame& frame, Rect bar);
    void draw_picture(Frame& frame, Rect area);
    void draw_marks(Frame& frame, Rect area, Rect rect, float middle);
    void draw_values(Frame& frame, Rect area);
    void draw_value(Frame& frame, const DrawnPicture& picture, int64_t x, int64_t y, Rect cell);
    void draw_opening(Frame& frame, Rect area);
    void handle_mouse(Frame& frame, Rect area);
    void draw_divider(Frame& frame, Rect area);

    void draw_numbers(Frame& frame, Rect area);

    /// What the mouse does on the stage while a button is down.
    enum class Drag { none, pan, region, grabbed };

    Services& services_;
    Playground model_;
    std::vector<std::unique_ptr<PlaygroundPanel>> panels_;
    std::vector<KeyMap> keys_;  ///< of each panel
    KeyMap film_keys_;          ///< while a film is open; what it lacks is the panel's
    FilmStrip film_strip_;
    size_t task_ = 0;                      ///< the panel in front
    std::vector<Playground::Show> shows_;  ///< how each panel's picture was seen last
    OwnJobs step_job_;
    PlaygroundTexture original_, result_;
    /// Of a film, the last frame that has its result, which is shown until the next one has.
    std::shared_ptr<const DrawnPicture> held_original_, held_result_;
    std::vector<std::unique_ptr<Texture>> thumbs_;
    enum class Source { picture, clip, camera };
    Source source_ = Source::picture;  ///< whose choices the rail shows
    const void* seen_film_ = nullptr;  ///< the film that was open when the rail was drawn last
    OwnJobs clip_job_;
    std::vector<std::shared_ptr<const DrawnPicture>> clip_pictures_;  ///< null until they are drawn
    std::vector<PlaygroundTexture> clip_thumbs_;
    Drag drag_ = Drag::none;
    PlanePoint drag_from_;
    ImVec2 pressed_at_;
    bool moved_ = false;  ///< since the button went down, farther than a click does
    std::string path_, path_error_, save_as_, proposed_;
    std::shared_ptr<const Array> seen_;  ///< the picture that was shown last
    int tab_ = 0;                        ///< narrow windows: picture, numbers, controls
};

std::unique_ptr<View> make_playground_view(Services& services);

}  // namespace upsweep::app
