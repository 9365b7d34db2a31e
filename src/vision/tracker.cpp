#include "vision/tracker.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/ranges.h"
#include "core/vectors.h"
#include "vision/operation.h"

namespace upsweep::vision {
namespace {

void check_request(const Array& grey, const Region& wanted, const TrackRequest& request) {
    check_bytes(grey, "Tracking");
    const Extent picture = grey.extent();
    if (wanted.width() < 1 || wanted.height() < 1)
        throw UsageError("The template has no pixels; choose a part of the picture.");
    if (wanted.x0 < 0 || wanted.y0 < 0 || wanted.x1 > picture.width || wanted.y1 > picture.height)
        throw UsageError(
            "The template of {} × {} at ({}, {}) reaches beyond the frame of {} × {}; choose a part of it.",
            wanted.width(), wanted.height(), wanted.x0, wanted.y0, picture.width, picture.height);
    if (request.bins < 2 || request.bins > 256)
        throw UsageError("A histogram has 2 to 256 bins, not {}.", request.bins);
    if (request.search < 4 || request.search > 256)
        throw UsageError("The search reaches 4 to 256 pixels beyond the window, not {}.", request.search);
    if (request.update < 0 || request.update > 100)
        throw UsageError("The template takes on 0 to 100 percent of what is found, not {}.", request.update);
    if (request.features.empty())
        throw UsageError("Tracking needs a feature to compare; choose at least one.");
    if (std::set(request.features.begin(), request.features.end()).size() != request.features.size())
        throw UsageError("A feature is multiplied twice; choose each once.");
}

float power(float base, size_t n) {
    float product = 1;
    for (size_t i = 0; i < n; ++i) product *= base;
    return product;
}

float mixed(float a, float b, float part) { return a + (b - a) * part; }

Region around(float x, float y, Extent size) {
    const auto x0 = int64_t(std::floor(x - float(size.width) / 2 + 0.5F)),
               y0 = int64_t(std::floor(y - float(size.height) / 2 + 0.5F));
    return {x0, y0, x0 + size.width, y0 + size.height};
}

/// Moved into the picture, which is as large at least.
Region moved_into(Region window, Extent picture) {
    const int64_t x = std::clamp<int64_t>(window.x0, 0, picture.width - window.width()) - window.x0,
                  y = std::clamp<int64_t>(window.y0, 0, picture.height - window.height()) - window.y0;
    return {window.x0 + x, window.y0 + y, window.x1 + x, window.y1 + y};
}

Region grown(const Region& window, int64_t by, Extent picture) {
    return clipped({window.x0 - by, window.y0 - by, window.x1 + by, window.y1 + by}, picture);
}

/// The window and what is around it, up to half its size away.
Region ring_of(const Region& window) {
    const int64_t x = (window.width() + 1) / 2, y = (window.height() + 1) / 2;
    return {window.x0 - x, window.y0 - y, window.x1 + x, window.y1 + y};
}

Region clipped_to(const Region& region, const Region& part) {
    return {std::max(region.x0, part.x0), std::max(region.y0, part.y0), std::min(region.x1, part.x1),
            std::min(region.y1, part.y1)};
}

Array cut_out(const Array& grey, const Region& part) {
    Array cut(ScalarType::u8, {part.width(), part.height()});
    const uint8_t* from = grey.view<uint8_t>().data();
    uint8_t* to = cut.view<uint8_t>().data();
    for (int64_t y = part.y0; y < part.y1; ++y, to += part.width())
        std::copy_n(from + y * grey.extent().width + part.x0, part.width(), to);
    return cut;
}

// ---- An integral histogram whose bins lie side by side: a window's corners are four rows of counts

struct TableRow {
    const uint8_t* pixels;
    int64_t width;
    int bins;
    const uint32_t* above;  ///< the row of corners above, from its second corner on
    uint32_t* here;
    uint32_t* row;  ///< bins counts, zeros at first
};

UPSWEEP_INLINE void add_table_row(const TableRow& at) {
    const int bins = at.bins;
    const uint32_t* __restrict above = at.above;
    uint32_t* __restrict here = at.here;
    uint32_t* __restrict row = at.row;
    for (int64_t x = 0; x < at.width; ++x, above += bins, here += bins) {
        ++row[at.pixels[x]];
        for (int bin = 0; bin < bins; ++bin) here[bin] = above[bin] + row[bin];
    }
}

/// A row of places: the counts that windows of one size share with the template.
struct PlaceRow {
    const uint32_t *top, *bottom;  ///< the corners of the row's first window
    const uint32_t *wanted, *weights;
    int64_t places, apart;  ///< `apart`: from a window's left corner to its right one, in counts
    int bins;
    float most;
    float* likelihoods;
};

UPSWEEP_INLINE void compare_row(const PlaceRow& at) {
    const int bins = at.bins;
    const uint32_t* __restrict a = at.top;
    const uint32_t* __restrict c = at.bottom;
    const uint32_t* __restrict b = a + at.apart;
    const uint32_t* __restrict d = c + at.apart;
    const uint32_t* __restrict wanted = at.wanted;
    const uint32_t* __restrict weights = at.weights;
    for (int64_t x = 0; x < at.places; ++x, a += bins, b += bins, c += bins, d += bins) {
        uint32_t shared = 0;
        for (int bin = 0; bin < bins; ++bin)
            shared += weights[bin] * std::min(d[bin] - b[bin] - c[bin] + a[bin], wanted[bin]);
        at.likelihoods[x] = float(shared) / at.most;
    }
}

}  // namespace

Tracker::Tracker(const Array& grey, const Region& wanted, TrackRequest request)
    : request_(std::move(request)), picture_(grey.extent()), template_size_{wanted.width(), wanted.height()} {
    check_request(grey, wanted, request_);
    x_ = float(wanted.x0) + float(wanted.width()) / 2;
    y_ = float(wanted.y0) + float(wanted.height()) / 2;
    sure_x_ = x_, sure_y_ = y_;
    for (const PictureFeature which : request_.features) {
        Feature& feature = features_.emplace_back();
        feature.feature = which;
        const Region part = clipped(ring_of(wanted), picture_);
        make_table(feature, grey, part);
        for (const uint32_t count : counts_in(feature, part, wanted))
            feature.first.push_back(float(count) / float(wanted.count()));
        feature.recent = feature.first;
        feature.around.resize(feature.first.size());
        look_around(feature, part, wanted, 1);
    }
}

int64_t Tracker::margin() const {
    const int64_t wider = request_.search * (8 + frames_lost_) / 8;
    return std::min(wider, track_most_widening * request_.search);
}

Extent Tracker::size_at(int step) const {
    float factor = 1;
    for (int i = 0; i < std::abs(step); ++i) factor *= track_scale_step;
    if (step < 0) factor = 1 / factor;
    const auto scaled = [&](int64_t length, int64_t most) {
        return std::clamp<int64_t>(int64_t(float(length) * factor + 0.5F), 1, most);
    };
    return {scaled(template_size_.width, picture_.width), scaled(template_size_.height, picture_.height)};
}

Region Tracker::predicted_window() const {
    return moved_into(around(x_ + right_, y_ + down_, size_at(step_)), picture_);
}

void Tracker::make_table(Feature& feature, const Array& grey, const Region& part) const {
    double start = steady_seconds();
    // The features of a pixel need those around it.
    const Region with_rim = grown(part, 1, picture_);
    Array plane = reference::plane_of_feature(cut_out(grey, with_rim), feature.feature, 1);
    for (uint8_t& value : plane.view<uint8_t>()) value = uint8_t(value * request_.bins / 256);
    feature.features_ms = milliseconds_since(start);
    start = steady_seconds();
    const int64_t row = (part.width() + 1) * request_.bins;
    feature.table.resize(size_t(row * (part.height() + 1)));
    std::fill_n(feature.table.begin(), row, 0U);
    static const auto add = form_for_this_processor<add_table_row>();
    std::vector<uint32_t> counts(static_cast<size_t>(request_.bins));
    const uint8_t* pixels = plane.view<uint8_t>().data() + (part.y0 - with_rim.y0) * plane.extent().width +
                            (part.x0 - with_rim.x0);
    for (int64_t y = 0; y < part.height(); ++y) {
        uint32_t* here = feature.table.data() + (y + 1) * row;
        std::fill_n(here, request_.bins, 0U);
        std::fill(counts.begin(), counts.end(), 0U);
        add({pixels + y * plane.extent().width, part.width(), request_.bins, here - row + request_.bins,
             here + request_.bins, counts.data()});
    }
    feature.tables_ms = milliseconds_since(start);
}

Tracker::Wanted Tracker::wanted_of(const Feature& feature, int64_t pixels) const {
    Wanted wanted;
    uint32_t most = 0;
    for (size_t bin = 0; bin < feature.first.size(); ++bin) {
        const float share = (feature.first[bin] + feature.recent[bin]) / 2, around = feature.around[bin];
        wanted.counts.push_back(uint32_t(share * float(pixels) + 0.5F));
        const bool shared = request_.weighted && share > 0;
        wanted.weights.push_back(!request_.weighted ? 1
                                 : shared           ? uint32_t(256 * share / (share + around) + 0.5F)
                                                    : 0);
        most += wanted.counts.back() * wanted.weights.back();
    }
    wanted.most = request_.weighted ? float(std::max(most, 1U)) : float(pixels);
    return wanted;
}

Histogram Tracker::counts_in(const Feature& feature, const Region& part, const Region& window) const {
    const int64_t bins = request_.bins, row = (part.width() + 1) * bins;
    const uint32_t* a = feature.table.data() + (window.y0 - part.y0) * row + (window.x0 - part.x0) * bins;
    const uint32_t *b = a + window.width() * bins, *c = a + window.height() * row,
                   *d = c + window.width() * bins;
    Histogram counts;
    for (int64_t bin = 0; bin < bins; ++bin) counts.push_back(d[bin] - b[bin] - c[bin] + a[bin]);
    return counts;
}

/// What lies around the window, up to half its size away, in `part`: four corners more.
void Tracker::look_around(Feature& feature, const Region& part, const Region& window, float share) const {
    const Region wide = clipped_to(ring_of(window), part);
    const int64_t pixels = wide.count() - window.count();
    const Histogram all = counts_in(feature, part, wide), inside = counts_in(feature, part, window);
    for (size_t bin = 0; bin < all.size(); ++bin) {
        const float now = pixels > 0 ? float(all[bin] - inside[bin]) / float(pixels) : 0;
        feature.around[bin] += share * (now - feature.around[bin]);
    }
}

float Tracker::likelihood_at(const Feature& feature, const Wanted& wanted, const Region& part,
                             const Region& window) const {
    const int64_t bins = request_.bins, row = (part.width() + 1) * bins;
    const uint32_t* corner =
        feature.table.data() + (window.y0 - part.y0) * row + (window.x0 - part.x0) * bins;
    float likelihood = 0;
    compare_row({corner, corner + window.height() * row, wanted.counts.data(), wanted.weights.data(), 1,
                 window.width() * bins, request_.bins, wanted.most, &likelihood});
    return likelihood;
}

namespace {

/// How much the motion speaks for a window.
float prior_of(const Region& window, const Region& predicted, int64_t margin) {
    const float x = float(window.x0 + window.x1 - predicted.x0 - predicted.x1) / 2,
                y = float(window.y0 + window.y1 - predicted.y0 - predicted.y1) / 2, reach = float(margin) / 2;
    return 1 / (1 + (x * x + y * y) / (reach * reach));
}

}  // namespace

Tracker::Best Tracker::best_of_map(const TrackedFrame& frame) const {
    const Extent places = frame.map.extent();
    const auto values = frame.map.view<float>();
    Best best;
    for (int64_t y = 0; y < places.height; ++y)
        for (int64_t x = 0; x < places.width; ++x) {
            const int64_t x0 = frame.searched.x0 + x, y0 = frame.searched.y0 + y;
            const Region window{x0, y0, x0 + frame.predicted.width(), y0 + frame.predicted.height()};
            const float likelihood = values[size_t(y * places.width + x)];
            const float score = likelihood * prior_of(window, frame.predicted, margin());
            if (score > best.score) best = {window, likelihood, score};
        }
    return best;
}

Tracker::Best Tracker::with_other_sizes(const TrackedFrame& frame, const Best& best) const {
    Best chosen = best;
    // Another size has to be clearly better, or noise makes windows breathe.
    float least = best.likelihood * power(1.01F, features_.size());
    const float x = float(best.window.x0 + best.window.x1) / 2,
                y = float(best.window.y0 + best.window.y1) / 2;
    for (const int step : {step_ - 1, step_ + 1}) {
        if (std::abs(step) > track_most_steps) continue;
        const Extent size = size_at(step);
        std::vector<Wanted> wanted;
        for (const Feature& feature : features_)
            wanted.push_back(wanted_of(feature, size.width * size.height));
        for (int down = -2; down <= 2; ++down)
            for (int right = -2; right <= 2; ++right) {
                const Region window = around(x + float(right), y + float(down), size);
                if (clipped(window, picture_) != window || window.x0 < frame.searched.x0 ||
                    window.y0 < frame.searched.y0 || window.x1 > frame.searched.x1 ||
                    window.y1 > frame.searched.y1)
                    continue;
                float likelihood = 1;
                for (size_t i = 0; i < features_.size(); ++i)
                    likelihood *= likelihood_at(features_[i], wanted[i], frame.searched, window);
                if (likelihood > least) {
                    least = likelihood;
                    chosen = {window, likelihood, best.score};
                }
            }
    }
    return chosen;
}

TrackedFrame Tracker::follow(const Array& grey) {
    check_bytes(grey, "Tracking");
    if (grey.extent() != picture_)
        throw UsageError(
            "A frame of {} × {} follows frames of {} × {}; tracking takes films whose frames are of one "
            "size.",
            grey.extent().width, grey.extent().height, picture_.width, picture_.height);
    TrackedFrame frame;
    frame.predicted = predicted_window();
    frame.searched = grown(frame.predicted, margin(), picture_);
    const Region &part = frame.searched, &window = frame.predicted;
    const Extent places{part.width() - window.width() + 1, part.height() - window.height() + 1};
    static const auto compare = form_for_this_processor<compare_row>();
    parallel_rows(length(features_), [&](int64_t first, int64_t last) {
        for (int64_t i = first; i < last; ++i) {
            Feature& feature = features_[size_t(i)];
            make_table(feature, grey, part);
            const double start = steady_seconds();
            const Wanted wanted = wanted_of(feature, window.count());
            feature.map.resize(size_t(places.count()));
            const int64_t bins = request_.bins, row = (part.width() + 1) * bins;
            for (int64_t y = 0; y < places.height; ++y) {
                const uint32_t* top = feature.table.data() + y * row;
                compare({top, top + window.height() * row, wanted.counts.data(), wanted.weights.data(),
                         places.width, window.width() * bins, request_.bins, wanted.most,
                         feature.map.data() + y * places.width});
            }
            feature.places_ms = milliseconds_since(start);
        }
    });
    frame.map = Array(ScalarType::f32, places);
    const auto fused = frame.map.view<float>();
    std::fill(fused.begin(), fused.end(), 1.0F);
    for (const Feature& feature : features_) {
        for (size_t i = 0; i < fused.size(); ++i) fused[i] *= feature.map[i];
        frame.features_ms += feature.features_ms;
        frame.tables_ms += feature.tables_ms;
        frame.places_ms += feature.places_ms;
    }
    Best best = best_of_map(frame);
    if (request_.scaled && frames_lost_ == 0) best = with_other_sizes(frame, best);
    settle(frame, best);
    return frame;
}

void Tracker::settle(TrackedFrame& frame, const Best& best) {
    const size_t n = features_.size();
    frame.likelihood = best.likelihood;
    const bool was_lost = frames_lost_ > 0;
    const float least = usual_ * power(track_lost_below, n), certain = usual_ * power(track_certain_above, n);
    frame.usual = usual_;
    if ((was_lost ? best.score : best.likelihood) < least) {
        frame.lost = true;
        // It is where its speed led it since the last place that was certain.
        ++frames_unsure_;
        ++frames_lost_;
        x_ = sure_x_ + right_ * float(frames_unsure_);
        y_ = sure_y_ + down_ * float(frames_unsure_);
        frame.window =
            moved_into(around(x_, y_, {frame.predicted.width(), frame.predicted.height()}), picture_);
        describe(frame);
        return;
    }
    frame.found_again = was_lost;
    // The less certain the place, the more the motion counts: a thing that is half hidden pulls to its rest.
    const float trust =
        usual_ == 0 ? 1
                    : std::clamp((best.likelihood - least) / std::max(certain - least, 1e-6F), 0.0F, 1.0F);
    const float predicted_x = float(frame.predicted.x0 + frame.predicted.x1) / 2,
                predicted_y = float(frame.predicted.y0 + frame.predicted.y1) / 2;
    const float x = mixed(predicted_x, float(best.window.x0 + best.window.x1) / 2, was_lost ? 1 : trust),
                y = mixed(predicted_y, float(best.window.y0 + best.window.y1) / 2, was_lost ? 1 : trust);
    frame.window = moved_into(around(x, y, {best.window.width(), best.window.height()}), picture_);
    describe(frame);
    // Speed is a mean that follows the places that are certain; the first frame has nothing but its own.
    ++frames_unsure_;
    const bool sure = was_lost || best.likelihood >= usual_ * power(track_sure_above, n);
    if (sure) {
        const float part = was_lost ? 0 : usual_ == 0 ? 1 : 0.5F;
        right_ += part * ((x - sure_x_) / float(frames_unsure_) - right_);
        down_ += part * ((y - sure_y_) / float(frames_unsure_) - down_);
        sure_x_ = x, sure_y_ = y;
        frames_unsure_ = 0;
    }
    x_ = x, y_ = y;
    if (best.window.count() != frame.predicted.count())
        step_ += best.window.count() > frame.predicted.count() ? 1 : -1;
    frame.updated = request_.update > 0 && best.likelihood >= certain;
    if (frame.updated) update_template(frame);
    usual_ = usual_ == 0 ? best.likelihood : usual_ + 0.1F * (best.likelihood - usual_);
    frames_lost_ = 0;
}

void Tracker::describe(TrackedFrame& frame) const {
    for (const Feature& feature : features_) {
        Wanted wanted = wanted_of(feature, frame.window.count());
        const float likelihood = likelihood_at(feature, wanted, frame.searched, frame.window);
        frame.features.push_back({counts_in(feature, frame.searched, frame.window), std::move(wanted.counts),
                                  std::move(wanted.weights), likelihood});
    }
}

/// Half of the template stays the first frame's; the other half follows what is found.
void Tracker::update_template(const TrackedFrame& frame) {
    const float part = float(request_.update) / 100;
    for (size_t i = 0; i < features_.size(); ++i) {
        look_around(features_[i], frame.searched, frame.window, part);
        for (size_t bin = 0; bin < features_[i].recent.size(); ++bin) {
            const float found = float(frame.features[i].found[bin]) / float(frame.window.count());
            features_[i].recent[bin] += part * (found - features_[i].recent[bin]);
        }
    }
}

const Operation track_operation = {
    .slug = "track",
    .title = "Track",
    .parameters =
        {{.name = "features",  // a bit for each, the lowest is intensity
          .setting = "playground.track.features",
          .least = 1,
          .most = (1 << reference::feature_count) - 1,
          .initial = 3},
         {.name = "bins",
          .setting = "playground.track.bins",
          .least = 8,
          .most = 256,
          .initial = 32,
          .power_of_two = true},
         {.name = "search", .setting = "playground.track.search", .least = 4, .most = 128, .initial = 40},
         {.name = "update", .setting = "playground.track.update", .most = 100, .initial = 10}},
};

double overlap(const Region& a, const Region& b) {
    const int64_t width = std::min(a.x1, b.x1) - std::max(a.x0, b.x0),
                  height = std::min(a.y1, b.y1) - std::max(a.y0, b.y0);
    if (width <= 0 || height <= 0) return 0;
    const int64_t both = width * height;
    return double(both) / double(a.count() + b.count() - both);
}

double centre_distance(const Region& a, const Region& b) {
    const double x = double(a.x0 + a.x1 - b.x0 - b.x1) / 2, y = double(a.y0 + a.y1 - b.y0 - b.y1) / 2;
    return std::sqrt(x * x + y * y);
}

void draw_tracked(std::vector<Array>& channels, const std::vector<TrackedPlace>& places) {
    const Extent extent = channels.front().extent();
    const auto set = [&](int64_t x, int64_t y, uint8_t value) {
        if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return;
        for (Array& channel : channels) channel.view<uint8_t>()[size_t(y * extent.width + x)] = value;
    };
    for (const TrackedPlace& place : places) {
        const int64_t x = (place.window.x0 + place.window.x1) / 2,
                      y = (place.window.y0 + place.window.y1) / 2;
        for (int64_t i = 0; i < 4; ++i) set(x + i % 2, y + i / 2, place.lost ? 0 : 255);
    }
    const TrackedPlace& last = places.back();
    for (const int64_t by : {1, 0}) {
        const Region frame{last.window.x0 - by, last.window.y0 - by, last.window.x1 + by,
                           last.window.y1 + by};
        for (int64_t x = frame.x0; x < frame.x1; ++x)
            for (const int64_t y : {frame.y0, frame.y1 - 1})
                // Dashed while it is lost.
                if (!last.lost || (x / 4) % 2 == 0) set(x, y, by == 0 ? 255 : 0);
        for (int64_t y = frame.y0; y < frame.y1; ++y)
            for (const int64_t x : {frame.x0, frame.x1 - 1})
                if (!last.lost || (y / 4) % 2 == 0) set(x, y, by == 0 ? 255 : 0);
    }
}

}  // namespace upsweep::vision
