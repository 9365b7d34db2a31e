// Sizes as typed.
#include "bench/request.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::bench {
namespace {

TEST(ParseSizes, ANumberAloneIsARowOrASquare) {
    const std::vector<Extent> rows = parse_sizes("1024,2048x10", Shape::rows);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0], (Extent{1024, 1}));
    EXPECT_EQ(rows[1], (Extent{2048, 10}));
    EXPECT_EQ(parse_sizes("7", Shape::matrix)[0], (Extent{7, 7}));
}

TEST(ParseSizes, RefusesWhatIsNotASize) {
    for (const char* bad : {"", "0", "-3", "12,", "3x", "x3", "1024x", "1e3", "9999999999999", "5 ", "2x3x4",
                            "99999999x99999999"})
        EXPECT_THROW(parse_sizes(bad, Shape::rows), UsageError) << bad;
}

TEST(SquareSizes, HoldThePowersOfTwo) {
    const std::vector<Extent> sizes = square_sizes(64, 1024, 2);
    ASSERT_EQ(sizes.size(), 9U);
    EXPECT_EQ(sizes[0], (Extent{64, 64}));
    EXPECT_EQ(sizes[1], (Extent{91, 91}));
    EXPECT_EQ(sizes[2], (Extent{128, 128}));
    EXPECT_EQ(sizes[8], (Extent{1024, 1024}));
    EXPECT_EQ(square_sizes(1, 4, 2).size(), 4U);  // 1, 1.41, 2, 2.83, 4: no side twice
}

}  // namespace
}  // namespace upsweep::bench
