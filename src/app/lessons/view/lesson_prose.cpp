// A paragraph, and over it what its words do.
#include "app/lessons/view/lesson_prose.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"

namespace upsweep::app::lesson {

using lessons::Inline;
using lessons::TermUse;

namespace {

/// The sentence with the marks that a tooltip understands.
std::string marked(const lessons::GlossaryEntry& entry) {
    std::string text = "**" + entry.name + "**: ";
    for (const Inline& piece : entry.says) {
        const std::string mark = piece.style == lessons::Style::code     ? "`"
                                 : piece.style == lessons::Style::strong ? "**"
                                                                         : "";
        text += mark + piece.text + mark;
    }
    return text;
}

void dots(Frame& frame, float from, float to, float y, const Colour& colour) {
    const float size = std::max(1.0F, snap(frame.px(1.5F))), step = 2.5F * size;
    for (float x = snap(from); x + size <= to; x += step) frame.fill({x, y, x + size, y + size}, colour);
}

/// One paragraph laid out: where each byte of its text is.
class Laid {
  public:
    Laid(const Frame& frame, ImVec2 corner, float width, const std::vector<Run>& runs, float line)
        : frame_(frame),
          corner_(corner),
          high_(canvas::line_height(frame.em(), runs, line)),
          words_(canvas::lay_out(frame.em(), width, runs)) {
        for (const Run& run : runs) {
            starts_[&run] = text_.size();
            text_ += run.text;
        }
    }
    const std::string& text() const { return text_; }
    float height() const { return words_.empty() ? 0 : static_cast<float>(words_.back().line + 1) * high_; }

    /// A box a line for the bytes from `begin` up to `end`.
    std::vector<Rect> boxes(std::size_t begin, std::size_t end) const {
        std::vector<Rect> boxes;
        int line = -1;
        for (const canvas::Word& word : words_) {
            const std::size_t first =
                starts_.at(word.run) + static_cast<std::size_t>(word.text.data() - word.run->text.data());
            const std::size_t from = std::max(begin, first), to = std::min(end, first + word.text.size());
            if (from >= to) continue;
            const auto wide = [&](std::size_t from_byte, std::size_t count) {
                return text_width(frame_, word.run->style, word.text.substr(from_byte, count));
            };
            const float left = corner_.x + word.x + wide(0, from - first);
            const float top = corner_.y + static_cast<float>(word.line) * high_;
            const Rect box(left, top, left + wide(from - first, to - from), top + high_);
            if (word.line == line)
                boxes.back().max.x = box.max.x;
            else
                boxes.push_back(box);
            line = word.line;
        }
        return boxes;
    }

  private:
    const Frame& frame_;
    ImVec2 corner_;
    float high_;
    std::vector<canvas::Word> words_;
    std::map<const Run*, std::size_t> starts_;
    std::string text_;
};

/// Where the line under a word is.
float under(const Frame& frame, const Rect& box) { return snap(box.centre().y + frame.em(0.62F)); }

void draw_link(Frame& frame, const std::vector<Rect>& boxes, const std::string& link, Prose& prose) {
    const std::string id = "lessons.link." + std::to_string(++prose.links);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Interaction state = interact(frame, i == 0 ? id : id + "." + std::to_string(i), boxes[i]);
        const Role colour = state.hovered ? Role::t1 : Role::t2;
        const float y = under(frame, boxes[i]);
        frame.fill({boxes[i].min.x, y, boxes[i].max.x, y + snap(frame.px())}, colour);
        if (state.focused) draw_focus(frame, boxes[i], frame.em(0.25F));
        if (state.clicked) prose.followed = link;
    }
}

void draw_term(Frame& frame, const std::vector<Rect>& boxes, std::size_t entry, Prose& prose) {
    const bool first = prose.told.insert(entry).second;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool hovered = ImGui::IsWindowHovered() && std::any_of(boxes.begin(), boxes.end(), [&](Rect box) {
                             return box.contains(mouse);
                         });
    if (first) frame.items.note("lessons.term." + prose.glossary.entries()[entry].name, boxes.front());
    for (const Rect& box : boxes)
        if (first || hovered)
            dots(frame, box.min.x, box.max.x, under(frame, box), hovered ? Role::t1 : Role::t3);
    if (hovered) tooltip(frame, marked(prose.glossary.entries()[entry]));
}

}  // namespace

float draw_prose(Frame& frame, ImVec2 top_left, float width, const std::vector<Inline>& words,
                 TextStyle style, float line, Prose& prose) {
    const std::vector<Run> runs = runs_of(words, style, Role::t1);
    draw_paragraph(frame, top_left, width, runs, line);
    const Laid laid(frame, top_left, width, runs, line);
    std::size_t at = 0;
    // A link's words lead where it says; an everyday word is not a term; of code only the whole may be one.
    std::vector<TermUse> apart, code;
    for (const Inline& piece : words) {
        const std::size_t end = at + piece.text.size();
        if (!piece.link.empty()) draw_link(frame, laid.boxes(at, end), piece.link, prose);
        if (!piece.link.empty() || piece.style == lessons::Style::everyday)
            apart.push_back({at, piece.text.size(), 0});
        if (piece.style == lessons::Style::code) code.push_back({at, piece.text.size(), 0});
        at = end;
    }
    if (prose.sources) return laid.height();
    for (const TermUse& use : prose.glossary.uses_in(laid.text())) {
        const auto meets = [&](const TermUse& one) {
            return use.begin < one.begin + one.length && one.begin < use.begin + use.length;
        };
        const bool within = std::any_of(code.begin(), code.end(), [&](const TermUse& one) {
            return meets(one) && (use.begin != one.begin || use.length != one.length);
        });
        if (within || std::any_of(apart.begin(), apart.end(), meets)) continue;
        const auto boxes = laid.boxes(use.begin, use.begin + use.length);
        if (!boxes.empty()) draw_term(frame, boxes, use.entry, prose);
    }
    return laid.height();
}

}  // namespace upsweep::app::lesson
