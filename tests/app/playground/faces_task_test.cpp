// The faces task without a window: jobs run, the latest request wins, a bad cascade changes nothing. The
// search is a pretended one, whose answers tell what was asked.
#include "app/playground/model/faces_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/playground/model/faces_map.h"
#include "core/error.h"
#include "media/samples.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

constexpr int stages = 3;

cascade::Cascade pretended_cascade(const std::string& name) {
    cascade::Cascade cascade;
    cascade.name = name;
    cascade.window = {6, 6};
    cascade.features.resize(5);
    cascade.stumps.resize(5);
    cascade.stages = {{0, 0, 1}, {0, 1, 2}, {0, 3, 2}};
    return cascade;
}

/// Every window fails at once but those with u + v = 5, which pass; and one raw rectangle a level.
vision::FaceRun pretended_run(const Array& grey, const cascade::Cascade& cascade,
                              const vision::FaceRequest& request) {
    vision::FaceRun run;
    double scale = 1;
    for (; grey.extent().width / scale >= 12; scale *= request.factor) {
        vision::FaceLevel level;
        level.scale = scale;
        level.step = 1;
        level.window = {std::llround(6 * scale), std::llround(6 * scale)};
        level.extent = {static_cast<std::int64_t>(static_cast<double>(grey.extent().width) / scale),
                        static_cast<std::int64_t>(static_cast<double>(grey.extent().height) / scale)};
        level.places = {level.extent.width - cascade.window.width + 1,
                        level.extent.height - cascade.window.height + 1};
        if (request.maps) {
            Array survived(ScalarType::u8, level.places);
            for (std::int64_t y = 0; y < level.places.height; ++y)
                for (std::int64_t x = 0; x < level.places.width; ++x)
                    survived.set_number(y * level.places.width + x, x + y == 5 ? stages : 0);
            level.survived = std::make_shared<const Array>(std::move(survived));
            level.picture = std::make_shared<const Array>(ScalarType::u8, level.extent);
        }
        level.passed = run.levels.size() == 2 ? 9 : 6;
        run.levels.push_back(std::move(level));
        run.found.push_back({4, 4, 24, 24, 1});
    }
    run.raw = run.found;
    run.left = {100, 50, 20, 6};
    run.faces = {{4, 4, 24, 24, request.neighbours + 1}};
    run.parts.cascade_ms = request.maps ? 100 : 1;
    return run;
}

std::shared_ptr<const PlaygroundPicture> picture_of(const Array& grey) {
    auto picture = std::make_shared<PlaygroundPicture>();
    picture->grey = std::make_shared<const Array>(grey);
    picture->drawn = drawn_picture({grey});
    return picture;
}

class FacesTaskTest : public testing::Test {
  protected:
    FacesTaskTest() : jobs([] {}, [this](const std::string& sentence) { complaints.push_back(sentence); }) {
        functions.usual_file = [this] { return usual; };
        functions.load = [](const std::filesystem::path& file) {
            if (file.stem() == "words") throw Error("words.xml is no cascade.");
            return pretended_cascade(file.stem().string());
        };
        functions.detect = [this](const Array& grey, const cascade::Cascade& cascade,
                                  const vision::FaceRequest& request, const backends::Backend&,
                                  const std::atomic<bool>* cancel) {
            ++searches;
            while (held && !*cancel) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (*cancel) throw Cancelled();
            return pretended_run(grey, cascade, request);
        };
        functions.group = [](const std::vector<vision::FaceRectangle>& found, int neighbours, Extent) {
            return std::vector<vision::FaceRectangle>{
                {1, 1, 8, 8, neighbours + static_cast<int>(found.size())}};
        };
        functions.look = [](const vision::FaceLevel&, const cascade::Cascade&, vision::FaceRule,
                            std::int64_t x, std::int64_t y) {
            vision::LookedWindow looked;
            looked.survived = x + y == 5 ? stages : 0;
            const int stumps = looked.survived == stages ? 5 : 1;
            constexpr std::array<int, 5> stage_of = {0, 1, 1, 2, 2};
            for (int i = 0; i < stumps; ++i) {
                vision::LookedStump stump;
                stump.stage = stage_of[static_cast<std::size_t>(i)];
                stump.number = i;
                looked.stumps.push_back(stump);
            }
            return looked;
        };
    }
    void settle() {
        for (int i = 0; i < 20'000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(jobs.idle());
    }
    FacesTask& task() {
        if (!task_) task_ = std::make_unique<FacesTask>(jobs, functions);
        return *task_;
    }
    /// With the usual cascade and a picture of 48 x 36.
    void open() {
        task().take(picture);
        settle();
        ASSERT_TRUE(task().found());
    }

    std::vector<std::string> complaints;
    std::filesystem::path usual = "/somewhere/haarcascade_frontalface_default.xml";
    std::shared_ptr<const PlaygroundPicture> picture = picture_of(media::find_sample("noise").draw({48, 36}));
    std::atomic<bool> held = false;
    std::atomic<int> searches = 0;
    Jobs jobs;
    FaceFunctions functions;
    std::unique_ptr<FacesTask> task_;
};

TEST_F(FacesTaskTest, SearchesOnceCascadeAndPictureAreThere) {
    open();
    EXPECT_EQ(task().found()->picture, picture);
    EXPECT_EQ(task().cascade()->name, "haarcascade_frontalface_default");
    EXPECT_EQ(task().faces().size(), 1U);
    EXPECT_FALSE(task().searching());
    EXPECT_EQ(searches, 2);
    // Times are those of a run that made no maps, and the maps are there all the same.
    EXPECT_EQ(task().found()->run.parts.cascade_ms, 1);
    EXPECT_TRUE(task().level()->survived);
}

TEST_F(FacesTaskTest, WithoutACascadeASentenceSaysWhatToInstall) {
    usual.clear();
    task().take(picture);
    settle();
    EXPECT_FALSE(task().found());
    EXPECT_THAT(task().problem(), HasSubstr("install the package `opencv-data`"));
    task().open_cascade("/mine/haarcascade_smile.xml");
    settle();
    EXPECT_EQ(task().problem(), "");
    EXPECT_EQ(task().cascade()->name, "haarcascade_smile");
    ASSERT_TRUE(task().found());
}

TEST_F(FacesTaskTest, ABadCascadeIsASentenceAndChangesNothing) {
    open();
    const auto before = task().found();
    std::string said;
    task().open_cascade("/mine/words.xml", [&](const std::string& sentence) { said = sentence; });
    settle();
    EXPECT_EQ(said, "words.xml is no cascade.");
    EXPECT_EQ(task().found(), before);
    EXPECT_EQ(task().cascade_file(), usual);
    EXPECT_TRUE(complaints.empty());
    task().open_cascade("/mine/words.xml");
    settle();
    EXPECT_EQ(complaints.size(), 1U);
}

TEST_F(FacesTaskTest, ABadUsualCascadeIsWhyThereIsNone) {
    usual = "/somewhere/words.xml";
    task().take(picture);
    settle();
    EXPECT_EQ(task().problem(), "words.xml is no cascade.");
    EXPECT_TRUE(complaints.empty());
}

TEST_F(FacesTaskTest, TheLatestRequestWins) {
    open();
    held = true;
    for (const double factor : {1.2, 1.3, 1.4}) task().set_factor(factor);
    task().set_rule(vision::FaceRule::opencv);
    EXPECT_TRUE(task().searching());
    held = false;
    settle();
    EXPECT_EQ(task().found()->request.factor, 1.4);
    EXPECT_EQ(task().found()->request.rule, vision::FaceRule::opencv);
    EXPECT_TRUE(complaints.empty());
}

TEST_F(FacesTaskTest, CancelledItKeepsWhatItHas) {
    open();
    const auto before = task().found();
    held = true;
    task().set_factor(1.5);
    task().cancel();
    EXPECT_FALSE(task().searching());
    settle();
    EXPECT_EQ(task().found(), before);
}

TEST_F(FacesTaskTest, AnotherPictureForgetsTheFacesOfTheLast) {
    open();
    held = true;
    task().take(picture_of(media::find_sample("noise").draw({64, 64})));
    EXPECT_FALSE(task().found());
    EXPECT_TRUE(task().faces().empty());
    EXPECT_EQ(task().level(), nullptr);
    EXPECT_TRUE(task().looked().stumps.empty());
    held = false;
    settle();
    EXPECT_EQ(task().found()->picture->extent(), (Extent{64, 64}));
    const int before = searches;
    task().take(task().found()->picture);
    settle();
    EXPECT_EQ(searches, before);
}

TEST_F(FacesTaskTest, LeftBeforeItsAnswerItAsksAgain) {
    held = true;
    task().take(picture);
    for (int i = 0; i < 2000 && !task().searching(); ++i) {
        jobs.deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_TRUE(task().searching());
    task().leave();
    settle();
    EXPECT_FALSE(task().found());
    held = false;
    task().take(picture);
    settle();
    EXPECT_TRUE(task().found());
    task().leave();
    const int before = searches;
    task().take(picture);
    settle();
    EXPECT_EQ(searches, before);
}

TEST_F(FacesTaskTest, TheSamePictureOnAnotherMachineIsSearchedAgain) {
    open();
    auto elsewhere = std::make_shared<PlaygroundPicture>(*picture);
    elsewhere->on = &backends::gpu();
    task().take(elsewhere);
    EXPECT_TRUE(task().found());  // stays until the new answer is there
    settle();
    EXPECT_EQ(task().found()->on, &backends::gpu());
}

TEST_F(FacesTaskTest, ItsResultIsTheMapOfTheLevelInColours) {
    open();
    ASSERT_TRUE(task().result());
    const DrawnPicture& map = *task().result();
    EXPECT_EQ(map.extent(), task().level()->places);
    const auto colour = [&](std::int64_t x, std::int64_t y) {
        const std::int64_t at = y * map.extent().width + x;
        return MapColour{static_cast<std::uint8_t>(map.channels[0].number(at)),
                         static_cast<std::uint8_t>(map.channels[1].number(at)),
                         static_cast<std::uint8_t>(map.channels[2].number(at))};
    };
    EXPECT_EQ(colour(2, 3), map_all);
    EXPECT_EQ(colour(0, 0), map_grey(0, stages));
    EXPECT_THAT(task().label(), HasSubstr("scale 3"));
    EXPECT_EQ(task().value_at(0, 0), "");  // no window has its middle there
    EXPECT_EQ(task().value_at(12, 12), "0 stages");
    task().choose_level(0);
    EXPECT_EQ(task().result()->extent(), task().level()->places);
}

TEST_F(FacesTaskTest, SavesThePictureWithItsFacesFramed) {
    EXPECT_EQ(task().to_save(), nullptr);
    open();
    const auto saved = task().to_save();
    const Array& framed = saved->channels.front();
    const auto at = [&](std::int64_t x, std::int64_t y) { return framed.number(y * 48 + x); };
    EXPECT_EQ(at(4, 10), 0);
    EXPECT_EQ(at(5, 10), 255);
    EXPECT_EQ(at(6, 10), 0);
    EXPECT_EQ(at(27, 10), 0);
    EXPECT_EQ(at(7, 10), picture->grey->number(10 * 48 + 7));
}

TEST(RejectionMap, TakesOfWindowsThatShareAPixelTheOneThatCameFurthest) {
    vision::FaceLevel level;
    level.scale = 2;
    level.window = {48, 48};
    level.places = {1500, 4};
    Array survived(ScalarType::u8, level.places);
    for (std::int64_t i = 0; i < survived.extent().count(); ++i) survived.set_number(i, 255);
    survived.set_number(3, 7);
    survived.set_number(1500 + 4, 2);
    level.survived = std::make_shared<const Array>(std::move(survived));
    const auto map = rejection_map(level, 25);
    EXPECT_EQ(map->extent(), (Extent{500, 2}));
    EXPECT_EQ(map->channels[0].number(0), map_not_asked[0]);
    EXPECT_EQ(map->channels[0].number(1), map_grey(7, 25)[0]);
    // The middle of the first window, and a step of two pixels of the picture a window.
    EXPECT_EQ(map->place, (vision::Region{23, 23, 3023, 31}));
}

TEST_F(FacesTaskTest, NeighboursGroupWithoutASearch) {
    open();
    const int before = searches;
    task().set_neighbours(5);
    settle();
    EXPECT_EQ(searches, before);
    const int raw = static_cast<int>(task().found()->run.raw.size());
    ASSERT_EQ(task().faces().size(), 1U);
    EXPECT_EQ(task().faces()[0].neighbours, 5 + raw);
    // A search that began with other neighbours is grouped by these.
    held = true;
    task().set_factor(1.3);
    task().set_neighbours(7);
    held = false;
    settle();
    EXPECT_EQ(task().faces()[0].neighbours, 7 + static_cast<int>(task().found()->run.raw.size()));
    task().set_neighbours(99);
    EXPECT_EQ(task().request().neighbours, FacesTask::most_neighbours);
    settle();
}

TEST_F(FacesTaskTest, CountsTheWindowsOfNoFace) {
    open();
    const auto raw = static_cast<std::int64_t>(task().found()->run.raw.size());
    EXPECT_EQ(task().dropped(), std::max<std::int64_t>(0, raw - 4));
    task().set_neighbours(0);
    EXPECT_EQ(task().dropped(), 0);
    settle();
}

TEST_F(FacesTaskTest, FactorsStayInTheirRange) {
    open();
    task().set_factor(1);
    EXPECT_EQ(task().request().factor, FacesTask::least_factor);
    task().set_factor(1.234);
    EXPECT_EQ(task().request().factor, 1.23);
    task().set_factor(40);
    EXPECT_EQ(task().request().factor, FacesTask::most_factor);
    settle();
}

TEST_F(FacesTaskTest, BeginsWithTheLevelOfMostFacesAndAWindowThatPasses) {
    open();
    EXPECT_EQ(task().level_number(), 2);
    const FacePlace place = task().place();
    EXPECT_EQ(place.x + place.y, 5);
    EXPECT_EQ(task().looked().survived, stages);
}

TEST_F(FacesTaskTest, AWindowIsChosenOnThePicture) {
    open();
    task().choose_level(3);
    task().choose_at(20, 15);
    const FacesTask::Box box = task().window_box();
    const double scale = task().level()->scale;
    EXPECT_NEAR(box.x + box.width / 2, 20, scale / 2 + 1e-9);
    EXPECT_NEAR(box.y + box.height / 2, 15, scale / 2 + 1e-9);
    EXPECT_NEAR(box.width, 6 * scale, 0.5);
    task().choose_at(-100, 1000);
    EXPECT_EQ(task().place(), (FacePlace{0, task().level()->places.height - 1}));
}

TEST_F(FacesTaskTest, TheWindowStaysWhereItIsFromLevelToLevel) {
    open();
    task().choose_level(0);
    task().choose_at(24, 18);
    for (int level = 0; level < task().levels(); ++level) {
        task().choose_level(level);
        const FacesTask::Box box = task().window_box();
        EXPECT_NEAR(box.x + box.width / 2, 24, 7) << level;
    }
    task().choose_level(-4);
    EXPECT_EQ(task().level_number(), 0);
    task().choose_level(4000);
    EXPECT_EQ(task().level_number(), task().levels() - 1);
}

TEST_F(FacesTaskTest, ANewSearchKeepsScaleAndWindow) {
    open();
    task().choose_level(4);
    task().choose_at(30, 20);
    const double scale = task().level()->scale;
    task().set_factor(1.05);
    settle();
    EXPECT_NEAR(std::log(task().level()->scale / scale), 0, std::log(1.05) / 2 + 1e-9);
    const FacesTask::Box box = task().window_box();
    EXPECT_NEAR(box.x + box.width / 2, 30, 2);
}

TEST_F(FacesTaskTest, FiltersAreSteppedAndCountedByStage) {
    open();
    EXPECT_EQ(task().filter(), 0);
    EXPECT_EQ(task().filters_in_stage(), 1);
    task().choose_filter(4);
    EXPECT_EQ(task().stump()->stage, 2);
    EXPECT_EQ(task().filters_in_stage(), 2);
    EXPECT_EQ(task().filter_in_stage(), 1);
    task().choose_filter(5);
    EXPECT_EQ(task().filter(), 4);
    task().choose_window({0, 0});  // rejected by the first stage: one filter
    EXPECT_EQ(task().filter(), 0);
    task().choose_filter(-1);
    EXPECT_EQ(task().filter(), 0);
}

TEST_F(FacesTaskTest, SweepsFromLevelToLevel) {
    open();
    task().choose_level(0);
    task().advance(10);
    EXPECT_EQ(task().level_number(), 0);
    task().set_sweeping(true);
    for (int i = 0; i < task().levels(); ++i) {
        EXPECT_EQ(task().level_number(), i);
        task().advance(0.2);
        task().advance(0.2);
    }
    EXPECT_EQ(task().level_number(), 0);
}

TEST_F(FacesTaskTest, APictureSmallerThanTheWindowHasNoLevels) {
    task().take(picture_of(Array(ScalarType::u8, Extent{5, 5})));
    settle();
    ASSERT_TRUE(task().found());
    EXPECT_EQ(task().levels(), 0);
    EXPECT_EQ(task().level(), nullptr);
    task().choose_level(3);
    task().choose_at(2, 2);
    task().choose_filter(2);
    task().set_sweeping(true);
    task().advance(1);
    EXPECT_EQ(task().stump(), nullptr);
    EXPECT_EQ(task().window_box().width, 0);
    EXPECT_EQ(task().filters_in_stage(), 0);
}

TEST(TrainedOn, IsToldFromTheName) {
    EXPECT_EQ(trained_on("haarcascade_frontalface_default"), "frontal faces");
    EXPECT_EQ(trained_on("haarcascade_frontalcatface"), "cats' faces");
    EXPECT_EQ(trained_on("haarcascade_eye_tree_eyeglasses"), "eyes");
    EXPECT_EQ(trained_on("haarcascade_licence_plate_rus_16stages"), "number plates");
    EXPECT_EQ(trained_on("cups"), "cups");
}

}  // namespace
}  // namespace upsweep::app
