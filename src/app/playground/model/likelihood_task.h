// The likelihood task's state and behaviour: a template, the likelihood of every window of its size, features
// and bins by choice, the window under the pointer. The map runs as a job; the latest request wins, and a map
// always belongs to the request that it carries. No ImGui.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/host/jobs.h"
#include "app/playground/model/likelihood_numbers.h"

namespace upsweep::app {

/// The planes of one picture, each made once.
using FeaturePlanes = std::map<vision::PictureFeature, std::shared_ptr<const Array>>;

/// One finished search, with what it was asked.
struct LikelihoodResult {
    std::shared_ptr<const Array> grey;
    vision::LikelihoodRequest request;
    const backends::Backend* on = &backends::cpu();
    vision::LikelihoodRun run;
    FeaturePlanes planes;             ///< of the request's features
    HeatPicture fused;                ///< every place
    std::vector<HeatPicture> thumbs;  ///< of each feature's map, small
    std::optional<LikelyPlace> elsewhere;

    Extent window() const { return {request.wanted.width(), request.wanted.height()}; }
    /// All parts together, transfers included.
    double milliseconds() const;
};

/// One window, bin by bin, and whose it is.
struct LookedAtWindow {
    std::shared_ptr<const LikelihoodResult> of;
    std::size_t feature = 0;  ///< number in the request
    vision::Region window;
    std::vector<vision::BinCount> bins;
};

class LikelihoodTask {
  public:
    /// What the stage shows.
    enum class Show : std::uint8_t { picture, both, map };
    /// What is called for maps, planes and windows.
    struct Work {
        std::function<vision::LikelihoodRun(const Array&, const vision::LikelihoodRequest&,
                                            const backends::Backend&, const std::atomic<bool>*)>
            search = vision::likelihood_of;
        std::function<Array(const Array&, vision::PictureFeature)> plane = vision::feature_plane;
        std::function<std::vector<vision::BinCount>(const vision::LikelihoodRun&,
                                                    const vision::LikelihoodRequest&, std::size_t feature,
                                                    std::int64_t x, std::int64_t y)>
            window = vision::window_histogram;
    };
    static constexpr int fewest_bins = 8, most_bins = 256;

    explicit LikelihoodTask(Jobs& jobs) : LikelihoodTask(jobs, Work{}) {}
    LikelihoodTask(Jobs& jobs, Work work);

    /// Nothing is searched while the task is not the one shown.
    void set_active(bool active);
    /// Another picture: the template stays if it fits, else one is chosen; what was found goes.
    void set_picture(std::shared_ptr<const Array> grey);
    void set_backend(const backends::Backend& on);

    /// From two corners in any order, clipped to the picture; an empty one changes nothing.
    void set_wanted(vision::Region region);
    /// The template with its upper left corner there, whole inside the picture.
    void move_wanted(std::int64_t x, std::int64_t y);
    void set_measure(vision::Measure measure);
    void set_widths(vision::BinWidths widths);
    /// The nearest power of two from 8 to 256.
    void set_bins(int bins);
    /// Takes the feature in or out; the last one stays in.
    void toggle(vision::PictureFeature feature);
    bool has(vision::PictureFeature feature) const;
    const vision::LikelihoodRequest& request() const { return request_; }

    /// Null until the first map is there; stays until the next one is.
    const std::shared_ptr<const LikelihoodResult>& result() const { return result_; }
    /// The result is the answer to the request as it stands.
    bool current() const;
    bool searching() const;
    /// Why there is no map for the request; empty if nothing went wrong.
    const std::string& complaint() const { return complaint_; }

    /// The feature whose own map, or whose plane, is shown large; nothing: the fused map. Of a feature that
    /// is not searched: nothing.
    void show_feature(std::optional<vision::PictureFeature> feature, bool plane = false);
    std::optional<vision::PictureFeature> shown_feature() const;
    bool shows_plane() const { return shown_feature().has_value() && plane_; }
    /// The map that is shown, and its colours. Only with a result.
    const Array& shown_map() const;
    const HeatPicture& shown_heat();

    /// The pixel under the pointer; clamped to the picture.
    void point_at(std::int64_t x, std::int64_t y);
    std::int64_t pointer_x() const { return pointer_x_; }
    std::int64_t pointer_y() const { return pointer_y_; }
    /// The window whose middle is the pointer's pixel, of the size of the result's template.
    vision::Region window() const;
    /// The feature whose histograms stand side by side: the shown one, else the first.
    vision::PictureFeature counted_feature() const;
    const std::vector<int>& edges() const;
    /// The window under the pointer, or the one before while that is counted; null before the first. Asking
    /// has it counted.
    const LookedAtWindow* looked_at();

    /// Looks at this bin instead of that of the pointer's pixel.
    void look_at_bin(std::optional<int> bin) { chosen_bin_ = bin; }
    int bin() const;

    /// What Step opens: a cut-out about the pointer. Only with a result.
    scenes::Scene scene() const;

    Show show = Show::both;
    float opacity = 0.75F;  ///< of the map over the picture

  private:
    std::size_t counted_index() const;
    void request_map();
    void changed();

    Jobs& jobs_;
    Work work_;
    bool active_ = false, plane_ = false;
    std::shared_ptr<const Array> grey_;
    const backends::Backend* on_ = &backends::cpu();
    vision::LikelihoodRequest request_;
    std::shared_ptr<Job> map_job_, window_job_;
    vision::LikelihoodRequest asked_;  ///< what the job, or the last one, was asked
    std::string complaint_;
    FeaturePlanes planes_;
    std::shared_ptr<const LikelihoodResult> result_;
    std::optional<vision::PictureFeature> shown_;
    std::int64_t pointer_x_ = 0, pointer_y_ = 0;
    std::optional<int> chosen_bin_;
    std::optional<LookedAtWindow> looked_at_;
    /// The colours of the single map last shown large.
    struct Heated {
        std::shared_ptr<const LikelihoodResult> of;
        vision::PictureFeature feature{};
        HeatPicture heat;
    } heated_;
};

}  // namespace upsweep::app
