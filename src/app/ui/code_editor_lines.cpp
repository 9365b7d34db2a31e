// The lines of the code editor: their rows, text in its colours, selection, brackets, squiggles, numbers.

#include "app/ui/code_editor.h"
#include "app/ui/text.h"
#include "core/ranges.h"
#include "editor/highlight.h"
#include "editor/motions.h"

namespace upsweep::app {

using editor::Position;
using editor::Range;
using editor::Stretch;
using editor::TextKind;

namespace {

/// One line while it is drawn.
struct DrawnLine {
    const CodeCanvas& canvas;
    size_t number;
    std::string_view text;
    std::vector<TextRow> rows;
    float top;  ///< of the first row
    bool lit;

    float middle(size_t row) const { return snap(top + (float(row) + 0.5F) * canvas.row_height); }
    size_t column(size_t byte) const {
        return editor::column_of(text, byte, canvas.text.options().tab_width);
    }
    float x(const TextRow& row, size_t byte) const {
        const std::string_view before = text.substr(row.begin, byte - std::min(byte, row.begin));
        const bool plain = all_of(before, [](char c) { return c >= ' ' && c < 0x7F; });
        const size_t at = plain ? row.begin_column + before.size() : column(byte);
        return canvas.text_left +
               float(row.indent + std::clamp(at, row.begin_column, row.end_column) - row.begin_column) *
                   canvas.character;
    }
};

/// A part of the text as boxes, one a row that is in sight. A line of a hundred kilobytes has thousands of
/// parts and of rows: only those that meet are looked at.
template <typename Draw>
void each_box(const DrawnLine& line, size_t begin, size_t end, Draw draw) {
    const float height = line.canvas.row_height;
    const auto first_row = std::partition_point(line.rows.begin(), line.rows.end(),
                                                [&](const TextRow& row) { return row.end <= begin; });
    const float above = std::max(0.0F, (line.canvas.rect.min.y - line.top) / height - 2);
    const auto in_sight = size_t(above);
    for (size_t i = std::max(size_t(first_row - line.rows.begin()), in_sight);
         i < line.rows.size() && line.rows[i].begin < end; ++i) {
        const TextRow& row = line.rows[i];
        const float y = line.middle(i);
        if (y > line.canvas.rect.max.y + height) return;
        if (y < line.canvas.rect.min.y - height) continue;
        const size_t first = std::max(begin, row.begin), last = std::min(end, row.end);
        if (first < last) draw(line.x(row, first), line.x(row, last), y, first, last);
    }
}

/// Character by character: for what has tabs, escapes, or characters of another width.
void draw_glyphs(const DrawnLine& line, size_t begin, size_t end, TextStyle style, const Colour& ink) {
    const CodeCanvas& canvas = line.canvas;
    for (const editor::Glyph& glyph : editor::glyphs(line.text, canvas.text.options().tab_width)) {
        if (glyph.byte < begin || glyph.byte >= end || glyph.text.empty()) continue;
        each_box(line, glyph.byte, glyph.byte + glyph.bytes, [&](float left, float, float y, size_t, size_t) {
            const Colour colour = glyph.escape ? Role::t3 : ink;
            draw_text(canvas.frame, {left, y}, style, colour, glyph.text);
        });
    }
}

void draw_stretch(const DrawnLine& line, size_t begin, size_t end, TextStyle style, const Colour& ink) {
    const std::string_view part = line.text.substr(begin, end - begin);
    const bool plain = all_of(part, [](char c) { return c >= ' ' && c < 0x7F; });
    if (!plain) return draw_glyphs(line, begin, end, style, ink);
    each_box(line, begin, end, [&](float left, float, float y, size_t first, size_t last) {
        draw_text(line.canvas.frame, {left, y}, style, ink, line.text.substr(first, last - first));
    });
}

void draw_text_of(const DrawnLine& line) {
    size_t done = 0;
    const auto plain = [&](size_t end) {
        if (done < end) draw_stretch(line, done, end, type::code, Role::t2);
    };
    const bool ready = line.number < line.canvas.text.highlighter().first_stale();
    if (ready)
        for (const Stretch& one : line.canvas.text.highlighter().stretches(line.number)) {
            plain(one.begin);
            const bool comment = one.kind == TextKind::comment;
            const Role role = comment ? Role::t3 : line.lit ? Role::t1 : Role::t2;
            const bool strong = is_strong_code(one.kind, line.text.substr(one.begin, one.end - one.begin));
            draw_stretch(line, one.begin, one.end, strong ? type::code_strong : type::code, role);
            done = one.end;
        }
    plain(line.text.size());
}

void draw_back(const DrawnLine& line) {
    const CodeCanvas& canvas = line.canvas;
    Frame& frame = canvas.frame;
    const float bottom = line.top + float(line.rows.size()) * canvas.row_height;
    const Rect row = Rect(canvas.rect.min.x, line.top, canvas.rect.max.x, bottom).snapped();
    const auto& faulty = canvas.dressing.faulty;
    if (line.lit && !canvas.dressing.lit_dim) frame.fill(row, Role::bg3);
    if (contains(faulty, line.number)) frame.fill(row, Colour(Role::trouble_fill, 0.45F));
    if (line.lit && !canvas.dressing.lit_id.empty()) {
        const float end = line.x(line.rows.front(), line.rows.front().end);
        frame.items.note(canvas.dressing.lit_id,
                         {canvas.text_left, row.min.y, std::max(end, canvas.text_left + 1), row.max.y});
    }
    if (line.lit)
        frame.fill(row.left(std::round(frame.px(3))), canvas.dressing.lit_dim ? Role::line2 : Role::ink);
}

void draw_selection(const DrawnLine& line) {
    const CodeCanvas& canvas = line.canvas;
    const Range chosen = canvas.text.selection().range();
    if (chosen.empty() || line.number < chosen.begin.line || line.number > chosen.end.line) return;
    const size_t begin = line.number == chosen.begin.line ? chosen.begin.byte : 0;
    const bool on = line.number < chosen.end.line;
    const size_t end = on ? line.text.size() : chosen.end.byte;
    const Role fill = Role::read_fill;
    const float half = canvas.row_height / 2;
    each_box(line, begin, end, [&](float left, float right, float y, size_t, size_t) {
        canvas.frame.fill({left, y - half, right, y + half}, fill);
    });
    if (!on) return;
    // The line's end is chosen, too.
    const TextRow& last = line.rows.back();
    const float left = line.x(last, line.text.size()), y = line.middle(line.rows.size() - 1);
    canvas.frame.fill({left, y - half, left + canvas.character * 0.6F, y + half}, fill);
}

void draw_plates(const DrawnLine& line) {
    Frame& frame = line.canvas.frame;
    for (const CodePlate& plate : line.canvas.dressing.plates) {
        if (plate.line != line.number || plate.end > line.text.size()) continue;
        each_box(
            line, plate.begin, plate.end, [&](float left, float right, float y, size_t first, size_t last) {
                const Rect box =
                    Rect(left - frame.px(2), y - frame.em(0.55F), right + frame.px(2), y + frame.em(0.55F))
                        .snapped();
                frame.fill(box, plate.fill, frame.em(0.15F));
                draw_text(frame, {left, y}, type::code_strong, plate.text,
                          line.text.substr(first, last - first));
            });
    }
}

void squiggle(const Frame& frame, float left, float right, float y) {
    const float wave = frame.px(2), step = frame.px(3);
    right = std::max(right, left + 2 * step);
    bool up = false;
    for (float x = left; x <= right; x += step, up = !up) frame.list()->PathLineTo({x, y + (up ? -wave : 0)});
    frame.list()->PathStroke(frame.colour(Role::trouble), 0, frame.px(1.4F));
}

/// The part of a mark that lies on the line; nothing for none.
std::optional<std::pair<size_t, size_t>> part_on(const Range& range, const DrawnLine& line) {
    if (line.number < range.begin.line || line.number > range.end.line) return std::nullopt;
    const size_t begin = line.number == range.begin.line ? range.begin.byte : 0;
    const size_t end = line.number == range.end.line ? range.end.byte : line.text.size();
    return std::pair(begin, std::min(end, line.text.size()));
}

void draw_squiggles(const DrawnLine& line) {
    const Frame& frame = line.canvas.frame;
    const float below = line.canvas.row_height * 0.42F;
    for (const editor::Mark& mark : line.canvas.text.complaint_marks().all()) {
        const auto part = part_on(mark.range, line);
        if (!part) continue;
        if (part->first < part->second) {
            each_box(line, part->first, part->second, [&](float left, float right, float y, size_t, size_t) {
                squiggle(frame, left, right, y + below);
            });
        } else if (line.number == mark.range.begin.line) {
            const float left = line.x(line.rows.back(), part->first);
            squiggle(frame, left, left, line.middle(line.rows.size() - 1) + below);
        }
    }
}

void draw_bracket(const DrawnLine& line, Position place) {
    if (place.line != line.number) return;
    const Frame& frame = line.canvas.frame;
    each_box(line, place.byte, place.byte + 1, [&](float left, float right, float y, size_t, size_t) {
        const float half = line.canvas.row_height / 2 - frame.px();
        frame.outline({snap(ImVec2(left, y - half)), snap(ImVec2(right, y + half))}, Role::t2);
    });
}

/// Number, and the bar of a line that was changed; a notch where lines were only taken out.
void draw_number(const DrawnLine& line) {
    const CodeCanvas& canvas = line.canvas;
    Frame& frame = canvas.frame;
    const float y = line.middle(0);
    draw_text(frame, {canvas.number_right, y}, {line.lit ? Face::mono_bold : Face::mono, 0.8F},
              line.lit ? Role::t1 : Role::t3, std::to_string(line.number + 1), Align::right);
    const float left = snap(canvas.number_right + frame.em(0.2F)), width = std::round(frame.px(3));
    const float bottom = line.top + float(line.rows.size()) * canvas.row_height;
    for (const editor::LineChange& change : canvas.dressing.changes) {
        if (change.first > line.number + 1) break;
        if (line.number >= change.first && line.number < change.first + change.count)
            frame.fill({left, snap(line.top), left + width, snap(bottom)}, Role::t2);
        if (change.count == 0 && change.first == line.number)
            frame.fill({left, snap(line.top) - width / 2, left + frame.em(0.5F), snap(line.top) + width / 2},
                       Role::t2);
    }
}

void draw_caret(const CodeCanvas& canvas) {
    const ImVec2 at = canvas.at(canvas.text.caret());
    const Frame& frame = canvas.frame;
    const float width = std::max(2.0F, std::round(frame.px(2))), left = snap(at.x) - 1;
    frame.fill({left, snap(at.y) + 1, left + width, snap(at.y + canvas.row_height) - 1}, Role::ink);
}

}  // namespace

bool is_strong_code(TextKind kind, std::string_view word) {
    return kind == TextKind::keyword || kind == TextKind::type || kind == TextKind::directive ||
           (kind == TextKind::built_in && word.starts_with("__"));
}

void draw_code_lines(const CodeCanvas& canvas, bool caret) {
    const editor::TextBuffer& buffer = canvas.text.buffer();
    const CodeDressing& dressing = canvas.dressing;
    const bool lexed = canvas.text.caret().line < canvas.text.highlighter().first_stale();
    const auto pair = caret && lexed ? editor::matching_brackets(canvas.text.highlighter(), buffer,
                                                                 canvas.text.caret(), 500)
                                     : std::nullopt;
    for (size_t number = canvas.line_at(canvas.rect.min.y); number < buffer.line_count(); ++number) {
        const float top = canvas.top_of(number);
        if (top > canvas.rect.max.y) break;
        const bool lit = dressing.lit == number;
        const DrawnLine line{canvas, number, buffer.line(number), canvas.state.rows.rows(buffer, number),
                             top,    lit};
        draw_back(line);
        draw_selection(line);
        draw_text_of(line);
        draw_plates(line);
        if (pair) draw_bracket(line, pair->bracket), draw_bracket(line, pair->other);
        draw_squiggles(line);
        draw_number(line);
        const Rect gutter(canvas.rect.min.x + canvas.frame.px(3), top,
                          canvas.rect.min.x + canvas.frame.em(1.3F), top + canvas.row_height);
        if (dressing.gutter) dressing.gutter(number, gutter);
        const float last = top + float(line.rows.size() - 1) * canvas.row_height;
        if (dressing.behind)
            dressing.behind(number, {canvas.text_left, last, canvas.rect.max.x, last + canvas.row_height});
        for (const CodeCard& card : dressing.cards) {
            const float y = last + canvas.row_height;
            if (card.line == number)
                card.draw(
                    {canvas.number_right + canvas.frame.em(0.2F), y, canvas.text_right, y + card.height});
        }
    }
    if (caret) draw_caret(canvas);
}

void tell_complaint(const CodeCanvas& canvas) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Position place = canvas.position_at(mouse);
    for (const editor::Mark& mark : canvas.text.complaint_marks().all()) {
        if (mark.range.begin.line > place.line || mark.range.end.line < place.line) continue;
        const bool inside = mark.range.begin <= place && place <= mark.range.end;
        const auto id = size_t(mark.id);
        if (inside && id < canvas.dressing.sentences.size())
            return tooltip(canvas.frame, canvas.dressing.sentences[id]);
    }
}

namespace {

using editor::Glyph;

/// Each byte is one column.
bool is_plain(std::string_view line) {
    return all_of(line, [](char c) { return c >= ' ' && c < 0x7F; });
}

struct Cell {
    size_t byte = 0, bytes = 1, column = 0, width = 1;
};

/// The characters of a line; of a plain one none is stored, so that a line of megabytes is not a burden.
class Cells {
  public:
    Cells(std::string_view line, size_t tab_width) : plain_(line.size()) {
        if (is_plain(line)) return;
        plain_ = 0;
        for (const Glyph& glyph : editor::glyphs(line, tab_width))
            cells_.push_back({glyph.byte, glyph.bytes, glyph.column, glyph.width});
    }
    size_t size() const { return cells_.empty() ? plain_ : cells_.size(); }
    Cell operator[](size_t i) const { return cells_.empty() ? Cell{i, 1, i, 1} : cells_[i]; }

  private:
    size_t plain_;
    std::vector<Cell> cells_;
};

bool only_rule(std::string_view text) {
    return !text.empty() && text.find_first_not_of("- ") == std::string_view::npos;
}

/// The glyph to cut before, of those from `first` on that fit into `room` columns.
size_t cut(std::string_view line, const Cells& glyphs, size_t first, size_t room, size_t blanks) {
    size_t end = first, behind_blank = first;
    const size_t from = glyphs[first].column;
    while (end < glyphs.size() && glyphs[end].column + glyphs[end].width <= from + room) {
        const char letter = line[glyphs[end].byte];
        ++end;
        if ((letter == ' ' || letter == '\t') && end < glyphs.size() && glyphs[end].byte > blanks)
            behind_blank = end;
    }
    if (end == glyphs.size()) return end;
    return behind_blank > first ? behind_blank : std::max(end, first + 1);
}

}  // namespace

std::vector<TextRow> wrapped(std::string_view line, size_t columns, size_t reserve, size_t tab_width) {
    columns = std::max<size_t>(columns, 12);
    reserve = std::min(reserve, columns / 2);
    if (line.size() + reserve <= columns && is_plain(line)) return {{0, line.size(), 0, line.size(), 0}};
    const Cells glyphs(line, tab_width);
    if (glyphs.size() == 0) return {{}};
    const size_t blanks = editor::indentation(line);
    const size_t begins = blanks < line.size() ? editor::column_of(line, blanks, tab_width) : 0;
    const size_t hang = std::min(begins + 4, columns / 4);
    const bool ruled = line.find("// ----") != std::string_view::npos;
    std::vector<TextRow> rows;
    for (size_t first = 0; first < glyphs.size();) {
        const size_t indent = first == 0 ? 0 : hang, room = columns - indent;
        size_t end = cut(line, glyphs, first, room, blanks);
        if (end == glyphs.size()) end = cut(line, glyphs, first, room - reserve, blanks);
        const size_t rest = end < glyphs.size() ? glyphs[end].byte : line.size();
        if (ruled && only_rule(line.substr(rest))) end = glyphs.size();
        const Cell last = glyphs[end - 1];
        rows.push_back({glyphs[first].byte, last.byte + last.bytes, glyphs[first].column,
                        last.column + last.width, indent});
        first = end;
    }
    return rows;
}

void CodeRows::lay_out(const editor::TextBuffer& buffer, size_t columns, size_t reserve, size_t tab_width) {
    if (buffer_ == &buffer && revision_ == buffer.revision() && columns_ == columns && reserve_ == reserve &&
        !first_.empty())
        return;
    buffer_ = &buffer;
    revision_ = buffer.revision();
    columns_ = columns;
    reserve_ = reserve;
    tab_width_ = tab_width;
    first_.clear();
    first_.reserve(buffer.line_count() + 1);
    uint32_t row = 0;
    for (size_t line = 0; line < buffer.line_count(); ++line) {
        first_.push_back(row);
        row += uint32_t(rows(buffer, line).size());
    }
    first_.push_back(row);
}

size_t CodeRows::line_of(size_t row) const {
    const auto behind = std::upper_bound(first_.begin(), first_.end() - 1, row);
    return size_t(behind - first_.begin()) - 1;
}

std::vector<TextRow> CodeRows::rows(const editor::TextBuffer& buffer, size_t line) const {
    const std::string_view text = buffer.line(line);
    const size_t blanks = editor::indentation(text);
    const bool comment = text.substr(std::min(blanks, text.size())).starts_with("//");
    return wrapped(text, columns_, comment ? 0 : reserve_, tab_width_);
}

RowPlace place_in_rows(std::string_view line, const std::vector<TextRow>& rows, size_t byte,
                       size_t tab_width) {
    size_t row = 0;
    while (row + 1 < rows.size() && byte >= rows[row].end) ++row;
    const size_t column = is_plain(line) ? byte : editor::column_of(line, byte, tab_width);
    return {row, rows[row].indent + column - std::min(column, rows[row].begin_column)};
}

size_t byte_in_row(std::string_view line, const TextRow& row, bool last, double column, size_t tab_width) {
    const double within = std::max(0.0, column - double(row.indent));
    const size_t byte = editor::byte_at(line, double(row.begin_column) + within, tab_width);
    // Behind a row that continues a caret would be at the next one's beginning.
    if (last || byte < row.end) return std::max(byte, row.begin);
    size_t before = row.begin;
    for (size_t at = row.begin; at < row.end; at += editor::character_bytes(line, at)) before = at;
    return before;
}

}  // namespace upsweep::app
