#include "editor/ordering_calls.h"

#include <string_view>

#include "core/ranges.h"

namespace upsweep::editor {
namespace {

constexpr std::string_view comment_opening = "/* ", comment_closing = " */";

bool orders(std::string_view name) {
    static constexpr std::string_view names[] = {"__syncthreads", "__syncwarp", "__threadfence",
                                                 "__threadfence_block", "__threadfence_system"};
    return contains(names, name);
}

/// One past the bracket that closes what opens behind `from`; 0 for none in this line.
size_t behind_arguments(std::string_view line, size_t from) {
    const size_t open = line.find_first_not_of(' ', from);
    if (open == std::string_view::npos || line[open] != '(') return 0;
    int depth = 0;
    for (size_t i = open; i < line.size(); ++i) {
        if (line[i] == '(') ++depth;
        if (line[i] == ')' && --depth == 0) return i + 1;
    }
    return 0;
}

/// What a comment of toggle() holds; empty for another.
std::string_view taken_out(std::string_view comment) {
    if (!comment.starts_with(comment_opening) || !comment.ends_with(comment_closing)) return {};
    comment.remove_prefix(comment_opening.size());
    comment.remove_suffix(comment_closing.size());
    const size_t bracket = comment.find('(');
    if (bracket == std::string_view::npos || !orders(comment.substr(0, bracket))) return {};
    return behind_arguments(comment, bracket) == comment.size() ? comment : std::string_view();
}

}  // namespace

std::vector<OrderingCall> ordering_calls(Editor& editor, size_t line) {
    std::vector<OrderingCall> calls;
    const std::string_view text = editor.buffer().line(line);
    // Most lines have none, and need no lexer.
    if (text.find("__sync") == std::string_view::npos && text.find("__threadfence") == std::string_view::npos)
        return calls;
    for (const Stretch& one : editor.highlighter().stretches(line)) {
        const std::string_view word = text.substr(one.begin, one.end - one.begin);
        if (one.kind == TextKind::comment) {
            if (const std::string_view call = taken_out(word); !call.empty())
                calls.push_back({{{line, one.begin}, {line, one.end}}, std::string(call), true});
        } else if (orders(word)) {
            const size_t end = behind_arguments(text, one.end);
            if (end > 0)
                calls.push_back({{{line, one.begin}, {line, end}},
                                 std::string(text.substr(one.begin, end - one.begin)),
                                 false});
        }
    }
    return calls;
}

void toggle(Editor& editor, const OrderingCall& call) {
    const Editor::Group group(editor);
    editor.replace(call.range, call.out
                                   ? call.call
                                   : std::string(comment_opening) + call.call + std::string(comment_closing));
}

}  // namespace upsweep::editor
