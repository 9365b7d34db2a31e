// Pictures of views as `shot` is asked for them; and the one that needs no window: the stage as SVG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "canvas/palette.h"
#include "replay/short_code.h"
#include "scenes/scene.h"
#include "stage/stage.h"

namespace upsweep::stage {

/// What the user may scale type by.
inline constexpr float lowest_scale = 0.75F, highest_scale = 4;

struct ShotOptions {
    std::string view = "step";
    std::string file = {};  ///< PNG to write, or SVG: then the stage alone
    int width = 1280, height = 800;
    float scale = 1;
    canvas::ThemeKind theme = canvas::ThemeKind::dark;
    std::optional<Distance> distance = {};      ///< of step; none: as the size of step goes
    std::optional<replay::CodeForm> code = {};  ///< of step's code pane
    std::optional<bool> predict = {};           ///< of step: asks about the next step; true: answered
    std::optional<std::int64_t> step = {};      ///< goes to this step, or page of a lesson
    std::optional<std::string> open = {};       ///< a file handed to the view first
    std::optional<scenes::Scene> scene = {};    ///< of the Step view, instead of its first one
};

/// Throws UsageError for a size or a scale that no picture has.
void check_size(const ShotOptions& options);
/// "There is no step 99 in the Step view; it goes from 0 to 62."
std::string no_such_place(std::string_view noun, std::int64_t place, std::string_view title,
                          std::int64_t first, std::int64_t last);

bool is_svg(const std::string& file);
/// Writes the stage of the Step view's first scene, of `scene` or of the trace `open`, as SVG with its faces
/// inside: at `step`, or the first finding, or where the scene stands. Throws UsageError for another view or
/// a step that there is not, Error if the trace cannot be read or the file not be written.
void write_stage(const ShotOptions& options);

}  // namespace upsweep::stage
