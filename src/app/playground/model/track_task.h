// The Track task: a template that is followed from frame to frame of a film, its path, and of each frame the
// likelihood of every place that was searched. No ImGui.
#pragma once

#include <map>

#include "app/playground/model/likelihood_task.h"
#include "vision/tracker.h"

namespace upsweep::app {

/// One frame that was followed.
struct FollowedFrame {
    std::shared_ptr<const Array> grey;
    int64_t frame = 0;
    bool is_template = false;  ///< the template is from here
    vision::TrackedFrame tracked;
    std::shared_ptr<const vision::Tracker> tracker;  ///< as it is behind this frame
    std::shared_ptr<const DrawnPicture> map;         ///< each place at its window's middle, over the picture
    std::shared_ptr<const DrawnPicture> around;      ///< the part of the frame that was searched
    float low = 0, high = 0;                         ///< the values at the ends of the map's colours

    /// The likelihood of the window about a pixel; nothing where none was searched.
    std::optional<double> likelihood_about(int64_t x, int64_t y) const;
};

/// What stays of every frame.
struct PathPoint {
    vision::Region window;
    float likelihood = 0;
    bool lost = false;
    float x() const { return float(window.x0 + window.x1) / 2; }
    float y() const { return float(window.y0 + window.y1) / 2; }
};

class TrackTask : public PlaygroundTask {
  public:
    enum Number : uint8_t { features_number, bins_number, search_number, update_number };

    explicit TrackTask(Jobs& jobs);

    std::string_view usual_sample() const override { return "clip:roundabout"; }
    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override { job_.cancel(); }
    std::shared_ptr<const DrawnPicture> result() const override;
    bool at_rest() const override;
    FilmWork film_work() const override;
    std::string label() const override;
    std::string file_tag() const override { return "track"; }
    std::string value_at(int64_t x, int64_t y) const override;
    /// The likelihood map of the first feature around the middle of the window that was found.
    std::optional<StepThrough> step_through(int64_t x, int64_t y) const override;
    std::string_view why_no_step() const override;

    /// The template, from the frame that is shown; begins again there. Clipped; an empty one changes nothing.
    void set_wanted(vision::Region region);
    void toggle(vision::PictureFeature feature);
    bool has(vision::PictureFeature feature) const;
    const vision::TrackRequest& request() const { return request_; }
    const vision::Region& wanted() const { return wanted_; }
    int64_t template_frame() const { return template_frame_; }

    /// Of the frame that is shown; null while it is followed, before the template's frame, and of frames long
    /// ago.
    std::shared_ptr<const FollowedFrame> shown() const;
    /// The frame that is shown, the one ten before it, and so on, or the nearest before each of these that
    /// was followed: the earliest first, at most `count`.
    std::vector<std::shared_ptr<const FollowedFrame>> every_tenth(size_t count) const;
    /// The frames that were followed, by number.
    const std::map<int64_t, PathPoint>& path() const { return path_; }
    int64_t frame() const { return picture_ ? picture_->frame : 0; }
    /// Where the thing that the template shows really is, in a built-in clip.
    std::optional<vision::Region> truth() const;
    /// Why it is not followed; empty if nothing went wrong.
    const std::string& complaint() const { return complaint_; }

    static constexpr size_t kept_frames = 64;

  private:
    struct Step {
        std::shared_ptr<const PlaygroundPicture> picture;
        vision::TrackRequest request;
        vision::Region wanted;
        std::shared_ptr<const FollowedFrame> before;  ///< null: the template is from this frame
        int64_t round = 0;
        friend bool operator==(const Step& a, const Step& b) {
            return a.picture->grey == b.picture->grey && a.round == b.round && a.before == b.before;
        }
    };
    static FollowedFrame follow(const Step& step);

    void changed(size_t parameter) override;
    void usual_template();
    void begin_again();
    void ask();

    std::shared_ptr<const PlaygroundPicture> picture_;
    vision::TrackRequest request_;
    vision::Region wanted_;
    std::string_view target_;  ///< what the template is, in a built-in clip
    int64_t template_frame_ = 0, round_ = 0;
    LatestJob<Step, FollowedFrame> job_;
    std::shared_ptr<const FollowedFrame> latest_;
    std::map<int64_t, std::shared_ptr<const FollowedFrame>> frames_;
    std::map<int64_t, PathPoint> path_;
    std::string complaint_;
};

}  // namespace upsweep::app
