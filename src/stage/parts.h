// The parts of the stage, for stage.cpp: each draws one band of it.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/ranges.h"
#include "emulator/trace/trace_fwd.h"
#include "replay/data/diagram.h"
#include "replay/position/position.h"
#include "stage/arrows.h"
#include "stage/stage.h"

namespace upsweep::replay {
struct BlockCard;
struct PlanOperation;
struct CellTouch;
struct ArrayTouches;
}  // namespace upsweep::replay

namespace upsweep::stage {

/// One column a cell, shared by diagram, tape and banks.
struct Columns {
    float left = 0, width = 0;  ///< pixels
    int64_t first = 0, count = 0;
    float centre(int64_t cell) const { return left + (float(cell - first) + 0.5F) * width; }
    float right() const { return left + float(count) * width; }
    int64_t end() const { return first + count; }
    bool shows(int64_t cell) const { return cell >= first && cell < end(); }
};

/// What differs between a picture in the window and one on a presented page, which a class reads from the
/// last row: sizes in E, pens in pixels at E = 16.
struct Metrics {
    std::span<const float> values;  ///< sizes of a value in a cell, largest first
    TextStyle name, about, index;   ///< an array's name, the words beside it, numbers of cells
    Role quiet;                     ///< of these words and numbers
    float thin, thick;              ///< pens of what is quiet and of what the step is about
    float mark;                     ///< of a card
    float head, axis;               ///< from a grid's upper edge to its name, from its numbers to its cells
    float row, inset;               ///< a lane's row of values, and how far its cells keep from each other
};

struct Context {
    Canvas& canvas;
    const replay::StepPosition& at;
    const StageOptions& options;
    Zoom zoom = Zoom::block;
    Columns columns = {};
    float label_left = 0;     ///< where labels begin, pixels
    bool narrow = false;      ///< one short label column
    bool overlaid = false;    ///< marks lie over the cells, wherever these are
    bool foreseen = false;    ///< marks are in the diagram's row to come, not on the tape
    bool rows_shown = false;  ///< the diagram has its rows of input and output, where there are such

    const emulator::Trace& trace() const { return at.trace(); }
    const replay::StagedLaunch& staged() const { return at.staged(); }
    const replay::StepPicture& picture() const { return at.picture(); }
    const emulator::ArrayInfo& info(emulator::ArrayId array) const;
    /// The card of a block's number.
    const replay::BlockCard& card_of(int64_t number) const;
    /// What the present step touches of an array; null if nothing, and for -1.
    const replay::ArrayTouches* touches(int array) const;
    const Metrics& look() const;
    /// A size in E at which a value fits `width` pixels: up to `largest` in the window, on a presented page
    /// one that can be read from the last row.
    float value_em(std::string_view value, float width, float largest) const;
};

/// Characters of the longest value of the followed array and of the diagram's places.
int longest_value(const replay::StepPosition& at);
/// Chooses the cells in view between two edges, each at least `least` and at most `most` pixels wide, and
/// gives each its column. True if there are more cells than columns.
bool choose_columns(Context& context, float left, float right, float least, float most, StageState& state);

/// What the name of the followed array is called where a click on it follows another; else empty.
std::string follow_name(const replay::StepPosition& at);

/// Names the place of a cell.
void name_cell(Context& stage, emulator::ArrayId array, int64_t element, const Box& box);

/// The mark of a cell, or of one of the followed array; null if it has none.
const StageMark* mark_of(const Context& stage, emulator::ArrayId array, int64_t cell);
const StageMark* mark_of(const Context& stage, int64_t cell);

/// The value of an element now, or where the stage shows symbols what it holds; empty while nothing has been
/// written there.
std::string value_now(const Context& stage, emulator::ArrayId array, int64_t element);

/// What a cell holds: "3…7"; of a rectangle its first and last corner, "(0,0)…(2,3)"; of a constant its
/// value, of the empty sum "∅". Where the stage shows rounding, of a float how far its value is from that
/// sum:
/// "+1.2e-07".
std::string symbol_now(const Context& stage, emulator::ArrayId array, int64_t element);

/// What a node of the diagram holds, as a cell of its array shows it: its value, or where the stage shows
/// symbols "3…7".
std::string node_now(const Context& stage, emulator::ArrayId array, const replay::DiagramNode& node);

/// "Cell 5 holds the sum of inputs 3…7: 22."; empty of a constant, and where nothing is known.
std::string held_sentence(const replay::StepPosition& at, emulator::ArrayId array, int64_t element);

/// How a cell looks in this step: its touch, or idle, or an outline where nothing is yet.
CellState state_now(const Context& stage, emulator::ArrayId array, int64_t element);

/// "shared memory", "global memory".
std::string_view space_name(emulator::Space space, bool narrow);

/// As many zeros: as wide as the longest value of so many characters.
std::string zeros(int characters);
/// "3–9".
std::string range_text(int64_t first, int64_t last);
/// "8 × 4".
std::string extent_text(Extent extent);
/// "cells 3–9 of 40": from `first` on `count` are in view.
std::string window_text(std::string_view what, int64_t first, int64_t count, int64_t all);
/// The number of a cell or a bank, bold where the step touches it.
void draw_index(Canvas& canvas, Point at, int64_t index, bool touched, float em = 0.8F,
                Align align = Align::centre, Role quiet = Role::t3);
/// Of an array that is there.
constexpr emulator::ArrayId id_of(int array) { return emulator::ArrayId(array); }
/// A name up to `right`, and behind it the first of the words that fits; none where none does.
void draw_heading(Canvas& canvas, Point at, float right, TextStyle style, std::string_view name,
                  std::initializer_list<std::string_view> words);
/// "clear flags", "scan rows".
std::string name_of(const replay::PlanOperation& operation);

/// What a cell shows while arrows grow: its old value until the arrow has come.
struct CellNow {
    const replay::CellTouch* touch = nullptr;  ///< by the present step; null: none
    std::string value;
    std::string was;  ///< before the present step wrote it; empty where it did not
    CellState state = CellState::idle;
};
CellNow cell_now(const Context& stage, emulator::ArrayId array, int64_t element);
/// A cell with its value now, up to `largest` E, and its name.
void draw_element(Context& stage, emulator::ArrayId array, int64_t element, const Box& box, CellState state,
                  float largest = 1);

/// Rows that the diagram draws: all, or a window around the present one between those of input and output,
/// which stay.
struct RowWindow {
    int first = 0, count = 0;            ///< of the window
    float height = 0;                    ///< pixels a row
    bool input = false, output = false;  ///< row 0 above it, the last row below it
    int last = 0;                        ///< row of the output
    float head = 0, foot = 0;            ///< pixels: the elements' numbers above the input, below the output

    int shown() const { return count + (input ? 1 : 0) + (output ? 1 : 0); }
    float total() const { return head + foot + height * float(shown()); }
    bool shows(int row) const {
        return (row >= first && row < first + count) || (input && row == 0) || (output && row == last);
    }
    /// Middle of a row, or of the one at the window's edge where that row is beyond it. `top` is the
    /// diagram's.
    float y(float top, int row) const {
        int place = std::clamp(row - first, 0, std::max(0, count - 1)) + (input ? 1 : 0);
        if (input && row == 0) place = 0;
        if (output && row == last) place = shown() - 1;
        return top + head + (float(place) + 0.5F) * height;
    }
};
/// Rows of the diagram come as close as this before any goes out of view.
constexpr float close_row_em = 1.3F;
RowWindow choose_rows(const Context& stage, float available);

/// The line of a value of `cell` of the other array in row 0 to the node that takes it: it leaves its own
/// column at once and comes down in the node's, where it meets no other value. Pixels; empty above the
/// window.
std::vector<Point> input_line(const replay::Diagram& diagram, const replay::DiagramNode& node, int64_t cell,
                              const Columns& columns, const RowWindow& rows, Box rect);

void draw_diagram(Context& stage, Box rect, const RowWindow& rows);
/// Arcs, cells, index: 10 E high (see tape_height), with lower arcs where the rectangle is lower.
void draw_tape(Context& stage, Box rect);
float tape_height(const Context& stage);
float least_tape_height(const Context& stage);
/// The same where the block keeps several places in turns: a row for each, arrows between them.
void draw_buffers(Context& stage, Box rect);
float buffers_height(const Context& stage);
float least_buffers_height(const Context& stage);

/// A large cell with its value now, what it was before, and its number at `index_y`.
void draw_tape_cell(Context& stage, emulator::ArrayId array, int64_t element, const Box& rect, float index_y);
/// The name of what the tape's row holds, and where it lies.
void draw_tape_name(Context& stage, const emulator::ArrayInfo& info, const std::string& name, float middle);
/// "lane 3", or "L3" where many are side by side; "w0 lane 3" where the warps are not named elsewhere;
/// nothing where there is only one.
std::string lane_name(const Context& stage, int lane, int warp);
/// A lane's name where it crosses none of those that are there already: "lane 3", "L3", or none.
void draw_lane_name(Canvas& canvas, std::vector<Box>& names, Point centre, TextStyle style, std::string name);
/// Whether the warps of this step can be named by brackets: several, each with targets side by side.
bool has_warp_brackets(const Context& stage);
/// A bracket a warp, above or below the cells that it writes in the place.
void draw_warp_brackets(Context& stage, const replay::DiagramPlace& place, float y, bool below);
/// Room for these under the tape's numbers, E: the same at every step of a launch, so that its cells stay
/// where they are.
float brackets_em(const Context& stage);
/// The kept place of the diagram that holds an element; null: none.
const replay::DiagramPlace* place_of(const Context& stage, emulator::ArrayId array, int64_t element);

/// What the step touches to the left or right of the cells in view: "cells 55, 59 and 63"; empty if nothing.
std::string touched_beyond(const replay::StepPicture& picture, const Columns& columns, bool left);

constexpr float overview_em = 2.2F;
/// The whole array as a strip of lowest and highest values, with the window's place.
void draw_overview(Context& stage, Box rect);

float banks_height(const Context& stage, int rows);
/// Of one line alone, without the cells' banks over it.
float banks_line_height(const Context& stage);
/// `rows` 0: one line, and where it is higher each cell's bank under the cell.
void draw_banks(Context& stage, Box rect, int rows);
/// The banks alone, as large as the room allows, with what each cell holds and what the step asks of it.
void draw_banks_alone(Context& stage, Box rect);
/// What that would like to have, pixels.
float banks_alone_height(const Context& stage);
/// Rows that the banks of the followed array have in all.
int bank_rows(const Context& stage);
/// Which of `all` rows of banks to draw where there is room for `rows`, or for `most` lower ones: all rows if
/// they fit, else those with an access first.
std::vector<int> wraps_to_draw(const replay::BankPicture& banks, int rows, int most, int all);

/// "cell 3", or "row 1, col 2" in a matrix.
std::string plain_cell(const emulator::ArrayInfo& info, int64_t element);

/// Of a value on a presented page, E: no smaller than can be read from the last row.
constexpr float least_read_em = 1.35F;

/// A block's passes as rows of whole cells, under the warps that own the columns, and the notes of a race.
void draw_passes(Context& stage, Box rect, StageState& state);

/// On a presented page: the passes before and the present one as rows of cells, with what goes from row to
/// row.
void draw_present_rows(Context& stage, Box rect, StageState& state);

// The views. Each draws its larger form where the stage is presented, with only what the step is about.

/// The blocks of a launch in columns.
void draw_blocks(Context& stage, Box rect, StageState& state);
/// The room in E that its page takes, all blocks in view.
Point blocks_page_em(Context& stage);
/// "Deadlock at step 44", what it is, and room for its cure.
void draw_deadlock_banner(Context& stage, Box rect);
/// Pixels that its sentence takes, wrapped beside the button, in a banner of this width.
float deadlock_banner_height(const Context& stage, float width);

/// What a block of the launch does, close by: diagram over tape over banks, or grids.
void draw_block(Context& stage, Box rect, StageState& state);

/// One warp, lane by lane: its variables, and the cells, sectors and banks that the present step touches.
void draw_lanes(Context& stage, Box rect, StageState& state);

/// The plan's operations as a film strip, and the present one large.
void draw_plan(Context& stage, Box rect);
/// The room in E that all of it takes; nothing where that is not known.
Point plan_room_em(const Context& stage);

/// Matrices side by side, what this launch reads first, what it writes last.
void draw_grids(Context& stage, Box rect);

/// Blocks of a launch in two dimensions: grids and their tiles, the acting one close by.
void draw_tiles(Context& stage, Box rect);

/// A picture, a table that sums it up, and what is made of the table's corners.
void draw_corners(Context& stage, Box rect);

/// Arrows that a picture may have, each with those before it.
enum class LegendArrows { none, read, written, before };
/// One line: what the cells' states and the arrows mean; what does not fit is left out.
void draw_legend(Canvas& canvas, Box rect, LegendArrows last);

}  // namespace upsweep::stage
