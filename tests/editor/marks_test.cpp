// Marks follow their text.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "core/helpers/sample.h"
#include "editor/editor.h"
#include "editor/helpers/random_text.h"

namespace upsweep::editor {
namespace {

/// What a mark around `bc` of "abcd\nef" holds after the edit; "-" if it is gone.
std::string marked_after(const Range& range, const std::string& text) {
    Editor editor("abcd\nef");
    editor.marks().add({1, {{0, 1}, {0, 3}}});
    editor.replace(range, text);
    return editor.marks().all().empty() ? "-" : editor.buffer().text(editor.marks().all().front().range);
}

TEST(Marks, GrowWithTextInsideAndNotAtTheirEnds) {
    EXPECT_EQ(marked_after({{0, 1}, {0, 1}}, "x\ny"), "bc");
    EXPECT_EQ(marked_after({{0, 3}, {0, 3}}, "x"), "bc");
    EXPECT_EQ(marked_after({{0, 2}, {0, 2}}, "x\n"), "bx\nc");
    EXPECT_EQ(marked_after({{0, 0}, {0, 2}}, "x"), "c");
    EXPECT_EQ(marked_after({{0, 2}, {1, 1}}, ""), "b");
    EXPECT_EQ(marked_after({{0, 1}, {0, 3}}, "new"), "-");
    EXPECT_EQ(marked_after({{0, 0}, {1, 0}}, ""), "-");
    EXPECT_EQ(marked_after({{1, 0}, {1, 2}}, ""), "bc");
}

TEST(Marks, AreFoundByLineAndTakenOutByName) {
    Marks marks;
    marks.add({1, {{0, 0}, {0, 2}}});
    marks.add({2, {{3, 1}, {3, 1}}});
    marks.add({1, {{3, 0}, {4, 2}}});
    EXPECT_EQ(marks.on_line(3).size(), 2U);
    marks.remove(1);
    ASSERT_EQ(marks.all().size(), 1U);
    EXPECT_EQ(marks.all().front().id, 2);
}

TEST(Marks, AroundALetterKeepItThroughAnyEdits) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(test::sample_seed()));
    for (int round = 0; round < 300; ++round) {
        // The only % in a text of none.
        Editor editor(random_text(random, 20) + "\n%\n" + random_text(random, 20));
        const size_t at = editor.buffer().text().find('%');
        const Position begin = place_in(editor.buffer().text(), at);
        editor.marks().add({0, {begin, {begin.line, begin.byte + 1}}});
        for (int edit = 0; edit < 50; ++edit) {
            const Position one = random_caret(editor.buffer(), random),
                           other = random_caret(editor.buffer(), random);
            const Range range = one < other ? Range{one, other} : Range{other, one};
            const bool stays = editor.buffer().text(range).find('%') == std::string::npos;
            if (below(random, 30) > 0 && !stays) continue;
            editor.replace(range, random_text(random, 10));
            ASSERT_EQ(editor.marks().all().size(), stays ? 1U : 0U);
            if (!stays) break;
            ASSERT_EQ(editor.buffer().text(editor.marks().all().front().range), "%");
        }
    }
}

TEST(Marks, MoveTogetherAsEachAlone) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(test::sample_seed()));
    for (int round = 0; round < 200; ++round) {
        Editor together(random_text(random, 60));
        std::deque<Editor> alone;
        for (int id = 0; id < 12; ++id) {
            const Position one = random_caret(together.buffer(), random),
                           other = random_caret(together.buffer(), random);
            // Half of the rounds have them in the order of the text, as the lines of a run are.
            const Mark mark{id, round % 2 == 0 || one < other
                                    ? Range{std::min(one, other), std::max(one, other)}
                                    : Range{other, one}};
            together.marks().add(mark);
        }
        if (round % 2 == 0) {
            std::vector<Mark> sorted = together.marks().all();
            std::sort(sorted.begin(), sorted.end(),
                      [](const Mark& a, const Mark& b) { return a.range.begin < b.range.begin; });
            together.marks().clear();
            for (const Mark& mark : sorted) together.marks().add(mark);
        }
        for (const Mark& mark : together.marks().all()) {
            alone.emplace_back(together.buffer().text());
            alone.back().marks().add(mark);
        }
        for (int edit = 0; edit < 40; ++edit) {
            const Position one = random_caret(together.buffer(), random);
            Position other = random_caret(together.buffer(), random);
            if (edit % 3 != 0)
                other = together.buffer().clamped(
                    {one.line, below(random, together.buffer().line(one.line).size() + 1)});
            const Range range{std::min(one, other), std::max(one, other)};
            const std::string text =
                edit % 3 != 0 ? std::string(below(random, 3), 'x') : random_text(random, 5);
            together.replace(range, text);
            std::vector<Mark> expected;
            for (Editor& editor : alone) {
                editor.replace(range, text);
                for (const Mark& mark : editor.marks().all()) expected.push_back(mark);
            }
            ASSERT_EQ(together.marks().all(), expected) << "round " << round << ", edit " << edit;
        }
    }
}

}  // namespace
}  // namespace upsweep::editor
