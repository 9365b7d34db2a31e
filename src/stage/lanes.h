// The lanes of a warp, for lanes.cpp: the table of lanes, the turns at the banks, the arrays that they touch.
#pragma once

#include <string>
#include <vector>

#include "replay/data/lane_picture.h"
#include "stage/parts.h"

namespace upsweep::stage {

/// What the parts draw from.
struct LaneStage {
    Context& stage;
    const replay::LaneLaunch& launch;
    const replay::LanePicture& picture;

    Canvas& canvas() const { return stage.canvas; }
};

/// What the lanes of the present step do; finds what stays the same through a launch when it is another one.
replay::LanePicture lane_picture(const replay::StepPosition& at, StageState& state);

/// Which variables have a row where not all find room: those that the step sets or speaks of first.
/// Then those that change most: indices that are worked out once come last.
std::vector<size_t> variables_to_draw(const LaneStage& at, int rows);

/// Where the lanes are: side by side, or of a wide warp in several bands. The same through a launch.
struct LaneColumns {
    int lanes = 1, bands = 1;
    float label = 0;  ///< pixels left of the first lane
    float pitch = 0;  ///< pixels a lane
    int a_band() const { return (lanes + bands - 1) / bands; }
    float width() const { return label + pitch * float(a_band()); }
};
/// Lanes in at most `width` pixels, roomy ones no wider than they need.
LaneColumns lane_columns(const LaneStage& at, float width);
float lane_table_height(const LaneStage& at, const LaneColumns& columns, int variables);
/// As many variables as fit `height`; at least two.
int variables_that_fit(const LaneStage& at, const LaneColumns& columns, float height);
void draw_lane_table(const LaneStage& at, const LaneColumns& columns, Box rect, int variables);

/// On a presented page: the lanes in view, what they keep, and the cells that the present step touches.
void draw_present_lanes(const LaneStage& at, Box rect);

/// Banks as columns, turns as rows.
constexpr float bank_label_em = 3.4F, least_bank_em = 1.8F;
float lane_turns_height(const LaneStage& at, int rows);
void draw_lane_turns(const LaneStage& at, Box rect);

/// The arrays of the launch that its lanes touch: global ones with their sectors, shared ones as banks.
void draw_lane_arrays(const LaneStage& at, Box rect);
/// Height that they take with cells of a comfortable size.
float lane_arrays_height(const LaneStage& at, float width);
/// Height that they take with a row each.
float lane_arrays_least_height(const LaneStage& at);

/// "L3", "L0–7", or as much as fits: "3", "×8"; empty where nothing does. Where one lane of the warp has no
/// room for its letter, none has.
std::string lanes_that_fit(const LaneStage& at, TextStyle style, const std::vector<int>& lanes, float width);

/// Text no wider than `width`: as large as `largest`, smaller, or cut.
void draw_fitted(const Context& stage, Point centre, float width, Face face, float largest, Ink ink,
                 std::string_view text);

}  // namespace upsweep::stage
