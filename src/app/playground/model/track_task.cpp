#include "app/playground/model/track_task.h"

#include <fmt/format.h>

#include "core/ranges.h"
#include "media/clips.h"

namespace upsweep::app {
namespace {

/// The clip that a picture is a frame of; null: of none.
const media::Clip* clip_of(const PlaygroundPicture& picture) {
    return picture.film == nullptr ? nullptr : find_by(media::clips(), &media::Clip::slug, picture.name);
}

vision::Region region_of(const media::TruthBox& box) { return {box.x0, box.y0, box.x1, box.y1}; }

/// How opaque a map lies over the picture.
constexpr uint8_t map_opacity = 190;

}  // namespace

std::optional<double> FollowedFrame::likelihood_about(int64_t x, int64_t y) const {
    const Extent places = tracked.map.extent();
    const int64_t column = x - tracked.predicted.width() / 2 - tracked.searched.x0,
                  row = y - tracked.predicted.height() / 2 - tracked.searched.y0;
    if (column < 0 || row < 0 || column >= places.width || row >= places.height) return std::nullopt;
    return tracked.map.number(row * places.width + column);
}

TrackTask::TrackTask(Jobs& jobs)
    : PlaygroundTask(vision::track_operation),
      job_(jobs, "Following", [](const Step& step, Job&) { return follow(step); }) {
    job_.on_done = [this] {
        complaint_.clear();
        const auto& result = job_.result();
        if (job_.made()->round != round_) return;
        const vision::TrackedFrame& tracked = result->tracked;
        path_[result->frame] = {tracked.window, tracked.likelihood, tracked.lost};
        frames_[result->frame] = result;
        while (frames_.size() > kept_frames) frames_.erase(frames_.begin());
        if (!latest_ || result->frame > latest_->frame) latest_ = result;
        ask();
    };
    job_.on_failed = [this](const std::string& sentence) { complaint_ = sentence; };
}

FollowedFrame TrackTask::follow(const Step& step) {
    const std::shared_ptr<const Array>& grey = step.picture->grey;
    FollowedFrame now;
    now.grey = grey;
    now.frame = step.picture->frame;
    now.is_template = !step.before;
    if (step.before) {
        auto tracker = std::make_shared<vision::Tracker>(*step.before->tracker);
        now.tracked = tracker->follow(*grey);
        now.tracker = std::move(tracker);
    } else {
        now.tracker = std::make_shared<const vision::Tracker>(*grey, step.wanted, step.request);
        // The template's own frame has a map too, which teaches the tracker nothing.
        vision::Tracker beside = *now.tracker;
        now.tracked = beside.follow(*grey);
    }
    HeatPicture heat = heat_picture(now.tracked.map);
    now.low = heat.low, now.high = heat.high;
    const Extent places = now.tracked.map.extent();
    Array& alpha = heat.colours.emplace_back(ScalarType::u8, places);
    std::fill(alpha.view<uint8_t>().begin(), alpha.view<uint8_t>().end(), map_opacity);
    const int64_t x = now.tracked.searched.x0 + now.tracked.predicted.width() / 2,
                  y = now.tracked.searched.y0 + now.tracked.predicted.height() / 2;
    now.map =
        drawn_picture(std::move(heat.colours), vision::Region{x, y, x + places.width, y + places.height});
    const vision::Region around = vision::clipped(now.tracked.searched, grey->extent());
    std::vector<Array> cut;
    for (const Array& channel : step.picture->drawn->channels) cut.push_back(cut_out(channel, around));
    now.around = drawn_picture(std::move(cut), around);
    return now;
}

void TrackTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    const bool same = picture_ && (picture_->same_film(*picture) || picture_->grey == picture->grey);
    picture_ = std::move(picture);
    if (!same) {
        usual_template();
        return begin_again();
    }
    ask();
}

/// What a clip is about; in another film what is in the middle.
void TrackTask::usual_template() {
    const Extent extent = picture_->extent();
    target_ = {};
    if (const media::Clip* clip = clip_of(*picture_)) {
        wanted_ = region_of(clip->box(clip->target, picture_->frame));
        target_ = clip->target;
        if (vision::clipped(wanted_, extent) == wanted_) return;
    }
    const int64_t side = std::max<int64_t>(1, std::min({extent.width, extent.height, int64_t{64}}) / 2);
    const int64_t x = (extent.width - side) / 2, y = (extent.height - side) / 2;
    wanted_ = {x, y, x + side, y + side};
    target_ = {};
}

void TrackTask::begin_again() {
    job_.cancel();
    ++round_;
    template_frame_ = picture_->frame;
    latest_ = nullptr;
    frames_.clear();
    path_.clear();
    complaint_.clear();
    ask();
}

void TrackTask::ask() {
    if (!picture_ || path_.count(picture_->frame) != 0) return;
    if (picture_->frame < template_frame_) return;
    // Without the template's own frame nothing can be followed; a frame before the latest was left out.
    if (!latest_ && picture_->frame != template_frame_) return begin_again();
    if (latest_ && picture_->frame < latest_->frame) return;
    job_.ask({picture_, request_, wanted_, latest_, round_});
}

std::shared_ptr<const FollowedFrame> TrackTask::shown() const {
    const auto at = picture_ ? frames_.find(picture_->frame) : frames_.end();
    return at == frames_.end() ? nullptr : at->second;
}

std::vector<std::shared_ptr<const FollowedFrame>> TrackTask::every_tenth(size_t count) const {
    std::vector<std::shared_ptr<const FollowedFrame>> some;
    for (int64_t n = frame(); some.size() < count; n -= 10) {
        const auto behind = frames_.upper_bound(n);
        if (behind == frames_.begin()) break;
        const auto& followed = std::prev(behind)->second;
        if (some.empty() || followed != some.back()) some.push_back(followed);
    }
    std::reverse(some.begin(), some.end());
    return some;
}

std::shared_ptr<const DrawnPicture> TrackTask::result() const {
    const auto now = shown() ? shown() : latest_;
    return now ? now->map : nullptr;
}

bool TrackTask::at_rest() const {
    if (!picture_ || !complaint_.empty()) return true;
    return path_.count(picture_->frame) != 0 || !job_.busy();
}

/// From the template's frame on; the frames before it stay as they are.
PlaygroundTask::FilmWork TrackTask::film_work() const {
    if (!picture_) return {};
    struct Way {
        std::optional<vision::Tracker> tracker;
        std::vector<vision::TrackedPlace> places;
    };
    return [way = std::make_shared<Way>(), request = request_, wanted = wanted_,
            first = template_frame_](const media::Frame& frame) {
        std::vector<Array> shown = frame.colour.empty() ? std::vector<Array>{frame.grey} : frame.colour;
        if (frame.number < first) return shown;
        if (way->tracker) {
            const vision::TrackedFrame tracked = way->tracker->follow(frame.grey);
            way->places.push_back({tracked.window, tracked.lost});
        } else {
            way->tracker.emplace(frame.grey, wanted, request);
            way->places.push_back({wanted});
        }
        vision::draw_tracked(shown, way->places);
        return shown;
    };
}

std::string TrackTask::label() const {
    return fmt::format("likelihood of each place, frame {}", shown() ? shown()->frame : template_frame_);
}

std::string TrackTask::value_at(int64_t x, int64_t y) const {
    const auto now = shown();
    const auto value = now ? now->likelihood_about(x, y) : std::nullopt;
    return value ? likelihood_text(*value) : "";
}

std::string_view TrackTask::why_no_step() const {
    return shown() ? "" : "This frame was not followed: go to one that was, or draw a template in it.";
}

std::optional<StepThrough> TrackTask::step_through(int64_t, int64_t) const {
    const auto now = shown();
    if (!now) return std::nullopt;
    const vision::Region& window = now->tracked.window;
    const vision::PictureFeature feature = request_.features.front();
    vision::LikelihoodRequest request{.features = {feature}, .bins = request_.bins, .wanted = window};
    const Array plane = vision::feature_plane(*now->grey, feature);
    return cut_out_scene(plane, plane, request, (window.x0 + window.x1) / 2, (window.y0 + window.y1) / 2);
}

void TrackTask::set_wanted(vision::Region region) {
    if (!picture_) return;
    region = vision::clipped(region, picture_->extent());
    if (region.count() <= 0) return;
    wanted_ = region;
    target_ = {};
    // A rectangle around a thing of a clip has its truth.
    if (const media::Clip* clip = clip_of(*picture_))
        for (const media::TruthBox& box : clip->truth(picture_->frame))
            if (vision::overlap(region_of(box), region) > 0.5) target_ = box.name;
    begin_again();
}

void TrackTask::toggle(vision::PictureFeature feature) {
    const int64_t bits = value(features_number) ^ (int64_t{1} << int(feature));
    if (bits != 0) set(features_number, bits);
}

bool TrackTask::has(vision::PictureFeature feature) const {
    return (value(features_number) >> int(feature) & 1) != 0;
}

/// Another request begins again where the window is now.
void TrackTask::changed(size_t) {
    request_.bins = int(value(bins_number));
    request_.search = value(search_number);
    request_.update = int(value(update_number));
    request_.features.clear();
    for (const vision::PictureFeature feature : all_features)
        if (has(feature)) request_.features.push_back(feature);
    if (!picture_) return;
    if (const auto now = path_.find(picture_->frame); now != path_.end() && !now->second.lost)
        wanted_ = now->second.window;
    begin_again();
}

std::optional<vision::Region> TrackTask::truth() const {
    const media::Clip* clip = picture_ ? clip_of(*picture_) : nullptr;
    if (clip == nullptr || target_.empty()) return std::nullopt;
    const media::TruthBox box = clip->box(target_, picture_->frame);
    return box.visible >= 0.5F ? std::optional(region_of(box)) : std::nullopt;
}

}  // namespace upsweep::app
