#include "app/playground/model/likelihood_task.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/words.h"

namespace upsweep::app {

namespace {

using vision::Measure;
using vision::PictureFeature;

double sum_of(std::span<const vision::BinCount> bins) {
    double sum = 0;
    for (const vision::BinCount& bin : bins) sum += bin.shared;
    return sum;
}

}  // namespace

const FeatureWords& words_of(PictureFeature feature) {
    static constexpr std::array<FeatureWords, reference::feature_count> words = {{
        {"intensity", "intensity", "The grey itself."},
        {"gradient magnitude", "magnitude", "How steeply the grey changes: edges are bright."},
        {"gradient angle", "angle", "Which way the grey rises, from 0 to 360 degrees."},
        {"shape index", "shape",
         "Pit, valley, saddle, ridge or peak, from the two curvatures of the Hessian."},
        {"curvature", "curvature", "How strongly the grey curves, from the two curvatures of the Hessian."},
        {"orientation", "orientation", "Which way a line runs, from an eigenvector of the Hessian."},
    }};
    return nth(words, feature);
}

std::string_view title_of(Measure measure) {
    return nth(vision::likelihood_operation.parameters[2].words, measure);
}

std::string shares_in_words(std::span<const vision::BinCount> bins, Measure measure, int shown) {
    std::string text;
    int filled = 0;
    for (const vision::BinCount& bin : bins) {
        if (bin.count == 0 || bin.wanted == 0 || ++filled > shown) continue;
        if (filled > 1) text += " + ";
        text += fmt::format(fmt::runtime(measure == Measure::intersection ? "min({}, {})" : "√({} · {})"),
                            grouped(bin.wanted), grouped(bin.count));
    }
    if (filled == 0) return "0";
    return filled > shown ? text + " + …" : text;
}

std::string sum_in_words(std::span<const vision::BinCount> bins, Measure measure, int64_t pixels) {
    const double sum = sum_of(bins);
    const std::string text =
        measure == Measure::intersection ? grouped(std::llround(sum)) : fmt::format("{:.1f}", sum);
    return fmt::format("{} of {} pixels", text, grouped(pixels));
}

double likeness_of(std::span<const vision::BinCount> bins, int64_t pixels) {
    return sum_of(bins) / double(pixels);
}

std::string likelihood_text(double value) {
    if (value == 0 || value >= 0.0995) return fmt::format("{:.3f}", value);
    if (value >= 1e-6) return fmt::format("{:.{}f}", value, 2 - int(std::floor(std::log10(value))));
    return fmt::format("{:.2e}", value);
}

float value_at(const Array& map, const vision::Region& window) {
    return nth(map.view<float>(), window.y0 * map.extent().width + window.x0);
}

std::array<uint8_t, 3> heat_colour(double share) {
    struct Stop {
        double at;
        std::array<double, 3> rgb;
    };
    // Placed by lightness (CIE L* 6, 30, 55, 80, 97), so that equal steps of the value look equal.
    static constexpr std::array<Stop, 5> stops = {{{0, {16, 20, 26}},
                                                   {0.26, {16, 78, 68}},
                                                   {0.54, {17, 146, 119}},
                                                   {0.81, {29, 221, 182}},
                                                   {1, {226, 255, 246}}}};
    share = std::clamp(share, 0.0, 1.0);
    size_t next = 1;
    while (next + 1 < stops.size() && share > stops[next].at) ++next;
    const Stop &low = stops[next - 1], &high = stops[next];
    const double part = (share - low.at) / (high.at - low.at);
    std::array<uint8_t, 3> colour{};
    for (size_t i = 0; i < 3; ++i)
        colour[i] = uint8_t(std::lround(low.rgb[i] + part * (high.rgb[i] - low.rgb[i])));
    return colour;
}

HeatPicture heat_picture(const Array& map, int64_t most_side) {
    const Extent places = map.extent();
    const auto values = map.view<float>();
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    HeatPicture picture{{}, *low, *high};
    const int64_t factor = (std::max(places.width, places.height) + most_side - 1) / most_side;
    const Extent shown{(places.width + factor - 1) / factor, (places.height + factor - 1) / factor};
    std::array<std::array<uint8_t, 3>, 256> colours;
    for (size_t i = 0; i < colours.size(); ++i) colours[i] = heat_colour(double(i) / 255);
    const float range = std::max(*high - *low, std::numeric_limits<float>::min());
    picture.colours.assign(3, Array(ScalarType::u8, shown));
    std::array<uint8_t*, 3> to{};
    for (size_t i = 0; i < 3; ++i) to[i] = picture.colours[i].view<uint8_t>().data();
    for (int64_t y = 0; y < shown.height; ++y)
        for (int64_t x = 0; x < shown.width; ++x) {
            const float value = nth(values, y * factor * places.width + x * factor);
            const auto& colour = colours[size_t((value - *low) / range * 255.0F + 0.5F)];
            for (size_t i = 0; i < 3; ++i) *to[i]++ = colour[i];
        }
    return picture;
}

StepThrough cut_out_scene(const Array& plane, const Array& binned, const vision::LikelihoodRequest& request,
                          int64_t x, int64_t y) {
    const std::string slug = "likelihood_map";
    const Extent most = scenes::initial_scene(slug).catalog().parameters.extent;
    const vision::Region part = cut_out_around(plane.extent(), most, x, y);
    const bool numbers = request.widths == vision::BinWidths::equal_share;
    // With fewer bins than the task's, neighbours share one.
    scenes::Scene scene = scene_on_cut_out(slug, numbers ? binned : plane, part,
                                           {{"bins", std::min(request.bins, most_stepped_bins)},
                                            {"levels", numbers ? request.bins : 256},
                                            {"measure", int64_t(request.measure)}});
    const int64_t place = window_about_pixel(scene, x - part.x0, y - part.y0);
    return {std::move(scene), place};
}

namespace {

constexpr int64_t thumb_side = 320;
/// A search that takes longer is given up for a newer request; a quicker one is shown first.
constexpr double worth_waiting_ms = 400;

int64_t bit_of(PictureFeature feature) { return int64_t{1} << int(feature); }

FeaturePlane plane_of(Array pixels) {
    const Extent extent = pixels.extent();
    const int64_t factor = (std::max(extent.width, extent.height) + thumb_side - 1) / thumb_side;
    std::vector<Array> small;
    small.push_back(factor == 1 ? pixels : media::reduced(pixels, factor));
    return {std::make_shared<const Array>(std::move(pixels)), drawn_picture(std::move(small))};
}

/// Where a map lies: each place at its window's middle.
vision::Region place_of(const Array& map, Extent window) {
    const int64_t x = window.width / 2, y = window.height / 2;
    return {x, y, x + map.extent().width, y + map.extent().height};
}

LikelihoodFound searched(const LikelihoodTask::Search& search, const LikelihoodTask::Work& work,
                         const Job& job) {
    LikelihoodFound found{search.grey, search.request, search.on, {}, search.planes, {}, {}};
    for (const PictureFeature feature : search.request.features)
        if (FeaturePlane& plane = found.planes[feature]; !plane.pixels && !job.cancelled())
            plane = plane_of(work.plane(*search.grey, feature));
    found.run = work.search(*search.grey, search.request, *search.on, job.cancel_flag());
    const auto add_thumb = [&](const Array& map) {
        found.thumbs.push_back(
            drawn_picture(heat_picture(map, thumb_side).colours, place_of(map, found.window())));
    };
    for (const Array& map : found.run.maps) add_thumb(map);
    add_thumb(found.run.fused);
    found.elsewhere = vision::best_elsewhere(found.run.fused, search.request.wanted);
    return found;
}

size_t number_of(const LikelihoodFound& found, PictureFeature feature) {
    const auto& features = found.request.features;
    return size_t(std::find(features.begin(), features.end(), feature) - features.begin());
}

const Array& map_of(const LikelihoodTask::Look& look) {
    return look.feature ? look.of->run.maps[number_of(*look.of, *look.feature)] : look.of->run.fused;
}

}  // namespace

bool operator==(const LikelihoodTask::Search& a, const LikelihoodTask::Search& b) {
    return a.grey == b.grey && a.on == b.on && a.request == b.request;
}

double LikelihoodFound::milliseconds() const {
    return run.planes_ms + run.tensor_ms + run.map_ms + run.transfer_ms;
}

LikelihoodTask::LikelihoodTask(Jobs& jobs, const Work& work)
    : PlaygroundTask(vision::likelihood_operation),
      search_(jobs, "Searching",
              [work](const Search& search, Job& job) { return searched(search, work, job); }),
      look_(jobs, "Colouring the map",
            [](const Look& look, Job&) {
                Shown shown{{}, {}, heat_picture(map_of(look))};
                std::vector<Array> channels;
                if (look.plane)
                    channels.push_back(*look.of->planes.at(*look.feature).pixels);
                else
                    channels = shown.heat.colours;
                shown.heat.colours.clear();
                shown.opaque = drawn_picture(channels);
                shown.over = shown.opaque;
                if (look.plane) return shown;
                Array& alpha = channels.emplace_back(ScalarType::u8, channels.front().extent());
                std::fill(alpha.view<uint8_t>().begin(), alpha.view<uint8_t>().end(),
                          uint8_t(look.opacity * 255 / 100));
                shown.over = drawn_picture(std::move(channels), place_of(map_of(look), look.of->window()));
                return shown;
            }),
      windows_(jobs, "Counting a window", [work](const LookedAt& at, Job&) {
          return work.window(at.of->run, at.of->request, at.feature, at.window.x0, at.window.y0);
      }) {
    search_.on_done = [this] {
        complaint_.clear();
        planes_.insert(search_.result()->planes.begin(), search_.result()->planes.end());
        ask_look();
    };
    search_.on_failed = [this](const std::string& sentence) { complaint_ = sentence; };
    look_.on_done = [this] { ask_window(); };
}

void LikelihoodTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    if (!picture_ || picture_->grey != picture->grey) {
        if (!picture_ || !picture_->same_film(*picture)) {
            search_.forget();
            look_.forget();
            windows_.forget();
            chosen_bin_.reset();
        }
        planes_.clear();
        const Extent extent = picture->extent();
        if (vision::clipped(request_.wanted, extent) != request_.wanted || request_.wanted.count() == 0)
            request_.wanted = {extent.width / 4, extent.height / 4, extent.width / 4 + (extent.width + 3) / 4,
                               extent.height / 4 + (extent.height + 3) / 4};
    }
    picture_ = std::move(picture);
    point_at(pointer_x_, pointer_y_);
    ask();
}

void LikelihoodTask::leave() {
    search_.cancel();
    look_.cancel();
    windows_.cancel();
}

std::shared_ptr<const DrawnPicture> LikelihoodTask::result() const {
    return look_.result() ? look_.result()->over : nullptr;
}

std::shared_ptr<const DrawnPicture> LikelihoodTask::to_save() const {
    return look_.result() ? look_.result()->opaque : nullptr;
}

PlaygroundTask::FilmWork LikelihoodTask::film_work() const {
    if (!picture_) return {};
    return [request = request_, on = picture_->on](const media::Frame& frame) {
        const vision::LikelihoodRun run = vision::likelihood_of(frame.grey, request, *on);
        return std::vector<Array>{vision::heat_of(run.fused, frame.grey.extent())};
    };
}

std::string LikelihoodTask::label() const {
    const auto feature = shown_feature();
    if (shows_plane()) return std::string(title_of(*feature));
    const std::string what = feature ? fmt::format("likelihood by {}", title_of(*feature)) : "likelihood";
    return current() ? what : what + ", before the change";
}

std::string LikelihoodTask::value_at(int64_t x, int64_t y) const {
    const auto shown = found();
    const Extent extent = shown ? shown->grey->extent() : Extent{};
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return {};
    if (shows_plane()) return shown->planes.at(*shown_feature()).pixels->text(y * extent.width + x);
    return likelihood_text(app::value_at(shown_map(), cut_out_around(extent, shown->window(), x, y)));
}

std::optional<StepThrough> LikelihoodTask::step_through(int64_t x, int64_t y) const {
    const auto shown = found();
    if (!shown) return std::nullopt;
    const PictureFeature feature = shown->request.features[counted()];
    return cut_out_scene(*shown->planes.at(feature).pixels, shown->run.binned[counted()], shown->request, x,
                         y);
}

void LikelihoodTask::set_wanted(vision::Region region) {
    if (!picture_) return;
    region = vision::clipped(region, picture_->extent());
    if (region.count() <= 0 || region == request_.wanted) return;
    request_.wanted = region;
    ask();
}

void LikelihoodTask::changed(size_t parameter) {
    if (parameter == opacity_number) return ask_look();
    if (value(bins_number) != request_.bins) chosen_bin_.reset();
    request_.bins = int(value(bins_number));
    request_.measure = vision::Measure(value(measure_number));
    request_.widths = vision::BinWidths(value(widths_number));
    request_.features.clear();
    for (const PictureFeature feature : all_features)
        if (has(feature)) request_.features.push_back(feature);
    ask();
}

void LikelihoodTask::set_features(const std::vector<PictureFeature>& features) {
    int64_t bits = 0;
    for (const PictureFeature feature : features) bits |= bit_of(feature);
    if (bits != 0) set(features_number, bits);
}

void LikelihoodTask::toggle(PictureFeature feature) {
    const int64_t bits = value(features_number) ^ bit_of(feature);
    if (bits != 0) set(features_number, bits);
}

bool LikelihoodTask::has(PictureFeature feature) const {
    return (value(features_number) & bit_of(feature)) != 0;
}

void LikelihoodTask::ask() {
    if (!picture_) return;
    const Search search{picture_->grey, request_, picture_->on, planes_};
    const bool slow = search_.result() && search_.result()->milliseconds() > worth_waiting_ms;
    if (slow && search_.busy()) search_.cancel();
    complaint_.clear();
    search_.ask(search);
}

void LikelihoodTask::ask_look() {
    const auto& latest = search_.result();
    if (!latest) return;
    const auto& features = latest->request.features;
    const bool there = feature_ && contains(features, *feature_);
    look_.ask({latest, there ? feature_ : std::nullopt, there && plane_, opacity()});
}

void LikelihoodTask::ask_window() {
    if (const auto shown = found()) windows_.ask({shown, counted(), window()});
}

std::shared_ptr<const LikelihoodFound> LikelihoodTask::found() const {
    return look_.made() ? look_.made()->of : nullptr;
}

bool LikelihoodTask::current() const {
    const auto shown = found();
    return shown && picture_ && shown->on == picture_->on && shown->request == request_;
}

void LikelihoodTask::show_feature(std::optional<PictureFeature> feature, bool plane) {
    feature_ = feature;
    plane_ = plane;
    chosen_bin_.reset();
    ask_look();
}

std::optional<PictureFeature> LikelihoodTask::shown_feature() const {
    return look_.made() ? look_.made()->feature : std::nullopt;
}

bool LikelihoodTask::shows_plane() const { return look_.made() && look_.made()->plane; }

size_t LikelihoodTask::counted() const {
    const auto feature = shown_feature();
    return feature ? number_of(*found(), *feature) : 0;
}

const Array& LikelihoodTask::shown_map() const {
    assert(look_.made());
    return map_of(*look_.made());
}

HeatPicture LikelihoodTask::shown_heat() const {
    return look_.result() ? look_.result()->heat : HeatPicture{};
}

void LikelihoodTask::point_at(int64_t x, int64_t y) {
    if (!picture_) return;
    pointer_x_ = std::clamp<int64_t>(x, 0, picture_->extent().width - 1);
    pointer_y_ = std::clamp<int64_t>(y, 0, picture_->extent().height - 1);
    ask_window();
}

vision::Region LikelihoodTask::window() const {
    const auto shown = found();
    assert(shown);
    return cut_out_around(shown->grey->extent(), shown->window(), pointer_x_, pointer_y_);
}

const LikelihoodTask::LookedAt* LikelihoodTask::looked_at() const {
    return windows_.result() ? &*windows_.made() : nullptr;
}

int LikelihoodTask::bin() const {
    const auto shown = found();
    if (!shown) return -1;
    const Array& binned = shown->run.binned[counted()];
    const int64_t here = pointer_y_ * binned.extent().width + pointer_x_;
    return chosen_bin_ ? std::clamp(*chosen_bin_, 0, shown->request.bins - 1)
                       : nth(binned.view<uint8_t>(), here);
}

}  // namespace upsweep::app
