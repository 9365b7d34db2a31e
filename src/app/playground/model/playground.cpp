#include "app/playground/model/playground.h"

#include <fmt/format.h>

#include "app/playground/model/box_filter_task.h"
#include "core/error.h"
#include "core/words.h"
#include "media/film_writer.h"
#include "media/samples.h"

namespace upsweep::app {

namespace {

constexpr int most_timed_runs = 5;
constexpr double enough_ms = 30;

/// One after another for a median; a frame of a film has time for one.
void make_table(PlaygroundPicture& picture, const Algorithm& algorithm, const backends::Backend& on,
                const std::atomic<bool>* cancel) {
    const bool once = picture.film != nullptr;
    const auto run_once = [&] {
        return vision::make_table(*picture.grey, algorithm, on, Convention::none, cancel);
    };
    vision::TableRun run = run_once();
    // A first run on the CPU also fetches memory; the GPU's was warmed up.
    std::vector<double> times = {run.milliseconds};
    double sum = run.milliseconds;
    while (!once && &on == &backends::cpu() && times.size() < most_timed_runs && sum < enough_ms) {
        times.push_back(run_once().milliseconds);
        sum += times.back();
    }
    sort(times);
    picture.cpu_table_ms = 0;
    if (!once && &on == &backends::gpu()) {
        const Algorithm& loop = vision::usual_table_algorithm(backends::cpu());
        for (int i = 0; i < 2; ++i)
            picture.cpu_table_ms =
                vision::make_table(*picture.grey, loop, backends::cpu(), Convention::none, cancel)
                    .milliseconds;
    }
    picture.algorithm = &algorithm;
    picture.on = &on;
    picture.table_ms = times[times.size() / 2];
    picture.transfer_ms = run.transfer_ms;
    picture.integral = std::make_shared<const vision::IntegralImage>(
        vision::IntegralImage{std::move(run.table), run.convention});
}

/// Where its integral image is made: what the emulator would take too long for goes to the CPU.
struct Place {
    const backends::Backend* on;
    const Algorithm* algorithm;  ///< null: the usual one
    int64_t most_emulated;

    void finish(PlaygroundPicture& picture, std::vector<Array> colour,
                const std::atomic<bool>* cancel) const {
        picture.drawn = colour.empty() ? drawn_picture({*picture.grey}) : drawn_picture(std::move(colour));
        const Extent extent = picture.extent();
        const bool too_large = on->is_slow() && extent.count() > most_emulated;
        const backends::Backend& here = too_large ? backends::cpu() : *on;
        const Algorithm* made_by = too_large ? nullptr : algorithm;
        picture.histogram = vision::region_histogram(*picture.grey, {0, 0, extent.width, extent.height});
        make_table(picture, made_by ? *made_by : vision::usual_table_algorithm(here), here, cancel);
    }
};

/// "0:08.56"
std::string clock_text(double seconds) {
    const auto hundredths = std::llround(seconds * 100);
    return fmt::format("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100);
}

std::shared_ptr<PlaygroundPicture> picture_of(const std::shared_ptr<const media::Frame>& frame,
                                              const std::string& name, const std::filesystem::path& folder,
                                              const void* film, const Place& place,
                                              const std::atomic<bool>* cancel) {
    auto picture = std::make_shared<PlaygroundPicture>();
    picture->name = name;
    picture->origin = fmt::format("frame {} at {}", frame->number, clock_text(frame->seconds));
    picture->folder = folder;
    picture->film = film;
    picture->frame = frame->number;
    picture->grey = {frame, &frame->grey};
    place.finish(*picture, frame->colour, cancel);
    return picture;
}

}  // namespace

/// Where a picture comes from.
struct Playground::Source {
    std::string name;
    const media::SamplePicture* sample = nullptr;  ///< null: the file
    std::filesystem::path file;

    media::Image load() const {
        if (!sample) return media::load_image(file, {.keep_colour = true});
        media::Image image;
        image.grey = sample->draw(sample->extent);
        if (sample->draw_coloured) image.colour = sample->draw_coloured(sample->extent);
        image.name = std::string(sample->slug);
        image.origin = sample->draw_coloured ? "drawn in colour" : "drawn in grey";
        return image;
    }
};

Playground::Playground(Jobs& jobs, LookForGpu look)
    : jobs_(jobs),
      open_job_(jobs),
      film_job_(jobs),
      film_(
          jobs, [this] { return frame_maker(); },
          [this](std::shared_ptr<const PlaygroundPicture> picture) { take(std::move(picture)); },
          [this](const std::string& sentence) {
              if (on_film_trouble) on_film_trouble(sentence);
          }),
      histogram_(jobs, "Counting greys",
                 [](const CountedRegion& region, Job&) {
                     return vision::region_histogram(*region.first, region.second);
                 }),
      look_(std::move(look)) {}

const std::array<int64_t, 256>& Playground::region_histogram() const {
    static constexpr std::array<int64_t, 256> none{};
    return histogram_.result() ? *histogram_.result() : none;
}

void Playground::start() {
    if (started_) return;
    started_ = true;
    look_for_gpu();
    if (!picture_ && !open_job_.busy()) open_usual();
}

void Playground::open_usual() {
    std::string_view slug = task_ != nullptr ? task_->usual_sample() : "";
    if (slug.empty()) slug = media::sample_pictures().front().slug;
    if (picture_ && picture_->sample == slug) return;
    if (const std::string film(slug); media::is_moving(film)) {
        if (film_.is_open() && film.ends_with(":" + film_.name())) return;
        open_film(film);
        // Other tasks still bring their own.
        picked_ = false;
        return;
    }
    const media::SamplePicture& sample = media::find_sample(slug);
    open({std::string(sample.title), &sample, {}});
}

void Playground::look_for_gpu() {
    jobs_.start(
        "Looking for a GPU", [look = look_](Job&) { return look(); },
        [this](const std::string& reason) { found_gpu(reason); });
}

// A lecture about GPUs begins on one.
void Playground::found_gpu(const std::string& reason) {
    gpu_reason_ = reason;
    if (reason.empty() && !placed_) go_to_backend(backends::gpu());
}

Told Playground::or_on_the_cpu(Told failed) {
    if (on_ != &backends::gpu() || placed_) return failed;
    return [this](const std::string& sentence) {
        gpu_reason_ = sentence;
        go_to_backend(backends::cpu());
        if (!picture_) open_usual();
    };
}

void Playground::open_file(const std::string& path, Told failed) {
    if (media::is_moving(path)) return open_film(path, std::move(failed));
    picked_ = true;
    open({path, nullptr, path}, std::move(failed));
}

void Playground::take_decoder() {
    if (!film_.is_open() || film_.live() || film_.hardware == film_hardware_ || open_job_.busy()) return;
    open_film(film_.opened_by(), {});
}

FilmPlayer::Make Playground::frame_maker() const {
    return [name = film_.name(), folder = picture_->folder, key = film_.key(),
            place = Place{on_, algorithm_, most_emulated_pixels()}](
               const std::shared_ptr<const media::Frame>& frame, Job& job) {
        return picture_of(frame, name, folder, key, place, job.cancel_flag());
    };
}

void Playground::open_film(const std::string& name, Told failed) {
    struct Opened {
        std::shared_ptr<media::FrameSource> source;
        std::shared_ptr<PlaygroundPicture> picture;
    };
    picked_ = true;
    film_hardware_ = film_.hardware;
    auto work = [name, hardware = film_hardware_,
                 place = Place{on_, algorithm_, most_emulated_pixels()}](Job& job) {
        Opened opened;
        opened.source = media::open_frames(name, {.colour = true, .scrubbing = true, .hardware = hardware});
        const auto first = opened.source->frame(0, job.cancel_flag());
        std::error_code none;
        const std::filesystem::path file(name);
        const bool has_folder = std::filesystem::exists(file, none) && file.has_parent_path();
        opened.picture = picture_of(first, opened.source->name(),
                                    has_folder ? file.parent_path() : std::filesystem::current_path(),
                                    opened.source.get(), place, job.cancel_flag());
        return opened;
    };
    open_job_.start(
        "Opening " + name, std::move(work),
        [this, name](Opened opened) {
            if (opened.picture->on != on_ && on_->is_slow()) on_ = opened.picture->on, algorithm_ = nullptr;
            film_.open(name, std::move(opened.source), opened.picture->frame);
            opened.picture->film = film_.key();
            take(std::move(opened.picture));
            place_marks();
        },
        std::move(failed));
}

void Playground::open_sample(std::string_view slug) {
    const media::SamplePicture& sample = media::find_sample(slug);
    picked_ = true;
    open({std::string(sample.title), &sample, {}});
}

int64_t Playground::most_emulated_pixels() const {
    return task_ != nullptr ? task_->most_emulated_pixels() : vision::most_emulated_elements;
}

std::string Playground::emulator_reason() const {
    const int64_t most = most_emulated_pixels();
    if (!picture_ || picture_->extent().count() <= most) return {};
    return fmt::format(
        "The emulator takes at most {} pixels here, a few seconds of work; this picture has {}.",
        grouped(most), grouped(picture_->extent().count()));
}

void Playground::open(Source source, Told failed) {
    auto work = [source, place = Place{on_, algorithm_, most_emulated_pixels()}](Job& job) {
        media::Image image = source.load();
        auto picture = std::make_shared<PlaygroundPicture>();
        picture->name = std::move(image.name);
        picture->origin = std::move(image.origin);
        picture->folder = std::filesystem::current_path();
        if (source.sample) picture->sample = source.sample->slug;
        if (!source.sample && source.file.has_parent_path()) picture->folder = source.file.parent_path();
        picture->grey = std::make_shared<const Array>(std::move(image.grey));
        place.finish(*picture, std::move(image.colour), job.cancel_flag());
        return std::shared_ptr<const PlaygroundPicture>(std::move(picture));
    };
    open_job_.start(
        "Opening " + source.name, std::move(work),
        [this](std::shared_ptr<const PlaygroundPicture> picture) {
            if (picture->on != on_ && on_->is_slow()) on_ = picture->on, algorithm_ = nullptr;
            const bool elsewhere = picture->on != on_;  // the GPU was found meanwhile
            film_.close();
            take(std::move(picture));
            place_marks();
            if (elsewhere) remake_table();
        },
        picked_ ? std::move(failed) : or_on_the_cpu(std::move(failed)));
}

void Playground::set_backend(const backends::Backend& on) {
    if (&on == on_ || (&on == &backends::gpu() && !gpu_reason_.empty())) return;
    if (on.is_slow() && !emulator_reason().empty()) return;
    placed_ = true;
    go_to_backend(on);
}

void Playground::go_to_backend(const backends::Backend& on) {
    on_ = &on;
    algorithm_ = nullptr;
    remake_table();
}

void Playground::set_algorithm(const Algorithm& algorithm) {
    algorithm_ = &algorithm;
    remake_table();
}

void Playground::remake_table() {
    if (!picture_) return;
    auto work = [old = picture_, on = on_, algorithm = algorithm_](Job& job) {
        auto picture = std::make_shared<PlaygroundPicture>(*old);
        make_table(*picture, algorithm ? *algorithm : vision::usual_table_algorithm(*on), *on,
                   job.cancel_flag());
        return std::shared_ptr<const PlaygroundPicture>(std::move(picture));
    };
    open_job_.start(
        "Making the integral image", std::move(work),
        [this](std::shared_ptr<const PlaygroundPicture> picture) { take(std::move(picture)); },
        or_on_the_cpu({}));
}

void Playground::take(std::shared_ptr<const PlaygroundPicture> picture) {
    histogram_.cancel();
    picture_ = std::move(picture);
    camera.set_picture(picture_->extent());
    if (task_ != nullptr) task_->take(picture_);
}

void Playground::work_on(PlaygroundTask& task) {
    if (task_ == &task) return;
    if (task_ != nullptr) task_->leave();
    task_ = &task;
    if (picture_) task_->take(picture_);
    if (on_->is_slow() && !emulator_reason().empty()) go_to_backend(backends::cpu());
    if (started_ && !picked_) open_usual();
}

void Playground::place_marks() {
    // A rectangle and a pointer to begin with, so that the sums beside the picture are some.
    const Extent extent = picture_->extent();
    auto share = [](int64_t side, int percent) { return side * percent / 100; };
    set_region({share(extent.width, 25), share(extent.height, 41), share(extent.width, 50),
                share(extent.height, 74)});
    point_at(share(extent.width, 74), share(extent.height, 45));
}

void Playground::set_region(vision::Region region) {
    if (!picture_) return;
    region = vision::clipped(region, picture_->extent());
    region_ = region.count() > 0 ? std::optional(region) : std::nullopt;
    if (region_) histogram_.ask({picture_->grey, *region_});
}

void Playground::point_at(int64_t x, int64_t y) {
    if (!picture_) return;
    pointer_x_ = std::clamp<int64_t>(x, 0, picture_->extent().width - 1);
    pointer_y_ = std::clamp<int64_t>(y, 0, picture_->extent().height - 1);
}

std::string Playground::proposed_file() const {
    if (!picture_ || task_ == nullptr) return {};
    std::string stem = std::filesystem::path(picture_->name).stem().string();
    if (picture_->film != nullptr) stem += fmt::format("-{}", picture_->frame);
    return (picture_->folder / (stem + "-" + task_->file_tag() + ".png")).string();
}

void Playground::save_result(const std::string& path) {
    const auto picture = task_ == nullptr ? nullptr : task_->to_save();
    if (!picture) return;
    jobs_.start(
        "Saving",
        [picture, path](Job&) {
            const std::filesystem::path file = unused_name(path);
            save_picture(file.string(), *picture);
            return file.string();
        },
        [this](const std::string& file) { saved_ = file; });
}

std::string Playground::proposed_film() const {
    if (!picture_ || task_ == nullptr) return {};
    const std::string stem = std::filesystem::path(picture_->name).stem().string();
    return (picture_->folder / (stem + "-" + task_->file_tag() + ".mp4")).string();
}

std::string_view Playground::why_no_film() const {
    if (!film_.is_open() || film_.live() || task_ == nullptr) return "Only a film or a clip can be saved.";
    return task_->film_work() ? "" : "Wait for the first result.";
}

void Playground::save_film(const std::string& path) {
    if (!why_no_film().empty()) return;
    film_job_.start(
        "Saving the film",
        [path, name = film_.opened_by(), count = film_.count(), work = task_->film_work()](Job& job) {
            const auto source = media::open_frames(name, {.colour = true});
            const std::filesystem::path file = unused_name(path);
            std::unique_ptr<media::FilmWriter> writer;
            int64_t n = 0;
            while (const auto frame = source->frame(n, job.cancel_flag())) {
                n = frame->number + 1;
                const std::vector<Array> shown = work(*frame);
                if (job.cancelled()) throw Cancelled();
                if (!writer)
                    writer =
                        std::make_unique<media::FilmWriter>(file, shown.front().extent(), source->rate());
                writer->add(shown);
                if (count > 0) job.set_progress(double(n) / double(count));
            }
            if (writer) writer->finish();
            return file.string();
        },
        [this](const std::string& file) { saved_ = file; });
}

std::string milliseconds_text(double milliseconds) {
    constexpr const char* units[] = {"ns", "µs", "ms", "s"};
    double value = milliseconds * 1e6;
    int unit = 0;
    for (; value >= 999.5 && unit < 3; ++unit) value /= 1000;
    return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, units[unit]);
}

std::string emulated_sentence() {
    return "The **emulator** ran the GPU's kernels here, statement by statement. Its own time says nothing "
           "about a "
           "GPU, so none is shown.";
}

namespace {

// " The CPU makes the integral image in `2.1 ms`."
std::string cpu_beside(const PlaygroundPicture& picture) {
    if (picture.cpu_table_ms <= 0) return {};
    return fmt::format(" The CPU takes `{}` for the integral image.",
                       milliseconds_text(picture.cpu_table_ms));
}

}  // namespace

std::string time_sentence(const PlaygroundPicture& picture, const SweepPoint* point) {
    if (picture.on->is_slow()) return emulated_sentence();
    if (point == nullptr || picture.algorithm == nullptr) return {};
    std::string table = fmt::format("Integral image on the {} by “{}” `{}`", picture.on->title(),
                                    picture.algorithm->title, milliseconds_text(picture.table_ms));
    if (picture.on == &backends::gpu())
        table += fmt::format(" and `{}` for transfers", milliseconds_text(picture.transfer_ms));
    return fmt::format("{}, box filter on one core of the CPU `{}`: together `{}` at r = {}.", table,
                       milliseconds_text(point->filter_ms), milliseconds_text(point->integral_ms),
                       point->radius) +
           cpu_beside(picture);
}

std::string parts_sentence(const PlaygroundPicture& picture, std::string_view tables, double tables_ms,
                           std::string_view filter, double filter_ms, double transfer_ms) {
    if (picture.on->is_slow()) return emulated_sentence();
    const double all = tables_ms + filter_ms + transfer_ms;
    if (all <= 0) return {};
    const std::string way =
        transfer_ms > 0 ? fmt::format(", transfers `{}`", milliseconds_text(transfer_ms)) : "";
    const double second = 1000 / all;
    const std::string pictures =
        second >= 1.5 ? fmt::format(", {:.{}f} pictures a second", second, second < 9.95 ? 1 : 0) : "";
    // Without a table there is nothing to add up.
    const std::string first =
        tables_ms > 0 ? fmt::format("{} `{}`, ", tables, milliseconds_text(tables_ms)) : "";
    return fmt::format("{}{} `{}`{} on the {}: together `{}`{}.", first, filter, milliseconds_text(filter_ms),
                       way, picture.on->title(), milliseconds_text(all), pictures) +
           cpu_beside(picture);
}

}  // namespace upsweep::app
