// The panel of the Track task: template, features, search; the window, its path and what was searched over
// the picture; numbers of the frame and under the pointer, two histograms, the likelihood of every frame.
#pragma once

#include "app/playground/model/track_task.h"
#include "app/playground/view/playground_view.h"

namespace upsweep::app {

class TrackPanel : public PlaygroundPanel {
  public:
    explicit TrackPanel(PlaygroundContext context)
        : model_(context.playground), task_(context.services.jobs) {}

    TrackTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override;
    void draw_controls(Frame& frame, Column& at) override;
    bool offers_table() const override { return false; }
    void draw_numbers(Frame& frame, Column& at, float bottom) override;
    std::array<std::string_view, 3> shows() const override { return {"picture", "split", "map"}; }
    Playground::Show first_show() const override { return Playground::Show::original; }
    std::span<const std::string_view> hints() const override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    float strip_em(const Frame& frame) const override;
    void draw_strip(Frame& frame, Rect area) override;
    bool grabs(PlanePoint at) const override;
    void on_drag(PlanePoint from, PlanePoint to, bool begins) override;
    void advance(double dt) override;
    std::string presented_sentence() const override;

  private:
    vision::Region window() const;
    void draw_path(Frame& frame, const PlaygroundSight& sight) const;
    void draw_frame_section(Frame& frame, Column& at);
    void draw_histograms(Frame& frame, Column& at, float height);
    void draw_likelihoods(Frame& frame, Column& at, float height);
    void draw_time(Frame& frame, Column& at);

    Playground& model_;
    TrackTask task_;
    std::optional<vision::Region> seen_region_;  ///< the Playground's, when it was last looked at
    std::optional<vision::Region> grabbed_;      ///< the window when the hand took it
    std::shared_ptr<const Array> seen_grey_;
    struct Cell {
        PlaygroundTexture around, map;
    };
    std::vector<Cell> cells_;  ///< of the strip
};

}  // namespace upsweep::app
