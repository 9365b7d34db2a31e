#include "media/clips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::media {
namespace {

constexpr Extent class_clip_extent{640, 426}, crowd_extent{1280, 720};
constexpr std::array<std::string_view, 9> class_names = {"back 1",  "back 2",  "back 3",  "back 4", "back 5",
                                                         "front 1", "front 2", "front 3", "front 4"};

/// From 0 at the frame `from` to 1 at the frame `to`, slowly at both ends.
float eased(int64_t frame, int64_t from, int64_t to) {
    const float part = std::clamp(float(frame - from) / float(to - from), 0.0F, 1.0F);
    return part * part * (3 - 2 * part);
}

/// -1 … 1 and back in `period` frames.
float swing(int64_t frame, int64_t period, float phase) {
    return clip_direction(float(frame % period) / float(period) + phase).y;
}

// ---- Class: everybody sways, "back 4" turns away and back, "front 4" walks out to the right

std::vector<Pose> class_poses(int64_t frame) {
    std::vector<Pose> poses;
    for (int look = 0; look < 9; ++look) {
        Pose pose = pose_in_class(look);
        const auto phase = float(look) * 0.37F;
        pose.x += 0.012F * swing(frame, 90 + 7 * look, phase);
        pose.y += 0.006F * swing(frame, 60 + 5 * look, phase + 0.2F);
        if (look == 3) pose.turn = eased(frame, 40, 60) - eased(frame, 110, 130);
        if (look == 6) pose.x += 0.05F * swing(frame, 150, 0);
        if (look == 8) {
            const float away = eased(frame, 50, 120);
            pose.x += 0.36F * away;
            pose.turn = 0.8F * eased(frame, 50, 65);
        }
        poses.push_back(pose);
    }
    return poses;
}

TruthBox box_of(std::string_view name, const Pose& pose, Extent extent) {
    const auto width = float(extent.width);
    const float top = (0.6667F - float(extent.height) / width) / 2;
    const auto pixel = [&](float place) { return int64_t(std::floor(place * width + 0.5F)); };
    TruthBox box{name, pixel(pose.x - 0.75F * pose.size), pixel(pose.y - pose.size - top),
                 pixel(pose.x + 0.75F * pose.size), pixel(pose.y + pose.size - top)};
    box.visible = share_in_picture(box, extent);
    return box;
}

Painting paint_class_clip(int64_t frame) { return paint_people(class_clip_extent, class_poses(frame)); }

std::vector<TruthBox> class_truth(int64_t frame) {
    std::vector<TruthBox> boxes;
    const std::vector<Pose> poses = class_poses(frame);
    for (size_t i = 0; i < poses.size(); ++i)
        boxes.push_back(box_of(class_names[i], poses[i], class_clip_extent));
    return boxes;
}

// ---- Crowd: four rows of twelve

constexpr int crowd_rows = 4, crowd_columns = 12;

std::vector<Pose> crowd_poses(int64_t frame) {
    std::vector<Pose> poses;
    for (int row = 0; row < crowd_rows; ++row)
        for (int column = 0; column < crowd_columns; ++column) {
            const int number = row * crowd_columns + column;
            Pose pose = pose_in_class((number * 4 + row) % 9);
            pose.size = 0.026F + 0.004F * float(row);
            pose.x = (float(column) + (row % 2 == 0 ? 0.35F : 0.75F)) / 12.1F;
            pose.y = 0.17F + 0.112F * float(row);
            const auto phase = float(number) * 0.29F;
            pose.x += 0.012F * swing(frame, 70 + number % 11 * 6, phase);
            pose.y += 0.008F * swing(frame, 50 + number % 7 * 8, phase + 0.3F);
            poses.push_back(pose);
        }
    return poses;
}

/// "face 1" … "face 48".
std::string_view crowd_name(size_t number) {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (int i = 1; i <= crowd_rows * crowd_columns; ++i) all.push_back("face " + std::to_string(i));
        return all;
    }();
    return names[number];
}

Painting paint_crowd(int64_t frame) { return paint_people(crowd_extent, crowd_poses(frame)); }

std::vector<TruthBox> crowd_truth(int64_t frame) {
    std::vector<TruthBox> boxes;
    const std::vector<Pose> poses = crowd_poses(frame);
    for (size_t i = 0; i < poses.size(); ++i) boxes.push_back(box_of(crowd_name(i), poses[i], crowd_extent));
    return boxes;
}

constexpr std::array<Clip, 4> all_clips = {{
    {"class", "Class", "Nine people sway; one turns away and back, one walks out to the right.",
     class_clip_extent, 150, 25, "front 2", paint_class_clip, class_truth},
    {"crowd", "Crowd", "Forty-eight people in four rows, all moving.", crowd_extent, 60, 25, "face 31",
     paint_crowd, crowd_truth},
    {"roundabout",
     "Roundabout",
     "Seen from the air at eight frames a second: alike cars, and trees that hide the taxi for a while.",
     {640, 480},
     160,
     8,
     "taxi",
     paint_roundabout,
     roundabout_truth},
    {"spheres",
     "Spheres",
     "Two spheres roll, one towards the camera and one out of the picture.",
     {480, 360},
     100,
     25,
     "red sphere",
     paint_moving_spheres,
     moving_spheres_truth},
}};

}  // namespace

TruthBox Clip::box(std::string_view name, int64_t frame) const {
    const std::vector<TruthBox> boxes = truth(frame);
    if (const TruthBox* box = find_by(boxes, &TruthBox::name, name)) return *box;
    throw UsageError("The clip {} has no {}; it has {}.", title, in_quotes(name),
                     with_commas(boxes, &TruthBox::name));
}

std::span<const Clip> clips() { return all_clips; }

const Clip& find_clip(std::string_view slug) {
    if (const Clip* clip = find_by(all_clips, &Clip::slug, slug)) return *clip;
    throw UsageError("There is no built-in clip {}; there are {}.", in_quotes(slug),
                     with_commas(all_clips, &Clip::slug));
}

namespace {

class ClipFrames : public FrameSource {
  public:
    ClipFrames(const Clip& clip, bool colour) : clip_(clip), colour_(colour) {}
    std::string name() const override { return std::string(clip_.slug); }
    Extent extent() const override { return clip_.extent; }
    double rate() const override { return clip_.frames_per_second; }
    std::optional<int64_t> count() const override { return clip_.frames; }
    std::shared_ptr<const Frame> frame(int64_t n, const std::atomic<bool>*) override {
        if (n < 0 || n >= clip_.frames) return nullptr;
        if (latest_ && latest_->number == n) return latest_;
        Painting painting = clip_.paint(n);
        Frame frame{.number = n, .seconds = clip_.seconds(n), .grey = {}};
        if (colour_) frame.colour = colours_of(painting);
        frame.grey = std::move(painting.grey);
        return latest_ = std::make_shared<const Frame>(std::move(frame));
    }

  private:
    const Clip& clip_;
    bool colour_;
    std::shared_ptr<const Frame> latest_;
};

}  // namespace

std::unique_ptr<FrameSource> open_clip(std::string_view slug, const FrameOptions& options) {
    return std::make_unique<ClipFrames>(find_clip(slug), options.colour);
}

ClipPoint clip_direction(float turns) {
    turns -= std::floor(turns);
    // Sine of an angle up to a quarter turn, by its series.
    const auto sine = [](float quarters) {
        const float x = quarters * 1.57079633F, square = x * x;
        return x * (1 - square / 6 *
                            (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))));
    };
    const float quarters = 4 * turns;
    const auto quarter = int(quarters) & 3;
    const float rest = quarters - float(int(quarters)), up = sine(rest), along = sine(1 - rest);
    switch (quarter) {
        case 0:
            return {along, up};
        case 1:
            return {-up, along};
        case 2:
            return {-along, -up};
        default:
            return {up, -along};
    }
}

Array draw_people_frame(std::string_view slug, int64_t frame, Extent extent) {
    const Clip& clip = find_clip(slug);
    if (slug != "class" && slug != "crowd")
        throw UsageError("Only the clips class and crowd come in any size, not {}.", slug);
    frame %= clip.frames;
    return paint_people(extent, slug == "class" ? class_poses(frame) : crowd_poses(frame)).grey;
}

float share_in_picture(const TruthBox& box, Extent extent) {
    const int64_t width = std::min(box.x1, extent.width) - std::max<int64_t>(box.x0, 0),
                  height = std::min(box.y1, extent.height) - std::max<int64_t>(box.y0, 0);
    if (width <= 0 || height <= 0) return 0;
    return float(width * height) / float((box.x1 - box.x0) * (box.y1 - box.y0));
}

}  // namespace upsweep::media
