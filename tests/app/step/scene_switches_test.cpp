// The model behind the schedule's switches and behind "Leave out": every choice is a scene that reads back,
// and every entry's slip has its words.
#include "app/step/model/scene_switches.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::app {
namespace {

using namespace scenes;
using emulator::ToyGpu;

/// Sections of 4, a block each.
Scene single_pass(int64_t n = 24) {
    Scene scene = initial_scene("scan_single_pass");
    scene.catalog().parameters.extent = {n, 1};
    scene.catalog().parameters.set_option("section", 4);
    return with_parameters(scene, scene.catalog().parameters);
}

TEST(SceneSwitches, EveryChoiceOfEverySettingIsASceneThatReadsBack) {
    const RunOrders orders{{2, 0, 1}, {0, 1, 2}};
    for (const GpuSetting& setting : gpu_settings({}, orders)) {
        EXPECT_GE(setting.choices.size(), 2U) << setting.id;
        int usual = 0;
        for (const GpuChoice& choice : setting.choices) {
            SCOPED_TRACE(std::string(setting.id) + " " + choice.word);
            Scene scene = single_pass();
            scene.gpu = with_setting(scene.gpu, setting.id, choice.word);
            const GpuSetting now = gpu_setting(scene.gpu, setting.id, orders);
            EXPECT_EQ(now.word, choice.word);
            EXPECT_EQ(now.label, choice.label);
            scene = with_parameters(scene, scene.catalog().parameters);
            EXPECT_EQ(parse_scene("s.toml", to_toml(scene)), scene) << to_toml(scene);
            usual += choice.word == setting.word ? 1 : 0;
        }
        EXPECT_EQ(usual, 1) << setting.id << ": what it is now is offered once";
    }
}

TEST(SceneSwitches, OrdersSayWhatTheyDoAndKeepTheirSeed) {
    ToyGpu gpu = with_setting({}, "blocks", "random:35909");
    EXPECT_EQ(gpu_setting(gpu, "blocks").label, "random, seed 35909");
    EXPECT_EQ(short_label(gpu_setting(gpu, "blocks")), "random 35909");
    EXPECT_EQ(typed_part(gpu.schedule.blocks), "35909");
    gpu = with_setting(gpu, "blocks", with_typed_part(gpu.schedule.blocks, " 7 "));
    EXPECT_EQ(to_string(gpu.schedule.blocks), "random:7");
    for (const char* word : {"in-order", "reversed", "random:7", "adversarial", "list:1,0"}) {
        EXPECT_FALSE(gpu_setting(with_setting({}, "blocks", word), "blocks").means.empty()) << word;
        EXPECT_FALSE(gpu_setting(with_setting({}, "warps", word), "warps").means.empty()) << word;
    }
}

TEST(SceneSwitches, AnOrderByHandBeginsAsTheRunWasAndIsTyped) {
    Scene scene = single_pass();
    scene.gpu.resident_blocks = 2;
    scene.gpu.schedule.blocks = emulator::parse_block_order("reversed");
    const RunScene run = run_scene(scene);
    ASSERT_TRUE(has_block_order(*run.trace));
    const RunOrders orders = run_orders(*run.trace, run.trace->launches.size() - 1);
    const auto blocks = size_t(run.trace->launches.back().grid.count());
    ASSERT_EQ(orders.blocks.size(), blocks);
    EXPECT_EQ(orders.blocks.front(), int(blocks) - 1);
    const GpuSetting setting = gpu_setting(scene.gpu, "blocks", orders);
    scene.gpu = with_setting(scene.gpu, "blocks", setting.choices.back().word);
    EXPECT_EQ(scene.gpu.schedule.blocks.list, orders.blocks);
    scene.gpu = with_setting(scene.gpu, "blocks", with_typed_part(scene.gpu.schedule.blocks, "1, 0"));
    EXPECT_EQ(scene.gpu.schedule.blocks.list, (std::vector<int>{1, 0}));
    EXPECT_EQ(gpu_setting(scene.gpu, "blocks").label, "by hand 1,0");
    EXPECT_THROW(with_typed_part(scene.gpu.schedule.blocks, "1, x"), UsageError);
    EXPECT_THROW(with_setting({}, "blocks", "round-robin"), UsageError);
    EXPECT_THROW(with_setting({}, "lanes", "many"), UsageError);
    EXPECT_THROW(with_setting({}, "lanes", "33"), UsageError);
    EXPECT_THROW(with_setting({}, "colour", "7"), UsageError);
}

TEST(SceneSwitches, EverySlipOfTheCatalogIsASwitchWithItsWords) {
    int switches = 0;
    for (const Algorithm* algorithm : catalog()) {
        const Scene scene = initial_scene(std::string(algorithm->slug));
        for (const LeftOut& one : left_out(*algorithm, scene.catalog().parameters)) {
            SCOPED_TRACE(std::string(algorithm->slug) + " " + std::string(one.option));
            ++switches;
            EXPECT_FALSE(one.what.empty());
            EXPECT_LE(one.what.size(), 26U) << "it stands in a line with others";
            EXPECT_FALSE(one.out) << "an entry opens whole";
            const Parameters out = with_left_out(*algorithm, scene.catalog().parameters, one.option, true);
            EXPECT_FALSE(algorithm->make_plan(out).emulator_only.empty());
            const Parameters back = with_left_out(*algorithm, out, one.option, false);
            EXPECT_TRUE(algorithm->make_plan(back).emulator_only.empty());
        }
    }
    EXPECT_GE(switches, 12);
}

TEST(SceneSwitches, WhatIsLeftOutIsSaidInAFewWords) {
    const Algorithm& algorithm = find_algorithm("scan_single_pass");
    Parameters parameters = single_pass().catalog().parameters;
    EXPECT_EQ(left_out_in_words(left_out(algorithm, parameters)), "nothing");
    parameters = with_left_out(algorithm, parameters, "fence", true);
    EXPECT_EQ(left_out_in_words(left_out(algorithm, parameters)), "fence before the flag");
    parameters = with_left_out(algorithm, parameters, "counted", true);
    EXPECT_EQ(left_out_in_words(left_out(algorithm, parameters)), "2 things");
    EXPECT_EQ(left_out_in_numbers(left_out(algorithm, parameters)), "2/5");
}

/// A moved block comes before or after the other one; those that have begun stay where they were.
TEST(SceneSwitches, AMovedBlockGetsItsPlaceInTheOrder) {
    const RunScene run = run_scene(single_pass(24));
    const auto moved = [&](size_t begun, int64_t block, int64_t neighbour, bool after) {
        return moved_block_order(*run.trace, 0, begun, {block, neighbour, after});
    };
    ASSERT_EQ(run.trace->launches[0].blocks.size(), 6U);
    EXPECT_EQ(moved(2, 5, 2, false), "list:0,1,5");
    EXPECT_EQ(moved(2, 5, 2, true), "list:0,1,2,5");
    EXPECT_EQ(moved(2, 2, 5, true), "list:0,1,3,4,5");
    EXPECT_EQ(moved(2, 5, 0, false), "list:0,1,5") << "what has begun cannot be overtaken";
    EXPECT_EQ(moved(0, 5, 0, false), "list:5");
    EXPECT_EQ(moved(2, 3, 2, true), "in-order") << "where it was";
}

/// The lecturer's way: the counter left out, slots few, the order adversarial.
TEST(SceneSwitches, TheDeadlockIsThreeSwitchesAway) {
    Scene scene = single_pass(48);
    const Algorithm& algorithm = find_algorithm(scene.slug());
    scene.gpu = with_setting(scene.gpu, "resident_blocks", "2");
    scene.gpu = with_setting(scene.gpu, "blocks", "adversarial");
    const auto deadlocks = [](const Scene& one) { return run_scene(one).trace->deadlocks.size(); };
    EXPECT_EQ(deadlocks(with_parameters(scene, scene.catalog().parameters)), 0U);
    EXPECT_EQ(deadlocks(with_parameters(
                  scene, with_left_out(algorithm, scene.catalog().parameters, "counted", true))),
              1U);
}

}  // namespace
}  // namespace upsweep::app
