// What has little room on the stage: names of lanes on a narrow tape, what small cells hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "replay/data/banks.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"
#include "scenes/run_scene.h"
#include "stage/stage.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr Box room_wide{{0, 0}, {1000, 700}};
const StageOptions room_close_by = [] {
    StageOptions options;
    options.zoom = Zoom::block;
    return options;
}();

/// Names of lanes: "lane 3", "L3", "w1 L3".
bool is_lane_name(const std::string& text) {
    const size_t digit = text.find_last_not_of("0123456789");
    return digit != std::string::npos && digit + 1 < text.size() &&
           (text.ends_with("lane " + text.substr(digit + 1)) || text[digit] == 'L');
}

std::unique_ptr<StepPosition> room_opened(const std::string& slug, Extent extent = {}) {
    scenes::Scene scene = scenes::initial_scene(slug);
    if (extent.width > 0) {
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = extent;
        scene = scenes::with_parameters(scene, parameters);
    }
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

TEST(StageTape, NoNameOfALaneLiesOverAnotherHoweverNarrowItIs) {
    size_t names = 0;
    for (const char* slug : {"scan_kogge_stone", "scan_blelloch", "scan_hillis_steele"}) {
        const auto at = room_opened(slug, {16, 1});
        for (const float width : {330.0F, 420.0F, 560.0F, 736.0F, 1000.0F})
            for (int i = 0; i <= 30; ++i) {
                at->seek(at->step_count() * i / 30);
                StageState state;
                const Picture picture = draw_stage({{0, 0}, {width, 560}}, 16, *at, room_close_by, state);
                std::vector<Box> taken;
                for (const canvas::Shape& shape : picture.shapes) {
                    const auto* text = std::get_if<Text>(&shape);
                    if (text == nullptr || !is_lane_name(text->text)) continue;
                    const Box box = text->box();
                    for (const Box& one : taken) {
                        const bool apart = box.max.x <= one.min.x || one.max.x <= box.min.x ||
                                           box.max.y <= one.min.y || one.max.y <= box.min.y;
                        EXPECT_TRUE(apart)
                            << slug << ", " << width << " px, step " << at->step() << ": " << text->text;
                    }
                    taken.push_back(box);
                }
                names += taken.size();
            }
    }
    EXPECT_GE(names, 100U) << "where there is room lanes are named";
}

/// A text without the marks and blanks that a paragraph takes out.
std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char letter : text)
        if (letter != ' ' && letter != '*' && letter != '`') letters += letter;
    return letters;
}

/// Where sentence and turns have no room together, the sentence is alone.
TEST(StageBanks, TheSentenceOutlivesTheTurns) {
    scenes::Scene scene = scenes::initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("padding", 0);
    parameters.extent = {16, 1};
    StepPosition at(std::make_shared<const scenes::RunScene>(
        scenes::run_scene(scenes::with_parameters(scene, parameters))));
    at.set_grain(Grain::statement);
    while (at.step() < at.step_count() && !at.banks().conflict())
        at.seek(at.index().forward(at.step(), Grain::statement));
    ASSERT_TRUE(at.banks().conflict());
    const std::string sentence = letters_of(at.banks().sentence), turns = letters_of(at.banks().turns);
    ASSERT_FALSE(turns.empty());
    int both = 0, alone = 0, neither = 0;
    for (const float width : {420.0F, 520.0F, 640.0F, 736.0F, 900.0F, 1200.0F})
        for (float height = 400; height <= 900; height += 20) {
            StageState state;
            const Picture picture = draw_stage({{0, 0}, {width, height}}, 16, at, room_close_by, state);
            std::string all;
            for (const canvas::Shape& shape : picture.shapes)
                if (const auto* text = std::get_if<Text>(&shape)) all += letters_of(text->text);
            const bool told = all.find(sentence) != std::string::npos;
            const bool ends = all.find(turns) != std::string::npos;
            EXPECT_TRUE(told || !ends) << width << " " << height;
            (told && ends ? both : told ? alone : neither) += 1;
        }
    EXPECT_GT(both, 0);
    EXPECT_GT(alone, 0) << both << " with both, " << neither << " with neither";
}

/// What a small cell of a matrix holds stays in it: on one line, on two, or as dots with a tip.
TEST(StageSymbols, StayInsideTheirCells) {
    size_t symbols = 0;
    for (const char* slug :
         {"integral_image_naive", "integral_image_bugetti_loop", "integral_image_one_pass"}) {
        const auto at = room_opened(slug);
        StageOptions options;
        options.symbols = true;
        for (const Box& area : {room_wide, Box{{0, 0}, {560, 420}}, Box{{0, 0}, {400, 360}}})
            for (const Zoom zoom : {Zoom::blocks, Zoom::block}) {
                options.zoom = zoom;
                for (int i = 0; i <= 6; ++i) {
                    at->seek(at->step_count() * i / 6);
                    StageState state;
                    const Picture picture = draw_stage(area, 16, *at, options, state);
                    for (const Hit& hit : picture.hits) {
                        const auto cell = cell_of(*at, hit.name);
                        if (!cell) continue;
                        for (const canvas::Shape& shape : picture.shapes) {
                            const auto* text = std::get_if<Text>(&shape);
                            if (text == nullptr || text->text.find("…") == std::string::npos) continue;
                            if (!hit.box.contains(text->box().centre())) continue;
                            ++symbols;
                            EXPECT_LE(text->box().width(), hit.box.width() + 1)
                                << slug << ", " << hit.name << ": " << text->text;
                        }
                    }
                }
            }
    }
    EXPECT_GE(symbols, 200U);
}

std::vector<std::string> room_texts_of(const Picture& picture) {
    std::vector<std::string> texts;
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* text = std::get_if<Text>(&shape)) texts.push_back(text->text);
    return texts;
}

TEST(StageCards, SayWhatTheyDoInWholeWordsWhereTheyAreNarrow) {
    for (const char* slug : {"scan_single_pass", "scan_lookback"}) {
        const auto at = room_opened(slug);
        StageOptions options;
        options.zoom = Zoom::blocks;
        size_t words = 0;
        for (const float width : {500.0F, 542.0F, 640.0F})
            for (int i = 0; i <= 40; ++i) {
                at->seek(at->step_count() * i / 40);
                StageState state;
                const Picture picture = draw_stage({{0, 0}, {width, 560}}, 16, *at, options, state);
                for (const Hit& hit : picture.hits) {
                    if (!hit.name.starts_with("block.")) continue;
                    for (const std::string_view text : picture.texts_in(hit.box)) {
                        ++words;
                        EXPECT_EQ(text.find("…"), std::string::npos)
                            << slug << ", " << width << " px, step " << at->step() << ": " << text;
                    }
                }
            }
        EXPECT_GE(words, 500U);
    }
}

TEST(StageCards, TheLegendOfWordsNamesAllThreeWhereItIsNarrow) {
    const auto at = room_opened("scan_lookback");
    at->seek(at->step_count() / 2);
    StageOptions options;
    options.zoom = Zoom::blocks;
    for (const auto& [width, last] :
         {std::pair(542.0F, "prefix: add, stop"), std::pair(1200.0F, "inclusive prefix: add, stop")}) {
        StageState state;
        const auto texts = room_texts_of(draw_stage({{0, 0}, {width, 560}}, 16, *at, options, state));
        EXPECT_EQ(std::count(texts.begin(), texts.end(), last), 1) << width;
    }
}

// During Predict, what has been done stays in sight.
TEST(StageDiagram, EndsWhereTheSceneStandsIfWhatIsToComeIsHidden) {
    const auto at = room_opened("scan_blelloch", {8, 1});
    for (const int64_t step : {at->step_count() / 2, at->step_count()}) {
        at->seek(step);
        StageOptions whole = room_close_by, past = room_close_by;
        past.to_come = false;
        StageState one, other;
        const Picture outlined = draw_stage(room_wide, 16, *at, whole, one),
                      ended = draw_stage(room_wide, 16, *at, past, other);
        ASSERT_NE(ended.find("diagram"), nullptr);
        EXPECT_EQ(ended.find("diagram")->box, outlined.find("diagram")->box) << "no row is left out";
        EXPECT_EQ(room_texts_of(ended), room_texts_of(outlined)) << "outlines hold no values";
        if (step < at->step_count())
            EXPECT_LT(ended.shapes.size() + 10, outlined.shapes.size());
        else
            EXPECT_EQ(ended.shapes.size(), outlined.shapes.size()) << "nothing is to come";
    }
}

}  // namespace
}  // namespace upsweep::stage
