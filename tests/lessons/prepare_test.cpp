// Every lesson runs, and its answers are what the trace says.
#include "lessons/prepare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bench/export.h"
#include "bench/recording.h"
#include "core/error.h"
#include "emulator/trace/trace.h"

namespace upsweep::lessons {
namespace {

std::string prepare_text_of(const std::vector<Inline>& inlines) {
    std::string text;
    for (const Inline& piece : inlines) text += piece.text;
    return text;
}

std::string prepare_text_of(const PreparedPage& page) {
    std::string text;
    for (const Block& block : page.blocks) text += prepare_text_of(block.inlines) + "\n";
    return text;
}

TEST(Lessons, AllOfThemRun) {
    for (const Lesson& lesson : all_lessons()) {
        const PreparedLesson prepared = prepare(lesson);
        ASSERT_EQ(prepared.pages.size(), lesson.pages.size());
        int questions = 0;
        for (const PreparedPage& page : prepared.pages) {
            EXPECT_EQ(prepare_text_of(page).find('{'), std::string::npos)
                << lesson.file << ": " << page.title;
            if (!page.question) continue;
            ++questions;
            int right = 0;
            for (const Choice& choice : page.question->choices) {
                EXPECT_FALSE(prepare_text_of(choice.reason).empty());
                EXPECT_EQ(choice.right, choice.value == page.question->answer);
                right += choice.right ? 1 : 0;
            }
            EXPECT_EQ(right, 1) << lesson.file << ": " << page.title;
        }
        EXPECT_GE(questions, 1) << lesson.file << " asks nothing: a lesson has at least one question.";
    }
}

// The text that a page gives is what runs, and what its excerpt shows: also in the place of a kernel of the
// catalog.
TEST(Lessons, AnExcerptIsCutFromThePagesOwnText) {
    const Lesson lesson = parse_lesson("own.md", R"(+++
title = "Own"
chapter = "One"
aim = "Nothing"
minutes = 1
+++

# One

```scene
program = "scan_loop.cu"
kernel = "five"
grid = "1"
block = "2"
arguments = ["values:0,0"]

[edits]
"scan_loop.cu" = """
__global__ void five(int* a)
{
    a[threadIdx.x] = 5;
}
"""
```

```kernel
file = "scan_loop.cu"
from = "a[threadIdx.x]"
to = "a[threadIdx.x]"
lit = "= 5"
```

Text.
)");
    const PreparedLesson prepared = prepare(lesson);
    ASSERT_EQ(prepared.pages.size(), 1U);
    const auto& blocks = prepared.pages[0].blocks;
    const auto excerpt = std::find_if(blocks.begin(), blocks.end(),
                                      [](const Block& one) { return one.kind == Block::Kind::excerpt; });
    ASSERT_NE(excerpt, blocks.end());
    EXPECT_EQ(excerpt->excerpt.lines, std::vector<std::string>{"a[threadIdx.x] = 5;"});
    EXPECT_EQ(excerpt->excerpt.lit_line, excerpt->excerpt.first_line);
}

// Worked out by hand for 3 1 7 0 4 1 6 3: after the first pass down cell 7 holds 11, the left child's old sum
// is 5.
TEST(Lessons, TheWorkEfficientScanAsksForSixteen) {
    const auto& all = all_lessons();
    const auto tree = std::find_if(all.begin(), all.end(),
                                   [](const Lesson& one) { return one.slug == "work-efficient-scan"; });
    ASSERT_NE(tree, all.end());
    const PreparedLesson lesson = prepare(*tree);
    const PreparedPage* down = nullptr;
    for (const PreparedPage& page : lesson.pages)
        if (page.title == "The way down") down = &page;
    ASSERT_NE(down, nullptr);
    ASSERT_TRUE(down->question);
    EXPECT_EQ(down->question->answer, "16");
    EXPECT_GT(down->question->after, down->step);
    std::vector<std::string> values;
    for (const Choice& choice : down->question->choices) values.push_back(choice.value);
    EXPECT_THAT(values, testing::ElementsAre("5", "11", "16", "25"));
}

TEST(Lessons, NumbersInTheTextComeFromTheTrace) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\ninput = [3, 1, "
        "7, 0, 4, 1, 6, 3]\n+++\n";
    const Lesson lesson = parse_lesson(
        "lessons/x.md",
        head +
            "# P\n```scene\nat = \"after Up-sweep\"\n```\n{n} {log2 n} {lanes} {input 2} {value sums 7} {sum "
            "input 0 3} {count additions} {total additions} {total copies} {result 7} {passes Up-sweep} {{");
    const PreparedLesson prepared = prepare(lesson);
    EXPECT_EQ(prepare_text_of(prepared.pages[0]), "8 3 4 7 25 11 7 14 7 22 3 {\n");
}

TEST(Lessons, ACountIsThatOfItsOwnMoment) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\n+++\n";
    const Lesson lesson = parse_lesson(
        "lessons/x.md",
        head +
            "# P\n```scene\nat = \"after Up-sweep\"\n```\n{count additions} {count additions @ end} "
            "{count additions @ start} {count additions}");
    const PreparedLesson prepared = prepare(lesson);
    EXPECT_EQ(prepare_text_of(prepared.pages[0]), "7 14 0 7\n");
}

std::string filled(const std::string& words) {
    const Lesson lesson = parse_lesson("lessons/x.md",
                                       "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = "
                                       "\"scan_blelloch\"\nn = 8\n+++\n# P\n\n" +
                                           words);
    return prepare_text_of(prepare(lesson).pages[0]);
}

TEST(Lessons, TicksAreThoseOfThePlansClock) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"haar_cascade\"\nmultiprocessors = 16\n"
        "options = { streams = 1, scales = 3 }\n+++\n# P\n\n";
    const auto number = [&](const std::string& term) {
        return std::stod(prepare_text_of(prepare(parse_lesson("lessons/x.md", head + term)).pages[0]));
    };
    EXPECT_GT(number("{ticks}"), 0);
    EXPECT_LT(number("{calc [ticks] / [ticks one by one]}"), 0.9);
    EXPECT_THROW(number("{ticks sometimes}"), Error);
}

// The medians of the file, read here once more.
TEST(Lessons, RecordedTimesAreThoseOfTheFile) {
    const auto shipped = bench::shipped_recordings();
    ASSERT_FALSE(shipped.empty());
    const bench::Recording recording = bench::parse_recording(shipped[0].text, "it");
    std::map<std::string, double> seconds;
    for (const bench::RecordedTime& time : recording.times)
        if (time.types == parse_element_types("u32") && time.extent == Extent{4096, 4096})
            seconds.try_emplace(time.algorithm, time.seconds);
    EXPECT_EQ(filled("{recorded integral-images integral_image_oro 4096 u32} {recorded integral-images copy "
                     "4096x4096 u32}"),
              bench::time_text(seconds.at("integral_image_oro")) + " " +
                  bench::time_text(seconds.at("copy")) + "\n");
    EXPECT_EQ(filled("{recorded machine}"), recording.machine.gpu + "\n");
    EXPECT_EQ(filled("{calc [recorded integral-images integral_image_oro 4096 u32] / [recorded "
                     "integral-images integral_image_oro 4096 u32]}"),
              "1\n");
}

/// What a page does not say of a program is as in the front matter.
TEST(Lessons, AProgramIsInheritedFromTheFrontMatter) {
    const PreparedLesson prepared = prepare(parse_lesson(
        "own.md",
        "+++\ntitle = \"Own\"\nchapter = \"Own\"\n[scene]\nprogram = \"untitled.cu\"\ngrid = \"1\"\n"
        "block = \"4\"\narguments = [\"values:1,2,3,4\"]\nlanes = 4\n[scene.edits]\n\"untitled.cu\" = "
        "\"\"\"\n"
        "__global__ void twice(int* a)\n{\n    a[threadIdx.x] *= 2;\n}\n\"\"\"\n+++\n\n# One\n\nText.\n\n"
        "# Two\n\n```scene\nat = \"end\"\narguments = [\"values:5,6,7,8\"]\nlanes = 2\n```\n\n{cell a 3}\n\n"
        "# Three\n\n```scene\nat = \"end\"\nalgorithm = \"scan_loop\"\n```\n\nText.\n"));
    ASSERT_EQ(prepared.runs.size(), 3U);
    EXPECT_EQ(prepared.runs[0]->trace->arrays.at(0).extent, (Extent{4, 1}));
    EXPECT_EQ(prepared.runs[1]->scene.gpu.lanes, 2);
    EXPECT_EQ(prepared.runs[0]->scene.gpu.lanes, 4);
    ASSERT_EQ(prepared.pages.at(1).blocks.size(), 1U);
    EXPECT_EQ(prepared.pages.at(1).blocks[0].inlines.at(0).text, "16");
    EXPECT_FALSE(prepared.runs[2]->scene.program() != nullptr);
}

/// A program of the page's own whose array lies row by row.
TEST(Lessons, AProgramsArrayIsStatedInRows) {
    const auto lesson = [](const std::string& values) {
        const std::string text =
            "+++\ntitle = \"Rows\"\nchapter = \"Rows\"\n[scene]\nalgorithm = \"scan_blelloch\"\n"
            "+++\n\n# One\n\n```scene\nprogram = \"untitled.cu\"\ngrid = \"1\"\nblock = \"4\"\n"
            "arguments = [\"" +
            values +
            "\", \"unset:2x2\"]\nat = \"end\"\n\n[edits]\n\"untitled.cu\" = \"\"\"\n"
            "__global__ void copy(const int* table, int* copied)\n{\n"
            "    copied[threadIdx.x] = table[threadIdx.x];\n}\n\"\"\"\n```\n\nText.\n";
        return prepare(parse_lesson("rows.md", text));
    };
    const PreparedLesson prepared = lesson("values:1,2,3;4,5,6");
    const emulator::Trace& trace = *prepared.runs.front()->trace;
    EXPECT_EQ(trace.arrays.at(0).extent, (Extent{3, 2}));
    EXPECT_EQ(trace.arrays.at(1).extent, (Extent{2, 2}));
    std::string said;
    try {
        lesson("values:1,2,3;4,5");
    } catch (const Error& error) {
        said = error.what();
    }
    EXPECT_THAT(said, testing::StartsWith("rows.md, line 8: Row 2 of parameter `table` has 2 values"));
}

TEST(Lessons, WhatWasNotRecordedIsSaidWithWhatWas) {
    const auto complaint = [](const std::string& term) -> std::string {
        try {
            return filled(term);
        } catch (const Error& error) {
            return error.what();
        }
    };
    using testing::HasSubstr;
    EXPECT_THAT(complaint("{recorded apples copy 64}"), HasSubstr("it has integral-images"));
    EXPECT_THAT(complaint("{recorded integral-images scan_lookback 64}"), HasSubstr("is not a line of"));
    EXPECT_THAT(complaint("{recorded integral-images copy 65}"), HasSubstr("there is 64 × 64"));
    EXPECT_THAT(complaint("{recorded integral-images copy big}"), HasSubstr("is not a size"));
    EXPECT_THAT(complaint("{recorded integral-images copy 64 f7}"), HasSubstr("line 10"));
    EXPECT_THAT(complaint("{recorded}"), HasSubstr("EXPERIMENT LINE SIZE"));
}

TEST(Lessons, WrongTermsNameTheLine) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\n+++\n# P\n\n";
    for (const char* bad : {"{value nothing 3}", "{value sums 99 @ end}", "{count apples}", "{later}", "{n",
                            "{value sums 3 @ after Nothing}", "{input 8}", "{value sums 3 @ start}"}) {
        try {
            prepare(parse_lesson("lessons/x.md", head + bad));
            ADD_FAILURE() << bad << " was taken";
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("lessons/x.md, line 10:")) << bad;
        }
    }
}

TEST(Lessons, AStrayBraceIsToldWithItsOwnLineAndItsCure) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\n+++\n# P\n\n";
    const auto complaint = [&](const std::string& text) -> std::string {
        try {
            prepare(parse_lesson("lessons/x.md", head + text));
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    };
    EXPECT_EQ(complaint("One {n}.\nThe set {1, 2} is small.\n"),
              "lessons/x.md, line 11: `{1, 2}` is not a term. Write {{ for a brace itself, or a term such as "
              "{n} or "
              "{value sums 3}.");
    EXPECT_EQ(complaint("One {n}.\nSo `if (x) {` begins.\n"),
              "lessons/x.md, line 11: `{` has no }; close the term, or write {{ for a brace itself.");
    EXPECT_EQ(complaint("One.\n\nOf {vlaue sums 3} more.\n"),
              "lessons/x.md, line 12: `{vlaue sums 3}` is not a term. Did you mean `value`?");
    EXPECT_EQ(
        complaint(
            "```predict\nkind = \"number\"\nask = \"a\"\nanswer = \"{n}\"\nwhy = \"In {1, 2}.\"\n```\n"),
        "lessons/x.md, line 14: `{1, 2}` is not a term. Write {{ for a brace itself, or a term such as {n} "
        "or "
        "{value sums 3}.");
    EXPECT_EQ(complaint("The set {{1, 2} is small.\n"), "nothing");
}

TEST(Lessons, AnUnknownAlgorithmOrOptionNamesThePage) {
    for (const char* scene :
         {"algorithm = \"nothing\"", "algorithm = \"scan_blelloch\"\noptions = { colour = 3 }"}) {
        const std::string text =
            "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\n" + std::string(scene) + "\n+++\n# P\nText.\n";
        EXPECT_THROW(prepare(parse_lesson("lessons/x.md", text)), Error);
    }
}

}  // namespace
}  // namespace upsweep::lessons
