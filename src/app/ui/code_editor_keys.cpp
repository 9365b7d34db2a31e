// What keys do in the code editor: a table of chords, and the commands behind them.
#include <imgui.h>

#include <string>

#include "app/ui/code_editor.h"
#include "editor/commands.h"
#include "editor/line_commands.h"

namespace upsweep::app {

using editor::Editor;
using editor::Motion;

namespace {

struct MotionKey {
    Key key;
    bool ctrl;
    Motion motion;
};
constexpr MotionKey motions[] = {
    {Key::left, false, Motion::left},       {Key::right, false, Motion::right},
    {Key::up, false, Motion::up},           {Key::down, false, Motion::down},
    {Key::home, false, Motion::line_begin}, {Key::end, false, Motion::line_end},
    {Key::page_up, false, Motion::page_up}, {Key::page_down, false, Motion::page_down},
    {Key::left, true, Motion::word_left},   {Key::right, true, Motion::word_right},
    {Key::home, true, Motion::text_begin},  {Key::end, true, Motion::text_end}};

const MotionKey* motion_of(const Chord& chord) {
    for (const MotionKey& one : motions)
        if (one.key == chord.key && one.ctrl == chord.ctrl && !chord.alt) return &one;
    return nullptr;
}

void to_clipboard(const std::string& text) { ImGui::SetClipboardText(text.c_str()); }

std::string_view clipboard() {
    const char* text = ImGui::GetClipboardText();
    return text == nullptr ? std::string_view() : std::string_view(text);
}

struct Command {
    Chord chord;
    bool changes;  ///< the text
    void (*run)(Editor&);
};
void copy_to_clipboard(Editor& text) { to_clipboard(editor::copy(text)); }
constexpr Chord ctrl(Key key, bool shift = false) { return {key, true, shift, false}; }

const Command commands[] = {
    {{Key::enter}, true, editor::new_line},
    {{Key::enter, false, true}, true, editor::new_line},
    {{Key::tab}, true, editor::indent},
    {{Key::tab, false, true}, true, editor::outdent},
    {{Key::backspace}, true, [](Editor& text) { editor::erase(text, Motion::left); }},
    {{Key::backspace, false, true}, true, [](Editor& text) { editor::erase(text, Motion::left); }},
    {{Key::remove}, true, [](Editor& text) { editor::erase(text, Motion::right); }},
    {ctrl(Key::backspace), true, [](Editor& text) { editor::erase(text, Motion::word_left); }},
    {ctrl(Key::remove), true, [](Editor& text) { editor::erase(text, Motion::word_right); }},
    {ctrl(Key::slash), true, editor::toggle_comment},
    {ctrl(Key::d), true, editor::duplicate_lines},
    {ctrl(Key::k, true), true, editor::delete_lines},
    {{Key::up, false, false, true}, true, editor::move_lines_up},
    {{Key::down, false, false, true}, true, editor::move_lines_down},
    {ctrl(Key::z), true, [](Editor& text) { text.undo(); }},
    {ctrl(Key::z, true), true, [](Editor& text) { text.redo(); }},
    {ctrl(Key::y), true, [](Editor& text) { text.redo(); }},
    {ctrl(Key::x), true, [](Editor& text) { to_clipboard(editor::cut(text)); }},
    {ctrl(Key::v), true, [](Editor& text) { editor::paste(text, clipboard()); }},
    {ctrl(Key::c), false, copy_to_clipboard},
    {ctrl(Key::a), false, editor::select_all},
};

const Command* command_of(const Chord& chord) {
    for (const Command& one : commands)
        if (one.chord == chord) return &one;
    return nullptr;
}

bool opens_bar(const Chord& chord) {
    return chord == ctrl(Key::f) || chord == ctrl(Key::h) || chord == ctrl(Key::g);
}

bool is_find_again(const Chord& chord) { return chord.key == Key::f3 && !chord.ctrl && !chord.alt; }

}  // namespace

bool editor_wants(const InputEvent& event, const CodeEditorState& state, bool read_only) {
    const auto* key = std::get_if<KeyEvent>(&event);
    const bool bar = state.find.kind != FindBar::Kind::closed;
    if (key == nullptr) return std::holds_alternative<TextEvent>(event) && (!read_only || bar);
    const Chord& chord = key->chord;
    if (!key->down) return false;
    if (motion_of(chord) != nullptr || opens_bar(chord) || chord.key == Key::escape) return true;
    if (is_find_again(chord)) return bar || !state.find.text.buffer().line(0).empty();
    if (const Command* command = command_of(chord)) return !command->changes || !read_only || bar;
    // Letters and signs come as text, too; no other control gets their keys meanwhile.
    const bool prints = chord.key == Key::space || (chord.key >= Key::a && chord.key < Key::count);
    return prints && !chord.ctrl && !chord.alt && (!read_only || bar);
}

bool editor_reads(const InputEvent& event, Editor& text, CodeEditorState& state, bool read_only) {
    bool changed = false;
    if (find_reads(event, text, state, read_only, changed)) return changed;
    const std::uint64_t before = text.buffer().revision();
    if (const auto* typed = std::get_if<TextEvent>(&event)) {
        if (!read_only) editor::type(text, typed->utf8);
    } else if (const auto* key = std::get_if<KeyEvent>(&event)) {
        const Chord& chord = key->chord;
        if (const MotionKey* motion = motion_of(chord))
            editor::move(text, motion->motion, chord.shift, state.page);
        else if (const Command* command = command_of(chord); command != nullptr) {
            if (!command->changes || !read_only) command->run(text);
        } else if (opens_bar(chord))
            open_find(state, text,
                      chord.key == Key::f                ? FindBar::Kind::find
                      : chord.key == Key::g || read_only ? FindBar::Kind::line
                                                         : FindBar::Kind::replace);
        else if (is_find_again(chord))
            find_again(text, state, chord.shift);
        else
            return false;
    }
    state.shows_caret = true;
    return text.buffer().revision() != before;
}

void line_reads(const InputEvent& event, Editor& text) {
    if (const auto* typed = std::get_if<TextEvent>(&event)) return editor::type(text, typed->utf8);
    const Chord& chord = std::get<KeyEvent>(event).chord;
    if (chord == ctrl(Key::v)) {
        const std::string_view pasted = clipboard();
        return editor::type(text, pasted.substr(0, pasted.find_first_of("\r\n")));
    }
    if (const MotionKey* motion = motion_of(chord)) return editor::move(text, motion->motion, chord.shift);
    const Command* command = command_of(chord);
    const bool breaks = chord.key == Key::enter || chord.key == Key::tab || chord == ctrl(Key::d);
    if (command != nullptr && !breaks) command->run(text);
}

}  // namespace upsweep::app
