// Two compared scenes on one page for a class.
#include <fmt/format.h>

#include "app/step/view/step_compare.h"
#include "app/ui/controls.h"
#include "replay/sentence.h"

namespace upsweep::app::step {

namespace {

constexpr float caption_em = 2.6F, words_em = 3.3F;

}  // namespace

std::vector<Rect> presented_halves(const Frame& frame, Rect rect) {
    constexpr float least_em = 30;  // of a half beside the other one
    if (rect.width() >= 2 * frame.em(least_em))
        return {{rect.min.x, rect.min.y, rect.centre().x, rect.max.y},
                {rect.centre().x, rect.min.y, rect.max.x, rect.max.y}};
    return {{rect.min.x, rect.min.y, rect.max.x, rect.centre().y},
            {rect.min.x, rect.centre().y, rect.max.x, rect.max.y}};
}

Rect draw_presented_side(Frame& frame, Rect rect, const CompareState& state, const StepModel& left,
                         bool is_left) {
    const StepModel& side = is_left ? left : state.both->right();
    const auto captions = compare_captions(left.scene(), state.both->right().scene());
    const float margin = frame.em(1.55F);
    const Rect title = rect.cut_top(frame.em(caption_em)).inset(margin, 0);
    frame.items.note(is_left ? "compare.present.left" : "compare.present.right", title);
    const std::string step =
        side.position() == nullptr
            ? ""
            : fmt::format("step {} of {}", side.position()->step(), side.position()->step_count());
    const TextStyle style{Face::sans_bold, 1.15F}, small{Face::sans, 1};
    // Beside the caption where both stand one over the other, else under the stage.
    const bool stacked = rect.width() > rect.height() * 2;
    const float y = title.centre().y, wide = stacked ? 0 : text_width(frame, small, step) + frame.em(1);
    if (!stacked) draw_text(frame, {title.max.x, y}, small, frame.colour(Role::t2), step, Align::right);
    const float used = draw_elided(frame, {title.min.x, y}, title.width() - wide, style,
                                   frame.colour(Role::t1), is_left ? captions.first : captions.second);
    if (side.position() == nullptr) return rect;
    if (stacked) {
        const float x = title.min.x + used + frame.em(1.2F), room = title.max.x - x;
        const std::vector<Run> brief =
            marked_runs({Face::sans, 0.9F}, {Role::t1}, side.position()->sentence());
        const float high = std::min(paragraph_height(frame, room, brief), title.height());
        frame.list()->PushClipRect(title.min, title.max, true);
        draw_paragraph(frame, {x, y - high / 2}, room, brief);
        frame.list()->PopClipRect();
        return rect.inset(0, frame.em(0.2F));
    }
    const std::vector<Run> words = marked_runs({Face::sans, 1.05F}, {Role::t1}, side.position()->sentence());
    const Rect foot = rect.cut_bottom(frame.em(words_em)).inset(margin, 0);
    frame.list()->PushClipRect(foot.min, foot.max, true);
    draw_paragraph(frame, foot.min, foot.width(), words);
    frame.list()->PopClipRect();
    return rect;
}

stage::Page page_of_both(const CompareState& state, const StepModel& left) {
    stage::Page page;
    const StepModel& right = state.both->right();
    const std::string name = shown_name(left.scene()), other = shown_name(right.scene());
    page.subject = name == other ? name : name + " and " + other;
    page.place = left.position()->step();
    page.count = left.position()->step_count();
    return page;
}

}  // namespace upsweep::app::step
