// A kernel's text in few lines: what a launch is about is shown, the rest is folded to "⋯ 8 lines" with
// words, and what says least of a long line gives way to "…". Line numbers stay the file's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "replay/code/kept_lines.h"

namespace upsweep::replay {

/// A stretch of a line as it is shown; `text` is the line's own bytes begin … end - 1, or what stands for
/// them: "…", or nothing.
struct CodePiece {
    size_t begin = 0, end = 0;
    std::string text;
    bool elided = false;
};

/// Columns of a line, from 0.
struct ColumnRange {
    size_t begin = 0, end = 0;
    bool meets(const ColumnRange& other) const { return begin < other.end && other.begin < end; }
    bool holds(const ColumnRange& other) const { return begin <= other.begin && other.end <= end; }
};

struct LinePreferences {
    std::vector<ColumnRange> keep;  ///< shown as long as there is room: operands
    std::vector<ColumnRange> drop;  ///< never shown, and nothing stands for them
};

/// The line from its first character on, without a comment behind code and without the dashes of a ruled one,
/// in at most `room` characters (at least 1): arguments and conditions give way first, at last the end.
std::vector<CodePiece> short_line(std::string_view line, const LinePreferences& preferences, size_t room);

/// A text that is not code, cut to `room` characters.
std::vector<CodePiece> cut_text(std::string_view text, size_t room);

/// Characters of a text, of pieces.
size_t characters(std::string_view text);
size_t characters(const std::vector<CodePiece>& pieces);

/// How the code pane shows a kernel.
enum class CodeForm : uint8_t {
    brief,  ///< what the launch is about, the rest folded
    full,   ///< every line as it is
    words,  ///< what its comments say
};
/// "short", "full", "words". Throws UsageError for another name.
CodeForm parse_code_form(std::string_view name);
std::string_view name_of(CodeForm form);

/// One row of the pane, for lines `first` … `last` of the file.
struct CodeRow {
    enum class Kind : uint8_t { line, heading, fold } kind = Kind::line;
    int line = 0;  ///< whose number and text are shown; of a fold the first that says something
    int first = 0, last = 0;
    int depth = 0;          ///< how far it is set in, a level each
    std::string text = {};  ///< of a heading: the function's name and parameters; of a fold: "8 lines: words"
    std::string tail = {};  ///< lone braces behind the line, "}}"
    friend bool operator==(const CodeRow&, const CodeRow&) = default;
};

/// The rows of a launch's files. Holds a reference to the trace.
class ShortCode {
  public:
    ShortCode(const Trace& trace, const StagedLaunch& staged);

    const KeptLines& kept() const { return kept_; }
    /// All rows of a file, in order: together they stand for each of its lines once.
    const std::vector<CodeRow>& rows(int file) const;
    /// The same without the folds that begin at the lines `opened`, and with the paragraph around `line`
    /// shown, if it is folded; 0: none.
    std::vector<CodeRow> rows(int file, int line, const std::set<int>& opened) const;
    /// A row's text in at most `room` characters.
    std::vector<CodePiece> text(int file, const CodeRow& row, size_t room) const;

  private:
    enum class LineKind : uint8_t { blank, braces, pragma, ruled, comment, code };
    struct Line {
        std::string_view text;
        LineKind kind = LineKind::blank;
        int scope = -1;  ///< the function that it is in
        int node = -1;   ///< that begins on it or runs on through it
        bool kept = false;
        bool quiet() const { return kind <= LineKind::pragma; }
    };
    struct File {
        std::vector<Line> lines;  ///< lines[i] is line i + 1
        int unit = 4;             ///< columns that a level is set in
        std::vector<CodeRow> rows;
        std::map<int, LinePreferences> preferences;
    };
    static File read(std::string_view text, const CodeStructure& code);
    void keep(int number, File& file) const;
    void keep_ruled(File& file) const;
    void add_wishes(const Trace& trace, const StagedLaunch& staged);
    void make_rows(int number, File& file) const;
    int depth_of(const File& file, const CodeStructure& code, int line) const;
    CodeRow heading(int number, const File& file, int node) const;
    void add_fold(int number, const File& file, int first, int last, std::vector<CodeRow>& rows) const;
    std::string words_of(const File& file, const CodeStructure& code, int first, int last) const;

    KeptLines kept_;
    std::vector<File> files_;
};

}  // namespace upsweep::replay
