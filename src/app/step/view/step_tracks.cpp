// The timeline of several slots: a track each, with the blocks that held it and when they waited.
#include <algorithm>
#include <cmath>

#include "app/step/view/step_strip.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/tracks.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

struct Colours {
    Role fill, line, text;
};

void draw_box(Frame& frame, Rect box, const Colours& colours, float width) {
    if (box.width() < 1) return;
    frame.list()->AddRectFilled(box.min, box.max, frame.colour(colours.fill), frame.px(2));
    frame.list()->AddRect(box.min, box.max, frame.colour(colours.line), frame.px(2), 0, width);
}

void draw_waits(const Strip& strip, const Rect& row, const TrackBlock& block) {
    Frame& frame = strip.frame;
    const std::int64_t now = strip.at.step();
    for (const TrackWait& wait : block.waits) {
        if (wait.steps.first >= now) continue;
        const Rect box = Rect(strip.x(static_cast<double>(wait.steps.first)), row.min.y,
                              strip.x(static_cast<double>(std::min(wait.steps.end, now))), row.max.y)
                             .snapped();
        if (box.width() < frame.px(3)) continue;
        draw_box(frame, box, {Role::waiting_fill, Role::waiting, Role::waiting_text}, frame.px(1.2F));
        const float mark = frame.em(0.7F);
        if (box.width() < frame.em(1.1F)) continue;
        marks::hourglass(frame, Rect::around({box.min.x + frame.em(0.8F), box.centre().y}, mark, mark),
                         frame.colour(Role::waiting_text));
        const std::int64_t owner = strip.at.staged(block.launch).owner_of(wait.array, wait.element);
        const std::string text = owner >= 0 ? "waits for block " + std::to_string(owner) : "waits";
        if (text_width(frame, type::label, text) < box.width() - frame.em(2))
            draw_text(frame, {box.min.x + frame.em(1.5F), box.centre().y}, type::label,
                      frame.colour(Role::waiting_text), text);
    }
}

void draw_block(const Strip& strip, const Rect& row, const TrackBlock& block, bool alone) {
    Frame& frame = strip.frame;
    const std::int64_t now = strip.at.step();
    const Rect whole = Rect(strip.x(static_cast<double>(block.steps.first)), row.min.y,
                            strip.x(static_cast<double>(block.steps.end)) - frame.px(2), row.max.y)
                           .snapped();
    const bool done = block.ends && block.steps.end <= now, begun = block.steps.first < now;
    draw_box(frame, whole, {Role::bg1, Role::line, Role::t3}, 1);
    Rect past = whole;
    past.max.x = std::min(past.max.x, snap(strip.x(static_cast<double>(now))));
    if (done)
        draw_box(frame, whole, {Role::right_fill, Role::right, Role::right_text}, frame.px(1.5F));
    else if (begun)
        draw_box(frame, past, {Role::bg3, Role::line2, Role::t1}, 1);
    draw_waits(strip, row, block);
    if (whole.width() < frame.em(1)) return;
    const std::int64_t number = strip.at.staged(block.launch).number_of(block.block);
    const std::string text = (alone ? "block " : "") + std::to_string(number);
    const TextStyle style{begun ? Face::sans_semibold : Face::sans, 0.85F};
    float room = whole.width();
    if (!block.waits.empty() && block.waits.front().steps.first < now)
        room = strip.x(static_cast<double>(block.waits.front().steps.first)) - whole.min.x;
    const Role ink = done ? Role::right_text : begun ? Role::t1 : Role::t3;
    for (const std::string& form : {text, std::to_string(number)})
        if (text_width(frame, style, form) + frame.em(0.8F) < room) {
            draw_text(frame, {whole.min.x + frame.em(0.4F), whole.centre().y}, style, frame.colour(ink),
                      form);
            break;
        }
}

/// Of blocks that are narrower than two pixels one a pixel is drawn. True where that is so; `drawn` is the
/// pixel of the last one.
bool draw_sliver(const Strip& strip, const Rect& row, const TrackBlock& block, float& drawn) {
    const float left = strip.x(static_cast<double>(block.steps.first));
    if (strip.x(static_cast<double>(block.steps.end)) - left > 2 * strip.frame.px(2)) return false;
    const float pixel = std::floor(left);
    if (pixel == drawn) return true;
    drawn = pixel;
    const std::int64_t now = strip.at.step();
    const Role role = block.ends && block.steps.end <= now ? Role::right_fill
                      : block.steps.first < now            ? Role::bg3
                                                           : Role::bg2;
    strip.frame.list()->AddRectFilled({pixel, row.min.y}, {pixel + 1, row.max.y}, strip.frame.colour(role));
    return true;
}

}  // namespace

std::size_t track_count(const Frame& frame, const StepModel& model) {
    if (frame.area.height() <= frame.em(44)) return 0;
    constexpr std::size_t most = 6;
    const StepPosition* at = model.position();
    if (at == nullptr) return 0;
    const stage::Zoom shown = model.zoom().value_or(stage::zoom_of(model.grain()));
    if (shown != stage::Zoom::blocks || at->staged().blocks() < 2) return 0;
    return std::min(most, at->tracks().size());
}

void draw_tracks(const Strip& strip, std::size_t count) {
    Frame& frame = strip.frame;
    const auto& tracks = strip.at.tracks();
    const float pitch = frame.em(track_pitch_em(frame));
    bool several = false;
    for (const SlotTrack& track : tracks) several |= track.multiprocessor != tracks.front().multiprocessor;
    for (std::size_t i = 0; i < count; ++i) {
        const float top = strip.rect.min.y + static_cast<float>(i) * pitch;
        const Rect row(strip.rect.min.x, top, strip.rect.max.x,
                       top + pitch - frame.em(pitch > frame.em(1.5F) ? 0.3F : 0.15F));
        const std::string name = several ? "mp " + std::to_string(tracks[i].multiprocessor) + " " : "slot ";
        const std::string slot = several && strip.at.trace().gpu.resident_blocks > 1
                                     ? "slot " + std::to_string(tracks[i].slot)
                                 : several ? ""
                                           : std::to_string(tracks[i].slot);
        draw_text(frame, {strip.rect.min.x - frame.em(0.6F), row.centre().y}, type::small,
                  frame.colour(Role::t2), name + slot, Align::right);
        float drawn = -1;
        for (const TrackBlock& block : tracks[i].blocks)
            if (!draw_sliver(strip, row, block, drawn)) draw_block(strip, row, block, true);
    }
    if (tracks.size() > count)
        draw_text(frame, {strip.rect.min.x - frame.em(0.6F), strip.rect.min.y - frame.em(0.85F)}, type::small,
                  frame.colour(Role::t3), std::to_string(count) + " of " + std::to_string(tracks.size()),
                  Align::right);
}

void draw_step_numbers(const Strip& strip, Rect plate) {
    Frame& frame = strip.frame;
    const auto count = static_cast<double>(strip.at.step_count());
    double every = 1;
    for (int i = 0; every * static_cast<double>(strip.rect.width()) / std::max(1.0, count) <
                    static_cast<double>(frame.em(6));
         ++i)
        every *= i % 3 == 1 ? 2.5 : 2;
    const float y = strip.rect.min.y - frame.em(0.85F);
    for (double step = every; step < count; step += every) {
        const std::string text = std::to_string(static_cast<std::int64_t>(step));
        const float x = strip.x(step), half = text_width(frame, type::tick, text) / 2 + frame.em(0.4F);
        if (x + half > plate.min.x && x - half < plate.max.x) continue;
        draw_text(frame, {x, y}, type::tick, frame.colour(Role::t3), text, Align::centre);
    }
}

}  // namespace upsweep::app::step
