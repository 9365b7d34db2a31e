// Predict driven as a class would: keys and mouse in, the model's state out.
#include <algorithm>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "scenes/scene_words.h"

namespace upsweep::app {
namespace {

using questions::Kind;
using State = Predict::State;

class PredictViewTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        if (IsSkipped()) return;
        app().open("step");
        drive().settle();
        view().model().set_grain(replay::Grain::barrier);
        view().model().open(scenes::scene_of({.algorithm = "scan_blelloch", .n = 8}), false);
        drive().settle();
    }
    Predict& predict() { return view().predict(); }
    bool reach(Kind kind) {
        for (int i = 0; i < 100 && predict().state() == State::asking; ++i) {
            for (size_t other = 0; other < predict().kinds(); ++other) {
                if (predict().question().kind == kind) {
                    drive().settle();
                    return true;
                }
                predict().other();
            }
            predict().enter();
            predict().enter();
        }
        return false;
    }
};

TEST_F(PredictViewTest, PAsksEnterRevealsAndGoesOnEscapeLeaves) {
    drive().key("P");
    drive().settle();
    ASSERT_EQ(predict().state(), State::asking);
    EXPECT_TRUE(drive().has_item("step.predict"));
    // A field that has taken the keyboard hands Enter on.
    drive().key("Enter");
    drive().frames(3);
    EXPECT_EQ(predict().state(), State::revealed);
    EXPECT_TRUE(drive().has_item("step.predict.reason"));
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(predict().state(), State::asking);
    drive().key("Esc");
    drive().frames(3);
    EXPECT_EQ(predict().state(), State::off);
    EXPECT_FALSE(drive().has_item("step.predict"));
    drive().key("Right");
    EXPECT_EQ(predict().state(), State::off);
}

TEST_F(PredictViewTest, AValueIsTyped) {
    drive().key("P");
    ASSERT_TRUE(reach(Kind::cell_value));
    drive().click_item("step.predict.answer");
    drive().type(predict().question().key.text);
    drive().frames(2);
    drive().key("Enter");
    drive().frames(3);
    ASSERT_EQ(predict().state(), State::revealed);
    EXPECT_TRUE(predict().right()) << predict().text();
    EXPECT_EQ(predict().score().right, 1);
}

TEST_F(PredictViewTest, PresentedTheKeysStayWithThePage) {
    drive().key("F11");
    drive().settle();
    drive().key("P");
    ASSERT_TRUE(reach(Kind::cell_value));
    EXPECT_FALSE(ImGui::GetIO().WantTextInput) << "the class answers";
    drive().click_item("step.predict.answer");
    drive().frames(2);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "who clicks the field types";
    drive().key("Esc");
    drive().frames(3);
    drive().key("P");
    drive().settle();
    drive().key("P");
    drive().settle();
    EXPECT_EQ(predict().state(), State::off) << "the key turns it off again";
}

TEST_F(PredictViewTest, PresentedEscapeEndsTheQuestionAndThePageStays) {
    drive().key("F11");
    drive().settle();
    drive().key("P");
    ASSERT_TRUE(reach(Kind::cell_value));
    drive().key("Enter");
    drive().settle();
    ASSERT_EQ(predict().state(), State::revealed);
    drive().key("Esc");
    drive().settle();
    EXPECT_EQ(predict().state(), State::off);
    EXPECT_TRUE(app().presenting());
    drive().key("Esc");
    drive().settle();
    EXPECT_FALSE(app().presenting());
}

TEST_F(PredictViewTest, PresentedWhatIsTypedGoesToTheAnswer) {
    drive().key("F11");
    drive().settle();
    drive().key("P");
    ASSERT_TRUE(reach(Kind::cell_value));
    const stage::Zoom zoom = view().model().shown_zoom();
    for (const char* digit : {"1", "4", "2"}) drive().key(digit);
    drive().settle();
    EXPECT_EQ(predict().text(), "142");
    EXPECT_EQ(view().model().shown_zoom(), zoom) << "digits do not change the view";
    for (int i = 0; i < 3; ++i) drive().key("Backspace");
    EXPECT_EQ(predict().text(), "");
    EXPECT_EQ(app().active().name(), "step") << "Backspace took a digit, not the class back to its plan";
    const std::string key = predict().question().key.text;
    for (const char digit : key) drive().key(std::string(1, digit));
    drive().key("Enter");
    drive().frames(3);
    ASSERT_EQ(predict().state(), State::revealed);
    EXPECT_TRUE(predict().right()) << predict().text();
    drive().key("4");
    EXPECT_EQ(view().model().shown_zoom(), zoom);
    drive().key("P");
    drive().key("4");
    drive().settle();
    EXPECT_EQ(view().model().shown_zoom(), stage::Zoom::lanes) << "and without a question they do";
}

TEST_F(PredictViewTest, PresentedTheCardHoldsAllThatItSays) {
    for (const auto& [width, height] : {std::pair(1024, 768), {1280, 800}, {1920, 1080}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("step");
        drive().settle();
        view().model().set_grain(replay::Grain::barrier);
        view().model().open(scenes::scene_of({.algorithm = "scan_blelloch", .n = 16}), false);
        drive().settle();
        drive().key("F11");
        drive().settle();
        app().items().texts.emplace();
        drive().key("P");
        for (int i = 0; i < 12 && predict().active() && predict().state() != State::finished; ++i) {
            if (predict().state() == State::asking) drive().key("9");
            drive().settle();
            drive().frames(2);
            const Rect card = drive().item("step.predict");
            EXPECT_LE(card.max.y, float(height));
            EXPECT_FALSE(drive().has_item("present.sentence"))
                << "it would tell the answer, or tell it twice";
            // Above it the stage keeps enough room for two rows of cells with what goes from one to the
            // other.
            const float em = stage::page_em(float(width), float(height));
            EXPECT_GE(card.min.y - drive().item("step.stage").min.y, 9 * em) << width;
            // Whatever is written inside the card is whole, and nothing of the stage is written over it.
            for (const ShownText& text : *app().items().texts) {
                const bool inside = card.contains(text.box.min) || card.contains(text.box.max);
                if (!inside) continue;
                EXPECT_LE(text.box.max.y, card.max.y) << text.text;
                EXPECT_GE(text.box.min.y, card.min.y) << text.text;
                EXPECT_FALSE(text.cut) << text.text;
            }
            if (drive().has_item("step.predict.enter")) {
                EXPECT_LE(drive().item("step.predict.enter").max.y, card.max.y) << width;
            }
            predict().enter();
        }
    }
}

TEST_F(PredictViewTest, CellsAreClickedOnTheStage) {
    drive().key("P");
    ASSERT_TRUE(reach(Kind::cells_written));
    const StepModel& model = view().model();
    const int64_t before = model.position()->step();
    const auto array = static_cast<emulator::ArrayId>(predict().question().array);
    for (const int64_t cell : predict().question().key.numbers) {
        drive().click_item("step." + stage::cell_name(model.position()->trace(), array, cell));
        drive().frames(2);
    }
    EXPECT_EQ(model.position()->step(), before);  // a click chooses, and jumps nowhere
    drive().click_item("step.predict.enter");
    drive().frames(3);
    ASSERT_EQ(predict().state(), State::revealed);
    EXPECT_TRUE(predict().right()) << predict().text();
}

TEST_F(PredictViewTest, LanesAreChosenOnTheCard) {
    drive().key("P");
    ASSERT_TRUE(reach(Kind::lanes_working));
    for (const int64_t lane : predict().question().key.numbers)
        drive().click_item("step.predict.choice." + std::to_string(lane));
    drive().key("Enter");
    drive().frames(3);
    ASSERT_EQ(predict().state(), State::revealed);
    EXPECT_TRUE(predict().right()) << predict().text();
    const int64_t step = view().model().position()->step();
    drive().click_item("step.predict.enter");
    drive().settle();
    EXPECT_GE(view().model().position()->step(), step);
    EXPECT_EQ(predict().state(), State::asking);
}

TEST_F(PredictViewTest, TheCardFitsEveryWindow) {
    for (const auto& [width, height] : {std::pair(1024, 768), std::pair(1280, 800), std::pair(1920, 1080)}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        AppDriver& driver = *driver_;
        driver.app().open("step");
        driver.settle();
        driver.key("P");
        driver.settle();
        const Rect stage = driver.item("step.stage"), card = driver.item("step.predict");
        EXPECT_GE(card.min.x, stage.min.x);
        EXPECT_LE(card.max.x, stage.max.x);
        EXPECT_GE(card.min.y, stage.min.y);
        EXPECT_LE(card.max.y, stage.max.y);
        EXPECT_LT(card.height(), 0.5F * stage.height());
        const Rect button = driver.item("step.predict.enter");
        EXPECT_LE(button.max.y, card.max.y);
        EXPECT_LE(button.max.x, card.max.x);
    }
}

}  // namespace
}  // namespace upsweep::app
