// A task of the Playground: something to do with the picture, live. The model of one row of the rail; its
// controls and marks are a PlaygroundPanel. No ImGui.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/host/first_look.h"
#include "app/playground/model/drawn_picture.h"
#include "scenes/scene.h"

namespace upsweep::app {

struct PlaygroundPicture;

/// What "Step through it" opens: a scene on a small cut-out of the user's picture, and the cell of the plan's
/// output whose first write is the step to be at (-1: the scene's own step or launch).
struct StepThrough {
    scenes::Scene scene;
    std::int64_t cell = -1;
    /// The step is the one where the lane that will write the cell first reads shared memory in the phase of
    /// that write instead, and continues by statements.
    bool at_first_read = false;
};

/// The scene at its step, and how it is looked at where that is not as usual.
struct SteppedThrough {
    scenes::Scene scene;
    std::optional<FirstLook> look;
};

/// A whole number that the user chooses: settings keep it, and a destination may say it.
struct TaskNumber {
    std::string_view name;     ///< "radius"
    std::string_view setting;  ///< "playground.contrast_radius"
    std::function<std::int64_t()> get;
    std::function<void(std::int64_t)> set;  ///< what is out of range is clamped, or changes nothing
};

class PlaygroundTask {
  public:
    virtual ~PlaygroundTask() = default;
    /// "box_filter": in settings, in `shot --task` and in the names of its controls.
    virtual std::string_view name() const = 0;
    /// "Box filter", on the rail.
    virtual std::string_view title() const = 0;

    virtual std::vector<TaskNumber> numbers() = 0;
    /// The number of this name, if the task has it.
    std::optional<TaskNumber> number(std::string_view name);

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
    /// "box filter, r = 12", of the result that is there.
    virtual std::string label() const = 0;
    /// "box-r12": behind the picture's name in the name of its file.
    virtual std::string file_tag() const = 0;
    /// Pixels of the largest picture that it gives to the emulator, which takes seconds for so many.
    virtual std::int64_t most_emulated_pixels() const;
    /// The result at the user's pixel, for the status bar; empty where none exists.
    virtual std::string value_at(std::int64_t x, std::int64_t y) const;

    /// Why there is nothing to step through, as a sentence; empty if there is something.
    virtual std::string_view why_no_step() const { return {}; }
    /// Around the pointer's pixel, or what was chosen. Nothing where there is nothing.
    virtual std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const {
        (void)x, (void)y;
        return std::nullopt;
    }
};

/// The number that `task` sets and gives as an int.
template <typename Task>
TaskNumber task_number(Task& task, std::string_view name, std::string_view setting, int (Task::*get)() const,
                       void (Task::*set)(int)) {
    return {name, setting, [&task, get] { return std::int64_t{(task.*get)()}; },
            [&task, set](std::int64_t number) {
                constexpr std::int64_t most = 1 << 30;
                (task.*set)(static_cast<int>(std::clamp(number, -most, most)));
            }};
}
/// The same of a choice among the `count` first values of an enumeration.
template <typename Task, typename Choice>
TaskNumber task_choice(Task& task, std::string_view name, std::string_view setting,
                       Choice (Task::*get)() const, void (Task::*set)(Choice), int count) {
    return {name, setting, [&task, get] { return static_cast<std::int64_t>((task.*get)()); },
            [&task, set, count](std::int64_t number) {
                if (number >= 0 && number < count) (task.*set)(static_cast<Choice>(number));
            }};
}

/// A part of the picture, at most `extent`, with the pixel as near its middle as the border allows.
vision::Region cut_out_around(Extent picture, Extent extent, std::int64_t x, std::int64_t y);
/// The pixels of `region`.
Array cut_out(const Array& pixels, const vision::Region& region);

/// The entry `slug` on a cut-out of `grey` (u8) around the pixel, with these options beside its own, opened
/// at the write of that pixel's result. The cut-out is `most`, or less of a smaller picture.
StepThrough step_through_pixel(const std::string& slug, const Array& grey, std::int64_t x, std::int64_t y,
                               const std::vector<std::pair<std::string, std::int64_t>>& options,
                               Extent most = {10, 8});

/// The window whose middle is the pixel (x, y) of the cut-out, or the nearest that there is: its place, an
/// element of the output of a scene that asks about every window of one size.
std::int64_t window_about_pixel(const scenes::Scene& scene, std::int64_t x, std::int64_t y);

/// The radius that a window in so small a cut-out has: up to 3, so that windows differ from pixel to pixel.
int step_radius(int radius);

/// The scene at the step that writes the cell, or at its first read. Runs it: to be called in jobs. Throws
/// what run_scene throws.
SteppedThrough at_its_step(StepThrough what, const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::app
