// The timeline: phases, barriers, findings, playhead; and the transport.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/step/view/step_strip.h"
#include "app/ui/marks.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "replay/words/finding.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

void draw_segments(const Strip& strip, const std::vector<Segment>& segments) {
    Frame& frame = strip.frame;
    const float now = strip.x(static_cast<double>(strip.at.step()));
    for (const Segment& segment : segments) {
        Rect box(strip.x(static_cast<double>(segment.steps.first)), strip.rect.min.y,
                 strip.x(static_cast<double>(segment.steps.end)) - frame.px(2), strip.rect.max.y);
        box = box.snapped();
        if (box.width() < 1) box.max.x = box.min.x + 1;
        frame.list()->AddRectFilled(box.min, box.max, frame.colour(Role::bg2), frame.px(2));
        frame.list()->AddRect(box.min, box.max, frame.colour(Role::line), frame.px(2));
        const float played = std::min(box.max.x, snap(now));
        if (played > box.min.x)
            frame.list()->AddRectFilled(box.min, {played, box.max.y}, frame.colour(Role::line2), frame.px(2));
    }
}

/// Names of the segments where they fit; the present one first, none under the playhead's plate.
void draw_names(const Strip& strip, const std::vector<Segment>& segments, Rect plate) {
    Frame& frame = strip.frame;
    const float y = strip.rect.min.y - frame.em(0.85F), gap = frame.em(0.6F);
    std::vector<Rect> taken = {plate};
    std::vector<std::size_t> order;
    const std::int64_t now = std::max<std::int64_t>(0, strip.at.step() - 1);
    std::size_t present = segments.size();
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (segments[i].steps.contains(now)) present = i;
    if (present < segments.size()) order.push_back(present);
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (i != present) order.push_back(i);
    std::stable_sort(order.begin() + (present < segments.size() ? 1 : 0), order.end(),
                     [&](std::size_t a, std::size_t b) {
                         const StepRange &one = segments[a].steps, &other = segments[b].steps;
                         return one.end - one.first > other.end - other.first;
                     });

    for (const std::size_t i : order) {
        const TextStyle style{i == present ? Face::sans_semibold : Face::sans, 0.9F};
        const float width = text_width(frame, style, segments[i].name);
        float left = strip.x(static_cast<double>(segments[i].steps.first));
        const float end = strip.x(static_cast<double>(segments[i].steps.end));
        const auto collides = [&](float x) {
            return std::any_of(taken.begin(), taken.end(), [&](const Rect& other) {
                return x < other.max.x + gap && x + width > other.min.x - gap;
            });
        };
        // Beside the plate rather than under it, while the segment lasts.
        if (collides(left) && i == present &&
            plate.max.x + gap + width < std::max(end, plate.max.x + gap + width + 1))
            left = plate.max.x + gap;
        // A short segment's name may begin a little before it.
        for (float back = 0; collides(left) && i != present && back < frame.em(1.6F) && back < width / 2;
             back += frame.em(0.2F))
            left -= frame.em(0.2F);
        if (collides(left) || left < strip.rect.min.x || left + width > strip.rect.max.x) continue;
        if (i != present && left + width > end + frame.em(2)) continue;
        draw_text(frame, {left, y}, style, frame.colour(i == present ? Role::t1 : Role::t2),
                  segments[i].name);
        taken.emplace_back(left, y, left + width, y);
    }
}

void draw_barriers(const Strip& strip) {
    Frame& frame = strip.frame;
    const float size = frame.em(0.72F), y = strip.rect.centre().y;
    const float apart = frame.em(strip.at.index().barriers().size() > 40 ? 2.2F : 1);
    float last = -1e9F;
    for (const std::int64_t barrier : strip.at.index().barriers()) {
        const float x = strip.x(static_cast<double>(barrier) - 0.5);
        if (x - last < apart) continue;
        last = x;
        const bool played = barrier <= strip.at.step();
        marks::barrier(frame, Rect::around({x, y}, size, size), frame.colour(played ? Role::t1 : Role::t3));
    }
}

void draw_ticks(const Strip& strip) {
    Frame& frame = strip.frame;
    const auto count = static_cast<double>(strip.at.step_count());
    double every = 1;
    for (int i = 0; every * static_cast<double>(strip.rect.width()) / std::max(1.0, count) <
                    static_cast<double>(frame.em(0.8F));
         ++i)
        every *= i % 3 == 1 ? 2.5 : 2;
    const float top = strip.rect.max.y + frame.em(0.2F);
    int number = 0;
    for (double step = 0; step <= count; step += every, ++number) {
        const float x = snap(strip.x(step)) + 0.5F, length = frame.em(number % 5 == 0 ? 0.4F : 0.22F);
        frame.list()->AddLine({x, top}, {x, top + length}, frame.colour(Role::line2, 0.7F));
    }
}

/// Triangles under the strip; a click takes the nearest within half an E.
void draw_findings(const Strip& strip, StepModel& model) {
    Frame& frame = strip.frame;
    const auto& findings = strip.at.index().findings();
    const float gap = is_short(frame) ? 0.05F : 0.5F, high = is_short(frame) ? 0.65F : 0.95F;
    const Rect zone(strip.rect.min.x, strip.rect.max.y + frame.em(gap), strip.rect.max.x + frame.em(0.5F),
                    strip.rect.max.y + frame.em(gap + high));
    float last = -1e9F;
    int nearest = -1;
    const float mouse = ImGui::GetIO().MousePos.x;
    float distance = frame.em(0.6F);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const float x = strip.x(static_cast<double>(findings[i].step) + 1);
        if (std::abs(x - mouse) < distance) {
            distance = std::abs(x - mouse);
            nearest = static_cast<int>(i);
        }
        if (x - last < frame.em(0.35F)) continue;
        last = x;
        const float size = frame.em(0.62F);
        marks::triangle_up(frame, Rect::around({x, zone.centre().y}, size, size),
                           frame.colour(Role::trouble));
    }
    if (findings.empty()) return;
    const Interaction hit = interact(frame, "step.marks", zone);
    if (nearest < 0) return;
    const FindingMark& mark = findings[static_cast<std::size_t>(nearest)];
    const emulator::Trace& trace = strip.at.trace();
    if (hit.hovered) tooltip(frame, finding_words(trace, trace.findings[mark.finding], mark.step).sentence);
    if (hit.clicked) model.go_to_finding(static_cast<int>(mark.finding), mark.step);
}

/// Where breakpoints stop, as discs on the strip's upper edge.
void draw_stops(const Strip& strip, const std::vector<std::int64_t>& places) {
    Frame& frame = strip.frame;
    float last = -1e9F;
    for (const std::int64_t place : places) {
        const float x = strip.x(static_cast<double>(place));
        if (x - last < frame.em(0.4F)) continue;
        last = x;
        frame.list()->AddCircleFilled({x, strip.rect.min.y}, frame.em(0.24F), frame.colour(Role::trouble));
    }
}

Rect playhead_plate(const Strip& strip) {
    Frame& frame = strip.frame;
    const std::string number = std::to_string(strip.at.step());
    const float width = text_width(frame, {Face::mono_bold, 0.9F}, number) + frame.em(0.8F);
    float x = strip.x(static_cast<double>(strip.at.step()));
    x = std::clamp(x, strip.rect.min.x + width / 2 - frame.em(0.4F),
                   strip.rect.max.x - width / 2 + frame.em(0.4F));
    return Rect::around({x, strip.rect.min.y - frame.em(0.85F)}, width, frame.em(1.25F)).snapped();
}

void draw_playhead(const Strip& strip, Rect plate) {
    Frame& frame = strip.frame;
    const float x = strip.x(static_cast<double>(strip.at.step())),
                half = std::max(1.0F, std::round(frame.px(3)) / 2);
    const bool numbered = !plate.empty();
    frame.list()->AddRectFilled(
        {snap(x - half), numbered ? plate.max.y - 1 : strip.rect.min.y - frame.em(0.35F)},
        {snap(x + half), strip.rect.max.y + frame.em(0.35F)}, frame.colour(Role::ink));
    if (!numbered) return;
    frame.list()->AddRectFilled(plate.min, plate.max, frame.colour(Role::ink), frame.em(0.25F));
    draw_text(frame, plate.centre(), {Face::mono_bold, 0.9F}, frame.colour(Role::on_ink),
              std::to_string(strip.at.step()), Align::centre);
}

float draw_buttons(Frame& frame, ImVec2 at, StepModel& model) {
    const float size = frame.em(2.2F), gap = frame.em(0.45F);
    float x = at.x;
    const auto place = [&](float width, float height) {
        const Rect rect(x, at.y - height / 2, x + width, at.y + height / 2);
        x += width + gap;
        return rect;
    };
    const bool few = frame.density == Density::tiny;
    const auto small = [&](std::string_view id, DrawIcon icon, std::string_view tip) {
        ButtonOptions options;
        options.icon = icon;
        options.tip = tip;
        return button(frame, id, place(size, size), "", options);
    };
    if (!few && small("step.home", marks::to_start, "To the beginning (Home)")) model.home();
    if (small("step.back", marks::step_back, "One step back (Left)")) model.back();
    ButtonOptions play;
    play.primary = true;
    play.icon = model.playing() ? marks::pause : marks::play;
    play.tip = model.playing() ? "Pause (Space)" : "Play (Space)";
    if (button(frame, "step.play", place(frame.em(3.4F), frame.em(2.5F)), "", play))
        model.set_playing(!model.playing());
    if (small("step.forward", marks::step_on, "One step forward (Right)")) model.forward();
    if (!few && small("step.end", marks::to_end, "To the end (End)")) model.end();
    return x + frame.em(0.6F);
}

float draw_position(Frame& frame, ImVec2 at, const StepPosition& position) {
    float x = at.x;
    const auto put = [&](TextStyle style, Role role, const std::string& text) {
        draw_text(frame, {x, at.y}, style, frame.colour(role), text);
        x += text_width(frame, style, text) + frame.em(0.4F);
    };
    put(type::body, Role::t2, "step");
    // The number's room is that of the largest, so that nothing moves while it counts.
    const std::string all = std::to_string(position.step_count());
    const TextStyle big{Face::mono_bold, 1.2F};
    const float room = text_width(frame, big, all);
    draw_text(frame, {x + room, at.y}, big, frame.colour(Role::t1), std::to_string(position.step()),
              Align::right);
    x += room + frame.em(0.4F);
    put({Face::mono, 1}, Role::t2, "/ " + all);
    return x + frame.em(0.6F);
}

void draw_speed(Frame& frame, ImVec2 at, float right, StepModel& model) {
    static constexpr std::array<float, 7> ticks = {0.25F, 0.5F, 1, 2, 4, 8, 16};
    const float width = frame.em(11);
    if (right - width < at.x) return;
    float left = right - width;
    const float label = text_width(frame, type::body, "Speed") + frame.em(0.8F);
    if (left - label > at.x)
        draw_text(frame, {left - label, at.y}, type::body, frame.colour(Role::t2), "Speed");
    auto speed = static_cast<float>(model.speed());
    SliderOptions options;
    options.ticks = ticks;
    options.logarithmic = true;
    options.suffix = "×";
    options.value_width_em = 3.2F;
    if (!slider(frame, "step.speed", {left, at.y - frame.em(0.9F), right, at.y + frame.em(0.9F)}, speed,
                0.25F, 16, options))
        return;
    // The named speeds catch the slider.
    for (const float tick : ticks)
        if (std::abs(std::log(speed / tick)) < 0.08F) speed = tick;
    model.set_speed(static_cast<double>(speed));
}

void draw_transport(Frame& frame, Rect row, Services& services, StepModel& model, ScheduleState& schedule,
                    const UntilTools& until) {
    const float y = row.centre().y;
    float x = draw_buttons(frame, {row.min.x, y}, model);
    if (model.position() != nullptr) x = draw_position(frame, {x, y}, *model.position());
    // A loop has no barriers: it goes from write to write.
    const StepPosition* at = model.position();
    const bool loop = at != nullptr && is_cpu_loop(at->trace(), at->launch());
    const std::array<std::string_view, 4> grains = {"statement", loop ? "write" : "barrier", "phase",
                                                    "launch"};
    const float width = segmented_width(frame, grains), speed = frame.em(12);
    const float label = text_width(frame, type::body, "One step is") + frame.em(0.6F);
    if (x + width > row.max.x) return;
    if (x + label + width + speed < row.max.x) {
        draw_text(frame, {x, y}, type::body, frame.colour(Role::t2), "One step is");
        x += label;
    }
    // The model's grain is the position's; before there is one, a statement.
    int grain = model.position() != nullptr ? static_cast<int>(model.position()->grain()) : 0;
    if (segmented(frame, "step.grain", {x, y - frame.em(1)}, grains, grain))
        model.set_grain(static_cast<Grain>(grain));
    x = draw_until_button(frame, {x + width + frame.em(1), y}, row.max.x, until);
    x = draw_warps_chip(frame, {x, y}, row.max.x - speed, services, model, schedule);
    draw_speed(frame, {x, y}, row.max.x, model);
}

}  // namespace

bool is_short(const Frame& frame) { return frame.area.height() < frame.em(38); }

float timeline_height(const Frame& frame, const StepModel& model) {
    if (is_short(frame)) return frame.em(4.7F);
    const std::size_t tracks = track_count(frame, model);
    return frame.em(7.6F + (tracks > 0 ? track_pitch_em(frame) * static_cast<float>(tracks) - 0.9F : 0));
}

void draw_timeline(Frame& frame, Rect rect, Services& services, StepModel& model, ScheduleState& schedule,
                   const UntilTools& until) {
    const Pane pane(frame, "step.timeline", rect, Role::bg1);
    frame.list()->AddLine(rect.min, {rect.max.x, rect.min.y}, frame.colour(Role::line));
    const float margin = frame.em(1.25F);
    const bool low = is_short(frame);
    if (const StepPosition* at = model.position()) {
        const std::size_t tracks = track_count(frame, model);
        const float high = tracks > 0 ? track_pitch_em(frame) * static_cast<float>(tracks) : low ? 0.8F : 1;
        const float top = low ? 0.4F : 1.75F;
        const Rect place(rect.min.x + margin + (tracks > 0 ? frame.em(6) : 0), rect.min.y + frame.em(top),
                         rect.max.x - margin, rect.min.y + frame.em(top + high));
        const Strip strip{frame, *at, place.snapped()};
        // In a low window the transport alone has the number.
        const Rect plate = low ? Rect{} : playhead_plate(strip);
        if (tracks > 0) {
            draw_tracks(strip, tracks);
            draw_step_numbers(strip, plate);
        } else {
            const auto segments = at->index().segments(at->trace(), 28);
            draw_segments(strip, segments);
            draw_barriers(strip);
            if (!low) draw_names(strip, segments, plate);
        }
        if (!low) draw_ticks(strip);
        draw_findings(strip, model);
        draw_stops(strip, until.stops.places());
        draw_playhead(strip, plate);
        const Rect scrub(place.min.x - frame.em(0.5F), rect.min.y + frame.em(0.3F),
                         place.max.x + frame.em(0.5F), place.max.y + frame.em(0.4F));
        const Interaction hit = interact(frame, "step.strip", scrub);
        if (hit.held) model.seek(strip.step_at(ImGui::GetIO().MousePos.x));
    }
    const Rect row(rect.min.x + margin, rect.max.y - frame.em(low ? 2.6F : 3.1F), rect.max.x - margin,
                   rect.max.y - frame.em(low ? 0.1F : 0.6F));
    draw_transport(frame, row, services, model, schedule, until);
}

}  // namespace upsweep::app::step
