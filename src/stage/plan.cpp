// The plan as a whole: which operations there are, how far they have come, and the present one large.
#include <set>
#include <string>

#include <fmt/format.h>

#include "emulator/trace/trace.h"
#include "replay/structure/index.h"
#include "replay/structure/plan_overlap.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

const PlanOperation* present_operation(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    if (plan.all().empty()) return nullptr;
    return &plan.all()[plan.operation_at(stage.at.index().present(stage.at.step()))];
}

std::string bytes_text(std::int64_t bytes) {
    if (bytes < 10'000) return std::to_string(bytes) + " B";
    if (bytes < 10'000 * 1024) return std::to_string(bytes / 1024) + " KiB";
    return std::to_string(bytes / 1024 / 1024) + " MiB";
}

namespace {

/// Where a stream's row begins and how ticks become pixels.
struct Clock {
    float left = 0, width = 0;
    double ticks = 1;
    float at(double tick) const { return left + width * static_cast<float>(tick / std::max(1e-9, ticks)); }
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
    const std::string name = one.of.empty() ? one.name : one.name + " " + one.of;
    const Ink ink{present ? Role::t1 : done ? Role::right_text : Role::t3};
    const float room = bar.width() - canvas.em(0.4F);
    for (const std::string_view text : {std::string_view(name), std::string_view(one.name)})
        if (canvas.text_width(type::small, text) <= room) {
            canvas.text(bar.centre(), type::small, ink, text, Align::centre);
            break;
        }
    canvas.hit("bar." + std::to_string(one.operation), bar);
}

/// Why launches of several streams do not run side by side, where the machine is too small for it; else
/// empty.
std::string why_serial(const Context& stage) {
    const PlanOperations& plan = stage.at.plan();
    const std::int64_t multiprocessors = stage.at.trace().gpu.multiprocessors;
    std::set<int> streams;
    bool all_full = true;
    for (const PlanOperation& one : plan.all()) {
        if (one.launch < 0) continue;
        streams.insert(one.stream);
        const auto& launch = stage.at.trace().launches[static_cast<std::size_t>(one.launch)];
        all_full = all_full && launch.grid.count() >= multiprocessors;
    }
    if (streams.size() < 2 || !all_full || launches_overlap(plan)) return {};
    if (multiprocessors == 1)
        return "One launch at a time: the toy GPU has one multiprocessor, and each launch occupies it.";
    return fmt::format("One launch at a time: each occupies all {} multiprocessors of the toy GPU.",
                       multiprocessors);
}

float reason_height(const Context& stage) { return why_serial(stage).empty() ? 0 : stage.canvas.em(1.3F); }

}  // namespace

float streams_height(const Context& stage) {
    const int streams = stage.at.plan().streams();
    return streams < 2 && stage.options.plan_ticks <= 0
               ? 0
               : stage.canvas.em(1.7F * static_cast<float>(streams) + 1.8F) + reason_height(stage);
}

void draw_streams(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const PlanOperations& plan = stage.at.plan();
    const float label = canvas.em(5);
    const Clock clock{rect.min.x + label, rect.width() - label,
                      std::max(plan.ticks(), stage.options.plan_ticks)};
    for (int stream = 0; stream < plan.streams(); ++stream) {
        const float middle = rect.min.y + canvas.em(1.7F * (static_cast<float>(stream) + 0.5F));
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
