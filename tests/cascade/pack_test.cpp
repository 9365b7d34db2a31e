// Packing loses nothing, and says why a cascade does not fit.
#include <gmock/gmock.h>

#include "cascade/cascade.h"
#include "core/error.h"

namespace upsweep::cascade {
namespace {

void expect_same_stumps(const Cascade& cascade, const Cascade& back) {
    EXPECT_EQ(back.window, cascade.window);
    EXPECT_EQ(back.stages, cascade.stages);
    ASSERT_EQ(back.stumps.size(), cascade.stumps.size());
    for (size_t s = 0; s < cascade.stumps.size(); ++s) {
        const Stump &a = cascade.stumps[s], &b = back.stumps[s];
        EXPECT_EQ(std::tie(a.threshold, a.below, a.otherwise), std::tie(b.threshold, b.below, b.otherwise))
            << s;
        EXPECT_EQ(cascade.features[a.feature], back.features[b.feature]) << s;
    }
}

TEST(Pack, LosesNothingOfTheToy) {
    const Cascade& toy = toy_cascade();
    const Packed packed = pack(toy);
    EXPECT_EQ(packed.stumps.size(), 30U);
    EXPECT_EQ(packed.thirds.size(), 2U);
    EXPECT_EQ(packed.stages.size(), 9U);
    expect_same_stumps(toy, unpack(packed, toy.window));
}

/// The bits of one stump, worked out by hand.
TEST(Pack, PutsPartsWhereTheHeaderSays) {
    Cascade cascade = toy_cascade();
    cascade.features[0] = {{{{1, 2, 3, 4, -1}, {5, 0, 1, 6, 2}, {0, 0, 1, 1, -3}}}, 3};
    const Packed packed = pack(cascade);
    EXPECT_EQ(packed.stumps[0], 1U | 2U << 5 | 3U << 10 | 4U << 15 | 0x7FFU << 20 | 1U << 31);
    EXPECT_EQ(packed.stumps[1], 5U | 0U << 5 | 1U << 10 | 6U << 15 | 2U << 20);
    EXPECT_EQ(packed.thirds[0], 0U | 0U << 5 | 1U << 10 | 1U << 15 | 0x7FDU << 20);
    expect_same_stumps(cascade, unpack(packed, cascade.window));
}

TEST(Pack, LosesNothingOfDebiansFrontalFaces) {
    if (frontal_face_file().empty()) GTEST_SKIP() << "opencv-data is not installed.";
    const Cascade cascade = frontal_face_cascade();
    const Packed packed = pack(cascade);
    EXPECT_EQ(packed.stumps.size(), 5U * 2913);
    EXPECT_EQ(packed.thirds.size(), 557U);
    EXPECT_EQ(4 * (packed.stumps.size() + packed.thirds.size()), 60488U);
    EXPECT_EQ(packed.bytes(), 60488 + 25 * 12);
    expect_same_stumps(cascade, unpack(packed, cascade.window));
}

TEST(Pack, SaysWhatDoesNotFit) {
    const auto complaint = [](auto&& change) -> std::string {
        Cascade cascade = toy_cascade();
        change(cascade);
        try {
            (void)pack(cascade);
        } catch (const Error& error) {
            return error.what();
        }
        return "fits";
    };
    using testing::HasSubstr;
    EXPECT_THAT(complaint([](Cascade& c) { c.window = {32, 6}; }), HasSubstr("over 31 pixels"));
    EXPECT_THAT(complaint([](Cascade& c) { c.features[0].parts[0].weight = 0.5F; }),
                HasSubstr("not a whole number"));
    EXPECT_THAT(complaint([](Cascade& c) { c.features[0].parts[0].weight = 1024; }),
                HasSubstr("not a whole number"));
    EXPECT_THAT(complaint([](Cascade& c) {
                    c.window = {31, 31};
                    c.features[0].parts[0] = {0, 0, 31, 31, 100};
                }),
                HasSubstr("may reach 2^24"));
    EXPECT_THAT(complaint([](Cascade& c) { c.stumps.resize(3300); }), HasSubstr("of 65536 bytes"));
}

}  // namespace
}  // namespace upsweep::cascade
