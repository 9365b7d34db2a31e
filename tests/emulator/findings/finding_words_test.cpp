// Numbers, lanes and cells in words: one, two, many.
#include <gtest/gtest.h>

#include <numeric>

#include "emulator/findings/finding_words.h"
#include "emulator/helpers/sentences.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

TEST(FindingWords, ListsAreShort) {
    EXPECT_EQ(list_in_words({}), "");
    EXPECT_EQ(list_in_words({7}), "7");
    EXPECT_EQ(list_in_words({7, 7, 7}), "7");
    EXPECT_EQ(list_in_words({2, 0}), "0 and 2");
    EXPECT_EQ(list_in_words({0, 1, 2}), "0, 1 and 2");
    EXPECT_EQ(list_in_words({3, 1, 2, 0}), "0 to 3");
    EXPECT_EQ(list_in_words({0, 1, 2, 3, 8, 9, 10, 11, 15}), "0 to 3, 8 to 11 and 15");
    EXPECT_EQ(list_in_words({0, 2, 4, 6, 8, 10}), "0, 2, 4 … 10");
    EXPECT_EQ(list_in_words({0, 2, 5, 6, 8, 10, 31}), "0, 2, 5 … 31 (7 in all)");
    EXPECT_EQ(list_in_words({-4, -3, -2, -1}), "-4 to -1");
    std::vector<int64_t> many(100'000);
    std::iota(many.begin(), many.end(), -5);
    EXPECT_EQ(list_in_words(many), "-5 to 99994");
}

TEST(FindingWords, NounsAndVerbsGoWithTheirNumber) {
    EXPECT_EQ(lanes_in_words({5}), "lane 5");
    EXPECT_EQ(lanes_in_words({0, 5}), "lanes 0 and 5");
    EXPECT_EQ(counted_in_words("word", {8, 8}), "word 8");
    EXPECT_EQ(verb(1, "go"), "goes");
    EXPECT_EQ(verb(1, "wait"), "waits");
    EXPECT_EQ(verb(2, "wait"), "wait");
}

TEST(FindingWords, CellsAreWrittenAsInTheKernel) {
    ArrayInfo line, tile;
    line.name = "sums";
    line.extent = {64, 1};
    tile.name = "tile";
    tile.space = Space::shared;
    tile.extent = {33, 32};
    EXPECT_EQ(cell_in_words(line, 40), "sums[40]");
    EXPECT_EQ(cell_in_words(tile, 33), "tile[1][0]");
    EXPECT_EQ(cells_in_words(line, {1, 2, 3, 4}), "sums[1] to sums[4]");
    EXPECT_EQ(cells_in_words(tile, {0, 33}), "tile[0][0] and tile[1][0]");
    tile.space = Space::global;  // a picture's rows are indexed by hand
    EXPECT_EQ(cell_in_words(tile, 33), "tile[33]");
}

/// The watch over sentences sees what it should.
TEST(Sentences, SlipsAreSeen) {
    for (const char* good :
         {"Lane 1 of warp 0 goes one way here and lanes 0, 2 and 3 the other.", "Lanes 0 to 3 write.",
          "Lanes 0, 2, 4 … 30 of warps 0 and 1 wait.", "Block 1 reads s[1] in line 2, which warp 3 writes."})
        EXPECT_EQ(slip_of_sentence(good), "") << good;
    for (const char* bad :
         {"Lane 1 go one way here.", "Lanes 0 and 1 of warp 0 goes on.", "It takes 1 turns.",
          "It takes 3 turn.", "Lanes 1 wait.", "Elements 3 of a  are bad.", "Lane 0 and 1 wait.",
          "lanes 0 and 1 wait.", "Nobody came", "Nobody came. ", "By lane 3, which go on in line 7.",
          "It reads elements 3 of a."})
        EXPECT_NE(slip_of_sentence(bad), "") << bad;
}

}  // namespace
}  // namespace upsweep::emulator
