// What a target is held against and what counts as met; no GPU is needed.
#include "bench/targets.h"

#include <gmock/gmock.h>

#include "core/error.h"

namespace upsweep::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

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
    one.peer_missing = "the peer is not in this build";
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("| – | the peer is not in this build |"));
    one.peer_seconds = 0.002;
    EXPECT_TRUE(one.met());
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("| 2.0000 | ≤ 10.00 × CUB | 1.500 × | met |"));
}

TEST(Targets, ThatAreManyTimesAsFastSayHowMany) {
    Measured one = measured(Against::npp, 1.0 / 20);
    EXPECT_FALSE(one.met());
    one.peer_missing = "NPP was not found";
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("| ≥ 20 × as fast as NPP | – | NPP was not found |"));
    one.peer_seconds = 0.069;
    EXPECT_TRUE(one.met());
    EXPECT_THAT(targets_table({}, {one}),
                HasSubstr("| 69.0000 | ≥ 20 × as fast as NPP | 23.0 × as fast | met |"));
    EXPECT_THAT(targets_json({}, {one}), HasSubstr("\"peer\": \"NPP\""));
    one.peer_seconds = 0.059;
    EXPECT_FALSE(one.met());
}

TEST(Targets, AgainstAnotherAlgorithmNameIt) {
    Measured one = measured(Against::algorithm, 0.1);
    one.target.peer = "Bugetti's kernels";
    one.peer_seconds = 0.033;
    EXPECT_TRUE(one.met());
    EXPECT_THAT(targets_table({}, {one}),
                HasSubstr("≥ 10 × as fast as Bugetti's kernels | 11.0 × as fast | met"));
    one.target.most = 1.05;
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("≤ 1.05 × Bugetti's kernels | 0.091 × | met"));
}

TEST(Targets, OfACopyAndAnotherAlgorithmAddBoth) {
    Measured one = measured(Against::copy_and_algorithm, 3);
    one.target.peer = "integral image";
    EXPECT_LT(one.value(), 0);
    one.peer_seconds = 0.001;
    EXPECT_DOUBLE_EQ(one.value(), 1);
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("≤ 3.00 × copy and integral image | 1.000 × | met"));
    EXPECT_THAT(targets_json({}, {one}), HasSubstr("\"against\": \"copy and algorithm\""));
}

/// An entry for contrast is measured and shown, and neither met nor missed.
TEST(Targets, MayBeAContrastWithoutABound) {
    Measured one = measured(Against::copy, 0);
    EXPECT_FALSE(one.met());
    EXPECT_THAT(targets_table({}, {one}), HasSubstr("| – | 1.500 × | for contrast |"));
    EXPECT_THAT(targets_json({}, {one}), HasSubstr("\"value\": 1.5"));
    EXPECT_THAT(targets_json({}, {one}), Not(HasSubstr("\"met\"")));
    EXPECT_THAT(targets_json({}, {one}), Not(HasSubstr("\"most\"")));
}

TEST(Targets, WithAWrongResultHaveNoTime) {
    Measured one = measured(Against::copy, 10);
    one.wrong = true;
    one.refusal = "Element 3 should be 4, but is 5.";
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
        const bool named =
            target.against == Against::algorithm || target.against == Against::copy_and_algorithm;
        EXPECT_EQ(named, !target.peer.empty() && !target.peer_slug.empty());
        if (!named) continue;
        parameters.options = target.peer_options;
        parameters.types = target.peer_types.value_or(target.types);
        EXPECT_NO_THROW(with_defaults(find_algorithm(target.peer_slug), parameters)) << target.peer_slug;
    }
}

// A recording from a GPU is printed without a GPU in the same words.
TEST(RecordedTargets, AreTheTableThatWasMeasured) {
    Measured met, slow, contrast;
    met.target = targets().front();
    met.seconds = 1.05e-3;
    met.copy_seconds = 1e-3;
    slow = met;
    slow.seconds = 2e-3;
    contrast = met;
    contrast.target.most = 0;
    const std::vector<Measured> all = {met, slow, contrast};
    MachineInfo machine;
    machine.gpu = "NVIDIA H200";
    machine.date = "2026-01-02";
    const std::string text = targets_table(parse_recording(targets_json(machine, all), "x.json"));
    const std::string live = targets_table(machine, all);
    const auto rows = [](const std::string& table) { return table.substr(table.find("|---")); };
    EXPECT_EQ(rows(text).substr(0, rows(live).size()), rows(live));
    EXPECT_THAT(text, HasSubstr("NVIDIA H200, recorded 2026-01-02"));
    EXPECT_THAT(text, HasSubstr("1 of 2 targets are met."));
    EXPECT_THROW(targets_table(parse_recording(targets_json(machine, {}), "x.json")), Error);
}

TEST(RecordedTargets, TheShippedOnesAreThere) {
    const std::string text = targets_table(parse_recording(shipped_recordings().front().text, "shipped"));
    EXPECT_THAT(text, HasSubstr("| Integral image, one pass | u8→u32 | 8192 × 8192 | 0.0965 | 0.0894 | – | ≤ "
                                "1.10 × copy | 1.079 × | met |"));
}

}  // namespace
}  // namespace upsweep::bench
