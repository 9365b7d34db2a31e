// A plan on a presented page: its operations as cards in their order, and what the present one leaves.
#include <algorithm>
#include <cmath>

#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/structure/plan.h"
#include "stage/marks.h"
#include "stage/present_sheet.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float present_plan_margin_em = 1.55F, present_plan_card_em = 4.6F, present_plan_pitch_em = 7.4F,
                present_plan_gap_em = 0.5F;

std::string name_of(const PlanOperation& one) { return one.of.empty() ? one.name : one.name + " " + one.of; }

void draw_card(Context& stage, const PlanOperation& one, const Box& box, bool present) {
    Canvas& canvas = stage.canvas;
    const bool done = one.done(stage.at.step()), host = one.kind != PlanKind::launch;
    const StateInks inks = state_inks(done ? CellState::right : CellState::to_come);
    canvas.rectangle(box,
                     present ? Ink{Role::bg3}
                     : done  ? inks.fill
                             : Ink{Role::bg0},
                     {present ? Ink{Role::ink} : inks.line, canvas.px(present || done ? 2.4F : 1.4F)},
                     canvas.em(0.35F));
    const Ink text = present ? Ink{Role::t1} : done ? inks.text : Ink{Role::t2};
    const float in = canvas.em(0.5F), mark = canvas.em(1);
    const Box place = Box::sized({box.max.x - in - mark, box.min.y + in}, mark, mark);
    if (done && !present)
        marks::tick_disc(canvas, place, text, inks.fill);
    else if (present)
        marks::play(canvas, place, text);
    else
        marks::ring(canvas, place, {Role::line2});
    canvas.text({box.min.x + in, box.min.y + in + mark / 2}, {Face::sans, 0.9F}, text,
                host ? "host" : "launch");
    const std::string name = name_of(one);
    const float room = box.width() - 1.4F * in;
    TextStyle style{Face::sans_bold, 1.2F};
    for (const float em : {1.05F, 0.95F, 0.87F})
        if (canvas.text_width(style, name) > room) style.em = em;
    canvas.text_within({box.min.x + in, box.min.y + canvas.em(2.25F)}, room, style, text, name);
    const std::string steps = std::to_string(one.steps.end - one.steps.first);
    const std::string words =
        one.ran() && !host ? steps + " steps" : std::to_string(one.bytes_out) + " bytes";
    canvas.text_within({box.min.x + in, box.max.y - canvas.em(0.95F)}, room, {Face::sans, 0.9F}, text, words);
    canvas.hit("operation." + std::to_string(one.operation), box);
}

/// As many cards as fit, the present one among them.
void draw_strip(Context& stage, Box rect, std::size_t present) {
    Canvas& canvas = stage.canvas;
    const auto& all = stage.at.plan().all();
    const float gap = canvas.em(present_plan_gap_em);
    const auto fit = std::max<std::size_t>(
        1, static_cast<std::size_t>((rect.width() + gap) / canvas.em(present_plan_pitch_em)));
    const std::size_t count = std::min(all.size(), fit);
    const std::size_t before = present > count / 2 ? present - count / 2 : 0;
    const std::size_t first = std::min(before, all.size() - count);
    const float pitch =
        std::floor((rect.width() + gap) / static_cast<float>(std::max<std::size_t>(count, 3)));
    for (std::size_t i = 0; i < count; ++i) {
        const float x = rect.min.x + static_cast<float>(i) * pitch;
        draw_card(stage, all[first + i], Box::edges(x, rect.min.y, x + pitch - gap, rect.max.y).snapped(),
                  first + i == present);
    }
    if (count < all.size())
        canvas.text({rect.max.x, rect.max.y + canvas.em(0.85F)}, {Face::sans, 0.9F}, {Role::t2},
                    "operations " + std::to_string(first + 1) + "–" + std::to_string(first + count) + " of " +
                        std::to_string(all.size()),
                    Align::right);
}

}  // namespace

void draw_present_plan(Context& stage, Box rect) {
    const Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(present_plan_margin_em), 0);
    const PlanOperations& plan = stage.at.plan();
    const std::size_t present = plan.operation_at(std::max<std::int64_t>(0, stage.at.step() - 1));
    draw_strip(stage, rect.cut_top(canvas.em(present_plan_card_em)), present);
    rect.cut_top(canvas.em(0.6F));
    const PlanOperation& one = plan.all()[present];
    const int array = one.to >= 0 ? one.to : one.from;
    if (array < 0) return;
    const auto id = static_cast<emulator::ArrayId>(array);
    const ArrayTouches* touches = stage.picture().touches(id);
    ElementBox wanted;
    if (touches != nullptr)
        for (const CellTouch& touch : touches->cells)
            include(wanted, touch.cell, std::max<std::int64_t>(1, stage.info(id).extent.width));
    draw_sheet(stage, rect, id, wanted);
}

}  // namespace upsweep::stage
