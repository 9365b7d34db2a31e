// Wrapping by columns: behind the last blank that fits.
#include "app/ui/code_rows.h"

#include <cmath>

#include "core/ranges.h"
#include "editor/motions.h"

namespace upsweep::app {
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
