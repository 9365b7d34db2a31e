// Pictures of views that `shot` makes; and those that need no window: the stage alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/palette.h"
#include "export/series.h"
#include "replay/code/short_code.h"
#include "scenes/destination.h"
#include "stage/stage.h"

namespace upsweep::exports {

/// What the user may scale type by.
inline constexpr float lowest_scale = 0.75F, highest_scale = 4;

struct ShotOptions {
    std::string view = "step";
    std::string file = {};  ///< PNG to write; SVG and GIF hold the stage alone
    bool alone = false;     ///< of step: the stage alone in a PNG, too
    int width = 1280, height = 800;
    float scale = 1;
    std::optional<canvas::ThemeKind> theme = {};  ///< none: dark, presented that of presenting
    bool present = false;                         ///< as it is presented to a class
    std::optional<stage::Zoom> zoom = {};         ///< of step; none: as the size of step goes
    std::optional<replay::CodeForm> code = {};    ///< of step's code pane
    std::optional<int64_t> step = {};             ///< goes to this step, or page of a lesson
    std::optional<StepsAsked> steps = {};         ///< of step: these, as numbered files or a GIF
    std::optional<StepSize> by = {};              ///< of step's stage alone: its size of step
    int delay_ms = 900;                           ///< of a GIF, a picture
    std::string history = {};          ///< of step: the history of this cell, as replay::parse_cell reads it
    std::optional<bool> predict = {};  ///< of step: asks about the next step; true: answered
    std::vector<std::string> press = {};   ///< of views: keys, one after the other; "=scan" types "scan"
    std::optional<std::string> open = {};  ///< a file handed to the view first
    /// A place of the view, instead of its first one.
    std::optional<scenes::Destination> to = {};
};

/// Throws UsageError for a size or a scale that no picture has.
void check_size(const ShotOptions& options);
/// "There is no step 99 in the Step view; it goes from 0 to 62."
std::string no_such_place(std::string_view noun, int64_t place, std::string_view title, int64_t first,
                          int64_t last);

/// Whether that is a picture of the stage without the window around it.
bool is_stage_alone(const ShotOptions& options);
/// Writes the stage of the Step view's first scene, of `to` or of the trace `open`: as SVG with its faces
/// inside or as PNG at `step`, or the first finding, or where the scene is; or `steps` of it, all for a
/// GIF. Throws UsageError for another view or a step that there is not, Error if the trace cannot be read or
/// the file not be written.
void write_stage(const ShotOptions& options);

}  // namespace upsweep::exports
