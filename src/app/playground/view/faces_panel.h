// The Playground's view of face detection, in parts: rail, stage, pyramid, rejection map, filter, times.
#pragma once

#include <string>
#include <vector>

#include "app/host/settings.h"
#include "app/host/view.h"
#include "app/playground/model/faces_task.h"
#include "app/playground/view/faces_textures.h"
#include "app/playground/view/playground_view.h"

namespace upsweep::app {

class FacesPanel {
  public:
    FacesPanel(Services& services, Playground& playground);

    FacesTask& task() { return task_; }

    /// Its part of the rail, from `at` down. Returns the height used.
    float draw_rail(Frame& frame, ImVec2 at, float width);
    /// Everything between rail and numbers.
    void draw_stage(Frame& frame, Rect area);
    void draw_numbers(Frame& frame, Rect area);

    void bind_keys(KeyMap& keys);
    bool on_drop(const std::string& path);
    void advance(double dt);
    bool animating() const;
    bool ready() const;
    void restore(const Settings& settings);
    void save(Settings& settings) const;

    stage::Page page() const;
    void draw_presented(Frame& frame);
    void turn(int by);
    std::int64_t moment() const;

  private:
    // faces_rail.cpp
    float draw_cascade(Frame& frame, ImVec2 at, float width);
    float draw_search(Frame& frame, ImVec2 at, float width);
    float draw_neighbours(Frame& frame, ImVec2 at, float width);
    float draw_ticks(Frame& frame, ImVec2 at, float width);
    float draw_run_on(Frame& frame, ImVec2 at, float width);

    // faces_stage.cpp
    void draw_toolbar(Frame& frame, Rect bar);
    void draw_camera(Frame& frame, Rect area);
    void draw_picture(Frame& frame, Rect area);
    void draw_rectangles(Frame& frame, Rect area);
    void draw_headline(Frame& frame, Rect area);
    void draw_state(Frame& frame, Rect area);
    void handle_mouse(Frame& frame, Rect area);
    FacesTask::Show shown() const;

    // faces_pyramid.cpp
    void draw_pyramid(Frame& frame, Rect area);
    void draw_level(Frame& frame, Rect column, int number, float scale);

    // faces_map.cpp
    float draw_map(Frame& frame, ImVec2 at, float width, float most_height);
    void draw_map_field(Frame& frame, Rect field, const char* id);
    float draw_legend(Frame& frame, ImVec2 at, float width);
    float draw_funnel(Frame& frame, ImVec2 at, float width);

    // faces_filter.cpp
    float draw_filter(Frame& frame, ImVec2 at, float width);
    float draw_parts(Frame& frame, ImVec2 at, float width);
    float draw_value(Frame& frame, ImVec2 at, float width);

    // faces_times.cpp
    float draw_times(Frame& frame, ImVec2 at, float width);

    Services& services_;
    Playground& playground_;
    FacesTask task_;
    PlaygroundTexture picture_;
    MapTexture map_{MapTexture::Look::map}, veil_{MapTexture::Look::veil};
    LevelTextures thumbs_;
    std::string cascade_path_, cascade_error_;
    bool picture_alone_ = false;  ///< while A is down
    bool dragging_ = false, dragged_ = false;
};

// What the parts share, faces_panel.cpp.
constexpr float faces_row_em = 1.5F;
/// "Rejection map        scale 18": returns the height used.
float faces_head(Frame& frame, ImVec2 at, float width, std::string_view title, std::string_view note = {},
                 TextStyle note_style = type::label);
/// "−1 606", "1 606": grouped, a minus that is one.
std::string signed_text(std::int64_t number);
/// "+2.088": `digits` behind the point.
std::string decimal_text(double number, int digits, bool plus = false);
/// "1 face", "9 faces".
std::string counted(std::int64_t number, std::string_view one, std::string_view many);

}  // namespace upsweep::app
