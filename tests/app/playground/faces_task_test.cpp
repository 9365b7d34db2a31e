// The faces task without a window: jobs run, the latest request wins, a bad cascade changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/helpers/faces_fixture.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

TEST_F(FacesTaskTest, SearchesOnceCascadeAndPictureAreThere) {
    open();
    EXPECT_EQ(task().found()->picture, picture);
    EXPECT_EQ(task().cascade()->name, "haarcascade_frontalface_default");
    EXPECT_EQ(task().faces().size(), 1U);
    EXPECT_FALSE(task().searching().busy());
    EXPECT_EQ(searches, 2);
    // Times are those of a run that made no maps, and the maps are there all the same.
    EXPECT_EQ(task().found()->run.parts.cascade_ms, 1);
    EXPECT_TRUE(task().level()->survived);
}

TEST_F(FacesTaskTest, OnTheCpuNothingIsPainted) {
    functions.paint = usual_face_functions().paint;
    open();
    EXPECT_EQ(&task().backend(), &backends::cpu());
    EXPECT_FALSE(task().framed());
    EXPECT_EQ(task().found()->run.parts.draw_ms, 0);
    functions.paint = {};
    task_.reset();
    open();
    EXPECT_FALSE(task().framed());
}

TEST_F(FacesTaskTest, ThePaintedFramesAreThoseOfTheFacesThatAreShown) {
    functions.paint = pretended_paint;
    open();
    const auto faces_of = [&] { return dynamic_cast<const PretendedFrame&>(*task().framed()).faces; };
    ASSERT_TRUE(task().framed());
    EXPECT_EQ(task().framed()->extent(), picture->extent());
    EXPECT_EQ(faces_of(), task().faces());
    EXPECT_EQ(task().framed_ms(), 0.5);
    const auto before = task().framed();
    task().set_neighbours(7);
    settle();
    EXPECT_NE(task().framed(), before);
    EXPECT_EQ(faces_of(), task().faces());
    EXPECT_EQ(task().framed_ms(), 0.5);
    // A view may still show the old one.
    EXPECT_EQ(before->read().size(), size_t(picture->extent().count()));
    held = true;
    task().take(picture_of(media::find_sample("text").draw({48, 36})));
    EXPECT_FALSE(task().framed());
    held = false;
    settle();
    EXPECT_EQ(faces_of(), task().faces());
}

TEST_F(FacesTaskTest, WithoutACascadeASentenceSaysWhatToInstall) {
    usual.clear();
    task().take(picture);
    settle();
    EXPECT_FALSE(task().found());
    EXPECT_THAT(task().problem(), HasSubstr("install the package `opencv-data`"));
    EXPECT_TRUE(task().at_rest());
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
    EXPECT_TRUE(task().searching().busy());
    EXPECT_FALSE(task().at_rest());
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
    EXPECT_FALSE(task().searching().busy());
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
    for (int i = 0; i < 2000 && !task().searching().busy(); ++i) {
        jobs.deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_TRUE(task().searching().busy());
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

TEST_F(FacesTaskTest, NeighboursGroupWithoutASearch) {
    open();
    const int before = searches;
    task().set_neighbours(5);
    settle();
    EXPECT_EQ(searches, before);
    const int raw = int(task().found()->run.raw.size());
    ASSERT_EQ(task().faces().size(), 1U);
    EXPECT_EQ(task().faces()[0].neighbours, 5 + raw);
    // A search that began with other neighbours is grouped by these.
    held = true;
    task().set_factor(1.3);
    task().set_neighbours(7);
    held = false;
    settle();
    EXPECT_EQ(task().faces()[0].neighbours, 7 + int(task().found()->run.raw.size()));
    task().set_neighbours(99);
    EXPECT_EQ(task().request().neighbours, 10);
    settle();
}

TEST_F(FacesTaskTest, CountsTheWindowsOfNoFace) {
    open();
    const auto raw = int64_t(task().found()->run.raw.size());
    EXPECT_EQ(task().dropped(), std::max<int64_t>(0, raw - 4));
    task().set_neighbours(0);
    EXPECT_EQ(task().dropped(), 0);
    settle();
}

TEST_F(FacesTaskTest, FactorsStayInTheirRange) {
    open();
    task().set_factor(1);
    EXPECT_EQ(task().request().factor, 1.05);
    task().set_factor(1.234);
    EXPECT_EQ(task().request().factor, 1.23);
    task().set_factor(40);
    EXPECT_EQ(task().request().factor, 2);
    settle();
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
