// The likelihood task: a template, the likelihood of every window of its size, features and bins by choice,
// the window under the pointer. A map always belongs to the request that it carries. Beside the map: how
// alike two windows are bin by bin, the map's colours, and the scene that Step opens. No ImGui.
#pragma once

#include "app/playground/model/playground.h"
#include "vision/likelihood.h"
#include "vision/table.h"

namespace upsweep::app {

inline constexpr std::array all_features = {
    vision::PictureFeature::intensity,      vision::PictureFeature::gradient_magnitude,
    vision::PictureFeature::gradient_angle, vision::PictureFeature::shape_index,
    vision::PictureFeature::curvature,      vision::PictureFeature::orientation};

struct FeatureWords {
    std::string_view title;    ///< "gradient angle"
    std::string_view shorter;  ///< "angle": over a narrow column
    std::string_view meaning;  ///< what its 256 values stand for, in one sentence
};
const FeatureWords& words_of(vision::PictureFeature feature);
inline std::string_view title_of(vision::PictureFeature feature) { return words_of(feature).title; }
/// "intersection", "Bhattacharyya"
std::string_view title_of(vision::Measure measure);

/// The bins' shares: "min(12, 9) + min(30, 41) + …". The first `shown` bins that both have pixels in.
std::string shares_in_words(std::span<const vision::BinCount> bins, vision::Measure measure, int shown);
/// Their sum: "39 of 50 pixels".
std::string sum_in_words(std::span<const vision::BinCount> bins, vision::Measure measure, int64_t pixels);
/// How alike the window is to the template: the shares' sum over the pixels.
double likeness_of(std::span<const vision::BinCount> bins, int64_t pixels);
/// "0.874", of something small "0.00031": three digits that mean something.
std::string likelihood_text(double value);

/// The map's value of a window, by its upper left corner.
float value_at(const Array& map, const vision::Region& window);

/// Dark to teal to nearly white, even in lightness, so that the order is seen without the hue. 0 … 1.
std::array<uint8_t, 3> heat_colour(double share);
/// A map as colours, and the values at the ends of their scale.
struct HeatPicture {
    std::vector<Array> colours;  ///< red, green, blue; u8
    float low = 0, high = 0;
};
/// Every `factor`-th place of each direction where a side is longer than `most_side`.
HeatPicture heat_picture(const Array& map, int64_t most_side = int64_t{1} << 30);

/// The catalog's `likelihood_map` on a cut-out of at most 10 x 8 about a pixel, by the request's measure.
/// Bins of equal width count the values of `plane`, others the numbers in `binned`. Step shows at most
/// `most_stepped_bins`. Opens where the likelihood of the window about the pixel is written.
constexpr int most_stepped_bins = 8;
StepThrough cut_out_scene(const Array& plane, const Array& binned, const vision::LikelihoodRequest& request,
                          int64_t x, int64_t y);

/// A feature of one picture, and a small picture of it.
struct FeaturePlane {
    std::shared_ptr<const Array> pixels;
    std::shared_ptr<const DrawnPicture> thumb;
};
using FeaturePlanes = std::map<vision::PictureFeature, FeaturePlane>;

/// One finished search, with what was asked.
struct LikelihoodFound {
    std::shared_ptr<const Array> grey;
    vision::LikelihoodRequest request;
    const backends::Backend* on = &backends::cpu();
    vision::LikelihoodRun run;
    FeaturePlanes planes;  ///< of the request's features
    /// Of each feature's map, and last of their product; small.
    std::vector<std::shared_ptr<const DrawnPicture>> thumbs;
    std::optional<vision::LikelyPlace> elsewhere;

    Extent window() const { return {request.wanted.width(), request.wanted.height()}; }
    /// All parts together, transfers included.
    double milliseconds() const;
};

class LikelihoodTask : public PlaygroundTask {
  public:
    /// What is called for maps, planes and windows.
    struct Work {
        std::function<vision::LikelihoodRun(const Array&, const vision::LikelihoodRequest&,
                                            const backends::Backend&, const std::atomic<bool>*)>
            search = vision::likelihood_of;
        std::function<Array(const Array&, vision::PictureFeature)> plane = vision::feature_plane;
        std::function<std::vector<vision::BinCount>(const vision::LikelihoodRun&,
                                                    const vision::LikelihoodRequest&, size_t feature,
                                                    int64_t x, int64_t y)>
            window = vision::window_histogram;
    };
    struct Search {
        std::shared_ptr<const Array> grey;
        vision::LikelihoodRequest request;
        const backends::Backend* on = nullptr;
        FeaturePlanes planes;  ///< those that are there already
        friend bool operator==(const Search& a, const Search& b);
    };
    /// How a map is shown.
    struct Look {
        std::shared_ptr<const LikelihoodFound> of;
        std::optional<vision::PictureFeature> feature;  ///< its own map; nothing: the product
        bool plane = false;                             ///< of the feature, instead of its map
        int opacity = 0;
        friend bool operator==(const Look&, const Look&) = default;
    };
    /// One window, and whose it is.
    struct LookedAt {
        std::shared_ptr<const LikelihoodFound> of;
        size_t feature = 0;  ///< number in the request
        vision::Region window;
        friend bool operator==(const LookedAt&, const LookedAt&) = default;
    };
    enum Number : uint8_t { features_number, bins_number, measure_number, widths_number, opacity_number };

    explicit LikelihoodTask(Jobs& jobs) : LikelihoodTask(jobs, Work{}) {}
    LikelihoodTask(Jobs& jobs, const Work& work);

    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    /// The map's colours where the windows have their middles, or a feature's plane.
    bool at_rest() const override { return !search_.busy() && !look_.busy(); }
    std::shared_ptr<const DrawnPicture> result() const override;
    std::shared_ptr<const DrawnPicture> to_save() const override;
    FilmWork film_work() const override;
    std::string label() const override;
    std::string file_tag() const override { return "likelihood"; }
    /// The likelihood of the window about the pixel, or the plane's value.
    std::string value_at(int64_t x, int64_t y) const override;
    /// There is a table of sums for every bin.
    int64_t most_emulated_pixels() const override { return vision::most_emulated_elements / request_.bins; }
    std::optional<StepThrough> step_through(int64_t x, int64_t y) const override;

    /// The template, from two corners in any order, clipped to the picture; an empty one changes nothing.
    void set_wanted(vision::Region region);
    void set_measure(vision::Measure measure) { set(measure_number, int64_t(measure)); }
    void set_widths(vision::BinWidths widths) { set(widths_number, int64_t(widths)); }
    /// The nearest power of two from 8 to 256.
    void set_bins(int bins) { set(bins_number, bins); }
    /// Those to be searched, in any order; none at all changes nothing.
    void set_features(const std::vector<vision::PictureFeature>& features);
    /// Takes the feature in or out; the last one stays in.
    void toggle(vision::PictureFeature feature);
    bool has(vision::PictureFeature feature) const;
    const vision::LikelihoodRequest& request() const { return request_; }
    /// Of the map over the picture, in percent.
    int opacity() const { return int(value(opacity_number)); }

    /// What is shown: null until the first map is there; stays until the next one is.
    std::shared_ptr<const LikelihoodFound> found() const;
    /// What is shown answers the current request.
    bool current() const;
    /// Why there is no map for the request; empty if nothing went wrong.
    const std::string& complaint() const { return complaint_; }

    /// The feature whose own map, or whose plane, is shown large; nothing: the product.
    void show_feature(std::optional<vision::PictureFeature> feature, bool plane = false);
    /// As it is shown now: nothing of a feature that is not searched.
    std::optional<vision::PictureFeature> shown_feature() const;
    bool shows_plane() const;
    /// The map that is shown. Only with found().
    const Array& shown_map() const;
    /// The values at the ends of its colours.
    HeatPicture shown_heat() const;

    /// The pixel under the pointer.
    void point_at(int64_t x, int64_t y);
    /// The window whose middle is that pixel, of the size of the template that was found. Only with found().
    vision::Region window() const;
    /// The feature whose histograms are side by side: the shown one, else the first; its number in the
    /// request that was answered.
    size_t counted() const;
    /// Which window was counted last: the one under the pointer, or the one before while that is counted.
    /// Null before the first.
    const LookedAt* looked_at() const;
    const std::vector<vision::BinCount>& looked_at_bins() const { return *windows_.result(); }

    /// Looks at this bin instead of that of the pointer's pixel.
    void look_at_bin(std::optional<int> bin) { chosen_bin_ = bin; }
    /// −1 without found().
    int bin() const;

  private:
    void changed(size_t parameter) override;
    void ask();
    void ask_look();
    void ask_window();

    FeaturePlanes planes_;
    std::shared_ptr<const PlaygroundPicture> picture_;
    vision::LikelihoodRequest request_;
    LatestJob<Search, LikelihoodFound> search_;
    struct Shown {
        std::shared_ptr<const DrawnPicture> over, opaque;
        HeatPicture heat;
    };
    LatestJob<Look, Shown> look_;
    LatestJob<LookedAt, std::vector<vision::BinCount>> windows_;
    std::string complaint_;
    std::optional<vision::PictureFeature> feature_;
    bool plane_ = false;
    int64_t pointer_x_ = 0, pointer_y_ = 0;
    std::optional<int> chosen_bin_;
};

}  // namespace upsweep::app
