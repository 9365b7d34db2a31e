// A warp on a presented page: a column a lane, what each keeps, and the cells that it reads and writes.
#include <algorithm>
#include <cmath>

#include "emulator/trace/trace.h"
#include "stage/lanes.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float present_lanes_margin_em = 1.55F, present_lanes_label_em = 7, present_lanes_widest_em = 5.2F,
                present_lanes_gap_em = 0.35F;
constexpr float present_lanes_head_em = 1.9F, present_lanes_row_em = 2.05F, present_lanes_request_em = 3.2F,
                present_lanes_between_em = 0.5F;
/// Digits that the lanes' columns have room for; words of 64 bits are written smaller.
constexpr int longest_shown = 5;
constexpr TextStyle name_style{Face::mono_bold, 0.95F};

struct Lanes {
    const LaneStage& at;
    float label = 0, left = 0, pitch = 0;  ///< pixels
    int first = 0, count = 0;              ///< in view

    Box cell(int lane, float top, float height) const {
        const float x = left + static_cast<float>(lane - first) * pitch;
        return Box::edges(x, top, x + pitch - at.canvas().em(present_lanes_gap_em), top + height).snapped();
    }
    bool shows(int lane) const { return lane >= first && lane < first + count; }
};

/// Lanes in view: all, or those around the first that is active.
Lanes place(const LaneStage& at, Box rect) {
    const Canvas& canvas = at.canvas();
    const auto all = static_cast<int>(at.picture.lanes.size());
    const float longest = canvas.text_width(
        {Face::mono_bold, least_read_em},
        std::string(static_cast<std::size_t>(std::min(at.launch.longest, longest_shown)), '0'));
    const float least = std::max(canvas.em(2.3F), longest + canvas.em(present_lanes_gap_em + 0.4F));
    const float room = rect.width() - canvas.em(present_lanes_label_em);
    Lanes lanes{at};
    lanes.label = rect.min.x;
    lanes.count = std::clamp(static_cast<int>(room / least), 1, std::max(1, all));
    lanes.pitch =
        std::floor(std::min(canvas.em(present_lanes_widest_em), room / static_cast<float>(lanes.count)));
    lanes.left = rect.min.x + canvas.em(present_lanes_label_em);
    int active = 0;
    while (active < all && at.picture.lanes[static_cast<std::size_t>(active)].part != LanePart::active)
        ++active;
    lanes.first = active < lanes.count || active == all ? 0 : std::min(active, all - lanes.count);
    return lanes;
}

void draw_value(Canvas& canvas, const Box& box, CellState state, const std::string& value) {
    draw_node(canvas, box, state, value,
              canvas.em_within(Face::mono_bold, value, box.width() - canvas.em(0.3F), readable_ems));
}

void draw_head(const Lanes& lanes, float top) {
    Canvas& canvas = lanes.at.canvas();
    const auto all = static_cast<int>(lanes.at.picture.lanes.size());
    canvas.text({lanes.label, top + canvas.em(present_lanes_head_em / 2)}, {Face::sans_semibold, 0.95F},
                {Role::t2}, lanes.count < all ? "of " + std::to_string(all) + " lanes" : "lane");
    for (int lane = lanes.first; lane < lanes.first + lanes.count; ++lane) {
        const LanePart part = lanes.at.picture.lanes[static_cast<std::size_t>(lane)].part;
        if (part == LanePart::absent) continue;
        const Box box = lanes.cell(lane, top, canvas.em(present_lanes_head_em));
        const bool active = part == LanePart::active;
        canvas.rectangle(box, active ? Ink{Role::ink} : no_ink,
                         {active ? Ink{Role::ink} : Ink{Role::line2}, canvas.px(1.4F)}, canvas.em(0.25F));
        canvas.text(box.centre(), {active ? Face::mono_bold : Face::mono, 1.1F},
                    {active ? Role::on_ink : Role::t3}, std::to_string(lane), Align::centre);
        canvas.hit("lane." + std::to_string(lane), box, false);
    }
}

void draw_variable(const Lanes& lanes, const LaneVariable& variable, float top) {
    Canvas& canvas = lanes.at.canvas();
    const float high = canvas.em(present_lanes_row_em - 0.2F);
    canvas.text_within({lanes.label, top + high / 2}, canvas.em(present_lanes_label_em - 0.4F), name_style,
                       {variable.written ? Role::t1 : Role::t2}, variable.name);
    for (int lane = lanes.first; lane < lanes.first + lanes.count; ++lane) {
        const LanePart part = lanes.at.picture.lanes[static_cast<std::size_t>(lane)].part;
        if (part == LanePart::absent) continue;
        const LaneVariable::Value& value = variable.lanes[static_cast<std::size_t>(lane)];
        const CellState state = value.text.empty()         ? CellState::to_come
                                : value.written            ? CellState::written
                                : part == LanePart::active ? CellState::idle
                                                           : CellState::earlier;
        const Box box = lanes.cell(lane, top, high);
        draw_value(canvas, box, state, value.text);
        canvas.hit("variable." + variable.name + "." + std::to_string(lane), box, false);
    }
}

/// What an access reads or writes, under the lane that does: the cell with its value, its number below.
void draw_request(const Lanes& lanes, const LaneRequest& request, float top) {
    Context& stage = lanes.at.stage;
    Canvas& canvas = stage.canvas;
    const float high = canvas.em(present_lanes_row_em - 0.1F), y = top + high / 2;
    const float room = canvas.em(present_lanes_label_em - 0.4F);
    const std::string name = request.lanes.empty() ? "" : stage.info(request.lanes.front().array).name;
    canvas.text_within({lanes.label, y - canvas.em(0.05F)}, room, name_style, {Role::t1}, name);
    const std::string verb = request.atomic ? "changed" : request.write ? "written" : "read";
    canvas.text_within({lanes.label, top + high + canvas.em(0.7F)}, room, {Face::sans, 0.9F}, {Role::t2},
                       verb);
    for (const LaneAccess& access : request.lanes) {
        if (!lanes.shows(access.lane)) continue;
        const Box box = lanes.cell(access.lane, top, high);
        draw_value(canvas, box, request.write ? CellState::written : CellState::read,
                   value_now(stage, access.array, access.first));
        name_cell(stage, access.array, access.first, box);
        canvas.text({box.centre().x, box.max.y + canvas.em(0.7F)}, {Face::mono, 0.9F}, {Role::t2},
                    "[" + std::to_string(access.first) + "]", Align::centre);
    }
}

}  // namespace

void draw_present_lanes(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(present_lanes_margin_em), 0);
    if (stage.trace().launches.empty()) return;
    const LanePicture picture = lane_picture(stage.at, state);
    const LaneStage at{stage, *state.lanes, picture};
    if (picture.lanes.empty()) {
        canvas.text({rect.min.x, rect.min.y + canvas.em(1)}, {Face::sans, 1.1F}, {Role::t2},
                    "The host prepares memory: no lane runs.");
        return;
    }
    const Lanes lanes = place(at, rect);
    const int requests = std::min(2, static_cast<int>(picture.requests.size()));
    // Rows of variables keep their number through a launch, whatever a step accesses.
    const float memory = canvas.em(2 * present_lanes_request_em + present_lanes_between_em);
    const int rows =
        std::clamp(static_cast<int>((rect.height() -
                                     canvas.em(present_lanes_head_em + present_lanes_between_em) - memory) /
                                    canvas.em(present_lanes_row_em)),
                   2, 6);
    float top = rect.min.y;
    draw_head(lanes, top);
    top += canvas.em(present_lanes_head_em + present_lanes_between_em);
    for (const std::size_t one : variables_to_draw(at, rows)) {
        draw_variable(lanes, picture.variables[one], top);
        top += canvas.em(present_lanes_row_em);
    }
    top = rect.min.y + canvas.em(present_lanes_head_em + 2 * present_lanes_between_em) +
          canvas.em(present_lanes_row_em) * static_cast<float>(rows);
    for (int i = 0; i < requests && top + canvas.em(present_lanes_request_em) <= rect.max.y + 1; ++i) {
        draw_request(lanes, picture.requests[static_cast<std::size_t>(i)], top);
        top += canvas.em(present_lanes_request_em);
    }
}

}  // namespace upsweep::stage
