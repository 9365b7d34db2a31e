#include "media/frame_source.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/error.h"
#include "core/quotes.h"
#include "media/clips.h"
#include "media/file.h"
#include "media/film.h"

namespace upsweep::media {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view camera_word = "camera", clip_word = "clip:";
constexpr double folder_rate = 25;  // frames a second
constexpr std::array<std::string_view, 20> film_names = {
    ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg",  ".mpeg",  ".m2ts", ".ts",
    ".wmv", ".flv", ".ogv", ".3gp", ".y4m",  ".gif", ".h264", ".mjpeg", ".nut",  ".vob"};
constexpr std::array<std::string_view, 7> picture_names = {".png", ".jpg", ".jpeg", ".bmp",
                                                           ".pgm", ".ppm", ".pnm"};

bool ends_as(const fs::path& file, std::span<const std::string_view> endings) {
    return std::find(endings.begin(), endings.end(), ending_of(file)) != endings.end();
}

/// Pictures of one size, one after another.
class Pictures : public FrameSource {
  public:
    Pictures(std::string name, std::vector<fs::path> files, const FrameOptions& options)
        : name_(std::move(name)), files_(std::move(files)), options_(options) {
        options_.limits.keep_colour = options.colour;
        extent_ = frame(0, nullptr)->grey.extent();
    }
    std::string name() const override { return name_; }
    Extent extent() const override { return extent_; }
    double rate() const override { return files_.size() > 1 ? folder_rate : 0; }
    std::optional<int64_t> count() const override { return int64_t(files_.size()); }
    std::shared_ptr<const Frame> frame(int64_t n, const std::atomic<bool>*) override {
        if (n < 0 || n >= int64_t(files_.size())) return nullptr;
        if (latest_ && latest_->number == n) return latest_;
        Image image = load_image(files_[size_t(n)], options_.limits);
        if (const Extent extent = image.grey.extent(); extent_.count() > 0 && extent != extent_)
            throw Error(
                "{} has {} × {} pixels, the pictures before it {} × {}; give the folder pictures of one "
                "size.",
                in_quotes(image.name), extent.width, extent.height, extent_.width, extent_.height);
        latest_ = std::make_shared<const Frame>(Frame{.number = n,
                                                      .seconds = double(n) / folder_rate,
                                                      .grey = std::move(image.grey),
                                                      .colour = std::move(image.colour)});
        return latest_;
    }

  private:
    std::string name_;
    std::vector<fs::path> files_;
    FrameOptions options_;
    Extent extent_;
    std::shared_ptr<const Frame> latest_;
};

std::unique_ptr<FrameSource> open_folder(const fs::path& folder, const FrameOptions& options) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file() && ends_as(entry.path(), picture_names)) files.push_back(entry.path());
    if (files.empty())
        throw Error("The folder {} has no pictures in it; choose another.", in_quotes(folder.string()));
    std::sort(files.begin(), files.end());
    const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
    return std::make_unique<Pictures>(name.string(), std::move(files), options);
}

bool is_camera(const std::string& name) {
    return name == camera_word || name.starts_with(std::string(camera_word) + ":");
}

bool is_film(const std::string& name) { return ends_as(name, film_names) && fs::is_regular_file(name); }

}  // namespace

std::vector<Array> thumbnail(const std::string& name, int64_t n, double rate, const std::atomic<bool>* cancel,
                             const FrameOptions& options) {
    constexpr int64_t width = 160;
    FrameOptions in_colour = options;
    in_colour.colour = true;
    if (is_film(name)) {
        auto small = film_thumbnail(name, rate > 0 ? double(n) / rate : 0, width, in_colour, cancel);
        return small ? std::move(small->colour) : std::vector<Array>();
    }
    const auto frame = open_frames(name, in_colour)->frame(n, cancel);
    if (!frame) return {};
    const int64_t factor = std::max<int64_t>(frame->grey.extent().width / width, 1);
    std::vector<Array> small;
    for (const Array& channel : frame->colour) small.push_back(reduced(channel, factor));
    if (small.empty()) small.push_back(reduced(frame->grey, factor));
    return small;
}

std::span<const std::string_view> film_endings() { return film_names; }

bool is_moving(const std::string& name) {
    std::error_code none;
    return is_camera(name) || name.starts_with(clip_word) || ends_as(name, film_names) ||
           fs::is_directory(name, none);
}

std::unique_ptr<FrameSource> open_frames(const std::string& name, const FrameOptions& options) {
    if (name == camera_word) return open_camera("/dev/video0", options);
    if (is_camera(name)) return open_camera(name.substr(camera_word.size() + 1), options);
    if (name.starts_with(clip_word)) return open_clip(name.substr(clip_word.size()), options);
    std::error_code failed;
    const fs::file_status status = fs::status(name, failed);
    if (!fs::exists(status)) throw Error("Cannot read {}: there is no such file.", in_quotes(name));
    if (fs::is_directory(status)) return open_folder(name, options);
    if (ends_as(name, picture_names))
        return std::make_unique<Pictures>(fs::path(name).filename().string(), std::vector<fs::path>{name},
                                          options);
    return open_film(name, options);
}

}  // namespace upsweep::media
