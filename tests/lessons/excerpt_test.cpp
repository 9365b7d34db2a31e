// Excerpts are cut from the real text; a marker that is gone is an error.
#include "lessons/lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::lessons {
namespace {

constexpr const char* kernel =
    "void k() {\n"
    "    a = 1;\n"
    "    // ---- Second: more\n"
    "    if (x) {\n"
    "        a = 1;\n"
    "        b = 2;\n"
    "    }\n"
    "}\n";

TEST(Excerpt, IsCutByMarkersAfterItsPhase) {
    Excerpt excerpt{.file = "k.cu",
                    .phase = "Second",
                    .from = "a = 1",
                    .to = "b = 2",
                    .lit = "b = 2",
                    .notes = {"one"},
                    .lines = {}};
    cut_excerpt(excerpt, kernel);
    EXPECT_EQ(excerpt.first_line, 5);
    EXPECT_EQ(excerpt.lit_line, 6);
    EXPECT_EQ(excerpt.lines, (std::vector<std::string>{"a = 1;", "b = 2;"}));
}

/// The line also occurs before the excerpt: the one within it is lit.
TEST(Excerpt, LightsALineOfItsOwn) {
    Excerpt excerpt{.file = "k.cu",
                    .phase = "Second",
                    .from = "if (x)",
                    .to = "b = 2",
                    .lit = "a = 1",
                    .notes = {},
                    .lines = {}};
    cut_excerpt(excerpt, kernel);
    EXPECT_EQ(excerpt.first_line, 4);
    EXPECT_EQ(excerpt.lit_line, 5);
}

TEST(Excerpt, LightsNoLineBehindItsLast) {
    Excerpt excerpt{.file = "k.cu",
                    .phase = "Second",
                    .from = "if (x)",
                    .to = "a = 1",
                    .lit = "b = 2",
                    .notes = {},
                    .lines = {}};
    EXPECT_THROW(cut_excerpt(excerpt, kernel), Error);
}

TEST(Excerpt, AMissingMarkerIsNamed) {
    Excerpt excerpt{
        .file = "k.cu", .phase = {}, .from = "c = 3", .to = "c = 3", .lit = {}, .notes = {}, .lines = {}};
    try {
        cut_excerpt(excerpt, kernel);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("k.cu has no line with \"c = 3\""));
    }
    Excerpt backwards{
        .file = "k.cu", .phase = {}, .from = "b = 2", .to = "a = 1", .lit = {}, .notes = {}, .lines = {}};
    EXPECT_THROW(cut_excerpt(backwards, kernel), Error);
    Excerpt notes{.file = "k.cu",
                  .phase = {},
                  .from = "b = 2",
                  .to = "b = 2",
                  .lit = {},
                  .notes = {"1", "2"},
                  .lines = {}};
    EXPECT_THROW(cut_excerpt(notes, kernel), Error);
}

}  // namespace
}  // namespace upsweep::lessons
