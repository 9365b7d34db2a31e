// A code editor in a rectangle: draws an editor::Editor and its margins, and hands keys and the mouse to its
// commands. What the text means, and whom it belongs to, the caller knows. Long lines continue in further
// rows, whose layout needs no window.
#pragma once

#include "app/ui/frame.h"
#include "editor/editor.h"
#include "editor/line_diff.h"
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

/// A stretch of the text on a plate: an operand that is read or written.
struct CodePlate {
    size_t line = 0, begin = 0, end = 0;  ///< bytes
    Role fill = Role::read_fill, text = Role::read_text;
};

/// Something of the caller's under a line, `height` pixels tall.
struct CodeCard {
    size_t line = 0;
    float height = 0;
    std::function<void(Rect)> draw;
};

/// What is shown beside the text in this frame. Lines count from 0.
struct CodeDressing {
    std::optional<size_t> lit;                          ///< the line that runs
    std::string_view lit_id;                            ///< what its place is called
    bool lit_dim = false;                               ///< it ran in a text that is another now
    std::vector<size_t> faulty;                         ///< lines in trouble's colour
    std::vector<CodePlate> plates;                      ///< smaller ones behind those that they lie in
    std::vector<editor::LineChange> changes;            ///< from the original, from the top
    std::vector<std::string> sentences;                 ///< of the complaint marks, by their ids
    std::vector<CodeCard> cards;                        ///< by line
    std::function<void(size_t line, Rect)> gutter;      ///< draws left of the number, may take clicks
    std::function<void(size_t line, Rect row)> behind;  ///< draws at the right of a line's last row
    float right_em = 0;                                 ///< room that `behind` takes from every row
    size_t reserve = 0;                                 ///< columns that a line's last row leaves free
    bool read_only = false;
    Rect keeps_keyboard;  ///< a click in here does not end the typing
};

/// The bar of find and replace, and of "go to line".
struct FindBar {
    enum class Kind : uint8_t { closed, find, replace, line } kind = Kind::closed;
    editor::Editor text, with;  ///< one line each
    bool in_with = false;       ///< the caret is in the second field
    bool match_case = false, whole_word = false;
    std::string answer;  ///< "no match", "3 replaced"
};

struct CodeEditorState {
    float scroll = 0, target = 0;       ///< pixels
    bool moving = false;                ///< it scrolls by itself, or a drag continues beyond its edge
    std::optional<size_t> wanted = {};  ///< the line to scroll to in the next frame
    bool wanted_at_once = false;
    bool shows_caret = false;  ///< the caret has moved: the next frame scrolls to it
    CodeRows rows;
    FindBar find;
    editor::Range drag;  ///< the word or line that a drag began with
    int drag_unit = 0;   ///< 1 characters, 2 words, 3 lines; 0: no drag
    size_t page = 1;     ///< lines of a page
};

/// Whether the caret is in this editor.
bool has_keyboard(const Frame& frame, std::string_view id);
void take_keyboard(Frame& frame, std::string_view id);

/// Draws `id` into the rectangle, which a pane of the caller's holds, and does what keys and mouse say. True
/// if the text was changed.
bool code_editor(Frame& frame, std::string_view id, Rect rect, editor::Editor& text, CodeEditorState& state,
                 const CodeDressing& dressing);

/// Whether a stretch of code is set bold.
bool is_strong_code(editor::TextKind kind, std::string_view word);

/// Scrolls so that a line is in the middle half, at once or smoothly; nothing happens where it does.
void show_code_line(CodeEditorState& state, size_t line, bool at_once);

// ---- Of the files of the editor
// -----------------------------------------------------------------------------

inline constexpr float code_row_height_em = 1.19F;

/// Whether a key or a character is the editor's.
bool editor_wants(const InputEvent& event, const CodeEditorState& state, bool read_only);
/// What one does. True if the text was changed.
bool editor_reads(const InputEvent& event, editor::Editor& text, CodeEditorState& state, bool read_only);
/// Keys that a text of one line takes; Enter and Tab are not among them.
void line_reads(const InputEvent& event, editor::Editor& text);

/// The same of the bar, while it is open; false if the event is not for it.
bool find_reads(const InputEvent& event, editor::Editor& text, CodeEditorState& state, bool read_only,
                bool& changed);
void open_find(CodeEditorState& state, const editor::Editor& text, FindBar::Kind kind);
/// Finds what the bar has, on or back.
void find_again(editor::Editor& text, CodeEditorState& state, bool back);
float find_height(const Frame& frame, const FindBar& bar);
/// True if the text was changed.
bool draw_find(Frame& frame, std::string_view id, Rect rect, editor::Editor& text, CodeEditorState& state,
               bool read_only);

/// Where everything is in this frame.
struct CodeCanvas {
    Frame& frame;
    editor::Editor& text;
    const CodeEditorState& state;
    const CodeDressing& dressing;
    Rect rect;            ///< of the rows
    float character = 1;  ///< width in pixels
    float row_height = 1;
    float number_right = 0, text_left = 0, text_right = 0;  ///< pixels

    float top_of(size_t line) const;  ///< of its first row, with what is scrolled away
    size_t line_at(float y) const;
    ImVec2 at(editor::Position place) const;  ///< top left of the character there
    editor::Position position_at(ImVec2 point) const;
};
void draw_code_lines(const CodeCanvas& canvas, bool caret);
/// The sentence of the complaint under the pointer, else nothing.
void tell_complaint(const CodeCanvas& canvas);

}  // namespace upsweep::app
