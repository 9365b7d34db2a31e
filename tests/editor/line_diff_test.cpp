// Which lines differ from an original.
#include "editor/line_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/helpers/sample.h"

namespace upsweep::editor {
namespace {

using Changes = std::vector<LineChange>;

Changes between(const std::string& original, const std::string& text, size_t most = 500) {
    return changed_lines(TextBuffer(original), TextBuffer(text), most);
}

TEST(LineDiff, TellsWhatWasPutInTakenOutAndChanged) {
    EXPECT_EQ(between("a\nb\nc", "a\nb\nc"), Changes{});
    EXPECT_EQ(between("a\nb\nc", "a\nB\nc"), (Changes{{1, 1, 1, 1}}));
    EXPECT_EQ(between("a\nb\nc", "a\nx\ny\nb\nc"), (Changes{{1, 2, 1, 0}}));
    EXPECT_EQ(between("a\nb\nc", "a\nc"), (Changes{{1, 0, 1, 1}}));
    EXPECT_EQ(between("a\nb\nc\nd\ne", "A\nb\nd\ne\nf"), (Changes{{0, 1, 0, 1}, {2, 0, 2, 1}, {4, 1, 5, 0}}));
    EXPECT_EQ(between("a\r\nb", "a\nb"), Changes{});
    EXPECT_EQ(between("", "a"), (Changes{{0, 1, 0, 1}}));
    EXPECT_EQ(between("a\nb\nc\nd\ne", "A\nb\nc\nd\nE", 1), (Changes{{0, 5, 0, 5}}))
        << "too many to look for";
}

/// The fewest lines taken out and put in, by the table of all pairs of lines.
size_t fewest(const std::string& a, const std::string& b) {
    std::vector<size_t> above(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        std::vector<size_t> row(b.size() + 1, i);
        for (size_t j = 1; j <= b.size(); ++j)
            row[j] = a[i - 1] == b[j - 1] ? above[j - 1] : std::min(above[j], row[j - 1]) + 1;
        above = row;
    }
    return above.back();
}

TEST(LineDiff, LeadsFromTheOriginalToTheTextByTheFewestLines) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(test::sample_seed()));
    const auto letters = [&] {
        std::string made;
        for (size_t left = 1 + random() % 12; left > 0; --left) made += char('a' + random() % 4);
        return made;
    };
    const auto as_lines = [](const std::string& made) {
        std::string text;
        for (const char letter : made)
            text += text.empty() ? std::string(1, letter) : std::string("\n") + letter;
        return text;
    };
    for (int round = 0; round < 5'000; ++round) {
        const std::string original = letters(), text = letters();
        std::string rebuilt;
        size_t lines = 0, at = 0;
        for (const LineChange& change : between(as_lines(original), as_lines(text))) {
            rebuilt += original.substr(at, change.original - at);
            ASSERT_EQ(rebuilt.size(), change.first);
            rebuilt += text.substr(change.first, change.count);
            at = change.original + change.removed;
            lines += change.count + change.removed;
            ASSERT_GT(change.count + change.removed, 0U);
        }
        ASSERT_EQ(rebuilt + original.substr(at), text) << original;
        ASSERT_EQ(lines, fewest(original, text)) << original << " " << text;
    }
}

}  // namespace
}  // namespace upsweep::editor
