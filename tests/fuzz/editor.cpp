// Any bytes as a text and a list of commands on it: carets stay valid, colours are those of the text read
// from the beginning, complaints are about places in the text, and undoing all gives the first text back.
#include <algorithm>
#include <string>
#include <string_view>

#include "core/error.h"
#include "editor/check.h"
#include "editor/commands.h"
#include "editor/find.h"
#include "fuzz/fuzz.h"

namespace {

using namespace upsweep::editor;

void require(bool holds) {
    if (!holds) __builtin_trap();
}

/// `letter` says which command; `text` is what is typed, pasted or looked for.
void command(Editor& editor, unsigned char letter, std::string_view text) {
    const TextBuffer& buffer = editor.buffer();
    const std::string query(text.substr(0, 1));
    if (letter < 12) return move(editor, static_cast<Motion>(letter));
    if (letter < 24) return move(editor, static_cast<Motion>(letter - 12), true, 2);
    if (letter < 36) return erase(editor, static_cast<Motion>(letter - 24));
    switch (letter % 16) {
        case 0:
            return paste(editor, text);
        case 1:
            return new_line(editor);
        case 2:
            return indent(editor);
        case 3:
            return outdent(editor);
        case 4:
            return toggle_comment(editor);
        case 5:
            return move_lines_up(editor);
        case 6:
            return move_lines_down(editor);
        case 7:
            return buffer.byte_count() < 5000 ? duplicate_lines(editor) : delete_lines(editor);
        case 8:
            cut(editor);
            return;
        case 9:
            return editor.undo();
        case 10:
            return editor.redo();
        case 11:
            replace_all(editor, {query, false}, buffer.byte_count() < 5000 ? text.substr(0, 2) : "");
            return;
        case 12:
            select_next(editor, {query});
            return;
        case 13:
            return select_word(editor, editor.caret());
        default:
            return type(editor, text);
    }
}

void require_colours_from_scratch(Editor& editor) {
    LineState state;
    for (size_t line = 0; line < editor.buffer().line_count(); ++line) {
        const LexedLine lexed = lex_line(editor.buffer().line(line), state);
        require(editor.highlighter().begin(line) == state);
        require(editor.highlighter().stretches(line) == lexed.stretches);
        state = lexed.end;
    }
}

void require_complaints_in_text(const TextBuffer& buffer) {
    const auto none = [](const std::string&) -> std::string { throw upsweep::Error("No such file."); };
    for (const Complaint& complaint : check_text("k.cu", buffer.text(), {}, none))
        require(buffer.holds(complaint.range.begin) && buffer.holds(complaint.range.end) &&
                complaint.range.begin <= complaint.range.end && !complaint.sentence.empty());
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
    const std::string text =
        "#include <cstdio>\r\n__global__ void f(int* p) {\n\t/* all\n of it */ p[0] = \"\\\n\"[1];\n}\n// "
        "end";
    std::string letters;
    for (int letter = 0; letter < 256; letter += 3) letters += char(letter);
    return {text + std::string(1, '\0') + letters, std::string(1, '\0') + "\x2e}\x2e{\x2e\"\x2e\\\x21\x19",
            "R\"x(\n)x\"\n\xff\xe6\xbc\n" + std::string(1, '\0') + std::string(40, '\x27')};
}

/// Up to the first zero it is the text, behind it the commands.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    const std::string_view text = all.substr(0, all.find('\0'));
    const std::string_view letters = all.substr(std::min(all.size(), text.size() + 1));
    Editor editor(text);
    for (size_t i = 0; i < std::min<size_t>(letters.size(), 200); ++i) {
        command(editor, static_cast<unsigned char>(letters[i]), letters.substr(i + 1, 4));
        require(editor.buffer().holds(editor.selection().anchor) && editor.buffer().holds(editor.caret()));
        if (i % 8 == 0) require_colours_from_scratch(editor);
    }
    require_colours_from_scratch(editor);
    while (editor.can_redo()) editor.redo();
    require_complaints_in_text(editor.buffer());
    const std::string last = editor.buffer().text();
    while (editor.can_undo()) editor.undo();
    require(editor.buffer().text() == text);
    while (editor.can_redo()) editor.redo();
    require(editor.buffer().text() == last);
    require_colours_from_scratch(editor);
    return 0;
}
