// The panel of the likelihood task: features, bins and measure; template, best matches and legend over the
// picture; each feature beside its own map; two histograms and what they share.
#pragma once

#include "app/playground/model/likelihood_task.h"
#include "app/playground/view/playground_view.h"

namespace upsweep::app {

class LikelihoodPanel : public PlaygroundPanel {
  public:
    explicit LikelihoodPanel(PlaygroundContext context);

    LikelihoodTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override;
    void draw_controls(Frame& frame, Column& at) override;
    bool offers_table() const override { return false; }
    void draw_numbers(Frame& frame, Column& at, float bottom) override;
    std::array<std::string_view, 3> shows() const override { return {"picture", "split", "map"}; }
    std::span<const std::string_view> hints() const override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    float strip_em(const Frame& frame) const override;
    void draw_strip(Frame& frame, Rect area) override;
    bool grabs(PlanePoint at) const override;
    void on_drag(PlanePoint from, PlanePoint to, bool begins) override;
    void advance(double dt) override;
    bool animating() const override;
    std::string presented_subject() const override;
    std::string presented_sentence() const override;
    float presented_beside_em(const Frame& frame) const override;
    void draw_presented_beside(Frame& frame, Rect area) override;

  private:
    // The rail.
    /// The map of the next feature or the one before; the product comes after the last.
    void show_next(int by);
    void draw_features(Frame& frame, Column& at);
    void draw_bins(Frame& frame, Column& at);
    void draw_comparison(Frame& frame, Column& at);
    /// How strongly the map lies over the picture.
    void draw_opacity(Frame& frame, Column& at);

    // The strip.
    /// A small picture that shows its feature large when clicked.
    void draw_thumb(Frame& frame, const std::string& id, Rect rect,
                    const std::shared_ptr<const DrawnPicture>& picture, bool chosen,
                    const std::function<void()>& choose);
    /// Title, plane, and `to_map` from the plane the map, with the value of the pointer's window under it.
    void draw_feature(Frame& frame, Rect plane, ImVec2 to_map, size_t number);
    void draw_product(Frame& frame, Rect map);

    // The right pane.
    void draw_window_section(Frame& frame, Column& at);
    void draw_histograms_head(Frame& frame, Column& at);
    /// Bars and steps over the values' axis, `field_height` high.
    void draw_histograms(Frame& frame, Column& at, float field_height);
    void draw_likeness(Frame& frame, Column& at);
    void draw_bin(Frame& frame, Column& at);
    void draw_time(Frame& frame, Column& at);

    Playground& model_;
    LikelihoodTask task_;
    RailFold comparison_fold_;
    std::map<std::string, PlaygroundTexture> textures_;  ///< of the small pictures, by their controls
    std::optional<vision::Region> grabbed_;              ///< the template when the hand took it
    bool fills_stage_ = false;                           ///< the template, in the last frame
    double waiting_s_ = 0;                               ///< since what is shown is not what was asked
};

}  // namespace upsweep::app
