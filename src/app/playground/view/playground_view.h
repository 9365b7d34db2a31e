// The Playground's view, in parts: rail, stage, marks over the picture, numbers, plot.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/host/view.h"
#include "app/platform/gl_renderer.h"
#include "app/playground/model/playground.h"
#include "app/playground/model/playground_time.h"
#include "app/ui/text.h"

namespace upsweep::app {

/// A picture's texture, uploaded again when the array behind it is another.
class PlaygroundTexture {
  public:
    /// Null for no array.
    const Texture* of(const std::shared_ptr<const Array>& pixels);
    void set_smooth(bool smooth);

  private:
    std::shared_ptr<const Array> pixels_;
    std::unique_ptr<Texture> texture_;
    bool smooth_ = true;
};

class PlaygroundView : public View {
  public:
    explicit PlaygroundView(Services& services);

    std::string_view name() const override { return "playground"; }
    std::string_view title() const override { return "Playground"; }
    void draw(Frame& frame) override;
    void advance(double dt) override;
    bool animating() const override;
    bool ready() const override { return model_.result() != nullptr; }
    /// The sample pictures.
    std::vector<PaletteEntry> offers() override;
    const KeyMap* keys() const override { return &keys_; }
    bool on_key(const KeyEvent& event) override;
    bool on_drop(const std::string& path) override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;

    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { turn(1); }
    void present_back() override { turn(-1); }
    std::int64_t moment() const override;

    Playground& model() { return model_; }

  private:
    void bind_keys();
    /// To the original, both, the result; stays at either end.
    void turn(int by);
    void draw_tabs(Frame& frame, Rect& area);

    // playground_rail.cpp
    void draw_rail(Frame& frame, Rect area);
    float draw_samples(Frame& frame, ImVec2 at, float width);
    float draw_path(Frame& frame, ImVec2 at, float width);
    float draw_radius(Frame& frame, ImVec2 at, float width);
    float draw_radius_field(Frame& frame, ImVec2 at, float width);
    float draw_making(Frame& frame, ImVec2 at, float width);
    void draw_saving(Frame& frame, Rect area);

    // playground_stage.cpp
    void draw_stage(Frame& frame, Rect area);
    void draw_camera(Frame& frame, Rect area);
    void draw_toolbar(Frame& frame, Rect bar);
    void draw_status(Frame& frame, Rect bar);
    void draw_picture(Frame& frame, Rect area);
    void draw_marks(Frame& frame, Rect area, Rect rect, float middle);
    void draw_values(Frame& frame, Rect area);
    void draw_opening(Frame& frame, Rect area);
    void handle_mouse(Frame& frame, Rect area);
    void draw_divider(Frame& frame, Rect area);

    // playground_numbers.cpp
    void draw_numbers(Frame& frame, Rect area);
    float draw_sum(Frame& frame, ImVec2 at, float width);
    float draw_histogram(Frame& frame, ImVec2 at, float width);
    float draw_pointer(Frame& frame, ImVec2 at, float width);
    float draw_time(Frame& frame, ImVec2 at, float width);

    /// What the mouse does on the stage while a button is down.
    enum class Drag { none, pan, region };

    Services& services_;
    Playground model_;
    KeyMap keys_;
    PlaygroundTexture original_, result_;
    std::vector<std::unique_ptr<Texture>> thumbs_;
    Drag drag_ = Drag::none;
    PlanePoint drag_from_;
    std::string path_, path_error_, radius_text_, radius_error_, save_as_, proposed_;
    int radius_seen_ = -1;               ///< the radius that the field's text is about
    std::shared_ptr<const Array> seen_;  ///< the picture that was shown last
    int tab_ = 0;                        ///< narrow windows: picture, controls, numbers
};

/// What is drawn over a picture is the same in every theme: white on near-black.
namespace over {
constexpr ImU32 white = IM_COL32(255, 255, 255, 255);
constexpr ImU32 plate = IM_COL32(12, 14, 18, 235);
constexpr ImU32 shade = IM_COL32(0, 0, 0, 178);
}  // namespace over

// playground_marks.cpp: over the picture, in window pixels.
/// White on black, so that it is seen on any grey.
void draw_outline(Frame& frame, Rect rect);
void draw_vertical(Frame& frame, float x, float top, float bottom);
/// Labels over the picture that keep off each other: one that finds no room is left out. Light plates mark
/// what is added.
class Plates {
  public:
    struct Place {
        ImVec2 at;  ///< the plate's middle left, centre or middle right
        Align align = Align::centre;
    };
    Plates(Frame& frame, Rect area) : frame_(frame), area_(area) {}
    /// No plate will lie over this.
    void keep_free(Rect rect) { taken_.push_back(rect); }
    /// Draws `text` at the first of the places that is free. False if none is.
    bool put(std::string_view text, std::initializer_list<Place> places, bool light = false);

  private:
    Frame& frame_;
    Rect area_;
    std::vector<Rect> taken_;
};
/// A plate where it is wanted, whatever lies there.
void draw_plate(Frame& frame, ImVec2 at, std::string_view text, Align align, bool light = false);
/// The rectangle with its corners A, B, C, D, each with its sign, and its size.
void draw_region(Frame& frame, Plates& plates, Rect rect, vision::Region region);
/// The window of the filter about the pointer's pixel, with its size. A large pixel shows its value instead
/// of a cross.
void draw_window(Frame& frame, Plates& plates, Rect window, Rect pixel, vision::Region region);

// playground_plot.cpp
/// Time against radius, both logarithmic: only what was measured. `radius` gets a line.
void draw_sweep(Frame& frame, Rect area, const PlaygroundSweep& sweep, int radius);

std::unique_ptr<View> make_playground_view(Services& services);

}  // namespace upsweep::app
