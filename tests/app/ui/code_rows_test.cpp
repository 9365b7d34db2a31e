// Long lines continue in further rows, and every byte has its place in one of them.
#include "app/ui/code_editor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace upsweep::app {
namespace {

std::vector<std::string> pieces(const std::string& line, size_t columns, size_t reserve = 0) {
    std::vector<std::string> all;
    for (const TextRow& row : wrapped(line, columns, reserve, 4))
        all.push_back(std::string(row.indent, ' ') + line.substr(row.begin, row.end - row.begin));
    return all;
}

TEST(CodeRows, BreakBehindBlanksAndHang) {
    EXPECT_THAT(pieces("int sum = 0;", 20), testing::ElementsAre("int sum = 0;"));
    EXPECT_THAT(pieces("    sums[right] += sums[right - stride];", 24),
                testing::ElementsAre("    sums[right] += ", "      sums[right - ", "      stride];"));
    EXPECT_THAT(pieces("int sum = 0;", 20, 10), testing::ElementsAre("int sum = ", "    0;"));
}

TEST(CodeRows, ARuleTakesNoRowOfItsOwn) {
    EXPECT_EQ(pieces("// ---- Load: one each ------------------------------", 24).size(), 1U);
    EXPECT_EQ(pieces("", 24).size(), 1U);
}

TEST(CodeRows, EachByteHasOnePlaceAndComesBackFromIt) {
    for (const std::string& line :
         {std::string("    sums[right] += sums[right - stride] + sums[left];"),
          std::string("\tone\ttwo\tthree four"),
          std::string("x = \xFF\xFE and \xC3\xA4 more words than a row can have"), std::string(40, 'x')}) {
        const auto rows = wrapped(line, 16, 3, 4);
        size_t end = 0;
        for (const TextRow& row : rows) {
            EXPECT_EQ(row.begin, end) << "nothing is lost between two rows of " << line;
            end = row.end;
        }
        EXPECT_EQ(end, line.size());
        for (size_t byte = 0; byte <= line.size(); byte += editor::character_bytes(line, byte)) {
            const RowPlace place = place_in_rows(line, rows, byte, 4);
            const bool last = place.row + 1 == rows.size();
            EXPECT_EQ(byte_in_row(line, rows[place.row], last, double(place.column), 4), byte) << line;
            if (byte == line.size()) break;
        }
    }
}

TEST(CodeRows, FollowTheTextAndTheWidth) {
    editor::TextBuffer buffer("one\ntwo three four five six seven\neight");
    CodeRows rows;
    rows.lay_out(buffer, 100, 0, 4);
    EXPECT_EQ(rows.row_count(), 3U);
    rows.lay_out(buffer, 16, 0, 4);
    EXPECT_EQ(rows.row_count(), 5U);
    EXPECT_EQ(rows.first_row(2), 4U);
    EXPECT_EQ(rows.line_of(3), 1U);
    buffer.replace({{{0, 0}, {0, 0}}, "zero\n"});
    rows.lay_out(buffer, 16, 0, 4);
    EXPECT_EQ(rows.line_of(5), 3U);
}

}  // namespace
}  // namespace upsweep::app
