// Requests become races that can be compared.
#include "bench/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::bench {
namespace {

using ::testing::HasSubstr;

struct RequestTest : ::testing::Test {
    BackendsHere here;
    Request request;
    std::vector<std::string> notes;
    RequestTest() {
        here.backends.emplace_back(std::shared_ptr<void>(), &backends::cpu());
        here.machine.gpu_missing = "No GPU for this test.";
    }
    std::vector<RaceSettings> races() { return races_for(request, here, notes); }
};

TEST_F(RequestTest, EveryLoopOfTheCatalogIsInOneRaceOfItsShapeWithACopy) {
    const auto all = races();
    int loops = 0;
    for (const RaceSettings& race : all) {
        EXPECT_EQ(race.competitors.front().algorithm, nullptr);
        const Shape shape = race.competitors[1].algorithm->shape;
        for (size_t i = 1; i < race.competitors.size(); ++i) {
            if (race.competitors[i].algorithm == nullptr) continue;  // the copy of a histogram's tables
            EXPECT_TRUE(race.competitors[i].algorithm->cpu_loop);
            EXPECT_EQ(race.competitors[i].algorithm->shape, shape);
            ++loops;
        }
        EXPECT_EQ(race.extents.front(), shape == Shape::rows ? (Extent{256, 1}) : (Extent{256, 256}));
    }
    int expected = 0;
    for (const Algorithm* algorithm : catalog()) expected += algorithm->cpu_loop;
    EXPECT_EQ(loops, expected);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0], "No GPU for this test. The CPU is measured alone.");
}

/// Each kernel once more, right behind the one without; loops and copies have no transfers.
TEST_F(RequestTest, TransfersAreALineOfTheirOwn) {
    here.backends.emplace_back(std::shared_ptr<void>(), &backends::gpu());
    here.machine.gpu_missing.clear();
    request.algorithms = {"scan_loop", "scan_raking"};
    const auto keys = [&] {
        const std::vector<RaceSettings> all = races();
        std::vector<std::string> names;
        for (const Competitor& competitor : all.front().competitors) names.push_back(key_of(competitor));
        return names;
    };
    const std::vector<std::string> without = {"copy cpu", "copy gpu", "scan_loop cpu", "scan_raking gpu"};
    EXPECT_EQ(keys(), without);
    request.transfers = true;
    std::vector<std::string> with = without;
    with.emplace_back("scan_raking gpu+transfers");
    EXPECT_EQ(keys(), with);
}

TEST_F(RequestTest, WholeFramesOnTheGpuAreAPlaceOfTheirOwn) {
    here.backends.emplace_back(std::shared_ptr<void>(), &backends::gpu());
    here.machine.gpu_missing.clear();
    request.algorithms = {"scan_raking"};
    request.on = {"gpu+transfers"};
    std::vector<std::string> keys;
    for (const Competitor& competitor : races().front().competitors) keys.push_back(key_of(competitor));
    EXPECT_THAT(keys, testing::ElementsAre("copy gpu", "scan_raking gpu+transfers"));
    request.cold = true;
    EXPECT_EQ(key_of(races().front().competitors.front()), "copy gpu+cold");
}

TEST_F(RequestTest, ATypeThatNothingTakesIsNamed) {
    request.types = ElementTypes{ScalarType::i8, ScalarType::i8};
    try {
        races();
        FAIL() << "i8 was taken";
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("i8"), std::string::npos) << error.what();
    }
}

TEST_F(RequestTest, TypesAndOptionsReachTheCompetitors) {
    request.algorithms = {"scan_loop"};
    request.types = ElementTypes{ScalarType::u8, ScalarType::u32};
    request.set = {"inclusive=1"};
    const auto all = races();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].types, *request.types);
    ASSERT_EQ(all[0].competitors[1].options.size(), 1U);
    EXPECT_EQ(all[0].competitors[1].options[0].value, 1);
}

TEST_F(RequestTest, AHistogramRacesAgainstTheCopyOfAllItsTables) {
    request.algorithms = {"integral_histogram_loop", "integral_image_oro_loop"};
    request.types = ElementTypes{ScalarType::u8, ScalarType::u32};
    request.set = {"bins=32"};
    const auto all = races();
    ASSERT_EQ(all.size(), 1U);
    std::vector<std::string> keys;
    for (const Competitor& one : all[0].competitors) keys.push_back(key_of(one));
    EXPECT_THAT(keys, testing::ElementsAre("copy:bins=32 cpu", "integral_histogram_loop:bins=32 cpu",
                                           "copy cpu", "integral_image_oro_loop cpu"));
    Parameters parameters;
    parameters.extent = {10, 4};
    parameters.types = *request.types;
    parameters.options = all[0].competitors[0].options;
    EXPECT_EQ(backends::payload_bytes(parameters), 40 * (1 + 32 * 4));
    parameters.types = {ScalarType::f32, ScalarType::f32, 4};
    parameters.options.clear();
    EXPECT_EQ(backends::payload_bytes(parameters), 40 * 4 * 8);
}

TEST_F(RequestTest, WhatMakesNoSenseIsAUsageError) {
    const auto refuses = [this](Request bad) {
        request = std::move(bad);
        EXPECT_THROW(races(), UsageError);
    };
    refuses({.algorithms = {"nothing_like_this"}});
    refuses({.on = {"fpga"}});
    refuses({.sizes = "0"});
    refuses({.set = {"inclusive"}});
    refuses({.algorithms = {"scan_loop"}, .set = {"radius=3"}});
    refuses({.algorithms = {"scan_loop"}, .set = {"inclusive=9"}});
    refuses({.algorithms = {"scan_loop"},
             .on = {},
             .sizes = "8",
             .types = ElementTypes{ScalarType::i8, ScalarType::f64}});
}

TEST_F(RequestTest, AskingForTheGpuAloneWithoutOneFails) {
    request.on = {"gpu"};
    EXPECT_THROW(races(), BackendMissing);
    request = {.algorithms = {"transpose_tiled"}};
    try {
        races();
        FAIL() << "must throw";
    } catch (const BackendMissing& error) {
        EXPECT_THAT(error.what(), HasSubstr("GPU kernel"));
    }
}

}  // namespace
}  // namespace upsweep::bench
