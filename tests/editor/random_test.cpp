// Long random sequences of edits and commands beside a plain string with a plain stack of what to undo.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/helpers/sample.h"
#include "editor/commands.h"
#include "editor/find.h"
#include "editor/helpers/random_text.h"

namespace upsweep::editor {
namespace {

std::mt19937 seeded() { return std::mt19937(static_cast<std::mt19937::result_type>(test::sample_seed())); }
constexpr int operations = 100'000;

TEST(RandomEdits, AreThoseOfAPlainString) {
    std::mt19937 random = seeded();
    std::string text = random_text(random, 40);
    TextBuffer buffer(text);
    for (int i = 0; i < operations; ++i) {
        // Any bytes, also between a '\r' and its '\n' and inside of a character.
        size_t begin = below(random, text.size() + 1), end = below(random, text.size() + 1);
        if (end < begin) std::swap(begin, end);
        if (below(random, 4) > 0 || text.size() < 200) end = std::min(end, begin + below(random, 6));
        const std::string put = random_text(random, text.size() < 600 ? 6 : 1), before = text;
        const Range range{place_in(text, begin), place_in(text, end)};
        text.replace(begin, end - begin, put);
        const Edit back = buffer.replace({range, put});
        ASSERT_EQ(buffer.text(), text);
        ASSERT_EQ(buffer.byte_count(), text.size());
        ASSERT_EQ(back.range, (Range{place_in(text, begin), place_in(text, begin + put.size())}));
        ASSERT_EQ(back.text, before.substr(begin, end - begin));
        if (below(random, 3) > 0) continue;
        const Edit again = buffer.replace(back);
        ASSERT_EQ(buffer.text(), before);
        ASSERT_EQ(again, (Edit{range, put}));
        text = before;
    }
}

void replace_somewhere(Editor& editor, std::mt19937& random) {
    const Position begin = random_caret(editor.buffer(), random);
    Position end = begin;
    for (size_t characters = below(random, 10); characters > 0; --characters) end = editor.buffer().next(end);
    editor.replace({begin, end}, random_text(random, 4));
}

void any_command(Editor& editor, std::mt19937& random) {
    const TextBuffer& buffer = editor.buffer();
    const auto motion = static_cast<Motion>(below(random, 12));
    const bool extend = below(random, 2) == 0;
    const Query query{random_text(random, 1), extend, below(random, 2) == 0};
    switch (below(random, 22)) {
        case 0:
            return editor.select({random_caret(buffer, random), random_caret(buffer, random)});
        case 1:
        case 2:
            return move(editor, motion, extend, 3);
        case 3:
        case 4:
        case 5:
            return type(editor, random_text(random, 1));
        case 6:
            return type(editor, "}");
        case 7:
            return new_line(editor);
        case 8:
        case 9:
            return erase(editor, motion);
        case 10:
            return paste(editor, random_text(random, buffer.byte_count() < 800 ? 30 : 3));
        case 11:
            cut(editor);
            return;
        case 12:
            return indent(editor);
        case 13:
            return outdent(editor);
        case 14:
            return toggle_comment(editor);
        case 15:
            return move_lines_up(editor);
        case 16:
            return move_lines_down(editor);
        case 17:
            if (buffer.byte_count() < 800) duplicate_lines(editor);
            return;
        case 18:
            return delete_lines(editor);
        case 19:
            replace_all(editor, query, random_text(random, buffer.byte_count() < 800 ? 2 : 0));
            return;
        case 20:
            replace_one(editor, query, random_text(random, 1));
            return;
        default:
            return replace_somewhere(editor, random);
    }
}

struct State {
    std::string text;
    Selection selection;
};

/// An editor beside the plain stack of all texts that it had.
struct Checked {
    explicit Checked(const std::string& text) : editor(text), states{{text, {}}} {}

    void command(std::mt19937& random) {
        const uint64_t revision = editor.buffer().revision();
        const Selection before = editor.selection();
        editor.end_run();
        any_command(editor, random);
        if (editor.buffer().revision() == revision) return;
        states.resize(now + 1);
        states[now].selection = before;
        states.push_back({editor.buffer().text(), editor.selection()});
        after_step.resize(now);
        after_step.push_back(editor.selection());
        if (saved > ptrdiff_t(now)) saved = -1;
        ++now;
    }
    void undo() {
        ASSERT_EQ(editor.can_undo(), now > 0);
        editor.undo();
        if (now == 0) return;
        --now;
        ASSERT_EQ(editor.selection(), states[now].selection);
    }
    void redo() {
        ASSERT_EQ(editor.can_redo(), now + 1 < states.size());
        editor.redo();
        if (now + 1 == states.size()) return;
        ++now;
        ASSERT_EQ(editor.selection(), after_step[now - 1]);
    }
    void save() {
        editor.mark_saved();
        saved = ptrdiff_t(now);
    }
    void check() {
        ASSERT_EQ(editor.buffer().text(), states[now].text);
        ASSERT_EQ(editor.modified(), saved != ptrdiff_t(now));
        expect_valid_carets(editor);
        expect_colours_from_scratch(editor);
    }

    Editor editor;
    std::vector<State> states;  ///< the texts, and the selections before what came next
    std::vector<Selection> after_step;
    size_t now = 0;
    ptrdiff_t saved = 0;
};

TEST(RandomCommands, AreUndoneAndRedoneToTheByteWithTheirSelections) {
    std::mt19937 random = seeded();
    for (int round = 0; round < 20; ++round) {
        Checked checked(random_text(random, 30));
        for (int i = 0; i < operations / 20; ++i) {
            const size_t what = below(random, 20);
            if (what < 3)
                checked.undo();
            else if (what < 5)
                checked.redo();
            else if (what == 5)
                checked.save();
            else
                checked.command(random);
            // A caller needs colours now and then, like a scrolling window.
            if (below(random, 3) > 0) continue;
            checked.check();
            if (testing::Test::HasFatalFailure()) FAIL() << "round " << round << ", operation " << i;
        }
        const std::string last = checked.editor.buffer().text();
        const size_t steps = checked.now;
        while (checked.editor.can_undo()) checked.undo();
        checked.check();
        EXPECT_EQ(checked.editor.buffer().text(), checked.states.front().text);
        while (checked.now < steps) checked.redo();
        EXPECT_EQ(checked.editor.buffer().text(), last);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(RandomCommands, TypedRunsAreUndoneToTheByteAsWell) {
    std::mt19937 random = seeded();
    for (int round = 0; round < 20; ++round) {
        const std::string first = random_text(random, 30);
        Editor editor(first);
        for (int i = 0; i < operations / 20; ++i) any_command(editor, random);
        const std::string last = editor.buffer().text();
        while (editor.can_undo()) {
            editor.undo();
            expect_valid_carets(editor);
        }
        ASSERT_EQ(editor.buffer().text(), first);
        while (editor.can_redo()) editor.redo();
        ASSERT_EQ(editor.buffer().text(), last);
    }
}

}  // namespace
}  // namespace upsweep::editor
