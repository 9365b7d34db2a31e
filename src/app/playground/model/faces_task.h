// The Playground's faces: a cascade, the faces of the picture, the scale and the window that are looked at;
// rejection maps in colours: grey by the stages that each window survived, one hue for those that survived
// all. Everything slow runs as a job; the latest request wins. No ImGui.
#pragma once

#include "app/playground/model/playground.h"
#include "backends/backend.h"
#include "cascade/cascade.h"
#include "vision/faces.h"
#include "vision/gpu_frame.h"
#include "vision/integral_image.h"

namespace upsweep::app {

using MapColour = std::array<uint8_t, 3>;

/// The same in every theme, as a picture's own are.
constexpr MapColour map_not_asked = {12, 14, 18};
constexpr MapColour map_all = {29, 221, 182};
/// Of a window that survived `stages` of `count`, not all: the brighter the more.
MapColour map_grey(int stages, int count);

/// The level's map (detect_faces with maps), no more than some 700 pixels a row: of windows that share a
/// pixel the one that came furthest. It lies over the picture where the windows' middles
/// are. Costs a pass over
/// the map.
std::shared_ptr<const DrawnPicture> rejection_map(const vision::FaceLevel& level, int stages);

/// The picture with each face framed: a white line between black ones, all inside the face.
std::shared_ptr<const DrawnPicture> framed_picture(const DrawnPicture& picture,
                                                   const std::vector<vision::FaceRectangle>& faces);

/// What the task asks; tests give others.
struct FaceFunctions {
    std::function<std::filesystem::path()> usual_file;  ///< empty if none is installed
    std::function<cascade::Cascade(const std::filesystem::path&)> load;
    std::function<vision::FaceRun(const Array&, const cascade::Cascade&, const vision::FaceRequest&,
                                  const backends::Backend&, const std::atomic<bool>*)>
        detect;
    /// Groups, cut at the border of a picture of this extent.
    std::function<std::vector<vision::FaceRectangle>(std::vector<vision::FaceRectangle>, int, Extent)> group;
    std::function<vision::LookedWindow(const vision::FaceLevel&, const cascade::Cascade&, vision::FaceRule,
                                       int64_t, int64_t)>
        look;
    /// FramePainter::paint; may be left out.
    using Paint = std::function<std::shared_ptr<const vision::GpuFrame>(
        const vision::FramedPicture&, const std::vector<vision::FaceRectangle>&, const backends::Backend&,
        vision::FaceParts&)>;
    Paint paint = {};
};
/// Those of `cascade` and `vision`.
FaceFunctions usual_face_functions();

/// A place in a level's map: the window whose upper left pixel there is (x · step, y · step).
struct FacePlace {
    int64_t x = 0, y = 0;
    friend constexpr bool operator==(const FacePlace&, const FacePlace&) = default;
};

/// One finished search.
struct FacesFound {
    std::shared_ptr<const PlaygroundPicture> picture;
    std::shared_ptr<const cascade::Cascade> cascade;
    vision::FaceRequest request;
    const backends::Backend* on = &backends::cpu();
    vision::FaceRun
        run;  ///< with maps; its times are of a run without, and of the drawing where a GPU did it
    /// The picture with run.faces framed, in the GPU's memory; null on the CPU.
    std::shared_ptr<const vision::GpuFrame> framed;
    /// Where to look first: the level that most windows pass, and one of those.
    int best_level = 0;
    FacePlace best_place;
};

class FacesTask : public PlaygroundTask {
  public:
    enum Number : uint8_t { neighbours_number, factor_number, opencv_number };

    explicit FacesTask(Jobs& jobs, FaceFunctions functions = usual_face_functions());

    std::string_view usual_sample() const override { return "class"; }
    /// Reads the usual cascade with the first picture. Another one than before forgets the faces.
    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    /// The rejection map of the level.
    std::shared_ptr<const DrawnPicture> result() const override { return map_; }
    /// Also without a cascade, or where it was cancelled.
    bool at_rest() const override;
    /// The picture with the faces framed.
    std::shared_ptr<const DrawnPicture> to_save() const override;
    FilmWork film_work() const override;
    std::string label() const override;
    std::string file_tag() const override { return "faces"; }
    /// "6 stages" that the window about the pixel survived.
    std::string value_at(int64_t x, int64_t y) const override;
    /// 160 x 125; the cascade asks about every window of every scale.
    int64_t most_emulated_pixels() const override { return 20'000; }

    std::string_view why_no_step() const override;
    /// A part of 16 x 12 around the chosen window, so small that the window is that of the toy cascade.
    std::optional<StepThrough> step_through(int64_t x, int64_t y) const override;

    /// Reads another cascade in the background; what is shown stays until then, and if it fails. `failed`
    /// gets the sentence then, instead of the one given to Jobs.
    void open_cascade(const std::filesystem::path& file, Told failed = {});
    /// Null until one is read.
    const std::shared_ptr<const cascade::Cascade>& cascade() const { return cascade_; }
    const std::filesystem::path& cascade_file() const { return cascade_file_; }
    /// Why there is no cascade, as a sentence that says what to do; empty if there is one or it is being
    /// read.
    const std::string& problem() const { return problem_; }

    void set_rule(vision::FaceRule rule) { set(opencv_number, rule == vision::FaceRule::opencv ? 1 : 0); }
    /// 1.05 … 2, clamped, in hundredths.
    void set_factor(double factor);
    /// 0 … 10, clamped. Groups the windows that are there; nothing is searched again.
    void set_neighbours(int neighbours) { set(neighbours_number, neighbours); }
    const vision::FaceRequest& request() const { return request_; }
    const backends::Backend& backend() const { return *on_; }

    const OwnJobs& searching() const { return search_job_; }
    void cancel() { search_job_.cancel(); }
    /// Of the picture that is set, or null; a new object for each search.
    const std::shared_ptr<const FacesFound>& found() const { return found_; }
    /// Grouped by the neighbours that are set; of the ones before while they are grouped.
    const std::vector<vision::FaceRectangle>& faces() const { return faces_; }
    /// The picture with these faces framed, as the GPU drew it; null where it did not, and until it has.
    const std::shared_ptr<const vision::GpuFrame>& framed() const { return framed_; }
    /// Another painter, from the next search or grouping on: for tests of the window.
    void set_paint(FaceFunctions::Paint paint) { functions_.paint = std::move(paint); }
    /// Milliseconds of its kernels.
    double framed_ms() const { return framed_ms_; }
    /// Windows that passed and belong to none of the faces.
    int64_t dropped() const;

    /// The level that is looked at, 0 … levels − 1; clamped.
    void choose_level(int level);
    int level_number() const { return level_; }
    int levels() const;
    /// Null without a search.
    const vision::FaceLevel* level() const;
    /// A window of the level by its place in the map; clamped.
    void choose_window(FacePlace place);
    /// The window of the level whose middle is nearest to this point of the picture, in pixels.
    void choose_at(double x, double y);
    FacePlace place() const { return place_; }
    /// The window's rectangle in the picture, in pixels; empty without a search.
    struct Box {
        double x = 0, y = 0, width = 0, height = 0;
    };
    Box window_box() const;
    /// The upper left pixel of the window in its level.
    FacePlace window_corner() const;

    /// What every filter said of the window, up to the stage that rejected it; empty without a search.
    const vision::LookedWindow& looked() const { return looked_; }
    /// Of looked().stumps; clamped. Stays over windows where it can.
    void choose_filter(int filter);
    int filter() const { return filter_; }
    const vision::LookedStump* stump() const;
    /// How many filters the stage of stump() has.
    int filters_in_stage() const;
    /// Which of them stump() is, from 0.
    int filter_in_stage() const;

    /// Goes from level to level by itself.
    void set_sweeping(bool on);
    bool sweeping() const { return sweeping_ && levels() > 1; }
    /// `seconds` have gone by.
    void advance(double seconds);

    // What the view shows.
    bool draw_faces = true, draw_windows = false, draw_counts = true;

  private:
    void changed(size_t parameter) override;
    void search();
    void group();
    void start();
    void take_found(std::shared_ptr<const FacesFound> found);
    FacePlace place_at(double x, double y) const;
    void look();
    void draw_map();

    FaceFunctions functions_;
    OwnJobs cascade_job_, search_job_, group_job_;
    std::shared_ptr<const PlaygroundPicture> picture_;
    std::shared_ptr<const cascade::Cascade> cascade_;
    std::filesystem::path cascade_file_;
    std::string problem_;
    vision::FaceRequest request_;
    const backends::Backend* on_ = &backends::cpu();
    std::shared_ptr<const FacesFound> found_;
    std::vector<vision::FaceRectangle> faces_;
    std::shared_ptr<const vision::GpuFrame> framed_;
    vision::LookedWindow looked_;
    std::shared_ptr<const DrawnPicture> map_;
    bool started_ = false, sweeping_ = false;
    bool searched_ = false;  ///< for the current request; not once a search was stopped
    int level_ = 0, filter_ = 0;
    FacePlace place_;
    double swept_ = 0, framed_ms_ = 0;
};

/// What a cascade of this name finds: "frontal faces"; the name itself where its words are not known.
std::string trained_on(const std::string& name);

/// A level's pixels as so many of the picture's.
double picture_pixels(const vision::FaceLevel& level, int64_t pixels);

/// Stages that the window at this place of the level's map survived; -1 where none looked.
int stages_survived(const vision::FaceLevel& level, int64_t x, int64_t y);

/// Fills in `best_level` and `best_place`: a window of the face that most windows agree on; without a face
/// the best place of the level where most pass. The run has maps.
void look_for_best(FacesFound& found);

/// Whether the catalog has the entry that the scene is of.
bool has_cascade_entry();

/// The catalog's toy cascade on a part of 16 x 12 around `window` (in pixels of `level`, u8), so small that
/// the window is that of the toy; opened where this window's first filter reads its corners. Only with the
/// entry.
StepThrough step_through_window(const Array& level, const vision::Region& window);

}  // namespace upsweep::app
