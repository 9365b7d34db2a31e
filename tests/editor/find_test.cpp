// Find and replace, beside a search that tries every place.
#include "editor/find.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "core/helpers/sample.h"
#include "editor/helpers/bars.h"
#include "editor/helpers/random_text.h"

namespace upsweep::editor {
namespace {

std::string in_lower_case(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = char(letter + 32);
    return text;
}

bool in_word(const std::string& text, size_t at) {
    const auto letter = static_cast<unsigned char>(text[at]);
    return letter >= 0x80 || std::isalnum(letter) != 0 || letter == '_';
}

bool splits_word(const std::string& text, size_t at) {
    return at > 0 && at < text.size() && in_word(text, at - 1) && in_word(text, at);
}

/// The places of the query in a text that ends its lines with '\n', tried at every byte.
std::vector<size_t> every_place(const std::string& text, const Query& query) {
    const TextBuffer buffer(text);
    const std::string wanted = query.match_case ? query.text : in_lower_case(query.text);
    std::vector<size_t> places;
    for (size_t at = 0; !wanted.empty() && at + wanted.size() <= text.size(); ++at) {
        const std::string here = text.substr(at, wanted.size());
        if ((query.match_case ? here : in_lower_case(here)) != wanted) continue;
        if (!buffer.holds(place_in(text, at)) || !buffer.holds(place_in(text, at + wanted.size()))) continue;
        if (query.whole_word && (splits_word(text, at) || splits_word(text, at + wanted.size()))) continue;
        places.push_back(at);
    }
    return places;
}

std::vector<size_t> apart(const std::vector<size_t>& places, size_t bytes) {
    std::vector<size_t> kept;
    for (const size_t at : places)
        if (kept.empty() || at >= kept.back() + bytes) kept.push_back(at);
    return kept;
}

std::string without(std::string text, char letter) {
    text.erase(std::remove(text.begin(), text.end(), letter), text.end());
    return text;
}

TEST(Find, FindsWhatTryingEveryPlaceFinds) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(test::sample_seed()));
    size_t all_matches = 0;
    for (int round = 0; round < 20'000; ++round) {
        const std::string text = without(random_text(random, 60), '\r');
        Query query{without(random_text(random, 2), '\r'), below(random, 2) == 0, below(random, 2) == 0};
        if (below(random, 3) == 0) query.text = text.substr(below(random, text.size() + 1), below(random, 5));
        const TextBuffer buffer(text);
        const std::vector<size_t> places = every_place(text, query);
        const std::vector<size_t> expected = apart(places, query.text.size());
        std::vector<size_t> found;
        for (const Range& range : find_all(buffer, query)) {
            found.push_back(offset_in(text, range.begin));
            ASSERT_EQ(offset_in(text, range.end), found.back() + query.text.size());
        }
        ASSERT_EQ(found, expected) << testing::PrintToString(text) << " "
                                   << testing::PrintToString(query.text);
        all_matches += found.size();

        const size_t from = offset_in(text, random_caret(buffer, random));
        const auto next = find_next(buffer, query, place_in(text, from));
        ASSERT_EQ(next.has_value(), !places.empty());
        if (!next) continue;
        const auto behind = std::lower_bound(places.begin(), places.end(), from);
        ASSERT_EQ(offset_in(text, next->begin), behind == places.end() ? places.front() : *behind);
    }
    EXPECT_GT(all_matches, 10'000U);
}

std::string selected_after(const std::string& text, const Query& query, int times, bool back = false) {
    auto editor = with_bars(text);
    for (int i = 0; i < times; ++i)
        if (!(back ? select_previous : select_next)(editor, query)) return "none";
    return bars(editor);
}

TEST(Find, GoesRoundTheTextBothWays) {
    EXPECT_EQ(selected_after("|ab ab\nab", {"ab"}, 1),
              "\x01"
              "ab\x02 ab\nab");
    EXPECT_EQ(selected_after("|ab ab\nab", {"ab"}, 3),
              "ab ab\n\x01"
              "ab\x02");
    EXPECT_EQ(selected_after("|ab ab\nab", {"ab"}, 4),
              "\x01"
              "ab\x02 ab\nab");
    EXPECT_EQ(selected_after("|ab ab\nab", {"ab"}, 1, true),
              "ab ab\n\x01"
              "ab\x02");
    EXPECT_EQ(selected_after("|ab ab\nab", {"ab"}, 3, true),
              "\x01"
              "ab\x02 ab\nab");
    EXPECT_EQ(selected_after("x|ab", {"ab"}, 2, true),
              "x\x01"
              "ab\x02")
        << "the only one again";
    EXPECT_EQ(selected_after("|ab", {"c"}, 1), "none");
    EXPECT_EQ(selected_after("|ab", {""}, 1, true), "none");
}

TEST(Find, TakesLineEndsOfEitherKindForOneAnother) {
    EXPECT_EQ(selected_after("|a\r\nb c", {"a\nb"}, 1),
              "\x01"
              "a\r\nb\x02 c");
    EXPECT_EQ(selected_after("|a\nb c", {"A\r\nB", false}, 1),
              "\x01"
              "a\nb\x02 c");
}

TEST(Find, ReplacesOneAfterTheOther) {
    auto editor = with_bars("|ab ab\nab");
    EXPECT_FALSE(replace_one(editor, {"ab"}, "abc")) << "nothing was selected yet";
    EXPECT_TRUE(replace_one(editor, {"ab"}, "abc"));
    EXPECT_EQ(bars(editor),
              "abc \x01"
              "ab\x02\nab");
    EXPECT_TRUE(replace_one(editor, {"ab"}, "abc"));
    EXPECT_EQ(bars(editor),
              "abc abc\n\x01"
              "ab\x02");
}

TEST(Find, ReplacesAllInOneStep) {
    auto editor = with_bars("Sum sum(sums) |+ sum;\nsum");
    EXPECT_EQ(replace_all(editor, {"sum", true, true}, "\n"), 3U);
    EXPECT_EQ(bars(editor), "Sum \n(sums) |+ \n;\n\n");
    editor.undo();
    EXPECT_EQ(bars(editor), "Sum sum(sums) |+ sum;\nsum");
    EXPECT_FALSE(editor.can_undo());
    EXPECT_EQ(replace_all(editor, {"sum", false}, ""), 5U);
    EXPECT_EQ(editor.buffer().text(), " (s) + ;\n");
    EXPECT_EQ(replace_all(editor, {"no"}, "x"), 0U);
}

TEST(Find, ReplacesAHundredThousandAtOnce) {
    std::string lines, line;
    for (int i = 0; i < 50'000; ++i) lines += "int a;\n", line += "a ";
    Editor editor(lines + line);
    EXPECT_EQ(replace_all(editor, {"a"}, "b\nc"), 100'000U);
    EXPECT_EQ(editor.buffer().line_count(), 150'001U);
    editor.undo();
    EXPECT_EQ(editor.buffer().text(), lines + line);
}

}  // namespace
}  // namespace upsweep::editor
