// The Playground's state and behaviour: a picture, its integral image made once, the task in front, a
// rectangle and its sum, times in words. Everything slow runs as a job; the latest request wins. No ImGui.
#pragma once

#include "app/playground/model/film_player.h"
#include "app/playground/model/latest_job.h"
#include "app/playground/model/playground_camera.h"
#include "app/playground/model/playground_task.h"
#include "media/image.h"
#include "vision/integral_image.h"
#include "vision/table.h"

namespace upsweep::app {

struct SweepPoint;

/// What is computed once for a picture and a way to make its table.
struct PlaygroundPicture {
    std::shared_ptr<const Array> grey;
    std::shared_ptr<const DrawnPicture> drawn;  ///< as it came: red, green and blue if it has colours
    std::string name, origin;                   ///< "spheres", "luma of 8-bit colour"
    std::string sample;                         ///< slug if it is a sample
    std::filesystem::path folder;               ///< where its results are saved
    std::array<int64_t, 256> histogram{};
    std::shared_ptr<const vision::IntegralImage> integral;
    const Algorithm* algorithm = nullptr;
    const backends::Backend* on = &backends::cpu();
    double table_ms = 0;         ///< median of a few runs on the CPU; of one, warmed up, on the GPU
    double transfer_ms = 0;      ///< to the GPU and back
    double cpu_table_ms = 0;     ///< of the CPU's usual form, beside a table that the GPU made; else 0
    const void* film = nullptr;  ///< the film that it is a frame of; null: a picture
    int64_t frame = 0;           ///< its number there

    Extent extent() const { return grey->extent(); }
    bool same_film(const PlaygroundPicture& other) const { return film != nullptr && film == other.film; }
};

class Playground {
  public:
    enum class Show : uint8_t { original, split, result };

    /// Says why there is no GPU; empty: there is one. Called off the window's thread.
    using LookForGpu = std::function<std::string()>;
    explicit Playground(
        Jobs& jobs, LookForGpu look = [] { return backends::gpu().missing(); });

    /// Looks for a GPU, which makes the integral images from then on unless the user chose otherwise, and
    /// opens the task's usual sample, once; nothing is done before. Until the user opens another, a task that
    /// comes in front brings its own.
    void start();

    /// Reads and prepares in the background; what is shown stays until then, and if it fails. `failed` gets
    /// the sentence then, instead of the one given to Jobs.
    void open_file(const std::string& path, Told failed = {});
    /// A film, a folder, a clip or a camera, by the name that media::open_frames takes. open_file comes here
    /// with what moves.
    void open_film(const std::string& name, Told failed = {});
    /// What moves; no film is open while there is a picture.
    FilmPlayer& film() { return film_; }
    /// Opens the film again where FilmPlayer::hardware was changed.
    void take_decoder();
    const FilmPlayer& film() const { return film_; }
    /// Gets what is to be said about the film that plays.
    Told on_film_trouble;
    /// Throws UsageError for an unknown one.
    void open_sample(std::string_view slug);
    /// The job that opens a picture or makes its table again.
    const OwnJobs& opening() const { return open_job_; }
    void cancel_opening() { open_job_.cancel(); }

    /// Brings a task in front, which gets the picture, now and later; it has to live as long as this.
    void work_on(PlaygroundTask& task);
    /// Null until then.
    PlaygroundTask* task() const { return task_; }
    /// Where the integral image is made; makes it again. The GPU only when gpu_reason() is empty, the
    /// emulator when emulator_reason() is; a picture or a task that it does not take later goes to the CPU.
    void set_backend(const backends::Backend& on);
    const backends::Backend& backend() const { return *on_; }
    void set_algorithm(const Algorithm& algorithm);
    /// Why there is no GPU; empty if there is one; a sentence that it is looked for, while it is.
    const std::string& gpu_reason() const { return gpu_reason_; }
    /// Why the emulator does not take this picture for this task; empty if it does.
    std::string emulator_reason() const;

    /// A rectangle from two corners in any order, clipped to the picture; none if it is empty.
    void set_region(vision::Region region);
    const std::optional<vision::Region>& region() const { return region_; }
    /// Counts of the region's greys; of the region before while the latest is counted.
    const std::array<int64_t, 256>& region_histogram() const;

    /// The pixel under the pointer; stays where it last was on the picture.
    void point_at(int64_t x, int64_t y);
    int64_t pointer_x() const { return pointer_x_; }
    int64_t pointer_y() const { return pointer_y_; }

    /// Null until the first picture is there; a new object for each new picture or table.
    const std::shared_ptr<const PlaygroundPicture>& picture() const { return picture_; }
    /// The task's; null until it is made.
    std::shared_ptr<const DrawnPicture> result() const { return task_ ? task_->result() : nullptr; }

    /// "/home/me/spheres-box-r12.png"
    std::string proposed_file() const;
    /// Saves the result in the background, under a number added to the name if that file exists.
    void save_result(const std::string& path);
    /// "/home/me/roundabout-track.mp4"
    std::string proposed_film() const;
    /// Why the film cannot be saved with the task's results drawn in, as a sentence; empty if it can.
    std::string_view why_no_film() const;
    /// Saves all of the film, each frame as the task shows it, in the background, under a number added to the
    /// name if that file exists.
    void save_film(const std::string& path);
    const OwnJobs& saving_film() const { return film_job_; }
    void cancel_saving() { film_job_.cancel(); }
    /// The file saved last; empty if none was.
    const std::string& saved() const { return saved_; }

    // What the view shows and the keys change.
    PlaygroundCamera camera;
    Show show = Show::split;
    bool holding_original = false;  ///< while A is down
    double divider = 0.57;          ///< share of the picture's width that is left of it

  private:
    struct Source;
    FilmPlayer::Make frame_maker() const;
    void open(Source source, Told failed = {});
    void found_gpu(const std::string& reason);
    void go_to_backend(const backends::Backend& on);
    /// What becomes of a failure: a GPU that the user did not choose gives way to the CPU.
    Told or_on_the_cpu(Told failed);
    void open_usual();
    void look_for_gpu();
    int64_t most_emulated_pixels() const;
    void remake_table();
    void take(std::shared_ptr<const PlaygroundPicture> picture);
    void place_marks();

    Jobs& jobs_;
    std::shared_ptr<const PlaygroundPicture> picture_;
    PlaygroundTask* task_ = nullptr;
    OwnJobs open_job_, film_job_;
    FilmPlayer film_;
    bool film_hardware_ = false;  ///< as the film was opened
    using CountedRegion = std::pair<std::shared_ptr<const Array>, vision::Region>;
    LatestJob<CountedRegion, std::array<int64_t, 256>> histogram_;
    bool started_ = false;
    bool picked_ = false;  ///< the user has opened a picture
    bool placed_ = false;  ///< the user has chosen where integral images are made
    LookForGpu look_;
    const backends::Backend* on_ = &backends::cpu();
    const Algorithm* algorithm_ = nullptr;
    std::string gpu_reason_ = "Looking for a GPU.";
    std::optional<vision::Region> region_;
    int64_t pointer_x_ = 0, pointer_y_ = 0;
    std::string saved_;
};

/// "4.2 µs", "690 µs", "1.2 ms", "120 ms", "3.4 s": two digits that mean something.
std::string milliseconds_text(double milliseconds);

/// What is said of time where the emulator ran.
std::string emulated_sentence();

/// One sentence: what each part took and where it ran, from the point that the plot rings; empty while
/// nothing is measured at this radius.
std::string time_sentence(const PlaygroundPicture& picture, const SweepPoint* point);

/// "Two tables `0.5 ms`, deviations `1.2 ms` on the CPU: together `1.7 ms`, 590 pictures a second." With the
/// way to the GPU and back where there is one.
std::string parts_sentence(const PlaygroundPicture& picture, std::string_view tables, double tables_ms,
                           std::string_view filter, double filter_ms, double transfer_ms);

}  // namespace upsweep::app
