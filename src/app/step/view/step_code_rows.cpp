// The code pane's rows: text, operands on the stage's colours, warps, folds.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/step/view/step_code.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/ranges.h"
#include "editor/highlight.h"
#include "replay/code/code.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "stage/cells.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

/// Where a byte of the line is shown, in characters; of a stretch that is left out its begin, or its end.
size_t shown_at(const std::vector<CodePiece>& pieces, size_t byte, bool end) {
    size_t at = 0;
    for (const CodePiece& piece : pieces) {
        if (byte <= piece.begin && !(end && byte == piece.end)) break;
        if (byte < piece.end && !piece.elided)
            return at + characters(std::string_view(piece.text).substr(0, byte - piece.begin));
        if (byte < piece.end && !end) break;
        at += characters(piece.text);
    }
    return at;
}

/// Characters `first` … `end` - 1.
std::string slice(const std::vector<CodePiece>& pieces, size_t first, size_t end) {
    std::string out;
    size_t at = 0;
    for (const CodePiece& piece : pieces)
        for (const char c : piece.text) {
            const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
            at += begins ? 1 : 0;
            if (at > first && at <= end) out.push_back(c);
        }
    return out;
}

void draw_pieces(const CodeDrawing& draw, std::string_view line, const std::vector<CodePiece>& pieces,
                 float x, float y, bool lit) {
    Frame& frame = draw.frame;
    const std::vector<editor::Stretch> stretches = editor::lex_line(line, {}).stretches;
    for (const CodePiece& piece : pieces) {
        if (piece.elided) {
            if (!piece.text.empty()) draw_text(frame, {x, y}, type::code, Role::t3, piece.text);
            x += float(characters(piece.text)) * draw.character;
            continue;
        }
        for (const editor::Stretch& one : stretches) {
            const size_t begin = std::max<size_t>(one.begin, piece.begin);
            const size_t end = std::min<size_t>(one.end, piece.end);
            if (begin >= end) continue;
            const std::string_view text = line.substr(begin, end - begin);
            const bool comment = one.kind == editor::TextKind::comment;
            const float left =
                x + float(characters(line.substr(piece.begin, begin - piece.begin))) * draw.character;
            draw_text(frame, {left, y}, is_strong_code(one.kind, text) ? type::code_strong : type::code,
                      comment ? Role::t3
                      : lit   ? Role::t1
                              : Role::t2,
                      text);
        }
        x += float(characters(piece.text)) * draw.character;
    }
}

/// The operands of the lit line, on blue where read and on amber where written.
void draw_marks(const CodeDrawing& draw, int line, const std::vector<CodePiece>& pieces, float x, float y) {
    Frame& frame = draw.frame;
    // Smaller marks come later, so that an operand inside another stays visible.
    std::vector<CodeMark> marks;
    for (const CodeMark& mark : draw.code.marks)
        if (mark.line == line) marks.push_back(mark);
    stable_sort(marks, [](const CodeMark& a, const CodeMark& b) {
        return a.end_column - a.column > b.end_column - b.column;
    });
    for (const CodeMark& mark : marks) {
        const size_t first = shown_at(pieces, size_t(mark.column - 1), false);
        const size_t end = shown_at(pieces, size_t(mark.end_column - 1), true);
        if (first >= end) continue;
        const stage::StateInks inks =
            stage::state_inks(mark.written ? stage::CellState::written : stage::CellState::read);
        const float left = x + float(first) * draw.character;
        const float right = x + float(end) * draw.character;
        const Rect plate =
            Rect(left - frame.px(2), y - frame.em(0.55F), right + frame.px(2), y + frame.em(0.55F)).snapped();
        frame.fill(plate, inks.fill, frame.em(0.15F));
        draw_text(frame, {left, y}, type::code_strong, inks.text, slice(pieces, first, end));
    }
}

/// Name and a square a lane; filled squares are active lanes. Returns where the next one ends.
float draw_pill(const CodeDrawing& draw, const WarpPill& pill, const std::string& name, bool lanes,
                float right, float y) {
    Frame& frame = draw.frame;
    const TextStyle style{Face::sans_semibold, 0.8F};
    const int squares = lanes && pill.lanes <= 16 ? pill.lanes : 0;
    const float side = frame.em(0.32F), step = frame.em(0.42F);
    const float width = text_width(frame, style, name) + frame.em(0.7F) +
                        (squares > 0 ? float(squares) * step + frame.em(0.25F) : 0);
    const Rect box = Rect(right - width, y - frame.em(0.52F), right, y + frame.em(0.52F)).snapped();
    const Role fill = pill.current ? Role::ink : Role::bg1;
    const Role ink = pill.current ? Role::on_ink : Role::t2;
    frame.fill(box, fill, frame.em(0.25F));
    if (!pill.current) frame.outline(box, Role::line2, frame.em(0.25F));
    draw_text(frame, {box.min.x + frame.em(0.35F), y}, style, ink, name);
    float x = box.max.x - frame.em(0.35F) - float(squares) * step + (step - side);
    for (int lane = 0; lane < squares; ++lane, x += step) {
        const Rect square = Rect(x, y - side / 2, x + side, y + side / 2).snapped();
        if ((pill.active >> lane & 1U) != 0) {
            frame.fill(square, ink);
        } else {
            frame.outline(square, ink);
        }
    }
    return box.min.x - frame.em(0.3F);
}

}  // namespace

float draw_pills(const CodeDrawing& draw, const CodeRow& row, float text_end, float y) {
    std::vector<WarpPill> here;
    for (const WarpPill& pill : draw.code.pills)
        if (row.first <= pill.line && pill.line <= row.last) here.push_back(pill);
    std::stable_partition(here.begin(), here.end(), [](const WarpPill& pill) { return pill.current; });
    const size_t shown = here.size() <= 2 ? here.size() : 1;
    float right = draw.lanes_left - draw.frame.em(0.2F);
    const float each = draw.frame.em(here.empty() ? 0 : 4.2F + 0.42F * float(here.front().lanes));
    const bool full = draw.roomy && right - each * float(std::min<size_t>(2, here.size())) > text_end;
    for (size_t i = 0; i < shown; ++i)
        right =
            draw_pill(draw, here[i], (full ? "warp " : "w") + std::to_string(here[i].warp), full, right, y);
    if (shown == here.size()) return right;
    const std::string more = "+" + std::to_string(here.size() - shown);
    return draw_pill(draw, {row.line, 0, 0, 99, false}, full ? more + " warps" : more, false, right, y);
}

void draw_lanes_run(const CodeDrawing& draw, const CodeRow& row, bool lit, float y) {
    if (!draw.roomy || row.kind == CodeRow::Kind::fold) return;
    const int64_t lanes = draw.at.index().lanes_run(draw.code.file, row.line, draw.at.step());
    if (lanes > 0)
        draw_text(draw.frame, {draw.rect.max.x - draw.frame.em(0.9F), y},
                  {lit ? Face::mono_bold : Face::mono, 0.8F}, lit ? Role::t1 : Role::t3,
                  std::to_string(lanes), Align::right);
}

namespace {

/// "⋯ 8 lines: which row, where it begins"; a click opens it.
void draw_fold(const CodeDrawing& draw, const CodeRow& row, float x, float right, float y, bool lit) {
    Frame& frame = draw.frame;
    const TextStyle style{Face::sans, 0.8F};
    const float dots = frame.em(1.1F), pad = frame.em(0.45F);
    const float room = right - x - dots - 2 * pad;
    const float width = std::min(room, text_width(frame, style, row.text)) + dots + 2 * pad;
    const Rect box = Rect(x, y - frame.em(0.53F), x + width, y + frame.em(0.53F)).snapped();
    const Interaction touch = interact(frame, "step.code.fold." + std::to_string(row.line), box);
    const Role ink = lit || touch.hovered ? Role::t1 : Role::t3;
    frame.fill(box, lit || touch.hovered ? Role::bg3 : Role::bg2, box.height() / 2);
    if (lit) frame.outline(box, Role::ink, box.height() / 2);
    if (touch.focused) draw_focus(frame, box, box.height() / 2);
    for (int i = 0; i < 3; ++i)
        frame.disc({x + pad + frame.em(0.12F + 0.3F * float(i)), y}, frame.em(0.085F), ink);
    draw_elided(frame, {x + pad + dots, y}, room, style, ink, row.text);
    if (touch.hovered && lit)
        tooltip(frame, std::string(line_text(draw.at.trace(), draw.code.file, draw.code.line)));
    if (touch.clicked) draw.state.opened.insert(row.first);
}

void draw_number(const CodeDrawing& draw, const CodeRow& row, bool lit, float y) {
    Frame& frame = draw.frame;
    const bool has_stop = any_of(draw.stops, [&](int line) { return row.first <= line && line <= row.last; });
    if (has_stop || draw.hovered == row.line) draw_stop(frame, draw.rect.min.x, y, !has_stop);
    const auto stops = std::lower_bound(draw.code.barriers.begin(), draw.code.barriers.end(), row.line);
    if (row.kind != CodeRow::Kind::fold && stops != draw.code.barriers.end() && *stops == row.line)
        marks::barrier(frame,
                       Rect::around({draw.rect.min.x + frame.em(0.7F), y}, frame.em(has_stop ? 0.5F : 0.75F),
                                    frame.em(has_stop ? 0.5F : 0.75F)),
                       has_stop ? Role::bg1 : Role::t3);
    if (row.kind != CodeRow::Kind::fold)
        draw_text(frame, {draw.rect.min.x + frame.em(code_number_em), y},
                  {lit ? Face::mono_bold : Face::mono, 0.8F}, lit ? Role::t1 : Role::t3,
                  std::to_string(row.line), Align::right);
}

std::vector<CodePiece> pieces_of(const CodeDrawing& draw, const ShownRow& row, float width) {
    const auto room = size_t(std::max(1.0F, width / draw.character));
    return draw.state.brief->text(draw.code.file, row.code, room);
}

}  // namespace

void draw_code_row(const CodeDrawing& draw, const ShownRow& row, float y) {
    Frame& frame = draw.frame;
    const CodeRow& code = row.code;
    const bool lit = draw.code.line > 0 && code.first <= draw.code.line && draw.code.line <= code.last;
    const float half = frame.em(code_row_em / 2);
    const float x = draw.rect.min.x + frame.em(code_text_em) + float(row.indent) * draw.character;
    if (lit) {
        frame.fill({draw.rect.min.x, y - half, draw.rect.max.x, y + half}, Role::bg3);
        frame.fill({draw.rect.min.x, y - half, draw.rect.min.x + std::round(frame.px(3)), y + half},
                   Role::ink);
    }
    draw_number(draw, code, lit, y);
    draw_lanes_run(draw, code, lit, y);
    if (code.kind == CodeRow::Kind::fold) {
        draw_fold(draw, code, x, draw_pills(draw, code, draw.rect.max.x, y), y, lit);
        if (lit) frame.items.note("step.code.lit", {x, y - half, x + 1, y + half});
        return;
    }
    const std::string_view source = line_text(draw.at.trace(), draw.code.file, code.line);
    const std::string_view line = code.kind == CodeRow::Kind::heading ? std::string_view(code.text) : source;
    std::vector<CodePiece> pieces = pieces_of(draw, row, draw.lanes_left - x);
    const float wanted = x + float(characters(pieces)) * draw.character;
    const float right = draw_pills(draw, code, wanted, y);
    if (wanted > right) pieces = pieces_of(draw, row, right - x);
    draw_pieces(draw, line, pieces, x, y, lit);
    if (lit && code.kind == CodeRow::Kind::line) draw_marks(draw, code.line, pieces, x, y);
    const float end = x + float(characters(pieces)) * draw.character;
    // Braces that close are said by what is set in less, too: they give way first.
    if (end + float(code.tail.size() + 1) * draw.character <= right)
        draw_text(frame, {end + draw.character, y}, type::code, Role::t3, code.tail);
    if (lit) frame.items.note("step.code.lit", {x, y - half, std::max(end, x + 1), y + half});
    const bool less =
        any_of(pieces, [](const CodePiece& piece) { return piece.elided && !piece.text.empty(); });
    if (less && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({x, y - half}, {end, y + half}))
        tooltip(frame, source.substr(std::min(source.find_first_not_of(' '), source.size())));
}

}  // namespace upsweep::app::step
