// The code editor: keys, mouse and scrolling around its lines.
#include "app/ui/code_editor.h"

#include "app/ui/controls.h"
#include "editor/commands.h"
#include "editor/motions.h"

namespace upsweep::app {

using editor::Editor;
using editor::Position;
using editor::Range;

namespace {

constexpr float bar_em = 0.6F;  // the scroll bar
constexpr size_t lexed_a_frame = 3000;

/// The caret's events, in their order.
bool read_keys(Frame& frame, std::string_view id, Editor& text, CodeEditorState& state, bool read_only) {
    Keyboard& keyboard = frame.items.keyboard;
    if (keyboard.owner != id) return false;
    keyboard.seen = true;
    keyboard.wants = [&state, read_only](const InputEvent& event) {
        return editor_wants(event, state, read_only);
    };
    bool changed = false;
    const std::vector<InputEvent> events = std::exchange(keyboard.events, {});
    for (const InputEvent& event : events) {
        const auto* key = std::get_if<KeyEvent>(&event);
        const bool leaves = key != nullptr && key->chord.key == Key::escape;
        if (leaves && state.find.kind == FindBar::Kind::closed) return keyboard.let_go(), changed;
        changed = editor_reads(event, text, state, read_only) || changed;
    }
    return changed;
}

float content_height(const CodeEditorState& state, const CodeDressing& dressing, float row_height) {
    float height = float(state.rows.row_count()) * row_height;
    for (const CodeCard& card : dressing.cards) height += card.height;
    return height;
}

void clamp_scroll(CodeEditorState& state, float content, float height) {
    const float most = std::max(0.0F, content - height);
    state.target = std::clamp(state.target, 0.0F, most);
    state.scroll = std::clamp(state.scroll, 0.0F, most);
}

void scroll_to_caret(const CodeCanvas& canvas, CodeEditorState& state) {
    state.shows_caret = false;
    const float top = canvas.at(canvas.text.caret()).y - canvas.rect.min.y;
    const float bottom = top + canvas.row_height;
    if (top < 0) state.target = state.scroll + top;
    if (bottom > canvas.rect.height()) state.target = state.scroll + bottom - canvas.rect.height();
    state.scroll = state.target;
}

void scroll_to_line(const CodeCanvas& canvas, CodeEditorState& state) {
    const size_t line = *std::exchange(state.wanted, std::nullopt);
    if (line >= state.rows.line_count()) return;
    const float height = canvas.rect.height(), row = canvas.row_height;
    const float first = canvas.top_of(line) - canvas.rect.min.y + state.scroll;
    const float end = first + row * float(state.rows.first_row(line + 1) - state.rows.first_row(line));
    float card = 0;
    for (const CodeCard& one : canvas.dressing.cards)
        if (one.line == line) card += one.height;
    if (first < state.target + height * 0.1F || end + card > state.target + height * 0.8F)
        state.target = std::max(0.0F, std::round((first - height * 0.4F) / row) * row);
    // With what is under it, as far as there is room.
    if (card > 0) state.target = std::max(state.target, std::min(first - row, end + card - height));
    if (state.wanted_at_once) state.scroll = state.target;
}

/// The characters, words or lines from where the drag began to the pointer.
void select_to(Editor& text, const CodeEditorState& state, Position place) {
    Range here{place, place};
    if (state.drag_unit == 2) here = editor::word_at(text.buffer(), place);
    if (state.drag_unit == 3) {
        here = {{place.line, 0}, {place.line + 1, 0}};
        if (here.end.line >= text.buffer().line_count()) here.end = text.buffer().end();
    }
    const bool back = here.begin < state.drag.begin;
    text.end_run();
    text.select({back ? state.drag.end : state.drag.begin, back ? here.begin : here.end});
}

void press_mouse(Editor& text, CodeEditorState& state, Position place) {
    const ImGuiIO& io = ImGui::GetIO();
    const int clicks = std::max<int>(1, io.MouseClickedCount[0]);
    state.drag_unit = (clicks - 1) % 3 + 1;
    text.end_run();
    if (io.KeyShift) {
        state.drag_unit = 1;
        state.drag = {text.selection().anchor, text.selection().anchor};
        select_to(text, state, place);
        return;
    }
    if (state.drag_unit == 2)
        editor::select_word(text, place);
    else if (state.drag_unit == 3)
        editor::select_line(text, place.line);
    else
        text.place(place);
    state.drag = text.selection().range();
}

void use_mouse(const CodeCanvas& canvas, std::string_view id, CodeEditorState& state) {
    Frame& frame = canvas.frame;
    const Interaction touch = interact(frame, id, canvas.rect);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (touch.focused) {
        draw_focus(frame, canvas.rect.inset(frame.px(4)), 0);
        if (frame.items.activate) frame.items.focus.clear(), take_keyboard(frame, id);
    }
    if (touch.hovered || touch.held) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (ImGui::IsItemActivated() && ImGui::IsMouseDown(0)) {
        take_keyboard(frame, id);
        press_mouse(canvas.text, state, canvas.position_at(mouse));
        return;
    }
    if (!touch.held || state.drag_unit == 0) {
        state.drag_unit = 0;
        if (touch.hovered) tell_complaint(canvas);
        return;
    }
    // Beyond the edge the text comes to the pointer, faster the farther it is.
    const float over =
        std::min(0.0F, mouse.y - canvas.rect.min.y) + std::max(0.0F, mouse.y - canvas.rect.max.y);
    state.target = state.scroll = state.scroll + over * std::min(1.0F, frame.dt * 12);
    state.moving = state.moving || over != 0;
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    if (delta.x != 0 || delta.y != 0 || over != 0) select_to(canvas.text, state, canvas.position_at(mouse));
}

/// Who clicks elsewhere, or types into a field, is done here.
void watch_keyboard(Frame& frame, std::string_view id, const CodeDressing& dressing, Rect rect) {
    if (!has_keyboard(frame, id)) return;
    const bool away = ImGui::IsMouseClicked(0) && !rect.contains(ImGui::GetIO().MousePos) &&
                      !dressing.keeps_keyboard.contains(ImGui::GetIO().MousePos);
    if (away || ImGui::GetIO().WantTextInput) frame.items.keyboard.let_go();
}

void draw_scroll_bar(Frame& frame, std::string_view id, Rect rect, CodeEditorState& state, float content) {
    if (content <= rect.height() + 1) return;
    const std::string name = std::string(id) + ".bar";
    const Interaction touch = interact(frame, name, rect);
    const float length = std::max(frame.em(1.5F), rect.height() * rect.height() / content);
    const float way = std::max(1.0F, rect.height() - length), most = content - rect.height();
    if (touch.held) {
        const float share = (ImGui::GetIO().MousePos.y - rect.min.y - length / 2) / way;
        state.scroll = state.target = std::clamp(share, 0.0F, 1.0F) * most;
    }
    const float top = rect.min.y + way * std::clamp(state.scroll / most, 0.0F, 1.0F);
    frame.fill({rect.min.x + frame.px(2), top, rect.max.x - frame.px(2), top + length},
               touch.hovered || touch.held ? Role::t3 : Role::line2, rect.width() / 2);
}

}  // namespace

bool has_keyboard(const Frame& frame, std::string_view id) { return frame.items.keyboard.owner == id; }

void take_keyboard(Frame& frame, std::string_view id) {
    Keyboard& keyboard = frame.items.keyboard;
    if (keyboard.owner != id) keyboard.let_go();
    keyboard.owner = id;
    keyboard.seen = true;
    // Until the owner is drawn again and says what it wants.
    if (!keyboard.wants)
        keyboard.wants = [](const InputEvent& event) {
            const auto* key = std::get_if<KeyEvent>(&event);
            return key == nullptr || (key->down && !key->chord.ctrl && !key->chord.alt);
        };
}

float CodeCanvas::top_of(size_t line) const {
    float y = rect.min.y - state.scroll + float(state.rows.first_row(line)) * row_height;
    for (const CodeCard& card : dressing.cards)
        if (card.line < line) y += card.height;
    return y;
}

size_t CodeCanvas::line_at(float y) const {
    float from_top = y - rect.min.y + state.scroll;
    for (const CodeCard& card : dressing.cards) {
        const float below = float(state.rows.first_row(card.line + 1)) * row_height;
        if (from_top < below) break;
        // On a card: its line.
        from_top = std::max(below - 1, from_top - card.height);
    }
    const float row = std::floor(from_top / row_height);
    const float last = float(state.rows.row_count()) - 1;
    return state.rows.line_of(size_t(std::clamp(row, 0.0F, last)));
}

ImVec2 CodeCanvas::at(Position place) const {
    const auto rows = state.rows.rows(text.buffer(), place.line);
    const RowPlace there =
        place_in_rows(text.buffer().line(place.line), rows, place.byte, text.options().tab_width);
    return {text_left + float(there.column) * character, top_of(place.line) + float(there.row) * row_height};
}

Position CodeCanvas::position_at(ImVec2 point) const {
    const size_t line = line_at(point.y);
    if (point.y < rect.min.y - state.scroll) return {};
    const auto rows = state.rows.rows(text.buffer(), line);
    const float row = std::floor((point.y - top_of(line)) / row_height);
    const auto which = size_t(std::clamp(row, 0.0F, float(rows.size() - 1)));
    const size_t last = text.buffer().line_count() - 1;
    const float content =
        top_of(last) + float(state.rows.row_count() - state.rows.first_row(last)) * row_height;
    if (line == last && point.y >= content) return text.buffer().end();
    const size_t byte = byte_in_row(text.buffer().line(line), rows[which], which + 1 == rows.size(),
                                    double((point.x - text_left) / character), text.options().tab_width);
    return text.buffer().clamped({line, byte});
}

void show_code_line(CodeEditorState& state, size_t line, bool at_once) {
    state.wanted = line;
    state.wanted_at_once = at_once;
}

bool code_editor(Frame& frame, std::string_view id, Rect rect, Editor& text, CodeEditorState& state,
                 const CodeDressing& dressing) {
    bool changed = read_keys(frame, id, text, state, dressing.read_only);
    watch_keyboard(frame, id, dressing, rect);
    const Rect find = rect.cut_top(find_height(frame, state.find));
    const float row_height = frame.em(code_row_height_em);
    Rect bar = rect;
    bar.min.x = rect.max.x - frame.em(bar_em);
    const float digits = float(std::to_string(text.buffer().line_count()).size());
    const float number = std::max(2.35F, 1.25F + 0.49F * digits);
    CodeCanvas canvas{frame, text, state, dressing, rect};
    canvas.character = text_width(frame, type::code, "0000000000") / 10;
    canvas.row_height = row_height;
    canvas.number_right = rect.min.x + frame.em(number);
    canvas.text_left = rect.min.x + frame.em(number + 0.8F);
    canvas.text_right = bar.min.x - frame.em(std::max(0.2F, dressing.right_em));
    const float room = (canvas.text_right - canvas.text_left) / canvas.character;
    state.rows.lay_out(text.buffer(), size_t(std::max(12.0F, room)), dressing.reserve,
                       text.options().tab_width);
    state.page = size_t(std::max(1.0F, rect.height() / row_height - 2));
    const float content = content_height(state, dressing, row_height);
    state.moving = false;
    if (under_mouse(rect) && ImGui::GetIO().MouseWheel != 0 && !ImGui::GetIO().KeyCtrl)
        state.target = state.scroll = state.target - ImGui::GetIO().MouseWheel * row_height * 3;
    if (state.wanted) scroll_to_line(canvas, state);
    if (state.shows_caret) scroll_to_caret(canvas, state);
    clamp_scroll(state, content, rect.height());
    const float gap = state.target - state.scroll;
    const bool jumps =
        std::abs(gap) > rect.height() || std::abs(gap) < 0.5F || frame.dt <= 0 || reduced_motion;
    state.scroll = jumps ? state.target : state.scroll + gap * std::min(1.0F, frame.dt * 16);
    state.moving = state.scroll != state.target;
    const bool lexed = text.highlighter().prepare(canvas.line_at(rect.max.y), lexed_a_frame);
    state.moving = state.moving || !lexed;
    frame.list()->PushClipRect(rect.min, rect.max, true);
    draw_code_lines(canvas, has_keyboard(frame, id) && state.find.kind == FindBar::Kind::closed);
    frame.list()->PopClipRect();
    changed = draw_find(frame, id, find, text, state, dressing.read_only) || changed;
    draw_scroll_bar(frame, id, bar, state, content);
    Rect field = rect;
    field.max.x = bar.min.x;
    canvas.rect = field;
    use_mouse(canvas, id, state);
    return changed;
}

// ---- What keys do in the code editor: a table of chords, and the commands behind them

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
    const uint64_t before = text.buffer().revision();
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
