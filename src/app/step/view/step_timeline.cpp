// The timeline: phases, barriers, findings, playhead; and the transport.

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/index.h"
#include "replay/structure/tracks.h"
#include "replay/words/finding.h"
#include "replay/words/sentence.h"
#include "stage/plan_parts.h"

namespace upsweep::app::step {

using namespace replay;

// ---- The timeline of several slots: a track each, with the blocks that held it and when they waited

namespace {

/// The timeline's strip: steps from left to right.
struct Strip {
    Frame& frame;
    const replay::StepPosition& at;
    Rect rect;

    float x(double step) const {
        const auto count = double(std::max<int64_t>(1, at.step_count()));
        return rect.min.x + float(step / count) * rect.width();
    }
    /// From one mark to the next, in steps: 1, 2, 5, 10 …, at least so many E.
    double spacing(float least_em) const {
        const double pixels = double(rect.width()) / double(std::max<int64_t>(1, at.step_count()));
        double every = 1;
        for (int i = 0; every * pixels < double(frame.em(least_em)); ++i) every *= i % 3 == 1 ? 2.5 : 2;
        return every;
    }
    int64_t step_at(float px) const {
        const double share = double((px - rect.min.x) / std::max(1.0F, rect.width()));
        return int64_t(std::llround(std::clamp(share, 0.0, 1.0) * double(at.step_count())));
    }
};

/// From track to track; where the window is low they are closer.
float track_pitch_em(const Frame& frame) { return frame.area.height() > frame.em(58) ? 1.7F : 1.2F; }

struct Colours {
    Role fill, line, text;
};

void draw_box(Frame& frame, Rect box, const Colours& colours, float width) {
    if (box.width() < 1) return;
    frame.fill(box, colours.fill, frame.px(2));
    frame.outline(box, colours.line, frame.px(2), width);
}

void draw_waits(const Strip& strip, const Rect& row, const TrackBlock& block) {
    Frame& frame = strip.frame;
    const int64_t now = strip.at.step();
    for (const TrackWait& wait : block.waits) {
        if (wait.steps.first >= now) continue;
        const Rect box =
            Rect(strip.x(wait.steps.first), row.min.y, strip.x(std::min(wait.steps.end, now)), row.max.y)
                .snapped();
        if (box.width() < frame.px(3)) continue;
        draw_box(frame, box, {Role::waiting_fill, Role::waiting, Role::waiting_text}, frame.px(1.2F));
        const float mark = frame.em(0.7F);
        if (box.width() < frame.em(1.1F)) continue;
        marks::hourglass(frame, Rect::around({box.min.x + frame.em(0.8F), box.centre().y}, mark),
                         Role::waiting_text);
        const int64_t owner = strip.at.staged(block.launch).owner_of(wait.array, wait.element);
        const std::string text = owner >= 0 ? "waits for block " + std::to_string(owner) : "waits";
        if (text_width(frame, type::label, text) < box.width() - frame.em(2))
            draw_text(frame, {box.min.x + frame.em(1.5F), box.centre().y}, type::label, Role::waiting_text,
                      text);
    }
}

void draw_block(const Strip& strip, const Rect& row, const TrackBlock& block, bool alone) {
    Frame& frame = strip.frame;
    const int64_t now = strip.at.step();
    const Rect whole =
        Rect(strip.x(block.steps.first), row.min.y, strip.x(block.steps.end) - frame.px(2), row.max.y)
            .snapped();
    const bool done = block.ends && block.steps.end <= now, begun = block.steps.first < now;
    draw_box(frame, whole, {Role::bg1, Role::line, Role::t3}, 1);
    Rect past = whole;
    past.max.x = std::min(past.max.x, snap(strip.x(now)));
    if (done)
        draw_box(frame, whole, {Role::right_fill, Role::right, Role::right_text}, frame.px(1.5F));
    else if (begun)
        draw_box(frame, past, {Role::bg3, Role::line2, Role::t1}, 1);
    draw_waits(strip, row, block);
    if (whole.width() < frame.em()) return;
    const std::string name = replay::block_name(strip.at.staged(block.launch), block.block, now);
    const size_t number = name.find(' ') + 1;
    // A number alone is a block's; a blockIdx says that it is one.
    const bool numbered = name.starts_with("block ");
    const std::string brief = numbered ? name.substr(number) : "Idx " + name.substr(number);
    const TextStyle style{begun ? Face::sans_semibold : Face::sans, 0.85F};
    float room = whole.width();
    if (!block.waits.empty() && block.waits.front().steps.first < now)
        room = strip.x(block.waits.front().steps.first) - whole.min.x;
    const Role ink = done ? Role::right_text : begun ? Role::t1 : Role::t3;
    for (const std::string& form : {alone ? name : brief, brief})
        if (text_width(frame, style, form) + frame.em(0.8F) < room) {
            draw_text(frame, {whole.min.x + frame.em(0.4F), whole.centre().y}, style, ink, form);
            break;
        }
}

/// Of blocks that are narrower than two pixels one a pixel is drawn. True where that is so; `drawn` is the
/// pixel of the last one.
bool draw_sliver(const Strip& strip, const Rect& row, const TrackBlock& block, float& drawn) {
    const float left = strip.x(block.steps.first);
    if (strip.x(block.steps.end) - left > 2 * strip.frame.px(2)) return false;
    const float pixel = std::floor(left);
    if (pixel == drawn) return true;
    drawn = pixel;
    const int64_t now = strip.at.step();
    const Role role = block.ends && block.steps.end <= now ? Role::right_fill
                      : block.steps.first < now            ? Role::bg3
                                                           : Role::bg2;
    strip.frame.fill({pixel, row.min.y, pixel + 1, row.max.y}, role);
    return true;
}

size_t track_count(const Frame& frame, const StepModel& model) {
    if (frame.area.height() <= frame.em(44)) return 0;
    constexpr size_t most = 6;
    const StepPosition* at = model.position();
    if (at == nullptr) return 0;
    if (model.shown_zoom() != stage::Zoom::blocks || at->staged().blocks() < 2) return 0;
    return std::min(most, at->tracks().size());
}

void draw_tracks(const Strip& strip, size_t count) {
    Frame& frame = strip.frame;
    const auto& tracks = strip.at.tracks();
    const float pitch = frame.em(track_pitch_em(frame));
    bool several = false;
    for (const SlotTrack& track : tracks) several |= track.multiprocessor != tracks.front().multiprocessor;
    for (size_t i = 0; i < count; ++i) {
        const float top = strip.rect.min.y + float(i) * pitch;
        const Rect row(strip.rect.min.x, top, strip.rect.max.x,
                       top + pitch - frame.em(pitch > frame.em(1.5F) ? 0.3F : 0.15F));
        const std::string name = several ? "mp " + std::to_string(tracks[i].multiprocessor) + " " : "slot ";
        const std::string slot = several && strip.at.trace().gpu.resident_blocks > 1
                                     ? "slot " + std::to_string(tracks[i].slot)
                                 : several ? ""
                                           : std::to_string(tracks[i].slot);
        draw_text(frame, {strip.rect.min.x - frame.em(0.6F), row.centre().y}, type::small, Role::t2,
                  name + slot, Align::right);
        float drawn = -1;
        for (const TrackBlock& block : tracks[i].blocks)
            if (!draw_sliver(strip, row, block, drawn)) draw_block(strip, row, block, true);
    }
    if (tracks.size() > count)
        draw_text(frame, {strip.rect.min.x - frame.em(0.6F), strip.rect.min.y - frame.em(0.85F)}, type::small,
                  Role::t3, std::to_string(count) + " of " + std::to_string(tracks.size()), Align::right);
}

void draw_step_numbers(const Strip& strip, Rect plate) {
    Frame& frame = strip.frame;
    const auto count = double(strip.at.step_count());
    const double every = strip.spacing(6);
    const float y = strip.rect.min.y - frame.em(0.85F);
    for (double step = every; step < count; step += every) {
        const std::string text = std::to_string(int64_t(step));
        const float x = strip.x(step), half = text_width(frame, type::tick, text) / 2 + frame.em(0.4F);
        if (x + half > plate.min.x && x - half < plate.max.x) continue;
        draw_text(frame, {x, y}, type::tick, Role::t3, text, Align::centre);
    }
}

// ---- The strip and the transport

void draw_segments(const Strip& strip, const std::vector<Segment>& segments) {
    Frame& frame = strip.frame;
    const float now = strip.x(strip.at.step());
    for (const Segment& segment : segments) {
        Rect box(strip.x(segment.steps.first), strip.rect.min.y, strip.x(segment.steps.end) - frame.px(2),
                 strip.rect.max.y);
        box = box.snapped();
        if (box.width() < 1) box.max.x = box.min.x + 1;
        frame.fill(box, Role::bg2, frame.px(2));
        frame.outline(box, Role::line, frame.px(2));
        const float played = std::min(box.max.x, snap(now));
        if (played > box.min.x) frame.fill({box.min, {played, box.max.y}}, Role::line2, frame.px(2));
    }
}

/// Names of the segments where they fit; the present one first, none under the playhead's plate.
void draw_names(const Strip& strip, const std::vector<Segment>& segments, Rect plate) {
    Frame& frame = strip.frame;
    const float y = strip.rect.min.y - frame.em(0.85F), gap = frame.em(0.6F);
    std::vector<Rect> taken = {plate};
    std::vector<size_t> order;
    const int64_t now = std::max<int64_t>(0, strip.at.step() - 1);
    size_t present = segments.size();
    for (size_t i = 0; i < segments.size(); ++i)
        if (segments[i].steps.contains(now)) present = i;
    if (present < segments.size()) order.push_back(present);
    for (size_t i = 0; i < segments.size(); ++i)
        if (i != present) order.push_back(i);
    std::stable_sort(order.begin() + (present < segments.size() ? 1 : 0), order.end(),
                     [&](size_t a, size_t b) {
                         const StepRange &one = segments[a].steps, &other = segments[b].steps;
                         return one.end - one.first > other.end - other.first;
                     });

    for (const size_t i : order) {
        const TextStyle style{i == present ? Face::sans_semibold : Face::sans, 0.9F};
        const float width = text_width(frame, style, segments[i].name);
        float left = strip.x(segments[i].steps.first);
        const float end = strip.x(segments[i].steps.end);
        const auto collides = [&](float x) {
            return any_of(taken, [&](const Rect& other) {
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
        draw_text(frame, {left, y}, style, i == present ? Role::t1 : Role::t2, segments[i].name);
        taken.emplace_back(left, y, left + width, y);
    }
}

void draw_barriers(const Strip& strip) {
    Frame& frame = strip.frame;
    const float size = frame.em(0.72F), y = strip.rect.centre().y;
    const float apart = frame.em(strip.at.index().barriers().size() > 40 ? 2.2F : 1);
    float last = -1e9F;
    for (const int64_t barrier : strip.at.index().barriers()) {
        const float x = strip.x(barrier - 0.5);
        if (x - last < apart) continue;
        last = x;
        const bool played = barrier <= strip.at.step();
        marks::barrier(frame, Rect::around({x, y}, size), played ? Role::t1 : Role::t3);
    }
}

void draw_ticks(const Strip& strip) {
    Frame& frame = strip.frame;
    const auto count = double(strip.at.step_count());
    const double every = strip.spacing(0.8F);
    const float top = strip.rect.max.y + frame.em(0.2F);
    int number = 0;
    for (double step = 0; step <= count; step += every, ++number) {
        const float x = snap(strip.x(step)) + 0.5F, length = frame.em(number % 5 == 0 ? 0.4F : 0.22F);
        frame.line({x, top}, {x, top + length}, Colour(Role::line2, 0.7F));
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
    for (size_t i = 0; i < findings.size(); ++i) {
        const float x = strip.x(findings[i].step + 1);
        if (std::abs(x - mouse) < distance) {
            distance = std::abs(x - mouse);
            nearest = int(i);
        }
        if (x - last < frame.em(0.35F)) continue;
        last = x;
        const float size = frame.em(0.62F);
        marks::triangle_up(frame, Rect::around({x, zone.centre().y}, size), Role::trouble);
    }
    if (findings.empty()) return;
    const Interaction hit = interact(frame, "step.marks", zone);
    if (nearest < 0) return;
    const FindingMark& mark = nth(findings, nearest);
    const emulator::Trace& trace = strip.at.trace();
    if (hit.hovered) tooltip(frame, finding_words(trace, trace.findings[mark.finding], mark.step).sentence);
    if (hit.clicked) model.go_to_finding(int(mark.finding), mark.step);
}

/// Where breakpoints stop, as discs on the strip's upper edge.
void draw_stops(const Strip& strip, const std::vector<int64_t>& places) {
    Frame& frame = strip.frame;
    float last = -1e9F;
    for (const int64_t place : places) {
        const float x = strip.x(place);
        if (x - last < frame.em(0.4F)) continue;
        last = x;
        frame.disc({x, strip.rect.min.y}, frame.em(0.24F), Role::trouble);
    }
}

Rect playhead_plate(const Strip& strip) {
    Frame& frame = strip.frame;
    const std::string number = std::to_string(strip.at.step());
    const float width = text_width(frame, {Face::mono_bold, 0.9F}, number) + frame.em(0.8F);
    float x = strip.x(strip.at.step());
    x = std::clamp(x, strip.rect.min.x + width / 2 - frame.em(0.4F),
                   strip.rect.max.x - width / 2 + frame.em(0.4F));
    return Rect::around({x, strip.rect.min.y - frame.em(0.85F)}, width, frame.em(1.25F)).snapped();
}

void draw_playhead(const Strip& strip, Rect plate) {
    Frame& frame = strip.frame;
    const float x = strip.x(strip.at.step()), half = std::max(1.0F, std::round(frame.px(3)) / 2);
    const bool numbered = !plate.empty();
    frame.fill({snap(x - half), numbered ? plate.max.y - 1 : strip.rect.min.y - frame.em(0.35F),
                snap(x + half), strip.rect.max.y + frame.em(0.35F)},
               Role::ink);
    if (!numbered) return;
    frame.fill(plate, Role::ink, frame.em(0.25F));
    draw_text(frame, plate.centre(), {Face::mono_bold, 0.9F}, Role::on_ink, std::to_string(strip.at.step()),
              Align::centre);
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
        return button(frame, id, place(size, size), "", {.icon = icon, .tip = tip});
    };
    if (!few && small("step.home", marks::to_start, "To the beginning (Home)")) model.home();
    if (small("step.back", marks::step_back, "One step back (Left)")) model.back();
    if (button(frame, "step.play", place(frame.em(3.4F), frame.em(2.5F)), "",
               {.primary = true,
                .icon = model.playing() ? marks::pause : marks::play,
                .tip = model.playing() ? "Pause (Space)" : "Play (Space)"}))
        model.set_playing(!model.playing());
    if (small("step.forward", marks::step_on, "One step forward (Right)")) model.forward();
    if (!few && small("step.end", marks::to_end, "To the end (End)")) model.end();
    return x + frame.em(0.6F);
}

float draw_position(Frame& frame, ImVec2 at, const StepPosition& position) {
    float x = at.x;
    const auto put = [&](TextStyle style, Role role, const std::string& text) {
        draw_text(frame, {x, at.y}, style, role, text);
        x += text_width(frame, style, text) + frame.em(0.4F);
    };
    // The number's room is that of the largest, so that nothing moves while it counts.
    const TextStyle big{Face::mono_bold, 1.2F};
    const auto count = [&](std::string_view name, int64_t now, const std::string& all) {
        put(type::body, Role::t2, std::string(name));
        const float room = text_width(frame, big, all);
        draw_text(frame, {x + room, at.y}, big, Role::t1, std::to_string(now), Align::right);
        x += room + frame.em(0.4F);
        put({Face::mono, 1}, Role::t2, "/ " + all);
        x += frame.em(0.6F);
    };
    const std::vector<stage::ProgramAct> acts = stage::program_acts(position);
    if (!acts.empty() && frame.density >= Density::wide)
        count("operation", int64_t(stage::present_act(acts, position)) + 1, std::to_string(acts.size()));
    count("step", position.step(), std::to_string(position.step_count()));
    return x;
}

void draw_speed(Frame& frame, ImVec2 at, float right, StepModel& model) {
    static constexpr std::array<float, 7> ticks = {0.25F, 0.5F, 1, 2, 4, 8, 16};
    const float width = frame.em(11);
    if (right - width < at.x) return;
    float left = right - width;
    const float label = text_width(frame, type::body, "Speed") + frame.em(0.8F);
    if (left - label > at.x) draw_text(frame, {left - label, at.y}, type::body, Role::t2, "Speed");
    auto speed = float(model.speed());
    if (!slider(frame, "step.speed", {left, at.y - frame.em(0.9F), right, at.y + frame.em(0.9F)}, speed,
                0.25F, 16, {.ticks = ticks, .logarithmic = true, .suffix = "×", .value_width_em = 3.2F}))
        return;
    // The named speeds catch the slider.
    for (const float tick : ticks)
        if (std::abs(std::log(speed / tick)) < 0.08F) speed = tick;
    model.set_speed(double(speed));
}

void draw_transport(Frame& frame, Rect row, Services& services, StepModel& model, ScheduleState& schedule,
                    const UntilTools& until) {
    const float y = row.centre().y;
    float x = draw_buttons(frame, {row.min.x, y}, model);
    const StepPosition* at = model.position();
    if (at != nullptr) x = draw_position(frame, {x, y}, *at);
    // A loop has no barriers: it goes from write to write.
    const bool loop = at != nullptr && is_cpu_loop(at->trace(), at->launch());
    const std::array<std::string_view, 4> grains = {"statement", loop ? "write" : "barrier", "phase",
                                                    "launch"};
    const float width = segmented_width(frame, grains), speed = frame.em(12);
    const float label = text_width(frame, type::body, "One step is") + frame.em(0.6F);
    if (x + width > row.max.x) return;
    if (x + label + width + speed < row.max.x) {
        draw_text(frame, {x, y}, type::body, Role::t2, "One step is");
        x += label;
    }
    // The model's grain is the position's; before there is one, a statement.
    int grain = at != nullptr ? int(at->grain()) : 0;
    if (segmented(frame, "step.grain", {x, y - frame.em()}, grains, grain)) model.set_grain(Grain(grain));
    x = draw_until_button(frame, {x + width + frame.em(), y}, row.max.x, until);
    x = draw_warps_chip(frame, {x, y}, row.max.x - speed, services, model, schedule);
    draw_speed(frame, {x, y}, row.max.x, model);
}

}  // namespace

bool is_short(const Frame& frame) { return frame.area.height() < frame.em(38); }

float timeline_height(const Frame& frame, const StepModel& model) {
    if (is_short(frame)) return frame.em(4.7F);
    const size_t tracks = track_count(frame, model);
    return frame.em(7.6F + (tracks > 0 ? track_pitch_em(frame) * float(tracks) - 0.9F : 0));
}

void draw_timeline(Frame& frame, Rect rect, Services& services, StepModel& model, ScheduleState& schedule,
                   const UntilTools& until) {
    const Pane pane(frame, "step.timeline", rect, Role::bg1);
    frame.line(rect.min, {rect.max.x, rect.min.y}, Role::line);
    const float margin = frame.em(1.25F);
    const bool low = is_short(frame);
    if (const StepPosition* at = model.position()) {
        const size_t tracks = track_count(frame, model);
        const float high = tracks > 0 ? track_pitch_em(frame) * float(tracks) : low ? 0.8F : 1;
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
            auto segments = at->index().segments(at->trace(), 28);
            for (Segment& segment : segments)
                if (segment.name.starts_with("block "))
                    segment.name = replay::block_name(at->staged(segment.launch), segment.block, at->step());
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
