// Find, replace and go to line: a bar over the text.

#include "app/ui/code_editor.h"
#include "app/ui/controls.h"
#include "core/whole_number.h"
#include "editor/commands.h"
#include "editor/find.h"

namespace upsweep::app {

using editor::Editor;

namespace {

using Kind = FindBar::Kind;

constexpr float field_em = 1.75F, gap_em = 0.4F;

editor::Query query_of(const FindBar& bar) {
    return {bar.text.buffer().text(), bar.match_case, bar.whole_word};
}

void set_text(Editor& field, std::string_view text) {
    editor::select_all(field);
    editor::paste(field, text);
    editor::select_all(field);
}

void find_while_typing(Editor& text, CodeEditorState& state) {
    const auto from = text.selection().range().begin;
    const auto hit = editor::find_next(text.buffer(), query_of(state.find), from);
    if (hit) text.select({hit->begin, hit->end});
    const bool typed = !state.find.text.buffer().line(0).empty();
    state.find.answer = !hit && typed ? "no match" : "";
    state.shows_caret = true;
}

void go_to_typed_line(Editor& text, CodeEditorState& state) {
    const std::string digits = state.find.text.buffer().text();
    const size_t number = parse_whole_number<size_t>(digits).value_or(0);
    if (number == 0) {
        state.find.answer = "a number from 1 to " + std::to_string(text.buffer().line_count());
        return;
    }
    editor::go_to_line(text, number);
    state.find.kind = Kind::closed;
    state.shows_caret = true;
}

bool replace(Editor& text, CodeEditorState& state, bool all) {
    FindBar& bar = state.find;
    const std::string with = bar.with.buffer().text();
    state.shows_caret = true;
    if (all) {
        const size_t count = editor::replace_all(text, query_of(bar), with);
        bar.answer = std::to_string(count) + " replaced";
        return count > 0;
    }
    const bool replaced = editor::replace_one(text, query_of(bar), with);
    if (text.selection().empty()) bar.answer = "no match";
    return replaced;
}

bool enter(Editor& text, CodeEditorState& state, bool shift) {
    FindBar& bar = state.find;
    if (bar.kind == Kind::line)
        go_to_typed_line(text, state);
    else if (bar.in_with)
        return replace(text, state, false);
    else
        find_again(text, state, shift);
    return false;
}

/// A field of one line with its own caret.
void draw_field(Frame& frame, const std::string& id, Rect rect, const Editor& field, std::string_view empty,
                bool typing) {
    rect = rect.snapped();
    frame.fill(rect, Role::bg2, frame.em(0.375F));
    frame.outline(rect, typing ? Role::ink : Role::line, frame.em(0.375F));
    const std::string text = field.buffer().text();
    const float character = text_width(frame, type::code, "0000000000") / 10;
    const float left = rect.min.x + frame.em(0.5F), y = rect.centre().y, half = frame.em(0.6F);
    frame.list()->PushClipRect(rect.min, rect.max, true);
    const auto at = [&](size_t byte) { return left + float(byte) * character; };
    // The caret stays in the field.
    const float over = std::max(0.0F, at(field.caret().byte) - (rect.max.x - frame.em(0.6F)));
    const editor::Range chosen = field.selection().range();
    if (typing && !chosen.empty())
        frame.fill({at(chosen.begin.byte) - over, y - half, at(chosen.end.byte) - over, y + half},
                   Role::read_fill);
    const bool none = text.empty();
    draw_text(frame, {left - over, y}, none ? type::label : type::code, none ? Role::t3 : Role::t1,
              none ? empty : std::string_view(text));
    if (typing)
        frame.fill({at(field.caret().byte) - over - frame.px(), y - half,
                    at(field.caret().byte) - over + frame.px(), y + half},
                   Role::ink);
    frame.list()->PopClipRect();
    frame.items.add(id, rect);
}

}  // namespace

void open_find(CodeEditorState& state, const Editor& text, Kind kind) {
    FindBar& bar = state.find;
    bar.kind = kind;
    bar.in_with = false;
    bar.answer.clear();
    const editor::Range chosen = text.selection().range();
    if (kind == Kind::line)
        set_text(bar.text, std::to_string(text.caret().line + 1));
    else if (!chosen.empty() && chosen.begin.line == chosen.end.line)
        set_text(bar.text, text.buffer().text(chosen));
    else
        editor::select_all(bar.text);
}

void find_again(Editor& text, CodeEditorState& state, bool back) {
    const editor::Query query = query_of(state.find);
    const bool found = back ? editor::select_previous(text, query) : editor::select_next(text, query);
    state.find.answer = found ? "" : "no match";
    state.shows_caret = true;
}

bool find_reads(const InputEvent& event, Editor& text, CodeEditorState& state, bool read_only,
                bool& changed) {
    FindBar& bar = state.find;
    if (bar.kind == Kind::closed) return false;
    if (const auto* key = std::get_if<KeyEvent>(&event)) {
        const Chord& chord = key->chord;
        const bool opens = chord.ctrl && (chord.key == Key::f || chord.key == Key::h || chord.key == Key::g);
        if (opens || chord.key == Key::f3) return false;
        const bool history = chord.ctrl && (chord.key == Key::z || chord.key == Key::y);
        if (history) return false;
        if (chord.key == Key::escape) return bar.kind = Kind::closed, true;
        if (chord.key == Key::enter) return changed = enter(text, state, chord.shift), true;
        if (chord.key == Key::tab) return bar.in_with = bar.kind == Kind::replace && !bar.in_with, true;
        if (chord.key == Key::up || chord.key == Key::down)
            return bar.kind == Kind::line || (find_again(text, state, chord.key == Key::up), true);
    }
    Editor& field = bar.in_with && !read_only ? bar.with : bar.text;
    const uint64_t before = field.buffer().revision();
    line_reads(event, field);
    if (&field == &bar.text && field.buffer().revision() != before && bar.kind != Kind::line)
        find_while_typing(text, state);
    return true;
}

float find_height(const Frame& frame, const FindBar& bar) {
    if (bar.kind == Kind::closed) return 0;
    return frame.em((bar.kind == Kind::replace ? 2 : 1) * (field_em + gap_em) + gap_em);
}

bool draw_find(Frame& frame, std::string_view id, Rect rect, Editor& text, CodeEditorState& state,
               bool read_only) {
    FindBar& bar = state.find;
    if (bar.kind == Kind::closed) return false;
    const std::string name = std::string(id) + ".find";
    frame.fill(rect, Role::bg1);
    frame.line({rect.min.x, rect.max.y}, {rect.max.x, rect.max.y}, Role::line);
    Rect rest = rect.inset(frame.em(0.75F), frame.em(gap_em));
    const bool typing = has_keyboard(frame, id);
    bool changed = false;
    Rect first = rest.cut_top(frame.em(field_em));
    const auto small = [&](const std::string& what, Rect& row, std::string_view label,
                           const ButtonOptions& options) {
        const Rect place = row.cut_right(button_width(frame, label, options));
        row.cut_right(frame.em(0.3F));
        return button(frame, name + what, place, label, options);
    };
    if (small(".close", first, "Close", {.hint = "Esc"})) bar.kind = Kind::closed;
    if (bar.kind != Kind::line && frame.density >= Density::wide) {
        if (small(".word", first, "Word", {.chosen = bar.whole_word})) bar.whole_word = !bar.whole_word;
        if (small(".case", first, "Aa", {.chosen = bar.match_case, .tip = "Match case"}))
            bar.match_case = !bar.match_case;
    }
    const float room = text_width(frame, type::small, bar.answer);
    if (room > 0) {
        const Rect answer = first.cut_right(room + frame.em(0.6F));
        draw_text(frame, {answer.min.x + frame.em(0.3F), answer.centre().y}, type::small, Role::t2,
                  bar.answer);
        frame.items.note(name + ".answer", answer);
    }
    if (interact(frame, name + ".text", first).clicked) bar.in_with = false, take_keyboard(frame, id);
    draw_field(frame, name + ".text", first, bar.text, bar.kind == Kind::line ? "Go to line" : "Find",
               typing && !bar.in_with);
    if (bar.kind != Kind::replace) return false;
    rest.cut_top(frame.em(gap_em));
    Rect second = rest.cut_top(frame.em(field_em));
    if (small(".all", second, "All", {})) changed = !read_only && replace(text, state, true);
    if (small(".one", second, "Replace", {})) changed = !read_only && replace(text, state, false);
    if (interact(frame, name + ".with", second).clicked) bar.in_with = true, take_keyboard(frame, id);
    draw_field(frame, name + ".with", second, bar.with, "Replace with", typing && bar.in_with);
    return changed;
}

}  // namespace upsweep::app
