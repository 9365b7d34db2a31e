// A task of the Playground: something to do with the picture, live. The model of one row of the rail; its
// controls and marks are a PlaygroundPanel. No ImGui.
#pragma once

#include "app/host/first_look.h"
#include "app/playground/model/drawn_picture.h"
#include "media/frame_source.h"
#include "scenes/scene.h"
#include "vision/operation.h"

namespace upsweep::app {

struct PlaygroundPicture;

/// What "Step through it" opens: a scene on a small cut-out of the user's picture, and the cell of the plan's
/// output whose first write is the step to be at (-1: the scene's own step or launch).
struct StepThrough {
    scenes::Scene scene;
    int64_t cell = -1;
    /// The step is the one where the lane that will write the cell has first added up what it reads of shared
    /// memory, in the phase of that write, instead.
    bool at_first_sum = false;
};

/// The scene at its step, and how it is looked at where that is not as usual.
struct SteppedThrough {
    scenes::Scene scene;
    std::optional<FirstLook> look;
};

class PlaygroundTask {
  public:
    explicit PlaygroundTask(const vision::Operation& operation)
        : operation_(operation), values_(vision::initial_values(operation)) {}
    virtual ~PlaygroundTask() = default;
    const vision::Operation& operation() const { return operation_; }
    /// "box_filter": in settings, in `shot --task` and in the names of its controls.
    std::string_view name() const { return operation_.slug; }
    /// "Box filter", on the rail.
    std::string_view title() const { return operation_.title; }

    /// The numbers that the user has chosen, one for each parameter.
    const vision::Values& values() const { return values_; }
    int64_t value(size_t parameter) const { return values_[parameter]; }
    /// What is out of range is clamped, or changes nothing.
    void set(size_t parameter, int64_t value);
    /// The place of the parameter of this name, if the task has it.
    std::optional<size_t> find(std::string_view parameter) const;
    /// The same by a name that it has.
    int64_t value(std::string_view parameter) const { return value(*find(parameter)); }
    void set(std::string_view parameter, int64_t value) { set(*find(parameter), value); }

    /// The sample that shows it best, until the user opens a picture; empty: the first.
    virtual std::string_view usual_sample() const { return {}; }
    /// It is in front, and the picture is this one: another one, the same with another table, or the one it
    /// had when it was left. Asks for its result; a result of other pixels goes at once.
    virtual void take(std::shared_ptr<const PlaygroundPicture> picture) = 0;
    /// Another task comes in front: what still runs for it stops.
    virtual void leave() = 0;

    /// What lies right of the divider; null until it is made. Of the picture taken last.
    virtual std::shared_ptr<const DrawnPicture> result() const = 0;
    /// Nothing more will come by itself; asked where there is a picture.
    virtual bool at_rest() const { return result() != nullptr; }
    /// What Save writes; null: there is nothing yet.
    virtual std::shared_ptr<const DrawnPicture> to_save() const { return result(); }
    /// Of a film that is saved: makes of each frame, in order and off the window's thread, what the film
    /// shows of it: grey, or red, green and blue. Nothing: this task cannot yet.
    using FilmWork = std::function<std::vector<Array>(const media::Frame&)>;
    virtual FilmWork film_work() const { return {}; }
    /// "box filter, r = 12", of the result that is there.
    virtual std::string label() const = 0;
    /// "box-r12": behind the picture's name in the name of its file.
    virtual std::string file_tag() const = 0;
    /// Pixels of the largest picture that it gives to the emulator, which takes seconds for so many.
    virtual int64_t most_emulated_pixels() const;
    /// The result at the user's pixel, for the status bar; empty where none exists.
    virtual std::string value_at(int64_t x, int64_t y) const;

    /// Why there is nothing to step through, as a sentence; empty if there is something.
    virtual std::string_view why_no_step() const { return {}; }
    /// Around the pointer's pixel, or what was chosen. Nothing where there is nothing.
    virtual std::optional<StepThrough> step_through(int64_t /*x*/, int64_t /*y*/) const {
        return std::nullopt;
    }

  protected:
    /// A number was set.
    virtual void changed(size_t parameter) = 0;

  private:
    const vision::Operation& operation_;
    vision::Values values_;
};

/// A part of the picture, at most `extent`, with the pixel as near its middle as the border allows.
vision::Region cut_out_around(Extent picture, Extent extent, int64_t x, int64_t y);
/// The pixels of `region`.
Array cut_out(const Array& pixels, const vision::Region& region);

/// The scene of the entry on the cut-out `region` of `pixels`, with these options beside its own.
scenes::Scene scene_on_cut_out(const std::string& slug, const Array& pixels, const vision::Region& region,
                               const std::vector<OptionValue>& options = {});

/// The window whose middle is the pixel (x, y) of the cut-out, or the nearest that there is: its place, an
/// element of the output of a scene that asks about every window of one size.
int64_t window_about_pixel(const scenes::Scene& scene, int64_t x, int64_t y);

/// The scene at the step that writes the cell, or at its first read. Runs it: to be called in jobs. Throws
/// what run_scene throws.
SteppedThrough at_its_step(StepThrough what, const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::app
