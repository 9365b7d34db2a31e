// The plan of face detection: what its streams wait for, what goes to constant memory, and what it refuses.
#include "pipelines/parts/faces_plan.h"

#include <bit>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "pipelines/helpers/catalog_run.h"

namespace upsweep {
namespace {

using test::parameters_of;

FacesPlan toy_plan(FacesSettings settings, Extent picture = {40, 30}) {
    settings.factor = 1.5;
    return faces_plan(picture, cascade::toy_cascade(), settings);
}

template <typename What>
std::vector<int> positions_of(const Plan& plan) {
    std::vector<int> positions;
    for (size_t i = 0; i < plan.operations.size(); ++i)
        if (std::holds_alternative<What>(plan.operations[i].what)) positions.push_back(int(i));
    return positions;
}

TEST(FacesPlan, EveryLevelHasAStreamAndWaitsForTheCascade) {
    const FacesPlan faces = toy_plan({.order = LevelOrder::concurrent, .listed = true});
    ASSERT_EQ(faces.levels.size(), 5u) << "30 pixels, 20, 13.3, 8.9 and 5.9 for a window of 6";
    const int set = positions_of<SetVariable>(faces.plan).at(0);
    std::map<int, std::set<int>> waits;
    for (const int at : positions_of<Wait>(faces.plan)) {
        const Operation& operation = faces.plan.operations[at];
        waits[operation.stream].insert(std::get<Wait>(operation.what).operation);
    }
    EXPECT_THAT(waits[1], testing::ElementsAre(set));
    EXPECT_THAT(waits[3], testing::ElementsAre(set));
    // The list needs the last launch of all the others.
    ASSERT_EQ(waits[0].size(), 4u);
    std::set<int> ended;
    for (const int at : waits[0]) ended.insert(faces.plan.operations[at].stream);
    EXPECT_THAT(ended, testing::ElementsAre(1, 2, 3, 4));
}

TEST(FacesPlan, OneAfterAnotherNeedsNoWaits) {
    const FacesPlan faces = toy_plan({.order = LevelOrder::serial});
    EXPECT_TRUE(positions_of<Wait>(faces.plan).empty());
    for (const Operation& operation : faces.plan.operations) EXPECT_EQ(operation.stream, 0);
}

TEST(FacesPlan, TogetherEachStepIsOneLaunch) {
    for (const cascade::Rule rule : {cascade::Rule::paper, cascade::Rule::opencv}) {
        const FacesPlan faces = toy_plan({.rule = rule, .order = LevelOrder::together, .listed = true});
        std::vector<std::string> functions;
        for (const int at : positions_of<Launch>(faces.plan))
            functions.push_back(std::get<Launch>(faces.plan.operations[at].what).kernel.function);
        std::vector<std::string> expected = {"shrink_levels",  "integral_image", "square_pixels",
                                             "integral_image", "cascade_levels", "list_windows"};
        if (rule == cascade::Rule::opencv) expected.insert(expected.end() - 1, "pass_over_levels");
        EXPECT_EQ(functions, expected);
        EXPECT_EQ(faces.further_inputs.size(), 2u);
        for (const Operation& operation : faces.plan.operations) EXPECT_EQ(operation.stream, 0);
    }
    EXPECT_FALSE(
        positions_of<Wait>(toy_plan({.scaled_filter = true, .order = LevelOrder::together}).plan).empty());
}

/// No two levels share a pixel, all lie inside, and little is left between them.
TEST(FacesPlan, LevelsLieSideBySide) {
    for (const Extent picture : {Extent{1920, 1080}, Extent{90, 700}, Extent{64, 64}}) {
        std::vector<Extent> levels;
        int64_t pixels = 0;
        for (const reference::PyramidLevel& level :
             reference::pyramid_levels(picture, {24, 24}, 1.1, cascade::Rule::paper)) {
            levels.push_back(level.extent);
            pixels += level.extent.count();
        }
        const LevelPlaces at = side_by_side(levels, 16);
        EXPECT_EQ(at.extent.width % 16, 0);
        EXPECT_LT(at.extent.width, picture.width + 16);
        EXPECT_LT(at.extent.count(), 3 * pixels / 2) << picture.width;
        std::vector<char> taken(size_t(at.extent.count()));
        ASSERT_EQ(at.corners.size(), levels.size());
        for (size_t i = 0; i < levels.size(); ++i) {
            ASSERT_LE(at.corners[i].x + levels[i].width, at.extent.width);
            ASSERT_LE(at.corners[i].y + levels[i].height, at.extent.height);
            for (int64_t y = 0; y < levels[i].height; ++y)
                for (int64_t x = 0; x < levels[i].width; ++x) {
                    char& pixel = taken[(at.corners[i].y + y) * at.extent.width + at.corners[i].x + x];
                    ASSERT_EQ(pixel, 0) << "level " << i;
                    pixel = 1;
                }
        }
    }
}

TEST(FacesPlan, FillsConstantMemoryWhereItIsRead) {
    EXPECT_EQ(positions_of<SetVariable>(toy_plan({}).plan).size(), 1u);
    EXPECT_TRUE(positions_of<SetVariable>(toy_plan({.features = FeaturesIn::shared}).plan).empty());
    EXPECT_TRUE(positions_of<SetVariable>(toy_plan({.features = FeaturesIn::global}).plan).empty());
    EXPECT_EQ(positions_of<SetVariable>(toy_plan({.scaled_filter = true}).plan).size(), 1u);
}

TEST(FacesPlan, WordsAreStagesThenStumpsThenThirdParts) {
    const Array words = cascade_words(cascade::toy_cascade());
    const auto all = words.view<uint32_t>();
    // 3 stages of 4 words, 6 stumps of 5, the last two with a third part.
    ASSERT_EQ(all.size(), 12u + 30u + 2u);
    EXPECT_EQ(std::bit_cast<float>(all[0]), -1e-5F);
    EXPECT_EQ(all[4 + 1], 1u) << "first stump of the second stage";
    EXPECT_EQ(all[8 + 2], 3u) << "stumps of the third stage";
    EXPECT_EQ(all[8 + 3], 2u << 16) << "its third parts, none before";
    EXPECT_EQ(std::bit_cast<float>(all[12 + 3]), -1.0F) << "the first stump's vote below its threshold";
}

TEST(FacesPlan, RefusesWhatDoesNotFit) {
    EXPECT_THROW(toy_plan({.rule = cascade::Rule::opencv, .scaled_filter = true}), UsageError);
    cascade::Cascade large = cascade::toy_cascade();
    for (int i = 0; i < 4000; ++i) large.stumps.push_back(large.stumps.front());
    large.stages.back().count += 4000;
    EXPECT_THROW(cascade_words(large), Error);
    cascade::Cascade deep = cascade::toy_cascade();
    for (int i = 0; i < 251; ++i) deep.stages.push_back(deep.stages.back());
    EXPECT_THAT([&] { cascade_words(deep); },
                testing::ThrowsMessage<Error>(testing::HasSubstr("254 stages")));
}

TEST(FacesPlan, ACascadeOfEveryLevelIsRightOnToys) {
    const Algorithm& cascade = find_algorithm("haar_cascade");
    for (const int64_t features : {0, 1, 2})
        for (const int64_t rule : {0, 1, 2})
            for (const int64_t way : {0, 1, 2, 3, 4}) {
                // 2: all stages but the last alone; from 3 on all levels together.
                const int64_t alone = way < 3 ? way : 4 - way;
                const Parameters parameters = parameters_of(cascade, {23, 17},
                                                            {{"features", features},
                                                             {"rule", rule},
                                                             {"alone", alone},
                                                             {"streams", way < 3 ? 0 : 2},
                                                             {"scales", 3},
                                                             {"factor", 150}},
                                                            {4, 8});
                const test::CatalogRun run = test::run_entry(cascade, parameters);
                EXPECT_TRUE(run.trace.complete);
                EXPECT_TRUE(run.right()) << features << rule << way << ": " << run.check().message;
            }
}

}  // namespace
}  // namespace upsweep
