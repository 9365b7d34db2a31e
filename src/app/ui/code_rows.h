// How a text's lines are laid out in rows of a pane: long lines continue in further rows. Needs no window.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "editor/text_buffer.h"

namespace upsweep::app {

/// A piece of a line. Columns are those of editor::column_of.
struct TextRow {
    size_t begin = 0, end = 0;  ///< bytes of the line
    size_t begin_column = 0, end_column = 0;
    size_t indent = 0;  ///< columns in front of it
    friend bool operator==(const TextRow&, const TextRow&) = default;
};

/// `columns` a row; a line's last row leaves `reserve` of them free; the dashes that a ruled comment ends
/// with take no row of their own. At least one row.
std::vector<TextRow> wrapped(std::string_view line, size_t columns, size_t reserve, size_t tab_width);

/// The rows of a whole text.
class CodeRows {
  public:
    /// Nothing happens where neither the text nor the width is another; else costs one look at each byte.
    void lay_out(const editor::TextBuffer& buffer, size_t columns, size_t reserve, size_t tab_width);

    size_t row_count() const { return first_.empty() ? 0 : first_.back(); }
    size_t line_count() const { return first_.empty() ? 0 : first_.size() - 1; }
    /// The first row of a line; for one behind the last the number of rows.
    size_t first_row(size_t line) const { return first_[std::min(line, first_.size() - 1)]; }
    size_t line_of(size_t row) const;
    std::vector<TextRow> rows(const editor::TextBuffer& buffer, size_t line) const;

  private:
    const editor::TextBuffer* buffer_ = nullptr;
    uint64_t revision_ = 0;
    size_t columns_ = 0, reserve_ = 0, tab_width_ = 4;
    std::vector<uint32_t> first_;
};

/// Where a byte of the line is: the row of `rows`, and the column from the pane's left.
struct RowPlace {
    size_t row = 0, column = 0;
};
RowPlace place_in_rows(std::string_view line, const std::vector<TextRow>& rows, size_t byte,
                       size_t tab_width);
/// The byte nearest to `column` of a row, the way back.
size_t byte_in_row(std::string_view line, const TextRow& row, bool last, double column, size_t tab_width);

}  // namespace upsweep::app
