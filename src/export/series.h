// The stage alone as files: a picture, a cell's history, a range of steps as numbered pictures or as a GIF.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/write_file.h"
#include "replay/data/cell_history.h"
#include "replay/position/position.h"
#include "scenes/scene.h"
#include "stage/page.h"

namespace upsweep::exports {

/// "scan_blelloch", "reduce": what a file that is made of the scene is called, without its ending.
std::string file_name_of(const scenes::Scene& scene);
/// A range of steps done: "0:40", or "12:" up to the end.
struct StepsAsked {
    int64_t first = 0;
    std::optional<int64_t> last = {};
    friend bool operator==(const StepsAsked&, const StepsAsked&) = default;
};
/// Throws UsageError saying how a range is written.
StepsAsked parse_steps(std::string_view text);

/// The places that a series shows: both ends, and between them where the size of step stops. Throws
/// UsageError where the run is shorter, or there would be more than most_pictures.
std::vector<int64_t> places_of(const replay::StepPosition& at, const StepsAsked& steps, StepSize by);
inline constexpr size_t most_pictures = 2000;

/// The name of picture `number` (from 0) of a pattern such as "run-%03d.svg". Throws UsageError unless it has
/// exactly one %d, with up to nine digits.
std::string numbered(const std::string& pattern, size_t number);

struct Series {
    std::shared_ptr<const scenes::RunScene> run;
    stage::Drawing how;
    StepsAsked steps = {};
    StepSize by = StepSize::statement;     ///< where it stops
    StepSize shown = StepSize::statement;  ///< what "this step" is in the pictures
    int delay_ms = 900;  ///< of a GIF: how long each picture stays, the last one thrice as long
};

/// Writes a GIF, or a PNG or SVG a picture with numbers from 0: as the name ends. Returns how many pictures.
/// Throws UsageError for another ending, a name or a delay that does not do, and steps that there are not;
/// Error if a file cannot be written; Cancelled.
size_t write_series(const Series& series, const std::string& file, const InputFiles& inputs = {},
                    const std::atomic<bool>* cancel = nullptr,
                    const std::function<void(double)>& progress = nullptr);

/// Writes one picture: PNG or SVG with its faces inside, as the name ends.
void write_picture(const replay::StepPosition& at, const stage::Drawing& how, const std::string& file,
                   const InputFiles& inputs = {});

/// Writes the history of a cell as a picture at the position's step, `how.width` pixels wide and as high as
/// it needs: SVG with its faces inside or PNG, as the name ends. Throws Error, UsageError for another ending.
void write_history(const replay::StepPosition& at, replay::CellPlace cell, const stage::Drawing& how,
                   const std::string& file, const InputFiles& inputs = {});

}  // namespace upsweep::exports
