// Reading cascades: both forms of OpenCV's XML, and a sentence for each that cannot be taken.
#include "cascade/cascade.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "core/error.h"

namespace upsweep::cascade {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A cascade of one stage and two stumps in the new form; what a test changes is put in place of a piece of
/// it.
std::string new_form() {
    return R"(<?xml version="1.0"?>
<!-- A small one.

     Some License Agreement
     For Tests

 Copyright (C) 2026, nobody.
-->
<opencv_storage>
<cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
  <featureType>HAAR</featureType>
  <height>5</height>
  <width>6</width>
  <featureParams><maxCatCount>0</maxCatCount></featureParams>
  <stages>
    <_><!-- stage 0 -->
      <stageThreshold>-1.5e+000</stageThreshold>
      <weakClassifiers>
        <_><internalNodes> 0 -1 1 1.25e-1</internalNodes><leafValues>-5e-1 7.5e-1</leafValues></_>
        <_><internalNodes>
            0 -1 0 2.</internalNodes>
          <leafValues>1 -1</leafValues></_></weakClassifiers></_></stages>
  <features>
    <_><rects><_>0 1 6 4 -1.</_><_>0 1 3 4 2.</_></rects></_>
    <_><rects><_>0 0 6 5 -1.</_><_>1 1 2 2 2.</_><_>3 3 2 2 3.</_></rects><tilted>0</tilted></_></features>
</cascade>
</opencv_storage>
)";
}

/// The same two stumps in the old form.
std::string old_form() {
    return R"(<?xml version="1.0"?>
<opencv_storage>
<some_name type_id="opencv-haar-classifier">
  <size>6 5</size>
  <stages>
    <_>
      <trees>
        <_><_>
            <feature><rects><_>0 0 6 5 -1.</_><_>1 1 2 2 2.</_><_>3 3 2 2 3.</_></rects><tilted>0</tilted></feature>
            <threshold>1.25e-1</threshold><left_val>-5e-1</left_val><right_val>7.5e-1</right_val></_></_>
        <_><_>
            <feature><rects><_>0 1 6 4 -1.</_><_>0 1 3 4 2.</_></rects><tilted>0</tilted></feature>
            <threshold>2.</threshold><left_val>1</left_val><right_val>-1</right_val></_></_></trees>
      <stage_threshold>-1.5e+000</stage_threshold>
      <parent>-1</parent><next>-1</next></_></stages></some_name>
</opencv_storage>
)";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

std::string complaint(const std::string& xml) {
    try {
        (void)parse_cascade(xml, "faces.xml");
    } catch (const Error& error) {
        return error.what();
    }
    return "taken";
}

TEST(ParseCascade, ReadsTheNewForm) {
    const Cascade cascade = parse_cascade(new_form(), "small.xml");
    EXPECT_EQ(cascade.name, "small.xml");
    EXPECT_EQ(cascade.licence, "Some License Agreement For Tests; Copyright (C) 2026, nobody.");
    EXPECT_EQ(cascade.window, (Extent{6, 5}));
    EXPECT_EQ(cascade.stages, (std::vector<Stage>{{-1.5F - 1e-5F, 0, 2}}));
    EXPECT_EQ(cascade.stumps, (std::vector<Stump>{{1, 0.125F, -0.5F, 0.75F}, {0, 2.0F, 1.0F, -1.0F}}));
    const Feature two{{{{0, 1, 6, 4, -1}, {0, 1, 3, 4, 2}, {}}}, 2};
    const Feature three{{{{0, 0, 6, 5, -1}, {1, 1, 2, 2, 2}, {3, 3, 2, 2, 3}}}, 3};
    EXPECT_EQ(cascade.features, (std::vector<Feature>{two, three}));
}

TEST(ParseCascade, ReadsTheOldFormAsTheSame) {
    const Cascade fresh = parse_cascade(new_form(), "a"), old = parse_cascade(old_form(), "a");
    EXPECT_EQ(old.window, fresh.window);
    EXPECT_EQ(old.stages, fresh.stages);
    ASSERT_EQ(old.stumps.size(), fresh.stumps.size());
    for (size_t s = 0; s < old.stumps.size(); ++s) {
        EXPECT_EQ(old.stumps[s].threshold, fresh.stumps[s].threshold);
        EXPECT_EQ(old.stumps[s].below, fresh.stumps[s].below);
        EXPECT_EQ(old.stumps[s].otherwise, fresh.stumps[s].otherwise);
        EXPECT_EQ(old.features[old.stumps[s].feature], fresh.features[fresh.stumps[s].feature]);
    }
    EXPECT_EQ(old.licence, "");
}

TEST(ParseCascade, RefusesEachWithItsSentence) {
    const std::string text = new_form(), old = old_form();
    const struct {
        std::string xml, says;
    } cases[] = {
        {"", "holds no XML element"},
        {"P5 3 3 255\n", "text outside every element"},
        {"<html></html>", "not with `opencv_storage`"},
        {"<opencv_storage/>", "has nothing in `opencv_storage`"},
        {"<opencv_storage><a/></opencv_storage>", "contains no cascade"},
        {text.substr(0, text.size() / 2), "the file is truncated"},
        {replaced(text, "</features>", "</feature>"), "closes `feature`, but another element is open"},
        {replaced(text, "BOOST", "TREE"), "stages of type \"TREE\""},
        {replaced(text, "HAAR", "LBP"), "features of type \"LBP\""},
        {replaced(text, "<maxCatCount>0", "<maxCatCount>256"), "features with categories"},
        {replaced(text, "<tilted>0", "<tilted>1"), "line 25 has a tilted feature"},
        {replaced(old, "<tilted>0", "<tilted>1"), "has a tilted feature"},
        {replaced(text, "0 -1 1 1.25e-1", "1 -2 1 1.25e-1 0 -1 0 3."),
         "a tree of 2 nodes; Upsweep reads only stumps"},
        {replaced(old, "<left_val>-5e-1</left_val>", "<left_node>1</left_node>"), "only stumps"},
        {replaced(text, "0 -1 1 1.25e-1", "-1 0 1 1.25e-1"), "not 0 and -1"},
        {replaced(text, "0 -1 1 1.25e-1", "0 -1 2 1.25e-1"), "needs feature 2; there are 2"},
        {replaced(text, "3 3 2 2 3.", "3 3 4 2 3."), "outside the window of 6 × 5"},
        {replaced(text, "3 3 2 2 3.", "3 3 0 2 3."), "empty or outside"},
        {replaced(text, "3 3 2 2 3.", "3 3 1.5 2 3."), "should be whole"},
        {replaced(text, "3 3 2 2 3.", "3 3 2 2"), "too few numbers in `_`"},
        {replaced(text, "3 3 2 2 3.", "3 3 2 2 3 4"), "too many numbers in `_`"},
        {replaced(text, "3 3 2 2 3.", "3 3 2 two 3."), "has \"two\" where a number should be"},
        {replaced(text, "-1.5e+000", "nan"), "has \"nan\" where a number should be"},
        {replaced(text, "<_>1 1 2 2 2.</_><_>3 3 2 2 3.</_>", ""), "a feature of 1 rectangles"},
        {replaced(text, "<width>6", "<width>2"), "a window of 2 × 5"},
        {replaced(text, "<width>6", "<width>100000"), "a window of 100000 × 5"},
        {replaced(text, "<leafValues>1 -1</leafValues>", ""), "lacks `leafValues` in `_`"},
        {replaced(text, "<stages>", "<stages><_><stageThreshold>0</stageThreshold><weakClassifiers/></_>"),
         "a stage without stumps"},
        {"<opencv_storage><x><size>6 5</size><stages></stages></x></opencv_storage>", "has no stages"},
    };
    for (const auto& one : cases) {
        EXPECT_THAT(complaint(one.xml), HasSubstr(one.says));
        EXPECT_THAT(complaint(one.xml), StartsWith("faces.xml, line "));
    }
}

TEST(ParseCascade, RefusesWhatIsTooDeepOrTooMuch) {
    std::string deep;
    for (int i = 0; i < 20; ++i) deep += "<a>";
    EXPECT_THAT(complaint(deep), HasSubstr("more than 16 deep"));
    std::string many = "<opencv_storage>";
    for (int i = 0; i < 1'000'001; ++i) many += "<a/>";
    EXPECT_THAT(complaint(many), HasSubstr("a million elements"));
    std::string stages = "<opencv_storage><x><size>6 5</size><stages>";
    const std::string stage =
        old_form().substr(old_form().find("<_>\n      <trees>"),
                          old_form().find("</stages>") - old_form().find("<_>\n      <trees>"));
    for (int i = 0; i < 251; ++i) stages += stage;
    EXPECT_THAT(complaint(stages + "</stages></x></opencv_storage>"), HasSubstr("more than 250 stages"));
}

TEST(LoadCascade, SaysWhatIsWrongWithTheFile) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    EXPECT_THROW((void)load_cascade(folder / "no_such_cascade.xml"), Error);
    EXPECT_THROW((void)load_cascade(folder), Error);
}

TEST(LoadCascade, ReadsDebiansFrontalFaces) {
    const std::filesystem::path file = frontal_face_file();
    if (file.empty()) GTEST_SKIP() << "opencv-data is not installed.";
    const Cascade cascade = frontal_face_cascade();
    EXPECT_EQ(cascade.name, "haarcascade_frontalface_default.xml");
    EXPECT_EQ(cascade.window, (Extent{24, 24}));
    EXPECT_EQ(cascade.stages.size(), 25U);
    EXPECT_EQ(cascade.stumps.size(), 2913U);
    EXPECT_EQ(cascade.licence,
              "Intel License Agreement For Open Source Computer Vision Library; Copyright (C) 2000, Intel "
              "Corporation, all rights reserved.");
}

/// Every file of the package is read or refused for a reason that it has.
TEST(LoadCascade, TakesTheStumpsOfThePackage) {
    const std::filesystem::path file = frontal_face_file();
    if (file.empty()) GTEST_SKIP() << "opencv-data is not installed.";
    for (const char* name :
         {"eye", "frontalface_alt", "profileface", "licence_plate_rus_16stages", "frontalcatface"})
        EXPECT_NO_THROW(
            (void)load_cascade(file.parent_path() / ("haarcascade_" + std::string(name) + ".xml")));
    for (const char* name : {"eye_tree_eyeglasses", "frontalface_alt2", "fullbody", "smile", "upperbody"})
        EXPECT_THROW((void)load_cascade(file.parent_path() / ("haarcascade_" + std::string(name) + ".xml")),
                     Error);
}

TEST(FrontalFaces, SayWhatToInstall) {
    const char* before = std::getenv("UPSWEEP_CASCADES");
    const std::string kept = before ? before : "";
    setenv("UPSWEEP_CASCADES", "/no/such/folder", 1);
    EXPECT_TRUE(frontal_face_file().empty());
    std::string says;
    try {
        (void)frontal_face_cascade();
    } catch (const Error& error) {
        says = error.what();
    }
    before ? setenv("UPSWEEP_CASCADES", kept.c_str(), 1) : unsetenv("UPSWEEP_CASCADES");
    EXPECT_THAT(says, HasSubstr("install the package opencv-data"));
}

}  // namespace
}  // namespace upsweep::cascade
