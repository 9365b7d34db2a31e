// Texts with the selection in them: \x01 and \x02 around what is selected, | for the caret of an empty one.
#pragma once

#include <string>
#include <utility>

#include "editor/editor.h"

namespace upsweep::editor {

/// A text with its bars taken out, and where they were.
struct Barred {
    explicit Barred(std::string marked) : text(std::move(marked)) {
        begin = end = text.find_first_of("\x01|");
        if (text[begin] == '\x01') {
            text.erase(begin, 1);
            end = text.find('\x02');
        }
        text.erase(end, 1);
    }
    std::string text;
    size_t begin = 0, end = 0;
};

class BarredEditor : public Editor {
  public:
    BarredEditor(const Barred& barred, const Options& options) : Editor(barred.text, options) {
        select(
            {after({}, barred.text.substr(0, barred.begin)), after({}, barred.text.substr(0, barred.end))});
    }
};

/// An editor with the text and the selection.
inline BarredEditor with_bars(const std::string& marked, const Options& options = {}) {
    return {Barred(marked), options};
}

/// The other way round.
inline std::string bars(const Editor& editor) {
    const TextBuffer& buffer = editor.buffer();
    const auto [begin, end] = editor.selection().range();
    const std::string selected = buffer.text({begin, end});
    return buffer.text({{}, begin}) + (begin == end ? "|" : "\x01" + selected + "\x02") +
           buffer.text({end, buffer.end()});
}

}  // namespace upsweep::editor
