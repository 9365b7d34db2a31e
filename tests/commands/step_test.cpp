// `upsweep step` and the emulator's side of `verify`, as scripts meet them.
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/json_keys.h"
#include "commands/helpers/run_program.h"
#include "core/helpers/own_folder.h"
#include "core/helpers/sample.h"
#include "pipelines/algorithm.h"

namespace upsweep::test {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

ordered_json step_json(const std::string& arguments) {
    const Outcome outcome = run_program("step " + arguments + " --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return ordered_json::parse(outcome.out);
}

/// The arrays after the first phase of this name; fails without one.
ordered_json buffers_after(const ordered_json& document, const std::string& name) {
    for (const ordered_json& phase : document["phases"])
        if (phase["name"] == name) return phase["buffers"];
    ADD_FAILURE() << "there is no phase " << name;
    return {};
}

/// A sentence a step, as the window says it; a finding where it first happens; the result at the end.
TEST(StepCommand, NarratesARun) {
    const Outcome told = run_program("step scan_blelloch --n 8 --input 3,1,7,0,4,1,6,3 --narrate barrier");
    EXPECT_EQ(told.status, 0) << told.err;
    EXPECT_EQ(std::count(told.out.begin(), told.out.end(), '\n'), 9) << told.out;
    EXPECT_THAT(told.out, HasSubstr("    26  Cell 7 of sums adds the cell 4 places to its left: it becomes "
                                    "11 + 14 = 25.\n"));
    EXPECT_THAT(told.out, testing::EndsWith("equal to the reference in all 8 cells.\n"));
    const Outcome floats = run_program("step scan_blelloch --n 8 --type f32 --narrate launch");
    EXPECT_THAT(floats.out, testing::EndsWith("in all 8 cells within the rounding tolerance.\n"));
    const Outcome racing = run_program("step scan_kogge_stone --n 8 --set between=0 --narrate phase");
    EXPECT_THAT(racing.out, HasSubstr("        Data race: "));
    EXPECT_THAT(run_program("step scan_lookback --opening --narrate phase").out,
                HasSubstr("Block 3 adds the aggregates of blocks 2 and 1 and the inclusive prefix of block "
                          "0: 8 + 14 + 11 = 33 is the sum before it."));
    EXPECT_EQ(run_program("step scan_lookback --opening --n 8").status, 2);
    EXPECT_EQ(run_program("step scan_blelloch --narrate sentence").status, 2);
    EXPECT_EQ(run_program("step scan_blelloch --narrate --json").status, 2);
    EXPECT_EQ(run_program("step scan_blelloch --narrate --on cpu").status, 2);
}

TEST(StepCommand, ShowsAFigureOfAPaper) {
    const Outcome run = run_program("step --figure bugetti-1");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Bugetti 2025, Figure 1"));
    EXPECT_THAT(run.out, HasSubstr("row `1`, column `2` becomes `15`"));
    EXPECT_THAT(run_program("step --figure oro-4 --scene").out, HasSubstr("lanes = 32"));
    EXPECT_THAT(run_program("step --figure oro-9").err, HasSubstr("oro-2, oro-3, oro-4, oro-5"));
    EXPECT_THAT(run_program("step --figure oro-4 --n 8").err, HasSubstr("leave --n out"));
    EXPECT_THAT(run_program("step scan_loop --figure oro-4").err, HasSubstr("leave the algorithm out"));
    EXPECT_THAT(run_program("step").err, HasSubstr("--figure"));
}

/// An own program shows its moment as an entry of the catalog does.
TEST(StepCommand, ShowsAMomentOfAnOwnProgram) {
    const std::string file = own_file("moment.cu");
    std::ofstream(file)
        << "__global__ void k(int* a) {\n    a[threadIdx.x] = 7;\n    a[threadIdx.x] += 1;\n}\n"
           "int main() { int* a; cudaMalloc(&a, 8); k<<<1, 2>>>(a); }\n";
    const ordered_json document = step_json(file + " --step 2");
    ASSERT_TRUE(document.contains("moment")) << document;
    EXPECT_EQ(keys(document["moment"]), (std::vector<std::string>{"step", "of", "sentence", "buffers"}));
    EXPECT_EQ(document["moment"]["step"], 2);
    EXPECT_EQ(document["moment"]["buffers"]["a"].size(), 2U);
    EXPECT_THAT(run_program("step " + file + " --step 2").out, HasSubstr("\nAfter step 2 of "));
    EXPECT_FALSE(step_json(file).contains("moment"));
}

/// As every GPU: kernels of the catalog halve and double over lanes.
TEST(StepCommand, AWarpIsAPowerOfTwo) {
    const Outcome refused = run_program("step integral_image_one_pass --warp 3");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("Choose 2, 4, 8, 16 or 32."));
    EXPECT_EQ(run_program("step integral_image_one_pass --warp 2").status, 0);
}

TEST(StepCommand, JsonHasItsKeysInOrder) {
    const ordered_json document = step_json("scan_blelloch --n 8 --input 3,1,7,0,4,1,6,3");
    EXPECT_EQ(keys(document), (std::vector<std::string>{"algorithm", "parameters", "phases", "counts",
                                                        "findings", "result"}));
    EXPECT_EQ(
        keys(document["counts"]),
        (std::vector<std::string>{"additions", "copies", "moves", "barriers", "rounds", "depth", "steps",
                                  "shared_wavefronts", "bank_conflicts", "global_sectors", "atomics"}));
    EXPECT_EQ(keys(document["counts"]["shared_wavefronts"]), (std::vector<std::string>{"load", "store"}));
    EXPECT_EQ(keys(document["counts"]["global_sectors"]), (std::vector<std::string>{"load", "store"}));
    EXPECT_EQ(keys(document["parameters"]),
              (std::vector<std::string>{"n", "width", "height", "type", "options", "machine", "input"}));
    EXPECT_EQ(keys(document["parameters"]["machine"]),
              (std::vector<std::string>{"warp", "banks", "sms", "resident", "schedule", "blocks", "warps"}));
    EXPECT_EQ(document["parameters"]["input"], (ordered_json{3, 1, 7, 0, 4, 1, 6, 3}));
    EXPECT_EQ(document["counts"]["additions"], 14);
    EXPECT_EQ(document["counts"]["copies"], 7);
    EXPECT_EQ(document["result"], (ordered_json{0, 3, 4, 11, 11, 15, 16, 22}));
    std::vector<std::string> phases;
    for (const auto& phase : document["phases"]) phases.push_back(phase["name"]);
    for (const char* name : {"Load", "Up-sweep", "Clear", "Down-sweep", "Store"})
        EXPECT_THAT(phases, testing::Contains(name));
}

TEST(StepCommand, PhasesHoldTheArraysAsTheyWere) {
    const ordered_json document = step_json("scan_blelloch --n 8 --set padding=off --input 3,1,7,0,4,1,6,3");
    const ordered_json load = buffers_after(document, "Load");
    EXPECT_EQ(load["sums"], (ordered_json{3, 1, 7, 0, 4, 1, 6, 3}));
    EXPECT_TRUE(load["output"][0].is_null());
    EXPECT_EQ(buffers_after(document, "Up-sweep")["sums"], (ordered_json{3, 4, 7, 11, 4, 5, 6, 25}));
}

TEST(StepCommand, EachBlocksSharedArrayIsAsThatBlockLeftThePhase) {
    const std::string arguments =
        "scan_blelloch --n 12 --set segment=4 --set padding=off --input 3,1,7,0,4,1,6,3,2,2,5,1";
    for (const char* schedule : {" --resident 1", " --resident 3 --schedule reversed"}) {
        const ordered_json document = step_json(arguments + schedule);
        const ordered_json load = buffers_after(document, "Load");
        EXPECT_EQ(load["sums[0]"], (ordered_json{3, 1, 7, 0})) << schedule;
        EXPECT_EQ(load["sums[1]"], (ordered_json{4, 1, 6, 3})) << schedule;
        EXPECT_EQ(load["sums[2]"], (ordered_json{2, 2, 5, 1})) << schedule;
        const ordered_json up = buffers_after(document, "Up-sweep");
        EXPECT_EQ(up["sums[0]"], (ordered_json{3, 4, 7, 11})) << schedule;
        EXPECT_EQ(up["sums[2]"], (ordered_json{2, 4, 5, 10})) << schedule;
    }
    EXPECT_THAT(run_program("step " + arguments).out, HasSubstr("as its block left the phase"));
}

TEST(StepCommand, FindingsHaveTheirKeysAndWhatHappened) {
    const ordered_json document = step_json("scan_blelloch --n 8 --banks 4 --set padding=off");
    ASSERT_FALSE(document["findings"].empty());
    for (const ordered_json& finding : document["findings"]) EXPECT_EQ(keys(finding), finding_keys());
    const auto& findings = document["findings"];
    const auto conflict = std::find_if(findings.begin(), findings.end(), [](const ordered_json& finding) {
        return finding["kind"] == "bank_conflict";
    });
    ASSERT_NE(conflict, findings.end());
    EXPECT_EQ((*conflict)["file"], "scan_blelloch.cu");
    EXPECT_GT((*conflict)["line"], 0);
    EXPECT_EQ((*conflict)["block"], 0);
    EXPECT_GE((*conflict)["lanes"].size(), 2U);
    EXPECT_EQ((*conflict)["severity"], "cost");
    EXPECT_EQ((*conflict)["array"], "sums");
    EXPECT_EQ((*conflict)["elements"].size(), (*conflict)["lanes"].size());
    EXPECT_EQ((*conflict)["bytes"], ordered_json::array());
    EXPECT_GT((*conflict)["end_column"], (*conflict)["column"]);
    EXPECT_GE((*conflict)["degree"], 2);
}

/// Equal findings are one: it says how often, and at which steps of how many.
TEST(StepCommand, MergedFindingsSayHowOftenAndWhere) {
    const ordered_json document = step_json("scan_blelloch --n 64 --warp 4 --banks 4 --set padding=off");
    bool merged = false;
    for (const ordered_json& finding : document["findings"]) {
        const ordered_json& steps = finding["steps"];
        EXPECT_EQ(finding["times"], steps.size()) << finding;
        EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end())) << finding;
        EXPECT_GE(steps.front(), 1) << finding;
        EXPECT_LE(steps.back(), document["counts"]["steps"]) << finding;
        merged |= finding["times"] > 1;
    }
    EXPECT_TRUE(merged);
}

TEST(StepCommand, ThePapersMatrices) {
    EXPECT_EQ(
        step_json(
            "integral_image_bilgic_loop --width 4 --height 3 --input 2,1,3,1,3,2,1,1,4,1,3,1")["result"],
        (ordered_json{0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12}));
    EXPECT_EQ(step_json("integral_image_blelloch --width 4 --height 3 --set upright=1 "
                        "--input 2,1,3,1,3,2,1,1,4,1,3,1")["result"],
              (ordered_json{0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12}));
    EXPECT_EQ(step_json("integral_image_bugetti_loop --n 3 --input 0,1,2,3,4,5,6,7,8")["result"],
              (ordered_json{0, 1, 3, 3, 8, 15, 9, 21, 36}));
    // Transposed: value (x, y) at y + x·h.
    EXPECT_EQ(
        step_json("integral_image_blelloch --n 3 --set inclusive=1 --input 0,1,2,3,4,5,6,7,8")["result"],
        (ordered_json{0, 3, 9, 1, 8, 21, 3, 15, 36}));
}

/// The scene's step: a sentence and the arrays as they are there.
TEST(StepCommand, ShowsTheMomentOfItsScene) {
    const std::string arguments = "scan_blelloch --n 8 --input 3,1,7,0,4,1,6,3";
    EXPECT_FALSE(step_json(arguments).contains("moment"));
    const ordered_json document = step_json(arguments + " --step 100000");
    const ordered_json& moment = document["moment"];
    EXPECT_EQ(keys(moment), (std::vector<std::string>{"step", "of", "sentence", "buffers"}));
    EXPECT_EQ(moment["step"], document["counts"]["steps"]) << "clamped to the end";
    EXPECT_EQ(moment["of"], moment["step"]);
    EXPECT_EQ(moment["buffers"]["output"], document["result"]);
    const Outcome outcome = run_program("step " + arguments + " --step 25");
    EXPECT_THAT(outcome.out, HasSubstr("After step 25 of "));
}

/// What --scene prints is a file that `step` runs alike.
TEST(StepCommand, PrintsItsSceneAndReadsItBack) {
    const std::string arguments = "scan_blelloch --n 8 --set padding=on --seed 5 --banks 4 --step 30";
    const Outcome printed = run_program("step " + arguments + " --scene");
    EXPECT_EQ(printed.status, 0) << printed.err;
    EXPECT_THAT(printed.out, HasSubstr("version = 1\nalgorithm = \"scan_blelloch\"\n"));
    const std::string file = own_file("upsweep_step_scene.toml");
    std::ofstream(file) << printed.out;
    EXPECT_EQ(step_json(file), step_json(arguments));
    std::ofstream(file) << "version = 7\n";
    const Outcome newer = run_program("step " + file);
    EXPECT_EQ(newer.status, 1);
    EXPECT_THAT(newer.err, HasSubstr("upsweep_step_scene.toml\", line 1: the scene has version 7"));
    EXPECT_EQ(std::count(newer.err.begin(), newer.err.end(), '\n'), 1) << newer.err;
    EXPECT_EQ(run_program("step " + file + "x.toml").status, 1);
}

TEST(StepCommand, SegmentsShowTotalsAndIncrement) {
    const ordered_json document = step_json("scan_blelloch --n 16 --set segment=4");
    EXPECT_EQ(document["phases"].back()["name"], "Increment");
    EXPECT_EQ(document["phases"].back()["buffers"]["block_totals"].size(), 4U);
}

TEST(StepCommand, FloatsKeepNanAndInfinityAsText) {
    EXPECT_EQ(step_json("scan_loop --type f32 --set inclusive=1 --input 1.5,inf,-inf,2")["result"],
              (ordered_json{1.5, "inf", "nan", "nan"}));
}

TEST(StepCommand, TextShowsCountsBesideFormulas) {
    const Outcome outcome = run_program("step scan_blelloch --n 8");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("2(n − 1)"));
    EXPECT_THAT(outcome.out, HasSubstr("Result: right"));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("but ")));
}

TEST(StepCommand, StrictFailsOnFindings) {
    const std::string conflicts = "step scan_blelloch --n 8 --banks 4 --set padding=off";
    EXPECT_EQ(run_program(conflicts).status, 0);
    EXPECT_EQ(run_program(conflicts + " --strict").status, 1);
}

TEST(StepCommand, BadRequestsAreOneSentenceAndTwo) {
    for (const char* arguments :
         {"scan_blelloch --n -3", "scan_blelloch --n 0", "scan_blelloch --n 10000000", "nothing --n 8",
          "scan_blelloch --n 8 --input 1,2", "scan_blelloch --input 1,x", "scan_blelloch --type u8 --n 8",
          "scan_blelloch --n 8 --set segment=6", "scan_blelloch --n 8 --set paddin=1",
          "scan_blelloch --n 8 --warp 1", "scan_blelloch --type u8->u32 --input 1,300",
          "transpose_tiled --width 3", "scan_blelloch --n 8 --n 9x", "scan_blelloch --n 8 --schedule never",
          "scan_blelloch --width 9000000000 --height 9000000000"}) {
        const std::string quoted = std::string("step ") + arguments;
        std::string shell = quoted;
        if (const size_t at = shell.find("->"); at != std::string::npos) shell.replace(at, 2, ":");
        const Outcome outcome = run_program(shell);
        EXPECT_EQ(outcome.status, 2) << arguments << ": " << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
    EXPECT_THAT(run_program("step scan_blelloch --n 10000000").err, HasSubstr("65536"));
}

TEST(StepCommand, WhatIsWrongIsNamed) {
    for (const auto& [arguments, words] : std::vector<std::pair<std::string, std::string>>{
             {"scan_loop --n 8 --seed -1", "\"-1\" is not a seed"},
             {"scan_blelloch --n 8 --schedule by-hand:9,9",
              "The list of warps names warp 9, but no launch here has it; its warps are 0 to"},
             {"scan_loop --input \"\"", "no values are given"},
             {"scan_loop --n 99999999999999999999", "99999999999999999999 is too large"},
             {"scan_loop --n 8 --input 3,1,x", "Input value 3, \"x\", is not a number"},
             {"scan_loop --n 8 --set inclusive=perhaps", "write inclusive="},
             {"scan_blellok --n 8", "did you mean scan_blelloch"},
             {"nothing_of_the_kind --n 8", "`upsweep list`"}}) {
        const Outcome outcome = run_program("step " + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    }
    EXPECT_EQ(run_program("step scan_blelloch --n 8 --schedule by-hand:0").status, 0);
    EXPECT_EQ(run_program("\"\"").status, 2);
}

TEST(VerifyCommand, EverythingIsRightOnTheEmulator) {
    // A warp and one element more, and a matrix of 7 x 7: the whole walk takes minutes.
    std::string arguments = "verify --on emulator --seed " + std::to_string(sample_seed());
    if (!takes_all()) {
        std::vector<std::string_view> slugs;
        for (const Algorithm* algorithm : catalog()) slugs.push_back(algorithm->slug);
        arguments += " --n 7,33 --algorithms ";
        for (const std::string_view slug : sample("algorithms", slugs, slugs.size() / 4))
            arguments += std::string(slug) + ",";
        arguments.pop_back();
    }
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("wrong")));
}

}  // namespace
}  // namespace upsweep::test
