#include "app/playground/model/faces_task.h"

#include <cmath>
#include <limits>

#include "core/words.h"
#include "vision/face_detector.h"

namespace upsweep::app {

namespace {

constexpr int64_t most_width = 700;
constexpr uint8_t not_asked = 255, opaque = 255;

/// Of each block of factor x factor windows the one that came furthest.
std::vector<uint8_t> furthest(const Array& survived, int64_t factor, Extent to) {
    const auto from = survived.view<uint8_t>();
    const Extent extent = survived.extent();
    std::vector<uint8_t> reduced(size_t(to.count()), not_asked);
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x) {
            const uint8_t stages = nth(from, y * extent.width + x);
            uint8_t& most = nth(reduced, y / factor * to.width + x / factor);
            if (stages != not_asked && (most == not_asked || stages > most)) most = stages;
        }
    return reduced;
}

/// The picture's pixels that the map of the level stands for.
vision::Region place_of(const vision::FaceLevel& level) {
    const double step = double(level.step) * level.scale;
    const auto first = [&](int64_t window) { return (double(window) - step) / 2; };
    const double x = first(level.window.width), y = first(level.window.height);
    return {std::llround(x), std::llround(y), std::llround(x + double(level.places.width) * step),
            std::llround(y + double(level.places.height) * step)};
}

}  // namespace

MapColour map_grey(int stages, int count) {
    const float share = float(stages) / float(std::max(1, count));
    const int level = 36 + int(200 * std::pow(share, 0.85F));
    return {uint8_t(level), uint8_t(level + 2), uint8_t(level + 5)};
}

std::shared_ptr<const DrawnPicture> rejection_map(const vision::FaceLevel& level, int stages) {
    const Extent extent = level.places;
    const int64_t factor = (extent.width + most_width - 1) / most_width;
    const Extent to{(extent.width + factor - 1) / factor, (extent.height + factor - 1) / factor};
    const std::vector<uint8_t> most = furthest(*level.survived, factor, to);
    std::vector<Array> channels(4, Array(ScalarType::u8, to));
    for (size_t channel = 0; channel < channels.size(); ++channel) {
        const auto samples = channels[channel].view<uint8_t>();
        for (size_t i = 0; i < most.size(); ++i) {
            const MapColour colour = most[i] == not_asked ? map_not_asked
                                     : most[i] >= stages  ? map_all
                                                          : map_grey(most[i], stages);
            samples[i] = channel < colour.size() ? colour[channel] : opaque;
        }
    }
    return drawn_picture(std::move(channels), place_of(level));
}

namespace {

void draw_faces_on(std::vector<Array>& channels, const std::vector<vision::FaceRectangle>& faces) {
    const Extent extent = channels.front().extent();
    constexpr std::array<uint8_t, 3> ring = {0, 255, 0};
    for (Array& channel : channels) {
        const auto samples = channel.view<uint8_t>();
        const auto set = [&](int64_t x, int64_t y, uint8_t value) {
            if (x >= 0 && y >= 0 && x < extent.width && y < extent.height)
                nth(samples, y * extent.width + x) = value;
        };
        for (const vision::FaceRectangle& face : faces)
            for (int64_t in = 0; in < 3; ++in) {
                const int64_t x0 = face.x + in, x1 = face.x + face.width - 1 - in, y0 = face.y + in,
                              y1 = face.y + face.height - 1 - in;
                const uint8_t value = nth(ring, in);
                for (int64_t x = x0; x <= x1; ++x) set(x, y0, value), set(x, y1, value);
                for (int64_t y = y0; y <= y1; ++y) set(x0, y, value), set(x1, y, value);
            }
    }
}

}  // namespace

std::shared_ptr<const DrawnPicture> framed_picture(const DrawnPicture& picture,
                                                   const std::vector<vision::FaceRectangle>& faces) {
    std::vector<Array> channels = picture.channels;
    draw_faces_on(channels, faces);
    return drawn_picture(std::move(channels));
}

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
    : PlaygroundTask(vision::faces_operation),
      functions_(std::move(functions)),
      cascade_job_(jobs),
      search_job_(jobs),
      group_job_(jobs) {}

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

void FacesTask::open_cascade(const std::filesystem::path& file, Told failed) {
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
    const bool same_film = picture_ && picture && picture_->same_film(*picture);
    picture_ = std::move(picture);
    if (!same_pixels && !same_film) {
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

void FacesTask::set_factor(double factor) {
    set(factor_number, std::lround(std::clamp(factor, 1.0, 4.0) * 100));
}

void FacesTask::changed(size_t parameter) {
    const vision::FaceRequest before = request_;
    request_.rule = value(opencv_number) == 1 ? vision::FaceRule::opencv : vision::FaceRule::paper;
    request_.factor = double(value(factor_number)) / 100;
    request_.neighbours = int(value(neighbours_number));
    if (request_ == before) return;
    parameter == neighbours_number ? group() : search();
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
        // A frame of a film has time for one.
        if (!on->is_slow() && picture->film == nullptr)
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
        level_ = int(min_element(all, [&](const auto& a, const auto& b) { return off(a) < off(b); }) -
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

int64_t FacesTask::dropped() const {
    if (!found_ || request_.neighbours == 0) return 0;
    int64_t left = int64_t(found_->run.raw.size());
    for (const vision::FaceRectangle& face : faces_) left -= face.neighbours;
    return std::max<int64_t>(0, left);
}

int FacesTask::levels() const { return found_ ? int(found_->run.levels.size()) : 0; }

const vision::FaceLevel* FacesTask::level() const {
    return levels() == 0 ? nullptr : &nth(found_->run.levels, level_);
}

void FacesTask::choose_level(int chosen) {
    if (levels() == 0) return;
    const Box before = window_box();
    level_ = std::clamp(chosen, 0, levels() - 1);
    draw_map();
    choose_at(before.x + before.width / 2, before.y + before.height / 2);
}

void FacesTask::draw_map() {
    map_ = level() ? rejection_map(*level(), int(found_->cascade->stages.size())) : nullptr;
}

void FacesTask::choose_window(FacePlace place) {
    if (!level()) return;
    place_.x = std::clamp<int64_t>(place.x, 0, level()->places.width - 1);
    place_.y = std::clamp<int64_t>(place.y, 0, level()->places.height - 1);
    look();
}

FacePlace FacesTask::place_at(double x, double y) const {
    const Extent window = level()->window;
    const double step = double(level()->step) * level()->scale;
    const auto nearest = [&](double at, int64_t side) {
        return std::llround((at - double(side) / 2) / step);
    };
    return {nearest(x, window.width), nearest(y, window.height)};
}

void FacesTask::choose_at(double x, double y) {
    if (level()) choose_window(place_at(x, y));
}

FacePlace FacesTask::window_corner() const {
    const int64_t step = level() ? level()->step : 0;
    return {place_.x * step, place_.y * step};
}

FacesTask::Box FacesTask::window_box() const {
    if (!level()) return {};
    const FacePlace corner = window_corner();
    return {picture_pixels(*level(), corner.x), picture_pixels(*level(), corner.y),
            double(level()->window.width), double(level()->window.height)};
}

void FacesTask::look() {
    const FacePlace corner = window_corner();
    looked_ = functions_.look(*level(), *found_->cascade, found_->request.rule, corner.x, corner.y);
    choose_filter(filter_);
}

void FacesTask::choose_filter(int filter) {
    filter_ = std::clamp(filter, 0, std::max(0, int(looked_.stumps.size()) - 1));
}

const vision::LookedStump* FacesTask::stump() const {
    return looked_.stumps.empty() ? nullptr : &nth(looked_.stumps, filter_);
}

int FacesTask::filters_in_stage() const {
    if (!stump() || !found_) return 0;
    return nth(found_->cascade->stages, stump()->stage).count;
}

int FacesTask::filter_in_stage() const {
    if (!stump() || !found_) return 0;
    return stump()->number - nth(found_->cascade->stages, stump()->stage).first;
}

bool FacesTask::at_rest() const { return !cascade_job_.busy() && !search_job_.busy() && !group_job_.busy(); }

std::string FacesTask::label() const {
    return level() ? fmt::format("rejection map, scale {}", level_ + 1) : "";
}

std::string FacesTask::value_at(int64_t x, int64_t y) const {
    if (!level()) return {};
    const FacePlace at = place_at(double(x) + 0.5, double(y) + 0.5);
    if (at.x < 0 || at.y < 0 || at.x >= level()->places.width || at.y >= level()->places.height) return {};
    const int stages = stages_survived(*level(), at.x, at.y);
    return stages < 0 ? "not tested" : counted(stages, "stage");
}

std::shared_ptr<const DrawnPicture> FacesTask::to_save() const {
    return found_ ? framed_picture(*picture_->drawn, faces_) : nullptr;
}

PlaygroundTask::FilmWork FacesTask::film_work() const {
    if (!picture_ || !cascade_) return {};
    return [cascade = cascade_, request = request_, on = on_,
            detectors = std::make_shared<vision::FaceDetectors>()](const media::Frame& frame) {
        std::vector<Array> shown = frame.colour.empty() ? std::vector<Array>{frame.grey} : frame.colour;
        draw_faces_on(shown, detectors->detect(frame.grey, *cascade, request, *on).faces);
        return shown;
    };
}

std::string_view FacesTask::why_no_step() const {
    if (!has_cascade_entry()) return "The catalog has no cascade to step through.";
    return level() ? "" : "There is no window to step through yet.";
}

std::optional<StepThrough> FacesTask::step_through(int64_t, int64_t) const {
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

double picture_pixels(const vision::FaceLevel& level, int64_t pixels) { return double(pixels) * level.scale; }

int stages_survived(const vision::FaceLevel& level, int64_t x, int64_t y) {
    const auto survived = std::as_const(*level.survived).view<uint8_t>();
    const int stages = nth(survived, y * level.places.width + x);
    return stages == 255 ? -1 : stages;
}

namespace {

/// The place that survived most stages, and of equals the one with most such neighbours.
FacePlace best_place(const vision::FaceLevel& level) {
    FacePlace best;
    std::pair<int, int> most{-1, -1};
    for (int64_t y = 0; y < level.places.height; ++y)
        for (int64_t x = 0; x < level.places.width; ++x) {
            const int stages = stages_survived(level, x, y);
            if (stages < most.first) continue;
            int alike = 0;
            for (int64_t v = std::max<int64_t>(0, y - 2); v < std::min(level.places.height, y + 3); ++v)
                for (int64_t u = std::max<int64_t>(0, x - 2); u < std::min(level.places.width, x + 3); ++u)
                    alike += int(stages_survived(level, u, v) >= stages);
            if (std::pair(stages, alike) <= most) continue;
            most = {stages, alike};
            best = {x, y};
        }
    return best;
}

/// The window that passes and lies nearest to the face in place and size; false if none passes.
bool look_for_window(FacesFound& found, const vision::FaceRectangle& face) {
    const std::vector<vision::FaceLevel>& all = found.run.levels;
    const auto stages = int(found.cascade->stages.size());
    const auto middle = [](int64_t from, int64_t size) { return double(from) + double(size) / 2; };
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < all.size(); ++i) {
        const vision::FaceLevel& level = all[i];
        if (level.passed == 0) continue;
        const double larger = double(level.window.width - face.width);
        for (int64_t y = 0; y < level.places.height; ++y)
            for (int64_t x = 0; x < level.places.width; ++x) {
                if (stages_survived(level, x, y) != stages) continue;
                const double right = picture_pixels(level, x * level.step) + middle(0, level.window.width) -
                                     middle(face.x, face.width);
                const double below = picture_pixels(level, y * level.step) + middle(0, level.window.height) -
                                     middle(face.y, face.height);
                const double apart = right * right + below * below + larger * larger;
                if (apart >= least) continue;
                least = apart;
                found.best_level = int(i);
                found.best_place = {x, y};
            }
    }
    return std::isfinite(least);
}

/// A window of the face that most windows agree on; without a face the best place of the level where most
/// pass.
}  // namespace

void look_for_best(FacesFound& found) {
    const std::vector<vision::FaceLevel>& all = found.run.levels;
    const std::vector<vision::FaceRectangle>& faces = found.run.faces;
    const auto surest =
        max_element(faces, [](const auto& a, const auto& b) { return a.neighbours < b.neighbours; });
    if (surest != faces.end() && look_for_window(found, *surest)) return;
    if (all.empty()) return;
    const auto most = max_element(all, [](const auto& a, const auto& b) { return a.passed < b.passed; });
    found.best_level = int(most - all.begin());
    found.best_place = best_place(*most);
}

FaceFunctions usual_face_functions() {
    return {.usual_file = cascade::frontal_face_file,
            .load = cascade::load_cascade,
            .detect = [detectors = std::make_shared<vision::FaceDetectors>()](
                          const auto&... asked) { return detectors->detect(asked...); },
            .group =
                [](std::vector<vision::FaceRectangle> found, int neighbours, Extent picture) {
                    return vision::clipped_faces(vision::group_faces(std::move(found), neighbours), picture);
                },
            .look = vision::look_at_window,
            .paint = [painter = std::make_shared<vision::FramePainter>()](
                         auto&&... asked) -> std::shared_ptr<const vision::GpuFrame> {
                try {
                    return painter->paint(asked...);
                } catch (const Error&) {
                    // No memory left, say: what was found stays, and its frames are marks.
                    return nullptr;
                }
            }};
}

std::string trained_on(const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> words = {{
        {"frontalcatface", "cats' faces"},
        {"frontalface", "frontal faces"},
        {"profileface", "faces in profile"},
        {"fullbody", "whole bodies"},
        {"lowerbody", "lower bodies"},
        {"upperbody", "upper bodies"},
        {"plate", "number plates"},
        {"lefteye", "left eyes"},
        {"righteye", "right eyes"},
        {"eye", "eyes"},
        {"smile", "smiles"},
    }};
    for (const auto& [part, what] : words)
        if (name.find(part) != std::string::npos) return std::string(what);
    return name;
}

namespace {

constexpr std::string_view slug = "haar_cascade";

}  // namespace

bool has_cascade_entry() {
    const auto all = catalog();
    return any_of(all, [](const Algorithm* one) { return one->slug == slug; });
}

StepThrough step_through_window(const Array& level, const vision::Region& window) {
    const Extent toy = cascade::toy_cascade().window;
    const int64_t factor = std::max<int64_t>(1, window.width() / toy.width);
    const Array small = media::reduced(level, factor);
    const int64_t x = (window.x0 + window.width() / 2) / factor,
                  y = (window.y0 + window.height() / 2) / factor;
    const vision::Region region = cut_out_around(small.extent(), {16, 12}, x, y);
    scenes::Scene scene = scene_on_cut_out(std::string(slug), small, region);
    // A part that is smaller than the toy's window has no window.
    if (region.width() < toy.width || region.height() < toy.height) return {std::move(scene)};
    const int64_t place = window_about_pixel(scene, x - region.x0, y - region.y0);
    return {std::move(scene), place, true};
}

}  // namespace upsweep::app
