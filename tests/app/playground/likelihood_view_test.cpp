// The likelihood task driven as by a user: a template drawn and moved, features ticked, maps clicked large.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/core.h>

#include "app/helpers/playground_fixture.h"
#include "app/helpers/windows.h"
#include "app/playground/model/likelihood_task.h"
#include "app/step/view/step_view.h"
#include "core/helpers/sample.h"
#include "emulator/trace/trace.h"
#include "replay/data/cell_history.h"
#include "replay/data/picture.h"

namespace upsweep::app {
namespace {

using vision::PictureFeature;

class LikelihoodViewTest : public PlaygroundViewFixture {
  protected:
    void SetUp() override {
        PlaygroundViewFixture::SetUp();
        if (!IsSkipped()) choose_likelihood();
    }
    void open_small() {
        app().open_file(small());
        drive().settle();
        choose_likelihood();
    }
    void choose_likelihood() {
        view().choose_task("likelihood");
        drive().settle();
    }
    LikelihoodTask& task() { return dynamic_cast<LikelihoodTask&>(view().task("likelihood")); }
};

TEST_F(LikelihoodViewTest, TheRowBringsTheMapInFront) {
    view().choose_task("box_filter");
    drive().click_item("playground.task.likelihood");
    drive().settle();
    ASSERT_TRUE(task().found());
    EXPECT_TRUE(task().current());
    EXPECT_EQ(task().request().wanted, *model().region());
    ASSERT_TRUE(model().result());
    EXPECT_TRUE(model().result()->lies_over());
}

TEST_F(LikelihoodViewTest, ARightDragDrawsTheTemplateAndADragInItMovesIt) {
    right_drag(at_pixel(20, 30), at_pixel(50, 60));
    drive().settle();
    EXPECT_EQ(task().request().wanted, (vision::Region{20, 30, 50, 60}));
    EXPECT_TRUE(task().current());
    EXPECT_EQ(task().found()->run.best_value, 1);
    const PlanePoint before = model().camera.to_picture({600, 300});
    drive().drag(at_pixel(35, 45), at_pixel(55, 40));
    drive().settle();
    EXPECT_EQ(task().request().wanted, (vision::Region{40, 25, 70, 55}));
    EXPECT_EQ(task().found()->request.wanted, task().request().wanted);
    EXPECT_DOUBLE_EQ(model().camera.to_picture({600, 300}).x, before.x) << "the picture was panned";
    // Pushed over the border it stays whole.
    drive().drag(at_pixel(55, 40), at_pixel(119, 40));
    drive().settle();
    EXPECT_EQ(task().request().wanted, (vision::Region{90, 25, 120, 55}));
}

TEST_F(LikelihoodViewTest, ADragBesideTheTemplatePans) {
    const vision::Region wanted = task().request().wanted;
    drive().drag(at_pixel(4, 4), at_pixel(14, 10));
    drive().settle();
    EXPECT_EQ(task().request().wanted, wanted);
    EXPECT_FALSE(model().camera.fitted());
}

TEST_F(LikelihoodViewTest, FeaturesBinsAndMeasureAreChosen) {
    drive().click_item("playground.likelihood.feature.2");
    drive().settle();
    EXPECT_THAT(task().found()->request.features,
                testing::ElementsAre(PictureFeature::intensity, PictureFeature::gradient_angle));
    const Rect slider = drive().item("playground.likelihood.bins");
    drive().drag({slider.min.x + slider.width() * 0.4F, slider.centre().y},
                 {slider.min.x - 50, slider.centre().y});
    drive().settle();
    EXPECT_EQ(task().found()->request.bins, 8);
    drive().key("Right");
    drive().settle();
    // What is rarely changed is folded in a window as low as this.
    EXPECT_FALSE(drive().has_item("playground.likelihood.widths.1"));
    drive().click_item("playground.likelihood.comparison");
    drive().frames(2);
    drive().click_item("playground.likelihood.widths.1");
    drive().click_item("playground.likelihood.measure");
    drive().click_item("playground.likelihood.measure.1");
    drive().settle();
    const vision::LikelihoodRequest& request = task().found()->request;
    EXPECT_EQ(request.bins, 16);
    EXPECT_EQ(request.widths, vision::BinWidths::equal_share);
    EXPECT_EQ(request.measure, vision::Measure::bhattacharyya);
    if (const char* keep = std::getenv("UPSWEEP_KEEP"))
        drive().save(std::string(keep) + "/likelihood_share.png");
    drive().key("M");
    EXPECT_EQ(task().request().measure, vision::Measure::intersection);
    drive().settle();
}

TEST_F(LikelihoodViewTest, SmallPicturesAreClickedLarge) {
    drive().key("G");
    drive().settle();
    EXPECT_EQ(task().request().features.size(), all_features.size());
    drive().click_item("playground.likelihood.plane.4");
    drive().settle();
    EXPECT_TRUE(task().shows_plane());
    EXPECT_TRUE(model().result()->grey());
    EXPECT_EQ(model().result()->channels[0],
              vision::feature_plane(*model().picture()->grey, PictureFeature::curvature));
    drive().click_item("playground.likelihood.map.4");
    drive().settle();
    EXPECT_EQ(task().shown_feature(), PictureFeature::curvature);
    EXPECT_FALSE(task().shows_plane());
    drive().key("Down");
    drive().settle();
    EXPECT_EQ(task().shown_feature(), PictureFeature::orientation);
    drive().click_item("playground.likelihood.product");
    drive().settle();
    EXPECT_FALSE(task().shown_feature());
    drive().key("Down");
    drive().settle();
    EXPECT_EQ(task().shown_feature(), PictureFeature::intensity);
    drive().key("G");
    drive().settle();
    EXPECT_THAT(task().request().features, testing::ElementsAre(PictureFeature::intensity));
}

TEST_F(LikelihoodViewTest, ThePointerChoosesWindowAndBin) {
    const ImVec2 at = at_pixel(80.5, 40.5);
    drive().move(at.x, at.y);
    drive().settle();
    const vision::Region& wanted = task().request().wanted;
    EXPECT_EQ(task().window(),
              cut_out_around(model().picture()->extent(), {wanted.width(), wanted.height()}, 80, 40));
    ASSERT_TRUE(task().looked_at());
    EXPECT_EQ(task().looked_at()->window, task().window());
    const int own = task().bin();
    const Rect field = drive().item("playground.likelihood.histogram");
    drive().move(field.min.x + field.width() * 0.99F, field.centre().y);
    drive().frames(2);
    EXPECT_EQ(task().bin(), task().request().bins - 1);
    EXPECT_NE(own, task().bin());
    drive().move(at.x, at.y);
    drive().frames(2);
    EXPECT_EQ(task().bin(), own);
    drive().settle();
}

TEST_F(LikelihoodViewTest, TheMapsValuesAreThoseOfItsWindows) {
    const Array& map = task().found()->run.fused;
    for (const auto& [x, y] : {std::pair(70, 50), {90, 60}}) {
        const ImVec2 at = at_pixel(x + 0.5, y + 0.5);
        drive().move(at.x, at.y);
        drive().settle();
        const vision::LikelihoodRequest& request = task().found()->request;
        EXPECT_NEAR(value_at(map, task().window()),
                    likeness_of(task().looked_at_bins(), request.wanted.count()), 1e-5);
        for (const vision::BinCount& bin : task().looked_at_bins()) EXPECT_EQ(bin.corners.sum(), bin.count);
    }
}

TEST_F(LikelihoodViewTest, StepThroughItOpensTheMapOfACutOut) {
    const ImVec2 pointer = at_pixel(60.5, 45.5);
    drive().move(pointer.x, pointer.y);
    drive().settle();
    const auto through = task().step_through(60, 45);
    ASSERT_TRUE(through);
    drive().click_item("playground.step");
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    EXPECT_EQ(app().active().failure(), "");
    // The step just done writes the likelihood of that window, whose cell the stage marks.
    const replay::StepPosition& at = *active_view<StepView>(app()).model().position();
    const emulator::ArrayId output = at.trace().plan.output.index;
    const auto writes = replay::writes_of(at.trace(), {output, through->cell});
    ASSERT_EQ(writes.size(), 1U);
    EXPECT_EQ(at.step(), writes[0].step + 1);
    EXPECT_EQ(at.block(), writes[0].block);
    const auto& flows = at.picture().flows;
    EXPECT_TRUE(std::any_of(flows.begin(), flows.end(), [&](const replay::Flow& flow) {
        return flow.array == output && flow.cell == through->cell;
    }));
}

TEST_F(LikelihoodViewTest, SavingWritesTheMapsColours) {
    drive().click_item("playground.save");
    drive().settle();
    const media::Image saved = media::load_image(folder / "small-likelihood.png", {.keep_colour = true});
    ASSERT_EQ(saved.colour.size(), 3U);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(saved.colour[i], task().to_save()->channels[i]);
}

TEST_F(LikelihoodViewTest, TheChoiceIsKeptInTheSettings) {
    task().toggle(PictureFeature::shape_index);
    task().toggle(PictureFeature::intensity);
    task().set_bins(128);
    task().set_widths(vision::BinWidths::equal_share);
    task().set_measure(vision::Measure::bhattacharyya);
    task().set("opacity", 30);
    drive().settle();
    Settings settings;
    view().save(settings);
    task().toggle(PictureFeature::curvature);
    task().set_bins(8);
    view().restore(settings);
    EXPECT_THAT(task().request().features, testing::ElementsAre(PictureFeature::shape_index));
    EXPECT_EQ(task().request().bins, 128);
    EXPECT_EQ(task().request().widths, vision::BinWidths::equal_share);
    EXPECT_EQ(task().request().measure, vision::Measure::bhattacharyya);
    EXPECT_EQ(task().opacity(), 30);
    settings.set("playground.likelihood.features", 0);
    settings.set("playground.likelihood.bins", -7);
    view().restore(settings);
    EXPECT_THAT(task().request().features, testing::ElementsAre(PictureFeature::intensity));
    EXPECT_EQ(task().request().bins, 8);
    drive().settle();
}

TEST_F(LikelihoodViewTest, IsPresentedWithItsHistograms) {
    drive().key("F11");
    drive().settle();
    EXPECT_TRUE(drive().has_item("playground.likelihood.histogram"));
    const Rect stage = drive().item("playground.stage"),
               histogram = drive().item("playground.likelihood.histogram");
    EXPECT_LE(stage.max.x, histogram.min.x);
    EXPECT_GT(stage.width(), histogram.width());
    EXPECT_THAT(view().page()->sentence, testing::HasSubstr("**32 bins**"));
    const Pixels before = drive().screenshot();
    task().set_bins(8);
    drive().settle();
    EXPECT_NE(before.rgba, drive().screenshot().rgba);
}

TEST_F(LikelihoodViewTest, EverySizeAndThemeDrawsIt) {
    for (const auto& [width, height, theme] :
         test::sample("windows of a likelihood", windows_and_themes(), 3)) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        app().set_theme(theme);
        open_small();
        for (const bool all : {false, true}) {
            if (all) drive().key("G");
            drive().settle();
            const Rect stage = drive().item("playground.stage");
            EXPECT_GT(stage.width(), float(width) * 0.3F) << width;
            EXPECT_GT(stage.height(), float(height) * 0.2F) << width << " x " << height;
            const Rect last =
                drive().item(all ? "playground.likelihood.product" : "playground.likelihood.map.0");
            EXPECT_LE(last.max.x, stage.max.x + 1) << width;
            EXPECT_LE(last.max.y, float(height)) << width << " x " << height;
            EXPECT_GT(last.width(), 8) << width;
        }
        // Narrow windows show the numbers in the picture's place, the smallest one pane at a time.
        if (!drive().has_item("playground.tab.1")) continue;
        for (const std::string tab : {"2", "1"}) {
            if (!drive().has_item("playground.tab." + tab)) continue;
            drive().click_item("playground.tab." + tab);
            drive().settle();
            if (const char* keep = std::getenv("UPSWEEP_KEEP"))
                drive().save(fmt::format("{}/likelihood_{}_{}.png", keep, width, tab));
        }
        EXPECT_TRUE(drive().has_item("playground.likelihood.histogram")) << width;
    }
}

TEST_F(LikelihoodViewTest, TinyPicturesHaveAMap) {
    for (const Extent extent : {Extent{1, 1}, Extent{200, 1}}) {
        media::save_image(folder / "tiny.png", media::find_sample("noise").draw(extent));
        drive().drop((folder / "tiny.png").string());
        drive().settle();
        drive().key("G");
        drive().settle();
        EXPECT_TRUE(task().current()) << extent.width;
        EXPECT_EQ(task().complaint(), "");
        drive().key("G");
        drive().settle();
    }
}

}  // namespace
}  // namespace upsweep::app
