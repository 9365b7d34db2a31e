// Follows a part of a picture through the frames of a film: the likelihood of every place near where it
// should be, by integral histograms of that neighbourhood alone (Poostchi et al. 2012, figures 8 and 9).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "vision/likelihood.h"

namespace upsweep::vision {

struct TrackRequest {
    /// Each once; their likelihoods are multiplied.
    std::vector<PictureFeature> features{PictureFeature::intensity, PictureFeature::gradient_magnitude};
    int bins = 32;        ///< 2 to 256, of equal width
    int64_t search = 40;  ///< pixels on each side of the predicted window, 4 to 256
    int update = 10;      ///< percent of the found histogram that the template takes on a frame, 0 to 100
    bool scaled = true;   ///< whether the window may grow and shrink
    /// Whether bins that are also around the template count less; else all of them count alike, as in a
    /// likelihood map.
    bool weighted = true;
    friend bool operator==(const TrackRequest&, const TrackRequest&) = default;
};

// The rules, which docs/tracking.md states too. n features.
/// Lost below this, to the power n, of the usual likelihood; found again where likelihood · prior is above.
inline constexpr float track_lost_below = 0.8F;
inline constexpr float track_certain_above = 0.9F;  ///< the template is updated above that
inline constexpr float track_sure_above = 0.97F;    ///< the speed is measured above that
inline constexpr int64_t track_most_widening = 4;  ///< the search of a lost template is at most so much wider
inline constexpr float track_scale_step = 1.05F;   ///< sizes tried: one step smaller, the same, one larger
inline constexpr int track_most_steps = 14;        ///< from half the first size to twice

/// What one feature says about the window.
struct TrackedFeature {
    Histogram found;   ///< the window's, in pixels
    Histogram wanted;  ///< the template's, for as many pixels
    /// 256 t / (t + a): the bin's share of the template against its share around it.
    Histogram weights;
    float likelihood = 0;  ///< Σ weight · min(found, wanted) / Σ weight · wanted
};

struct TrackedFrame {
    Region window;     ///< the best place; where the motion leads while it is lost
    Region predicted;  ///< where the motion led
    Region searched;   ///< every window in it was compared
    Array map;         ///< f32: the product of the features' likelihoods, a number each place in `searched`
    float likelihood = 0;  ///< of the best place, without the prior
    float usual = 0;       ///< the mean of the frames in which it was found, weighted towards the last
    bool lost = false;
    bool found_again = false;  ///< it was lost in the frame before
    bool updated = false;      ///< the template took on a part of it
    std::string_view state() const { return lost ? "lost" : found_again ? "found again" : "found"; }
    std::vector<TrackedFeature> features;
    double features_ms = 0, tables_ms = 0, places_ms = 0;  ///< added up over the cores
};

/// The best place is that of the highest likelihood · prior, where the prior is 1 / (1 + d² / s²), d pixels
/// from the predicted window and s half of the search's margin. The same frames on every machine and with any
/// number of threads.
class Tracker {
  public:
    /// Throws UsageError for a template that is empty or reaches beyond the picture, and for requests out of
    /// range. `grey` is u8.
    Tracker(const Array& grey, const Region& wanted, TrackRequest request = {});

    /// The next frame. Throws UsageError for one of another extent or type. Tables are kept from frame to
    /// frame.
    TrackedFrame follow(const Array& grey);

    const TrackRequest& request() const { return request_; }
    int64_t frames_lost() const { return frames_lost_; }

  private:
    /// One feature's template, and its table of the part that is searched: `bins` counts at each corner.
    struct Feature {
        PictureFeature feature{};
        std::vector<float> first, recent;  ///< shares of the pixels: of the first frame, and what follows it
        std::vector<float> around;         ///< the same of the pixels around the window
        std::vector<uint32_t> table;       ///< (width + 1) x (height + 1) x bins
        std::vector<float> map;
        double features_ms = 0, tables_ms = 0, places_ms = 0;
    };
    struct Best {
        Region window;
        float likelihood = 0, score = -1;
    };

    int64_t margin() const;
    Region predicted_window() const;
    void make_table(Feature& feature, const Array& grey, const Region& part) const;
    /// What windows of so many pixels are compared with.
    struct Wanted {
        Histogram counts, weights;
        float most = 0;  ///< Σ weight · count
    };
    Wanted wanted_of(const Feature& feature, int64_t pixels) const;
    float likelihood_at(const Feature& feature, const Wanted& wanted, const Region& part,
                        const Region& window) const;
    Histogram counts_in(const Feature& feature, const Region& part, const Region& window) const;
    void look_around(Feature& feature, const Region& part, const Region& window, float share) const;
    Best best_of_map(const TrackedFrame& frame) const;
    Best with_other_sizes(const TrackedFrame& frame, const Best& best) const;
    void describe(TrackedFrame& frame) const;
    void settle(TrackedFrame& frame, const Best& best);
    void update_template(const TrackedFrame& frame);
    Extent size_at(int step) const;

    TrackRequest request_;
    Extent picture_, template_size_;
    std::vector<Feature> features_;
    float x_ = 0, y_ = 0;            ///< the window's middle
    float right_ = 0, down_ = 0;     ///< pixels a frame
    int step_ = 0;                   ///< of the size
    float sure_x_ = 0, sure_y_ = 0;  ///< where it was when it was last certain
    int64_t frames_unsure_ = 0;      ///< since then
    float usual_ = 0;                ///< 0: not known yet
    int64_t frames_lost_ = 0;
};

struct TrackedPlace {
    Region window;
    bool lost = false;
};
/// On every channel, u8: a frame around the last window, white on black, dashed while it is lost, and a dot
/// for the middle of each window before.
void draw_tracked(std::vector<Array>& channels, const std::vector<TrackedPlace>& places);

/// The share of two rectangles' pixels that both have: intersection over union.
double overlap(const Region& a, const Region& b);
/// Pixels from middle to middle.
double centre_distance(const Region& a, const Region& b);

}  // namespace upsweep::vision
