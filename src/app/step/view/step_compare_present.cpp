// Two compared scenes on one page for a class.
#include <algorithm>

#include <fmt/format.h>

#include "app/step/view/step_compare.h"
#include "app/ui/controls.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/words/sentence.h"

namespace upsweep::app::step {

namespace {

constexpr float caption_em = 2.6F, words_em = 3.3F;
constexpr std::size_t longest_subject = 40;  ///< characters of both names

/// A sentence in as many words as its room takes: whole, only its first one, that one without the example
/// behind its colon.
std::vector<Run> words_in(const Frame& frame, const std::string& sentence, float width, float height,
                          float em) {
    std::vector<std::string> forms = {sentence};
    if (const std::size_t end = sentence.find(". "); end != std::string::npos)
        forms.push_back(sentence.substr(0, end + 1));
    if (const std::size_t end = sentence.find(": "); end != std::string::npos)
        forms.push_back(sentence.substr(0, end) + ".");
    std::vector<Run> runs;
    for (const float size : {em, em * 0.9F})
        for (const std::string& form : forms) {
            runs = marked_runs({Face::sans, size}, {Role::t1}, form);
            if (paragraph_height(frame, width, runs, 1.35F) <= height) return runs;
        }
    return runs;
}

/// In the middle of the room, or at its top.
void draw_words_in(Frame& frame, Rect room, const std::string& sentence, float em, bool middle) {
    const std::vector<Run> runs = words_in(frame, sentence, room.width(), room.height(), em);
    const float high = std::min(paragraph_height(frame, room.width(), runs, 1.35F), room.height());
    frame.list()->PushClipRect(room.min, room.max, true);
    draw_paragraph(frame, {room.min.x, middle ? room.centre().y - high / 2 : room.min.y}, room.width(), runs,
                   1.35F);
    frame.list()->PopClipRect();
}

}  // namespace

float presented_scale(const Frame& frame, Rect rect, const replay::StepPosition& at, stage::Zoom zoom) {
    // Rows of cells fit half a page; what is higher is drawn smaller.
    if (zoom == stage::Zoom::block) return 1;
    const bool blocks = zoom == stage::Zoom::blocks;
    const float loop = blocks && !at.blocks().deadlock.empty() ? 3.7F : 0;
    const float flags = blocks && at.trace().gpu.weak_memory ? 2.8F : 0;  // a row of their own
    return std::clamp(rect.height() / frame.em(11.8F + loop + flags), 0.6F, 1.0F);
}

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
    // Beside the caption where both are one over the other, else under the stage.
    const bool stacked = rect.width() > rect.height() * 2;
    const float y = title.centre().y, wide = stacked ? 0 : text_width(frame, small, step) + frame.em(1);
    if (!stacked) draw_text(frame, {title.max.x, y}, small, frame.colour(Role::t2), step, Align::right);
    const float used = draw_elided(frame, {title.min.x, y}, title.width() - wide, style,
                                   frame.colour(Role::t1), is_left ? captions.first : captions.second);
    if (side.position() == nullptr) return rect;
    // A page's own: before the first step it says what the class is to see, not where to press.
    const std::string sentence = stage::page_of(*side.position(), side.shown_zoom()).sentence;
    if (stacked) {
        const Rect words(title.min.x + used + frame.em(1.2F), title.min.y, title.max.x, title.max.y);
        draw_words_in(frame, words, sentence, 0.9F, true);
        return rect.inset(0, frame.em(0.2F));
    }
    const Rect foot = rect.cut_bottom(frame.em(words_em)).inset(margin, 0);
    draw_words_in(frame, foot, sentence, 1.05F, false);
    return rect;
}

stage::Page page_of_both(const CompareState& state, const StepModel& left) {
    stage::Page page;
    const StepModel& right = state.both->right();
    const std::string name = shown_name(left.scene()), other = shown_name(right.scene());
    const std::string both = name + " and " + other;
    page.subject = name == other ? name : both.size() <= longest_subject ? both : "Two runs on one clock";
    page.place = left.position()->step();
    page.count = left.position()->step_count();
    return page;
}

}  // namespace upsweep::app::step
