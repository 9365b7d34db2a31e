// The parts of the plan's view: the film strip, the chart of streams, the present operation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/structure/plan.h"
#include "stage/parts.h"

namespace upsweep::stage {

/// What an array holds: now, or as an operation found or left it.
struct PlanValues {
    int array = -1;                               ///< ArrayId; -1: nothing to show
    bool blank = false;                           ///< nothing is there yet
    const replay::ArrayMoment* moment = nullptr;  ///< null: now

    bool defined(const Context& stage, int64_t element) const;
    double number(const Context& stage, int64_t element) const;
    std::string text(const Context& stage, int64_t element) const;
};

/// An array small: cells with values where they fit, else grey levels, or of one row lowest and highest.
struct Thumbnail {
    PlanValues values;
    Extent cells;             ///< as drawn; an array of one row may be wrapped
    bool written_out = true;  ///< with values
    float cell_width = 0, cell_height = 0, value_em = 0.8F;
    float width() const { return cell_width * float(cells.width); }
    float height() const { return cell_height * float(cells.height); }
};
/// In at most that many pixels.
Thumbnail make_thumbnail(const Context& stage, const PlanValues& values, float most_width, float most_height);
void draw_thumbnail(Context& stage, const Thumbnail& thumbnail, Point at);

/// The operation that the picture is about: of the step just done, or of the first one to come.
const replay::PlanOperation* present_operation(const Context& stage);

/// "8 × 4", of one row "8".
std::string size_text(Extent extent);
/// "128 B", "4 KiB".
std::string bytes_text(int64_t bytes);

/// The film strip: in several lines where one does not hold it and the rows under it keep their room.
void draw_strip(Context& stage, Box rect);
float strip_height(const Context& stage, float width, float most);
/// Of all of it in one line.
float strip_width(const Context& stage);
constexpr float strip_share = 0.5F;  ///< of the height, at most, in several lines

/// What main of a whole program did: an operation, or several statements that only compute.
struct ProgramAct {
    const replay::PlanOperation* operation = nullptr;  ///< the last of them
    size_t first = 0;                                  ///< position of the first operation
    replay::StepRange steps;
    std::string name;  ///< of the host's own work; empty of an operation of the device
    int32_t line = 0, end_line = 0;
    float left = 0, width = 0;  ///< pixels

    bool is_launch() const;
    bool fails() const;  ///< a copy or launch that is refused, or where the program is stopped
};

/// In order, what the host says before a launch with the launch; empty of anything but a whole program.
std::vector<ProgramAct> program_acts(const replay::StepPosition& at);
/// Which of them the position is in.
size_t present_act(const std::vector<ProgramAct>& acts, const replay::StepPosition& at);

/// Of a program that ran whole: what main did, over the device's memory.
bool is_whole_program(const Context& stage);
float program_film_height(const Context& stage, float room);
void draw_program_film(Context& stage, Box rect);

/// A row a stream on the modelled clock, and its rates; how high in pixels.
float streams_height(const Context& stage);
void draw_streams(Context& stage, Box rect);

/// What the present operation takes, which block does what, and what it leaves.
void draw_operation_parts(Context& stage, Box rect);
/// Where parts are not rows: the two arrays whole, tiles outlined by what their blocks have done.
void draw_operation_grids(Context& stage, Box rect, const replay::PlanOperation& one);

}  // namespace upsweep::stage
