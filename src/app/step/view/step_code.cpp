// The code pane: the kernel's own text, in the colours of the stage.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "stage/cells.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float row_em = 1.19F, head_em = 2.75F, names_em = 1.35F, number_em = 2.35F, text_em = 2.95F,
                pills_em = 4.3F;  // room for "w0" and "+63" behind a line

/// Trailing dashes of a ruled comment only fill the line.
std::string_view without_rule(std::string_view text) {
    const std::size_t comment = text.find("// ----");
    if (comment == std::string_view::npos) return text;
    while (text.size() > comment + 7 && (text.back() == '-' || text.back() == ' ')) text.remove_suffix(1);
    return text;
}

/// Where to cut a text that may have `room` characters: behind the last blank that fits.
std::size_t cut_at(std::string_view text, std::size_t begin, std::size_t room) {
    if (text.size() - begin <= room) return text.size();
    const std::size_t blank = text.rfind(' ', begin + room);
    const std::size_t first = text.find_first_not_of(' ', begin);
    return blank == std::string_view::npos || blank <= first ? begin + room : blank + 1;
}

/// The last piece of a line leaves `reserve` characters free: there the warps that stand at it are named.
void wrap(std::string_view text, int line, int columns, int reserve, std::vector<CodeRow>& rows) {
    text = without_rule(text);
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    const int hang =
        static_cast<int>(std::min<std::size_t>(first + 4, static_cast<std::size_t>(columns) / 2));
    // What is set far in, under an opening bracket, would leave no room: it hangs instead.
    std::size_t begin = 0;
    if (static_cast<int>(first) > columns / 3) begin = first;
    do {
        const int indent = begin == 0 ? 0 : std::min(hang, columns / 4);
        const auto room = static_cast<std::size_t>(std::max(12, columns - indent));
        std::size_t end = cut_at(text, begin, room);
        if (end == text.size())
            end = cut_at(text, begin, std::max<std::size_t>(8, room - static_cast<std::size_t>(reserve)));
        rows.push_back({line, begin, end, indent});
        begin = end;
    } while (begin < text.size());
}

void lay_out(CodeState& state, const emulator::Trace& trace, int file, int columns, int reserve) {
    if (state.trace == &trace && state.file == file && state.columns == columns) return;
    state.trace = &trace;
    state.file = file;
    state.columns = columns;
    state.rows.clear();
    if (file < 0) return;
    std::string_view rest = trace.sources[static_cast<std::size_t>(file)].text;
    for (int line = 1; !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const bool comment = rest.substr(0, end).find_first_not_of(' ') == rest.substr(0, end).find("//");
        wrap(rest.substr(0, end), line, columns, comment ? 0 : reserve, state.rows);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

struct Drawing {
    Frame& frame;
    const StepPosition& at;
    const CodePicture& code;
    Rect rect;         ///< of the lines
    float character;   ///< width
    float lanes_left;  ///< where "lanes run" begins; the right end if it is not shown
    bool roomy;
};

void draw_text_runs(const Drawing& draw, const CodeRow& row, std::string_view text, float x, float y,
                    bool lit) {
    Frame& frame = draw.frame;
    for (const CodeRun& run : code_runs(text)) {
        const std::size_t begin = std::max(run.begin, row.begin), end = std::min(run.end, row.end);
        if (begin >= end) continue;
        const bool bold = run.style == CodeStyle::keyword;
        Role role = run.style == CodeStyle::comment ? Role::t3 : Role::t2;
        if (lit && run.style != CodeStyle::comment) role = Role::t1;
        const float at = x + static_cast<float>(begin - row.begin) * draw.character;
        draw_text(frame, {at, y}, bold ? type::code_strong : type::code, frame.colour(role),
                  text.substr(begin, end - begin));
    }
}

/// The operands of the lit line, on blue where read and on amber where written.
void draw_marks(const Drawing& draw, const CodeRow& row, std::string_view text, float x, float y) {
    Frame& frame = draw.frame;
    // Smaller marks come later, so that an operand inside another stays visible.
    std::vector<CodeMark> marks;
    for (const CodeMark& mark : draw.code.marks)
        if (mark.line == row.line) marks.push_back(mark);
    std::stable_sort(marks.begin(), marks.end(), [](const CodeMark& a, const CodeMark& b) {
        return a.end_column - a.column > b.end_column - b.column;
    });
    for (const CodeMark& mark : marks) {
        const std::size_t begin = std::max(static_cast<std::size_t>(mark.column - 1), row.begin);
        const std::size_t end =
            std::min({static_cast<std::size_t>(mark.end_column - 1), row.end, text.size()});
        if (begin >= end) continue;
        const stage::StateInks inks =
            stage::state_inks(mark.written ? stage::CellState::written : stage::CellState::read);
        const float left = x + static_cast<float>(begin - row.begin) * draw.character;
        const float right = x + static_cast<float>(end - row.begin) * draw.character;
        const Rect plate =
            Rect(left - frame.px(2), y - frame.em(0.55F), right + frame.px(2), y + frame.em(0.55F)).snapped();
        frame.list()->AddRectFilled(plate.min, plate.max, frame.theme.colour(inks.fill), frame.em(0.15F));
        draw_text(frame, {left, y}, type::code_strong, frame.theme.colour(inks.text),
                  text.substr(begin, end - begin));
    }
}

/// Name and a square a lane; filled squares are active lanes. Returns where the next one ends.
float draw_pill(const Drawing& draw, const WarpPill& pill, const std::string& name, bool lanes, float right,
                float y) {
    Frame& frame = draw.frame;
    const TextStyle style{Face::sans_semibold, 0.8F};
    const int squares = lanes && pill.lanes <= 16 ? pill.lanes : 0;
    const float side = frame.em(0.32F), step = frame.em(0.42F);
    const float width = text_width(frame, style, name) + frame.em(0.7F) +
                        (squares > 0 ? static_cast<float>(squares) * step + frame.em(0.25F) : 0);
    const Rect box = Rect(right - width, y - frame.em(0.52F), right, y + frame.em(0.52F)).snapped();
    const ImU32 fill = frame.colour(pill.current ? Role::ink : Role::bg1);
    const ImU32 ink = frame.colour(pill.current ? Role::on_ink : Role::t2);
    frame.list()->AddRectFilled(box.min, box.max, fill, frame.em(0.25F));
    if (!pill.current) frame.list()->AddRect(box.min, box.max, frame.colour(Role::line2), frame.em(0.25F));
    draw_text(frame, {box.min.x + frame.em(0.35F), y}, style, ink, name);
    float x = box.max.x - frame.em(0.35F) - static_cast<float>(squares) * step + (step - side);
    for (int lane = 0; lane < squares; ++lane, x += step) {
        const Rect square = Rect(x, y - side / 2, x + side, y + side / 2).snapped();
        if ((pill.active >> lane & 1U) != 0) {
            frame.list()->AddRectFilled(square.min, square.max, ink);
        } else {
            frame.list()->AddRect(square.min, square.max, ink);
        }
    }
    return box.min.x - frame.em(0.3F);
}

/// The warps that stand at a line: the present one first, then another; more are only counted. Names are
/// short where the text, which ends at `text_end`, leaves no room.
void draw_pills(const Drawing& draw, int line, float text_end, float y) {
    std::vector<WarpPill> here;
    for (const WarpPill& pill : draw.code.pills)
        if (pill.line == line) here.push_back(pill);
    std::stable_partition(here.begin(), here.end(), [](const WarpPill& pill) { return pill.current; });
    const std::size_t shown = here.size() <= 2 ? here.size() : 1;
    float right = draw.lanes_left - draw.frame.em(0.2F);
    const float each =
        draw.frame.em(here.empty() ? 0 : 4.2F + 0.42F * static_cast<float>(here.front().lanes));
    const bool full =
        draw.roomy && right - each * static_cast<float>(std::min<std::size_t>(2, here.size())) > text_end;
    for (std::size_t i = 0; i < shown; ++i)
        right =
            draw_pill(draw, here[i], (full ? "warp " : "w") + std::to_string(here[i].warp), full, right, y);
    if (shown == here.size()) return;
    const std::string more = "+" + std::to_string(here.size() - shown);
    draw_pill(draw, {line, 0, 0, 99, false}, full ? more + " warps" : more, false, right, y);
}

void draw_row(const Drawing& draw, const CodeRow& row, bool first, bool last, float y) {
    Frame& frame = draw.frame;
    const bool lit = row.line == draw.code.line;
    const float half = frame.em(row_em / 2);
    if (lit) {
        frame.list()->AddRectFilled({draw.rect.min.x, y - half}, {draw.rect.max.x, y + half},
                                    frame.colour(Role::bg3));
        frame.list()->AddRectFilled({draw.rect.min.x, y - half},
                                    {draw.rect.min.x + std::round(frame.px(3)), y + half},
                                    frame.colour(Role::ink));
    }
    if (first) {
        const bool stops = std::binary_search(draw.code.barriers.begin(), draw.code.barriers.end(), row.line);
        const float size = frame.em(0.75F);
        if (stops)
            marks::barrier(frame, Rect::around({draw.rect.min.x + frame.em(0.7F), y}, size, size),
                           frame.colour(Role::t3));
        draw_text(frame, {draw.rect.min.x + frame.em(number_em), y},
                  {lit ? Face::mono_bold : Face::mono, 0.8F}, frame.colour(lit ? Role::t1 : Role::t3),
                  std::to_string(row.line), Align::right);
    }
    const std::string_view text = line_text(draw.at.trace(), draw.code.file, row.line);
    const float x = draw.rect.min.x + frame.em(text_em) + static_cast<float>(row.indent) * draw.character;
    draw_text_runs(draw, row, text, x, y, lit);
    if (lit) draw_marks(draw, row, text, x, y);
    if (!last) return;
    const std::int64_t lanes = draw.at.index().lanes_run(draw.code.file, row.line, draw.at.step());
    if (draw.roomy && lanes > 0)
        draw_text(frame, {draw.rect.max.x - frame.em(0.9F), y}, {lit ? Face::mono_bold : Face::mono, 0.8F},
                  frame.colour(lit ? Role::t1 : Role::t3), std::to_string(lanes), Align::right);
    const std::size_t end = std::min(row.end, text.size());
    draw_pills(draw, row.line, x + static_cast<float>(end - std::min(end, row.begin)) * draw.character, y);
}

/// Keeps the lit line in the middle half of the pane, before any is lit the kernel's head at its top; jumps
/// far at once, near smoothly. Rests at whole rows, so that none is cut.
void follow(const Frame& frame, const StepModel& model, const CodePicture& code, CodeState& state,
            float height) {
    const float row_height = frame.em(row_em);
    const float most = std::max(0.0F, static_cast<float>(state.rows.size()) * row_height - height);
    if (state.moves != model.moves()) {
        state.moves = model.moves();
        const int line = code.line > 0 ? code.line : code.first_line;
        float first = -1, last = -1;
        for (std::size_t i = 0; i < state.rows.size(); ++i) {
            if (state.rows[i].line != line) continue;
            if (first < 0) first = static_cast<float>(i) * row_height;
            last = static_cast<float>(i + 1) * row_height;
        }
        const bool outside =
            first >= 0 && (first < state.target + height * 0.2F || last > state.target + height * 0.8F);
        if (code.line == 0)
            state.target = std::max(0.0F, first);
        else if (outside)
            state.target = first - height * 0.45F;
    }
    state.target = std::clamp(std::round(state.target / row_height) * row_height, 0.0F, most);
    const float gap = state.target - state.scroll;
    const bool jump = std::abs(gap) > height || !model.moved_by_step() || frame.dt <= 0;
    state.scroll =
        jump || std::abs(gap) < 0.5F ? state.target : state.scroll + gap * std::min(1.0F, frame.dt * 16);
    state.moving = state.scroll != state.target;
}

/// The step's own code, or the line that was opened since the last move.
CodePicture shown_code(const StepPosition& at, const StepModel& model, const CodeState& state) {
    const bool opened = state.opened_moves == model.moves() && state.opened.file >= 0 &&
                        static_cast<std::size_t>(state.opened.file) < at.trace().sources.size();
    if (!opened) return at.code();
    CodePicture code = at.code();
    if (code.file != state.opened.file) code.marks.clear(), code.pills.clear(), code.barriers.clear();
    code.file = state.opened.file;
    code.line = state.opened.line;
    return code;
}

}  // namespace

void open_line(CodeState& state, const StepModel& model, const emulator::SourceRange& where) {
    state.opened = where;
    state.opened_moves = model.moves();
    state.moves = -1;  // scrolls there
}

void draw_code(Frame& frame, Rect rect, const StepModel& model, CodeState& state) {
    const Pane pane(frame, "step.code", rect, Role::bg1);
    frame.items.add("step.code", rect);
    state.moving = false;
    const StepPosition* at = model.position();
    if (at == nullptr) return;
    const CodePicture code = shown_code(*at, model, state);
    const bool roomy = frame.density >= Density::wide;
    Rect rest = rect;
    const Rect head = rest.cut_top(frame.em(head_em));
    const std::string name =
        code.file >= 0 ? at->trace().sources[static_cast<std::size_t>(code.file)].name : "no code";
    frame.items.add("step.code." + name, head);
    draw_text(frame, {head.min.x + frame.em(1), head.centre().y}, type::number_strong, frame.colour(Role::t1),
              name);
    const bool many = at->launch() < at->trace().launches.size() && at->trace().launches.size() > 1;
    if (many)
        draw_elided(frame, {head.max.x - frame.em(1), head.centre().y}, head.width() - frame.em(18),
                    type::small, frame.colour(Role::t3), at->trace().launches[at->launch()].name,
                    Align::right);
    frame.list()->AddLine({head.min.x, head.max.y}, {head.max.x, head.max.y}, frame.colour(Role::line));
    const Rect names = rest.cut_top(frame.em(names_em));
    draw_text(frame, {names.min.x + frame.em(number_em), names.centre().y}, {Face::sans, 0.8F},
              frame.colour(Role::t3), "line", Align::right);
    if (roomy)
        draw_text(frame, {names.max.x - frame.em(0.9F), names.centre().y}, {Face::sans, 0.8F},
                  frame.colour(Role::t3), is_cpu_loop(at->trace(), at->launch()) ? "times run" : "lanes run",
                  Align::right);
    const float character = text_width(frame, type::code, "0000000000") / 10;
    const float lanes_left = roomy ? rest.max.x - frame.em(3) : rest.max.x - frame.em(0.6F);
    lay_out(
        state, at->trace(), code.file,
        static_cast<int>((lanes_left - rest.min.x - frame.em(text_em)) / character),
        is_cpu_loop(at->trace(), at->launch()) ? 0 : static_cast<int>(frame.em(pills_em) / character) + 1);
    const float row_height = frame.em(row_em);
    rest.max.y = rest.min.y + std::floor(rest.height() / row_height) * row_height;
    follow(frame, model, code, state, rest.height());
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0) {
        state.target -= ImGui::GetIO().MouseWheel * frame.em(row_em) * 3;
        state.scroll = state.target;
    }
    const Drawing draw{frame, *at, code, rest, character, lanes_left, roomy};
    frame.list()->PushClipRect(rest.min, rest.max, true);
    for (std::size_t i = 0; i < state.rows.size(); ++i) {
        const float y = rest.min.y + (static_cast<float>(i) + 0.5F) * row_height - state.scroll;
        if (y < rest.min.y - row_height || y > rest.max.y + row_height) continue;
        const bool first = i == 0 || state.rows[i - 1].line != state.rows[i].line;
        const bool last = i + 1 == state.rows.size() || state.rows[i + 1].line != state.rows[i].line;
        draw_row(draw, state.rows[i], first, last, snap(y));
    }
    frame.list()->PopClipRect();
}

}  // namespace upsweep::app::step
