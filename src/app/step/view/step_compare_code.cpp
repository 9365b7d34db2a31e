// The strip of code under two compared stages.
#include <algorithm>
#include <string>

#include "app/step/view/step_compare.h"
#include "app/ui/controls.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/trace.h"
#include "stage/cells.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float step_compare_code_head_em = 1.4F, step_compare_code_line_em = 1.7F;

std::string_view text_of(const StepPosition& at) {
    if (at.code().file < 0 || at.code().line <= 0) return {};
    return line_text(at.trace(), at.code().file, at.code().line);
}

std::string file_of(const StepPosition& at) {
    return at.code().file < 0 ? "" : at.trace().sources[static_cast<std::size_t>(at.code().file)].name;
}

/// Both are on the same line of the same text.
bool run_the_same(const StepPosition& left, const StepPosition& right) {
    return file_of(left) == file_of(right) && left.code().line == right.code().line &&
           text_of(left) == text_of(right);
}

/// "warp 3", or what the step is where no warp runs.
std::string who(const StepPosition& at) {
    for (const WarpPill& pill : at.code().pills)
        if (pill.current) return "warp " + std::to_string(pill.warp);
    if (at.code().line > 0) return "";
    return at.step() == 0 ? "nothing has run" : "the host";
}

/// The line with its number; what is read on blue, what is written on amber; the comment above it behind.
void draw_line(Frame& frame, Rect row, const StepPosition& at) {
    frame.list()->AddRectFilled(row.min, row.max, frame.colour(Role::bg3));
    frame.list()->AddRectFilled(row.min, {row.min.x + std::round(frame.px(3)), row.max.y},
                                frame.colour(Role::ink));
    const std::string_view whole = text_of(at);
    const std::size_t indent = std::min(whole.find_first_not_of(" \t"), whole.size());
    const std::string line(whole.substr(indent));
    const float y = row.centre().y, character = text_width(frame, type::code, "0000000000") / 10;
    const float number = row.min.x + frame.em(2.6F), x = number + frame.em(0.9F);
    if (at.code().line <= 0) return;
    draw_text(frame, {number, y}, {Face::mono_bold, 0.8F}, frame.colour(Role::t1),
              std::to_string(at.code().line), Align::right);
    frame.list()->PushClipRect(row.min, row.max, true);
    draw_text(frame, {x, y}, type::code, frame.colour(Role::t1), line);
    std::vector<CodeMark> marks;
    for (const CodeMark& mark : at.code().marks)
        if (mark.line == at.code().line) marks.push_back(mark);
    std::stable_sort(marks.begin(), marks.end(), [](const CodeMark& a, const CodeMark& b) {
        return a.end_column - a.column > b.end_column - b.column;
    });
    for (const CodeMark& mark : marks) {
        const auto first = static_cast<std::size_t>(mark.column - 1),
                   end = static_cast<std::size_t>(mark.end_column - 1);
        if (first < indent || end <= first || end > whole.size()) continue;
        const stage::StateInks inks =
            stage::state_inks(mark.written ? stage::CellState::written : stage::CellState::read);
        const float left = x + static_cast<float>(first - indent) * character;
        const float right = x + static_cast<float>(end - indent) * character;
        const Rect plate =
            Rect(left - frame.px(2), y - frame.em(0.6F), right + frame.px(2), y + frame.em(0.6F)).snapped();
        frame.list()->AddRectFilled(plate.min, plate.max, frame.theme.colour(inks.fill), frame.em(0.15F));
        draw_text(frame, {left, y}, type::code_strong, frame.theme.colour(inks.text),
                  whole.substr(first, end - first));
    }
    frame.list()->PopClipRect();
    const float end = x + static_cast<float>(line.size()) * character + frame.em(1.5F);
    const std::string about = comment_above(at.trace(), at.code().file, at.code().line);
    if (row.max.x - end > frame.em(8))
        draw_elided(frame, {end, y}, row.max.x - end - frame.em(0.5F), type::label, frame.colour(Role::t2),
                    about);
}

void draw_side(Frame& frame, Rect rect, const StepPosition& at, std::string_view which) {
    if (rect.height() > frame.em(step_compare_code_head_em + 0.5F)) {
        const Rect head = rect.cut_top(frame.em(step_compare_code_head_em)).inset(frame.em(1), 0);
        const std::string file = file_of(at), warp = who(at);
        const std::string title = warp.empty() ? std::string(which) : warp + ", " + std::string(which);
        draw_text(frame, {head.min.x, head.centre().y}, type::head, frame.colour(Role::t3), title);
        const float room = head.width() - text_width(frame, type::head, title) - frame.em(1);
        if (text_width(frame, type::code, file) <= room)
            draw_text(frame, {head.max.x, head.centre().y}, type::code, frame.colour(Role::t3), file,
                      Align::right);
    }
    draw_line(frame, rect.cut_top(frame.em(step_compare_code_line_em)).snapped(), at);
}

}  // namespace

float compare_code_height(const Frame& frame) {
    if (is_short(frame)) return 0;
    return frame.em(step_compare_code_line_em + (frame.low ? 0.2F : step_compare_code_head_em + 0.3F));
}

void draw_compare_code(Frame& frame, Rect rect, const CompareState& state, const StepModel& left) {
    if (rect.height() < 1 || !state.both->ready()) return;
    const Pane pane(frame, "compare.code", rect, Role::bg1);
    frame.items.note("compare.code", rect);
    frame.list()->AddLine(rect.min, {rect.max.x, rect.min.y}, frame.colour(Role::line));
    const StepPosition &one = *left.position(), &other = *state.both->right().position();
    if (run_the_same(one, other)) return draw_side(frame, rect, one, "both sides");
    const float middle = snap(rect.centre().x);
    draw_side(frame, {rect.min.x, rect.min.y, middle - frame.px(2), rect.max.y}, one, "left");
    draw_side(frame, {middle + frame.px(2), rect.min.y, rect.max.x, rect.max.y}, other, "right");
}

}  // namespace upsweep::app::step
