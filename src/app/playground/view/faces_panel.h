// The Playground's view of face detection, in parts: rail, marks, pyramid, rejection map, filter, times.
#pragma once

#include "app/playground/model/faces_task.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_texture.h"

namespace upsweep::app {

/// Textures of levels' pictures, made as they are wanted.
class LevelTextures {
  public:
    /// Of the smallest level that has at least so many pixels a row, so that a small picture stays clear.
    const Texture* of(const std::vector<vision::FaceLevel>& levels, float width_px);

  private:
    std::map<std::shared_ptr<const Array>, std::unique_ptr<Texture>> textures_;
    std::shared_ptr<const Array> first_;  ///< of the search that they belong to
};

class FacesPanel : public PlaygroundPanel {
  public:
    explicit FacesPanel(PlaygroundContext context, FaceFunctions functions = usual_face_functions());

    FacesTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override;

    void draw_controls(Frame& frame, Column& at) override;
    bool offers_table() const override { return false; }
    void draw_numbers(Frame& frame, Column& at, float bottom) override;

    std::array<std::string_view, 3> shows() const override { return {"picture", "both", "rejection map"}; }
    Playground::Show first_show() const override { return Playground::Show::original; }
    /// The picture with its faces framed, where the GPU drew it.
    const Texture* original_texture(bool smooth) override;
    std::string original_label() const override;
    /// The frames that are seen are pixels of original_texture(), not marks over the picture.
    bool frames_are_pixels() const { return frames_are_pixels_; }
    const FrameTexture& frame_texture() const { return framed_; }
    std::span<const std::string_view> hints() const override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    float strip_em(const Frame& frame) const override;
    void draw_strip(Frame& frame, Rect area) override;
    bool takes_region() const override { return false; }
    void on_click(PlanePoint at) override { task_.choose_at(at.x, at.y); }
    /// A cascade.
    bool on_drop(const std::string& path) override;

    void advance(double dt) override;
    bool animating() const override;

    std::string presented_sentence() const override;
    std::vector<std::string> presented_counts() const override;
    /// The map, as large as the picture beside it.
    void draw_presented_beside(Frame& frame, Rect area) override;
    float presented_beside_em(const Frame& frame) const override;
    int64_t moment() const override;

  private:
    // The rail.
    void draw_cascade(Frame& frame, Column& at);
    void draw_cascade_facts(Frame& frame, Column& at);
    void draw_search(Frame& frame, Column& at);
    void draw_neighbours(Frame& frame, Column& at);
    void draw_ticks(Frame& frame, Column& at);

    // The pyramid.
    void draw_head(Frame& frame, Rect head);
    void draw_searching(Frame& frame, Rect area);
    void draw_level(Frame& frame, Rect column, int number, float scale);

    // faces_numbers.cpp
    void draw_map(Frame& frame, Column& at, float most_height);
    void draw_map_field(Frame& frame, Rect field);
    void draw_legend(Frame& frame, Column& at);

    void draw_funnel(Frame& frame, Column& at, float height);

    void draw_filter(Frame& frame, Column& at);
    void draw_parts(Frame& frame, Column& at);
    void draw_value(Frame& frame, Column& at);

    void draw_times(Frame& frame, Column& at);

    PlaygroundContext context_;
    FacesTask task_;
    PlaygroundTexture map_;
    FrameTexture framed_;
    bool frames_are_pixels_ = false;
    LevelTextures thumbs_;
    RailFold cascade_fold_, search_fold_{RailFold::Begins::closed};
    std::string cascade_path_, cascade_error_;
    std::shared_ptr<const cascade::Cascade> seen_;  ///< the cascade that was there last
};

/// "+2.088": `digits` behind the point, a minus that is one.
std::string decimal_text(double number, int digits, bool plus = false);
/// "1 face", "12,345 faces".
std::string grouped_count(int64_t number, std::string_view noun);

}  // namespace upsweep::app
