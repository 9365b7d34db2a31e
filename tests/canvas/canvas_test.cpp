// What a canvas records: layers, clips, places, cut texts, hatch; and paragraphs on it.
#include "canvas/canvas.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "canvas/text.h"

namespace upsweep::canvas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Ink ink{Role::t1};
constexpr Box area{{0, 0}, {200, 100}};

template <class Kind>
std::vector<Kind> all_of(const Picture& picture) {
    std::vector<Kind> found;
    for (const Shape& shape : picture.shapes)
        if (const auto* one = std::get_if<Kind>(&shape)) found.push_back(*one);
    return found;
}

TEST(Canvas, LowerLayersComeFirstAndKeepTheirOrder) {
    Canvas canvas(area, 16);
    canvas.text({10, 10}, type::body, ink, "cell 1");
    {
        const OnLayer on(canvas, Layer::plate);
        canvas.text({10, 10}, type::body, ink, "plate");
    }
    {
        const OnLayer on(canvas, Layer::band);
        canvas.text({10, 10}, type::body, ink, "band");
    }
    canvas.text({10, 10}, type::body, ink, "cell 2");
    std::vector<std::string> order;
    for (const Text& text : all_of<Text>(canvas.finish())) order.push_back(text.text);
    EXPECT_THAT(order, ElementsAre("band", "cell 1", "cell 2", "plate"));
    EXPECT_THAT(canvas.finish().shapes, IsEmpty()) << "finished: the canvas is empty";
}

TEST(Canvas, WhatIsNotSeenIsNotRecorded) {
    Canvas canvas(area, 16);
    canvas.rectangle({{5, 5}, {5, 9}}, ink);
    canvas.rectangle({{5, 5}, {9, 9}}, no_ink);
    canvas.line({0, 0}, {9, 9}, {ink, 0});
    canvas.text({0, 0}, type::body, ink, "");
    canvas.push_clip({{50, 50}, {50, 60}});
    canvas.disc({50, 55}, 4, ink);
    canvas.hit("nowhere", {{0, 0}, {100, 100}});
    canvas.pop_clip();
    const Picture picture = canvas.finish();
    EXPECT_THAT(picture.shapes, IsEmpty());
    EXPECT_THAT(picture.hits, IsEmpty());
}

TEST(Canvas, AShapeKeepsItsClipOnWhateverLayerItIs) {
    Canvas canvas(area, 16);
    canvas.push_clip({{10, 10}, {50, 50}});
    canvas.push_clip({{20, 0}, {90, 40}});
    canvas.disc({30, 30}, 5, ink);
    canvas.disc({31, 30}, 5, ink);
    canvas.set_layer(Layer::band);
    canvas.disc({32, 30}, 5, ink);
    canvas.set_layer(Layer::cell);
    canvas.hit("half", {{0, 0}, {30, 30}});
    canvas.pop_clip();
    canvas.pop_clip();
    canvas.disc({33, 30}, 5, ink);
    const Picture picture = canvas.finish();
    // The three in the clip share one; the last is outside.
    ASSERT_EQ(picture.shapes.size(), 6U);
    const auto* clip = std::get_if<Clip>(&picture.shapes[0]);
    ASSERT_NE(clip, nullptr);
    EXPECT_EQ(clip->box, (Box{{20, 10}, {50, 40}}));
    EXPECT_FLOAT_EQ(std::get<Disc>(picture.shapes[1]).centre.x, 32);
    EXPECT_TRUE(std::holds_alternative<Unclip>(picture.shapes[4]));
    EXPECT_FLOAT_EQ(std::get<Disc>(picture.shapes[5]).centre.x, 33);
    ASSERT_NE(picture.find("half"), nullptr);
    EXPECT_EQ(picture.find("half")->box, (Box{{20, 10}, {30, 30}})) << "a place is cut to its clip";
}

TEST(Canvas, TheTopmostLivePlaceAnswers) {
    Canvas canvas(area, 16);
    canvas.hit("below", {{0, 0}, {50, 50}});
    canvas.hit("above", {{20, 20}, {60, 60}});
    canvas.hit("silent", {{0, 0}, {100, 100}}, false);
    const Picture picture = canvas.finish();
    EXPECT_EQ(picture.at({30, 30})->name, "above");
    EXPECT_EQ(picture.at({10, 10})->name, "below");
    EXPECT_EQ(picture.at({80, 80}), nullptr);
    EXPECT_EQ(picture.find("silent")->box.width(), 100);
    EXPECT_EQ(picture.find("none"), nullptr);
}

TEST(Canvas, TextIsCutToItsRoomAndKeepsTheWhole) {
    Canvas canvas(area, 16);
    const std::string words = "shared memory of block 12";
    const float whole = canvas.text_width(type::body, words);
    EXPECT_FLOAT_EQ(canvas.text_within({0, 10}, whole, type::body, ink, words), whole);
    const float cut = canvas.text_within({0, 30}, whole / 2, type::body, ink, words);
    EXPECT_LE(cut, whole / 2);
    EXPECT_GT(cut, whole / 4);
    EXPECT_EQ(canvas.text_within({0, 50}, 3, type::body, ink, words), 0);
    const auto texts = all_of<Text>(canvas.finish());
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_EQ(texts[0].whole, "");
    EXPECT_EQ(texts[1].whole, words);
    EXPECT_TRUE(texts[1].text.ends_with("…")) << texts[1].text;
    EXPECT_FALSE(texts[1].text.ends_with(" …")) << texts[1].text;
    EXPECT_TRUE(words.starts_with(texts[1].text.substr(0, texts[1].text.size() - 3)));
}

TEST(Canvas, TextsAreFoundByTheBoxThatTheyStandIn) {
    Canvas canvas(area, 16);
    const Box cell{{40, 20}, {80, 60}};
    canvas.text(cell.centre(), type::value, ink, "12", Align::centre);
    canvas.text({60, 70}, type::small, ink, "3", Align::centre);
    canvas.text({38, 40}, type::small, ink, "temp", Align::right);
    const Picture picture = canvas.finish();
    EXPECT_THAT(picture.texts_in(cell), ElementsAre("12"));
    EXPECT_THAT(picture.texts_in(area), ElementsAre("12", "3", "temp"));
}

TEST(Canvas, AlignmentMovesTheBoxAndNotTheMiddle) {
    Canvas canvas(area, 16);
    for (const Align align : {Align::left, Align::centre, Align::right})
        canvas.text({100, 50}, type::body, ink, "123", align);
    const auto texts = all_of<Text>(canvas.finish());
    ASSERT_EQ(texts.size(), 3U);
    EXPECT_FLOAT_EQ(texts[0].box().min.x, 100);
    EXPECT_FLOAT_EQ(texts[1].box().centre().x, 100);
    EXPECT_FLOAT_EQ(texts[2].box().max.x, 100);
    for (const Text& text : texts) EXPECT_FLOAT_EQ(text.box().centre().y, 50);
}

TEST(Canvas, SizesOfTypeAreHalfPixels) {
    const Canvas canvas(area, 16);
    EXPECT_FLOAT_EQ(canvas.type(type::small).size, 13.5F);
    EXPECT_FLOAT_EQ(canvas.type(type::value).size, 23);
    EXPECT_EQ(canvas.type(type::value).face, Face::mono);
}

TEST(Canvas, AHatchStaysInsideItsBox) {
    Canvas canvas(area, 16);
    const Box box{{20, 30}, {60, 50}};
    canvas.hatch(box, ink, 6, 1.2F);
    const Picture picture = canvas.finish();
    ASSERT_GT(picture.shapes.size(), 7U);
    ASSERT_TRUE(std::holds_alternative<Clip>(picture.shapes.front()));
    EXPECT_EQ(std::get<Clip>(picture.shapes.front()).box, box);
    EXPECT_TRUE(std::holds_alternative<Unclip>(picture.shapes.back()));
    EXPECT_EQ(all_of<Clip>(picture).size(), 1U);
    const auto lines = all_of<Path>(picture);
    for (size_t i = 1; i < lines.size(); ++i)
        EXPECT_NEAR(lines[i].points[0].x - lines[i - 1].points[0].x, 6 * 1.41421F, 1e-3F)
            << "6 pixels across lines at 45 degrees";
}

TEST(Canvas, WidthsAreNeverUnderAPixel) {
    EXPECT_FLOAT_EQ(Canvas(area, 8).px(1), 1);
    EXPECT_FLOAT_EQ(Canvas(area, 32).px(1.5F), 3);
    EXPECT_FLOAT_EQ(Canvas(area, 32).em(2), 64);
}

TEST(Measure, AddsTheAdvances) {
    const Type mono{Face::mono, 20};
    EXPECT_FLOAT_EQ(text_width(mono, "0000"), 4 * text_width(mono, "0"));
    EXPECT_FLOAT_EQ(text_width(mono, "×≤"), 2 * text_width(mono, "0")) << "characters, not bytes";
    EXPECT_FLOAT_EQ(text_width({Face::sans, 40}, "stage"), 2 * text_width({Face::sans, 20}, "stage"));
    EXPECT_GT(text_width({Face::sans_bold, 20}, "stage"), text_width({Face::sans, 20}, "stage"));
    EXPECT_GT(text_width(mono, "\xff\xfe"), 0) << "what is no UTF-8 counts byte by byte";
}

TEST(Measure, ElidesAtACharactersEnd) {
    const Type type{Face::mono, 10};
    const float one = text_width(type, "0");
    EXPECT_EQ(elided(type, "××××", 4 * one + 0.01F), "××××");
    EXPECT_EQ(elided(type, "××××", 3 * one + 0.01F), "××…");
    EXPECT_EQ(elided(type, "a  bc", 4 * one + 0.01F), "a…");
    EXPECT_EQ(elided(type, "abc", one / 2), "");
}

TEST(Paragraphs, BreakBetweenWordsAndKeepPartsOfAWordTogether) {
    const auto runs = marked_runs(type::body, ink, "The cell `3`, then **eleven** more");
    ASSERT_EQ(runs.size(), 5U);
    EXPECT_EQ(runs[1].text, "3");
    EXPECT_EQ(runs[1].style.face, Face::mono);
    EXPECT_EQ(runs[3].style.face, Face::sans_semibold);
    const auto wide = lay_out(16, 1000, runs);
    EXPECT_TRUE(std::all_of(wide.begin(), wide.end(), [](const Word& word) { return word.line == 0; }));
    const auto narrow = lay_out(16, 60, runs);
    for (size_t i = 0; i < narrow.size(); ++i)
        if (narrow[i].text == ",") {
            EXPECT_EQ(narrow[i].line, narrow[i - 1].line) << "the comma stays with its number";
        }
    EXPECT_GE(narrow.back().line, 3);
    Canvas canvas(area, 16);
    EXPECT_FLOAT_EQ(paragraph_height(canvas, 1000, runs), snap(16 * 1.45F));
    const float height = paragraph_height(canvas, 60, runs);
    EXPECT_FLOAT_EQ(draw_paragraph(canvas, {0, 0}, 60, runs), height);
    EXPECT_EQ(all_of<Text>(canvas.finish()).size(), narrow.size());
}

}  // namespace
}  // namespace upsweep::canvas
