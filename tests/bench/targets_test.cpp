// What a target is held against and what counts as met; no GPU is needed.
#include "bench/targets.h"

#include <gmock/gmock.h>

namespace upsweep::bench {
namespace {

using testing::HasSubstr;

Measured measured(Against against, double most) {
    Measured one;
    one.target = targets().front();
    one.target.against = against;
    one.target.most = most;
    one.seconds = 0.003;
    one.copy_seconds = 0.002;
    return one;
}

TEST(Targets, AreHeldAgainstTheCopy) {
    EXPECT_DOUBLE_EQ(measured(Against::copy, 1.5).value(), 1.5);
    EXPECT_TRUE(measured(Against::copy, 1.5).met());
    EXPECT_FALSE(measured(Against::copy, 1.49).met());
}

TEST(Targets, AreHeldAgainstMilliseconds) {
    EXPECT_DOUBLE_EQ(measured(Against::milliseconds, 3).value(), 3);
    EXPECT_FALSE(measured(Against::milliseconds, 2.9).met());
}

TEST(Targets, WithoutTheirPeerAreNeitherMetNorHidden) {
    Measured one = measured(Against::cub, 10);
    EXPECT_LT(one.value(), 0);
    EXPECT_FALSE(one.met());
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("the peer is not in this build"));
    one.peer_seconds = 0.002;
    EXPECT_TRUE(one.met());
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("| 2.0000 | ≤ 10.00 × CUB | 1.500 × | met |"));
}

TEST(Targets, WithAWrongResultHaveNoTime) {
    Measured one = measured(Against::copy, 10);
    one.wrong = true;
    one.refusal = "Element 3 should be 4 and is 5.";
    EXPECT_FALSE(one.met());
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("Element 3 should be 4"));
    EXPECT_THAT(targets_json({}, {one}), HasSubstr("\"met\": false"));
}

TEST(Targets, NameAlgorithmsOfTheCatalogAndTypesThatTheyTake) {
    for (const Target& target : targets()) {
        Parameters parameters;
        parameters.extent = target.extent;
        parameters.types = target.types;
        parameters.options = target.options;
        EXPECT_NO_THROW(with_defaults(find_algorithm(target.slug), parameters)) << target.slug;
    }
}

}  // namespace
}  // namespace upsweep::bench
