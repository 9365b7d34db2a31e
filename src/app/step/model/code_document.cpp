// Lines of the text that was run are followed by marks: a mark a line, whose id tells which.
#include "app/step/model/code_document.h"

#include "core/ranges.h"
#include "editor/commands.h"

namespace upsweep::app {

using editor::Mark;

namespace {

/// Ids of lines of the run that is shown count from 0 upwards, of the one on its way from -1 downwards.
int pending_id(size_t line) { return -1 - int(line); }

bool begins_line(const std::string& text, size_t at) { return at == 0 || text[at - 1] == '\n'; }

}  // namespace

CodeDocument::CodeDocument(std::string name, const std::string& original)
    : name_(std::move(name)), original_(original), base_(original), text_(original) {
    refresh();
}

void CodeDocument::set_original(std::string text) {
    original_ = std::move(text);
    base_ = editor::TextBuffer(original_);
    changes_ = editor::changed_lines(base_, text_.buffer());
    text_.mark_saved();
}

bool CodeDocument::refresh() {
    if (revision_ == text_.buffer().revision()) return false;
    revision_ = text_.buffer().revision();
    now_ = text_.buffer().text();
    changes_ = editor::changed_lines(base_, text_.buffer());
    if (ran_ && !stale()) mark_lines(false);
    read_marks();
    return true;
}

size_t CodeDocument::changed_lines() const {
    size_t lines = 0;
    for (const editor::LineChange& change : changes_) lines += std::max(change.count, change.removed);
    return lines;
}

void CodeDocument::put(const std::string& text) {
    refresh();
    if (text == now_) return;
    const editor::Editor::Group group(text_);
    // Only what differs, so that marks and caret stay with the rest.
    const auto [a, b] = std::mismatch(now_.begin(), now_.end(), text.begin(), text.end());
    auto front = size_t(a - now_.begin());
    size_t back = 0;
    const size_t most = std::min(now_.size(), text.size()) - front;
    while (back < most && now_[now_.size() - 1 - back] == text[text.size() - 1 - back]) ++back;
    // Whole lines.
    while (!begins_line(now_, front)) --front;
    while (back > 0 && !(begins_line(now_, now_.size() - back) && begins_line(text, text.size() - back)))
        --back;
    const editor::Position begin = editor::after({}, std::string_view(now_).substr(0, front));
    const editor::Position end = editor::after({}, std::string_view(now_).substr(0, now_.size() - back));
    text_.replace({begin, end}, std::string_view(text).substr(front, text.size() - back - front));
}

void CodeDocument::mark_lines(bool pending) {
    std::vector<Mark> kept;
    for (const Mark& mark : text_.marks().all())
        if ((mark.id < 0) != pending) kept.push_back(mark);
    text_.marks().clear();
    for (const Mark& mark : kept) text_.marks().add(mark);
    const editor::TextBuffer& buffer = text_.buffer();
    for (size_t line = 0; line < buffer.line_count(); ++line)
        text_.marks().add(
            {pending ? pending_id(line) : int(line), {{line, 0}, {line, buffer.line(line).size()}}});
}

void CodeDocument::begin_run() {
    refresh();
    begun_ = now_;
    mark_lines(true);
}

void CodeDocument::set_ran(const std::string& text) {
    if (ran_ != text) ran_lines_.emplace(text);
    ran_ = text;
    if (now_ == text) {
        mark_lines(false);
    } else if (begun_ == text) {
        std::vector<Mark> followed;
        for (const Mark& mark : text_.marks().all())
            if (mark.id < 0) followed.push_back({-1 - mark.id, mark.range});
        text_.marks().clear();
        for (const Mark& mark : followed) text_.marks().add(mark);
    } else {
        text_.marks().clear();
        // It was not followed while it was typed: what the two have in common stays in its place.
        size_t line = 0, other = 0;
        const auto common = [&](size_t end) {
            for (; line < end; ++line, ++other)
                text_.marks().add({int(line), {{other, 0}, {other, text_.buffer().line(other).size()}}});
        };
        for (const editor::LineChange& change : editor::changed_lines(*ran_lines_, text_.buffer())) {
            common(change.original);
            line = change.original + change.removed;
            other = change.first + change.count;
        }
        common(ran_lines_->line_count());
    }
    read_marks();
}

void CodeDocument::read_marks() {
    lines_.clear();
    if (!stale()) return;
    lines_.resize(ran_lines_->line_count());
    for (const Mark& mark : text_.marks().all())
        if (mark.id >= 0 && size_t(mark.id) < lines_.size()) nth(lines_, mark.id) = mark.range.begin.line;
}

std::optional<size_t> CodeDocument::line_now(size_t ran_line) const {
    if (!stale()) return ran_line;
    return ran_line < lines_.size() ? lines_[ran_line] : std::nullopt;
}

bool CodeDocument::same_line(size_t ran_line, size_t line) const {
    if (!stale()) return true;
    return ran_line < ran_lines_->line_count() && line < text_.buffer().line_count() &&
           ran_lines_->line(ran_line) == text_.buffer().line(line);
}

}  // namespace upsweep::app
