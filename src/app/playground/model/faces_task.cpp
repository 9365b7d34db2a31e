#include "app/playground/model/faces_task.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "app/playground/model/faces_best.h"
#include "app/playground/model/faces_map.h"
#include "app/playground/model/faces_step.h"

namespace upsweep::app {
namespace {

constexpr double seconds_a_level = 0.35;

struct Grouped {
    std::vector<vision::FaceRectangle> faces;
    std::shared_ptr<const vision::GpuFrame> framed;
    double framed_ms = 0;
};

/// Of a picture that is larger than a texture its samples are fewer than its pixels: it has no frames.
std::shared_ptr<const vision::GpuFrame> paint(const FaceFunctions& functions,
                                              const PlaygroundPicture& picture,
                                              const std::vector<vision::FaceRectangle>& faces,
                                              const backends::Backend& on, vision::FaceParts& parts) {
    const std::shared_ptr<const DrawnPicture>& drawn = picture.drawn;
    if (!functions.paint || drawn->texture_extent != drawn->extent()) return nullptr;
    return functions.paint({drawn, drawn->texture_extent, drawn->texture_channels, drawn->texture}, faces, on,
                           parts);
}

}  // namespace

FacesTask::FacesTask(Jobs& jobs, FaceFunctions functions)
    : functions_(std::move(functions)), cascade_job_(jobs), search_job_(jobs), group_job_(jobs) {}

void FacesTask::start() {
    if (started_) return;
    started_ = true;
    if (cascade_ || cascade_job_.busy()) return;
    const std::filesystem::path file = functions_.usual_file();
    if (file.empty())
        problem_ =
            "No cascade is installed: install the package `opencv-data`, or drop one of OpenCV's "
            ".xml files here.";
    else
        open_cascade(file, [this](const std::string& sentence) { problem_ = sentence; });
}

void FacesTask::open_cascade(const std::filesystem::path& file,
                             std::function<void(const std::string&)> failed) {
    started_ = true;
    cascade_job_.start(
        "Reading " + file.filename().string(),
        [load = functions_.load, file](Job&) { return std::make_shared<const cascade::Cascade>(load(file)); },
        [this, file](std::shared_ptr<const cascade::Cascade> cascade) {
            cascade_ = std::move(cascade);
            cascade_file_ = file;
            problem_.clear();
            search();
        },
        std::move(failed));
}

void FacesTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    start();
    const bool same_pixels = picture_ && picture && picture_->grey == picture->grey;
    const bool same_place = picture_ && picture && picture_->on == picture->on;
    picture_ = std::move(picture);
    if (!same_pixels) {
        found_.reset();
        faces_.clear();
        framed_.reset();
        looked_ = {};
        map_.reset();
        group_job_.cancel();
    }
    if (picture_) on_ = picture_->on;
    if (!same_pixels || !same_place || (!searched_ && !search_job_.busy())) search();
}

void FacesTask::leave() {
    search_job_.cancel();
    sweeping_ = false;
}

void FacesTask::set_rule(vision::FaceRule rule) {
    if (rule == request_.rule) return;
    request_.rule = rule;
    search();
}

void FacesTask::set_factor(double factor) {
    factor = std::round(std::clamp(factor, least_factor, most_factor) * 100) / 100;
    if (factor == request_.factor) return;
    request_.factor = factor;
    search();
}

void FacesTask::set_neighbours(int neighbours) {
    neighbours = std::clamp(neighbours, 0, most_neighbours);
    if (neighbours == request_.neighbours) return;
    request_.neighbours = neighbours;
    group();
}

void FacesTask::search() {
    search_job_.cancel();
    searched_ = false;
    if (!picture_ || !cascade_) return;
    auto work = [picture = picture_, cascade = cascade_, request = request_, on = on_,
                 functions = functions_](Job& job) {
        const auto& detect = functions.detect;
        auto found = std::make_shared<FacesFound>();
        found->picture = picture;
        found->cascade = cascade;
        found->request = request;
        found->on = on;
        // Maps cost time that a frame need not take, so the times are of a run without them, the second.
        vision::FaceRequest asked = request;
        asked.maps = true;
        found->run = detect(*picture->grey, *cascade, asked, *on, job.cancel_flag());
        asked.maps = false;
        if (!on->is_slow())
            found->run.parts = detect(*picture->grey, *cascade, asked, *on, job.cancel_flag()).parts;
        found->framed = paint(functions, *picture, found->run.faces, *on, found->run.parts);
        look_for_best(*found);
        return std::shared_ptr<const FacesFound>(std::move(found));
    };
    search_job_.start("Looking for faces", std::move(work),
                      [this](std::shared_ptr<const FacesFound> found) { take_found(std::move(found)); });
}

void FacesTask::take_found(std::shared_ptr<const FacesFound> found) {
    const Box before = window_box();
    const double scale = level() ? level()->scale : 0;
    searched_ = true;
    found_ = std::move(found);
    faces_ = found_->run.faces;
    framed_ = found_->framed;
    framed_ms_ = found_->run.parts.draw_ms;
    if (found_->request.neighbours != request_.neighbours) group();
    const std::vector<vision::FaceLevel>& all = found_->run.levels;
    level_ = found_->best_level;
    place_ = found_->best_place;
    if (scale > 0 && !all.empty()) {
        // The same picture in another way: the same place at the nearest scale.
        const auto off = [&](const vision::FaceLevel& one) { return std::abs(std::log(one.scale / scale)); };
        level_ =
            static_cast<int>(std::min_element(all.begin(), all.end(),
                                              [&](const auto& a, const auto& b) { return off(a) < off(b); }) -
                             all.begin());
        place_ = place_at(before.x + before.width / 2, before.y + before.height / 2);
    }
    looked_ = {};
    draw_map();
    choose_window(place_);
}

void FacesTask::group() {
    if (!found_) return;
    group_job_.start(
        "Grouping windows",
        [found = found_, neighbours = request_.neighbours, functions = functions_](Job&) {
            Grouped grouped;
            grouped.faces = functions.group(found->run.found, neighbours, found->picture->extent());
            vision::FaceParts parts;
            grouped.framed = paint(functions, *found->picture, grouped.faces, *found->on, parts);
            grouped.framed_ms = parts.draw_ms;
            return grouped;
        },
        [this](Grouped grouped) {
            faces_ = std::move(grouped.faces);
            framed_ = std::move(grouped.framed);
            framed_ms_ = grouped.framed_ms;
        });
}

std::int64_t FacesTask::dropped() const {
    if (!found_ || request_.neighbours == 0) return 0;
    std::int64_t left = static_cast<std::int64_t>(found_->run.raw.size());
    for (const vision::FaceRectangle& face : faces_) left -= face.neighbours;
    return std::max<std::int64_t>(0, left);
}

int FacesTask::levels() const { return found_ ? static_cast<int>(found_->run.levels.size()) : 0; }

const vision::FaceLevel* FacesTask::level() const {
    return levels() == 0 ? nullptr : &found_->run.levels[static_cast<std::size_t>(level_)];
}

void FacesTask::choose_level(int chosen) {
    if (levels() == 0) return;
    const Box before = window_box();
    level_ = std::clamp(chosen, 0, levels() - 1);
    draw_map();
    choose_at(before.x + before.width / 2, before.y + before.height / 2);
}

void FacesTask::draw_map() {
    map_ = level() ? rejection_map(*level(), static_cast<int>(found_->cascade->stages.size())) : nullptr;
}

void FacesTask::choose_window(FacePlace place) {
    if (!level()) return;
    place_.x = std::clamp<std::int64_t>(place.x, 0, level()->places.width - 1);
    place_.y = std::clamp<std::int64_t>(place.y, 0, level()->places.height - 1);
    look();
}

FacePlace FacesTask::place_at(double x, double y) const {
    const Extent window = level()->window;
    const double step = static_cast<double>(level()->step) * level()->scale;
    const auto nearest = [&](double at, std::int64_t side) {
        return std::llround((at - static_cast<double>(side) / 2) / step);
    };
    return {nearest(x, window.width), nearest(y, window.height)};
}

void FacesTask::choose_at(double x, double y) {
    if (level()) choose_window(place_at(x, y));
}

FacePlace FacesTask::window_corner() const {
    const std::int64_t step = level() ? level()->step : 0;
    return {place_.x * step, place_.y * step};
}

FacesTask::Box FacesTask::window_box() const {
    if (!level()) return {};
    const FacePlace corner = window_corner();
    return {picture_pixels(*level(), corner.x), picture_pixels(*level(), corner.y),
            static_cast<double>(level()->window.width), static_cast<double>(level()->window.height)};
}

void FacesTask::look() {
    const FacePlace corner = window_corner();
    looked_ = functions_.look(*level(), *found_->cascade, found_->request.rule, corner.x, corner.y);
    choose_filter(filter_);
}

void FacesTask::choose_filter(int filter) {
    filter_ = std::clamp(filter, 0, std::max(0, static_cast<int>(looked_.stumps.size()) - 1));
}

const vision::LookedStump* FacesTask::stump() const {
    return looked_.stumps.empty() ? nullptr : &looked_.stumps[static_cast<std::size_t>(filter_)];
}

int FacesTask::filters_in_stage() const {
    if (!stump() || !found_) return 0;
    return found_->cascade->stages[static_cast<std::size_t>(stump()->stage)].count;
}

int FacesTask::filter_in_stage() const {
    if (!stump() || !found_) return 0;
    return stump()->number - found_->cascade->stages[static_cast<std::size_t>(stump()->stage)].first;
}

bool FacesTask::at_rest() const { return !cascade_job_.busy() && !search_job_.busy() && !group_job_.busy(); }

std::string FacesTask::label() const {
    return level() ? fmt::format("rejection map, scale {}", level_ + 1) : "";
}

std::string FacesTask::value_at(std::int64_t x, std::int64_t y) const {
    if (!level()) return {};
    const FacePlace at = place_at(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
    if (at.x < 0 || at.y < 0 || at.x >= level()->places.width || at.y >= level()->places.height) return {};
    const int stages = stages_survived(*level(), at.x, at.y);
    return stages < 0 ? "not tested" : fmt::format("{} stage{}", stages, stages == 1 ? "" : "s");
}

std::shared_ptr<const DrawnPicture> FacesTask::to_save() const {
    return found_ ? framed_picture(*picture_->drawn, faces_) : nullptr;
}

std::string_view FacesTask::why_no_step() const {
    if (!has_cascade_entry()) return "The catalog has no cascade to step through.";
    return level() ? "" : "There is no window to step through yet.";
}

std::optional<StepThrough> FacesTask::step_through(std::int64_t, std::int64_t) const {
    if (!why_no_step().empty()) return std::nullopt;
    const FacePlace corner = window_corner();
    const Extent window = found_->cascade->window;
    return step_through_window(*level()->picture,
                               {corner.x, corner.y, corner.x + window.width, corner.y + window.height});
}

void FacesTask::set_sweeping(bool on) {
    sweeping_ = on;
    swept_ = 0;
}

void FacesTask::advance(double seconds) {
    if (!sweeping()) return;
    swept_ += seconds;
    if (swept_ < seconds_a_level) return;
    swept_ = 0;
    choose_level((level_ + 1) % levels());
}

std::vector<TaskNumber> FacesTask::numbers() {
    return {
        {"neighbours", "playground.faces.neighbours", [this] { return std::int64_t{request_.neighbours}; },
         [this](std::int64_t number) {
             set_neighbours(static_cast<int>(std::clamp<std::int64_t>(number, 0, 1 << 30)));
         }},
        {"factor", "playground.faces.factor_percent",
         [this] { return static_cast<std::int64_t>(std::lround(request_.factor * 100)); },
         [this](std::int64_t percent) { set_factor(static_cast<double>(percent) / 100); }},
        {"opencv", "playground.faces.opencv",
         [this] { return std::int64_t{request_.rule == vision::FaceRule::opencv}; },
         [this](std::int64_t on) {
             set_rule(on == 1 ? vision::FaceRule::opencv : vision::FaceRule::paper);
         }}};
}

}  // namespace upsweep::app
