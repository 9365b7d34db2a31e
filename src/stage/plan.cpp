// The plan as a whole: which operations there are, how far they have come, and the present one large; on a
// presented page its operations as cards, and what the present one leaves.
#include <set>
#include <string>

#include <fmt/format.h>

#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"
#include "stage/blocks.h"
#include "stage/grid.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

const PlanOperation* present_operation(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    if (plan.all().empty()) return nullptr;
    return &plan.all()[plan.operation_at(stage.at.index().present(stage.at.step()))];
}

std::string size_text(Extent extent) {
    return extent.height == 1 ? std::to_string(extent.width) : extent_text(extent);
}

std::string bytes_text(int64_t bytes) {
    if (bytes < 10'000) return std::to_string(bytes) + " B";
    if (bytes < 10'000 * 1024) return std::to_string(bytes / 1024) + " KiB";
    return std::to_string(bytes / 1024 / 1024) + " MiB";
}

namespace {

/// Where a stream's row begins and how ticks become pixels.
struct Clock {
    float left = 0, width = 0;
    double ticks = 1;
    float at(double tick) const { return left + width * float(tick / std::max(1e-9, ticks)); }
};

void draw_bar(Context& stage, const PlanOperation& one, const Clock& clock, float middle) {
    Canvas& canvas = stage.canvas;
    const bool present = present_operation(stage) == &one, done = one.done(stage.at.step());
    Box bar =
        Box::edges(clock.at(one.begin), middle - canvas.em(0.7F), clock.at(one.end), middle + canvas.em(0.7F))
            .snapped();
    bar.max.x = std::max(bar.max.x - 1, bar.min.x + canvas.px(2));
    const Ink fill = present ? Ink{Role::bg3} : done ? Ink{Role::right_fill} : no_ink;
    const Pen pen = present ? Pen{{Role::ink}, canvas.px(2)} : Pen{{done ? Role::right : Role::line2}, 1};
    canvas.rectangle(bar, fill, pen, std::min(canvas.em(0.2F), bar.width() / 3));
    const Ink ink{present ? Role::t1 : done ? Role::right_text : Role::t3};
    const float room = bar.width() - canvas.em(0.4F);
    canvas.text(bar.centre(), type::small, ink,
                canvas.text_fitting(type::small, room, {name_of(one), one.name, ""}), Align::centre);
    canvas.hit("bar." + std::to_string(one.operation), bar);
}

/// Why launches of several streams do not run side by side, where the machine is too small for it; else
/// empty.
std::string why_serial(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    const int64_t multiprocessors = stage.at.trace().gpu.multiprocessors;
    std::set<int> streams;
    bool all_full = true;
    for (const PlanOperation& one : plan.all()) {
        if (one.launch < 0) continue;
        streams.insert(one.stream);
        const auto& launch = nth(stage.at.trace().launches, one.launch);
        all_full = all_full && launch.grid.count() >= multiprocessors;
    }
    if (streams.size() < 2 || !all_full || launches_overlap(plan)) return {};
    if (multiprocessors == 1)
        return "One launch at a time: the toy GPU has one multiprocessor, and each launch occupies it.";
    return fmt::format("One launch at a time: each occupies all {} multiprocessors of the toy GPU.",
                       multiprocessors);
}

float reason_height(const Context& stage) { return why_serial(stage).empty() ? 0 : stage.canvas.em(1.3F); }

/// On a presented page: an operation with its state, its name and what it takes.
void draw_page_card(Context& stage, const PlanOperation& one, const Box& box, bool present) {
    Canvas& canvas = stage.canvas;
    const bool done = one.done(stage.at.step()), host = one.kind != PlanKind::launch;
    const BlockState state = present ? BlockState::running : done ? BlockState::done : BlockState::waiting;
    const Ink text = draw_card_frame(stage, box, state, present);
    const float in = canvas.em(0.5F), mark = canvas.em(1), x = box.min.x + in;
    draw_card_mark(stage, Box::sized({box.max.x - in - mark, box.min.y + in}, mark, mark), state, text);
    canvas.text({x, box.min.y + in + mark / 2}, {Face::sans, 0.9F}, text, host ? "host" : "launch");
    const std::string name = name_of(one);
    const float room = box.width() - 1.4F * in;
    const float em = canvas.em_within(Face::sans_bold, name, room, {1.2F, 1.05F, 0.95F, 0.87F});
    canvas.text_within({x, box.min.y + canvas.em(2.25F)}, room, {Face::sans_bold, em}, text, name);
    const std::string words = one.ran() && !host ? std::to_string(one.steps.end - one.steps.first) + " steps"
                                                 : std::to_string(one.bytes_out) + " bytes";
    canvas.text_within({x, box.max.y - canvas.em(0.95F)}, room, {Face::sans, 0.9F}, text, words);
    canvas.hit("operation." + std::to_string(one.operation), box);
}

/// As many cards as fit, the present one among them.
void draw_page_strip(Context& stage, Box rect, size_t present) {
    Canvas& canvas = stage.canvas;
    const auto& all = stage.at.plan().all();
    const float gap = canvas.em(0.5F);
    const auto fit = std::max<size_t>(1, size_t((rect.width() + gap) / canvas.em(7.4F)));
    const size_t count = std::min(all.size(), fit);
    const size_t before = present > count / 2 ? present - count / 2 : 0;
    const size_t first = std::min(before, all.size() - count);
    const float pitch = std::floor((rect.width() + gap) / float(std::max<size_t>(count, 3)));
    for (size_t i = 0; i < count; ++i) {
        const float x = rect.min.x + float(i) * pitch;
        draw_page_card(stage, all[first + i],
                       Box::edges(x, rect.min.y, x + pitch - gap, rect.max.y).snapped(),
                       first + i == present);
    }
    if (count < all.size())
        canvas.text({rect.max.x, rect.max.y + canvas.em(0.85F)}, {Face::sans, 0.9F}, {Role::t2},
                    window_text("operations", int64_t(first) + 1, int64_t(count), length(all)), Align::right);
}

/// On a presented page: its operations, and what the present one leaves.
void draw_present_plan(Context& stage, Box rect) {
    const Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(1.55F), 0);
    const PlanOperations& plan = stage.at.plan();
    const size_t present = plan.operation_at(std::max<int64_t>(0, stage.at.step() - 1));
    draw_page_strip(stage, rect.cut_top(canvas.em(4.6F)), present);
    rect.cut_top(canvas.em(0.6F));
    const PlanOperation& one = plan.all()[present];
    const int array = one.to >= 0 ? one.to : one.from;
    if (array < 0) return;
    Grid of;
    of.array = array;
    of.extent = stage.info(of.id()).extent;
    draw_sheet(stage, rect, array, touched_of(stage, of));
}

}  // namespace

float streams_height(const Context& stage) {
    const int streams = stage.at.plan().streams();
    return streams < 2 && stage.options.plan_ticks <= 0
               ? 0
               : stage.canvas.em(1.7F * float(streams) + 1.8F) + reason_height(stage);
}

void draw_streams(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const PlanOperations& plan = stage.at.plan();
    const float label = canvas.em(5);
    const Clock clock{rect.min.x + label, rect.width() - label,
                      std::max(plan.ticks(), stage.options.plan_ticks)};
    for (int stream = 0; stream < plan.streams(); ++stream) {
        const float middle = rect.min.y + canvas.em(1.7F * (float(stream) + 0.5F));
        canvas.text({rect.min.x, middle}, type::small, {Role::t2}, "stream " + std::to_string(stream));
        canvas.line({clock.left, snap(middle)}, {rect.max.x, snap(middle)}, {{Role::line}, 1});
        for (const PlanOperation& one : plan.all())
            if (one.stream == stream && one.kind != PlanKind::wait) draw_bar(stage, one, clock, middle);
    }
    if (const std::string reason = why_serial(stage); !reason.empty())
        canvas.text_within({clock.left, rect.cut_bottom(reason_height(stage)).centre().y}, clock.width,
                           type::small, {Role::t2}, reason);
    const PlanRates& rates = plan.rates();
    const std::string text =
        fmt::format("modelled: {:.6g} bytes and {:.6g} lane-statements a tick, {:.0f} ticks in all",
                    rates.bytes, rates.lane_statements, plan.ticks());
    canvas.text_within({clock.left, rect.max.y - canvas.em(0.8F)}, clock.width, type::small, {Role::t3},
                       text);
}

void draw_plan(Context& stage, Box rect) {
    if (stage.options.presenting) return draw_present_plan(stage, rect);
    Canvas& canvas = stage.canvas;
    rect = Box::edges(stage.label_left, rect.min.y + canvas.em(0.3F), rect.max.x - canvas.em(1.25F),
                      rect.max.y - canvas.em(0.3F));
    const float streams = streams_height(stage);
    if (streams > 0 && rect.height() > streams + canvas.em(16)) {
        draw_streams(stage, rect.cut_top(streams));
        rect.cut_top(canvas.em(0.6F));
    }
    draw_strip(stage, rect.cut_top(std::clamp(rect.height() * 0.3F, canvas.em(7.4F), canvas.em(10.4F))));
    rect.cut_top(canvas.em(0.6F));
    canvas.line({rect.min.x, snap(rect.min.y)}, {rect.max.x, snap(rect.min.y)}, {{Role::line}, 1});
    rect.cut_top(canvas.em(0.4F));
    draw_operation_parts(stage, rect);
}

}  // namespace upsweep::stage
