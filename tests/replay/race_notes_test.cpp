// The two accesses of a race in short lines.
#include "replay/words/finding.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

emulator::Trace traced(const std::string& kernel, const std::string& grid, const std::string& block) {
    scenes::Scene scene = scenes::scene_of_text(kernel);
    scene.program()->grid = grid;
    scene.program()->block = block;
    scene.program()->arguments = {"zeros:64"};
    return *scenes::run_scene(scene).trace;
}

const emulator::Finding* race_in(const emulator::Trace& trace) {
    for (const emulator::Finding& one : trace.findings)
        if (std::holds_alternative<emulator::Race>(one.facts)) return &one;
    return nullptr;
}

TEST(RaceNotes, SayWhoDidWhatAndWhatIsMissing) {
    const emulator::Trace trace = traced(
        "__global__ void k(int* out) {\n"
        "    __shared__ int s[64];\n"
        "    int t = threadIdx.x;\n"
        "    s[t] = t;\n"
        "    out[t] = s[63 - t];\n"
        "}\n",
        "1", "64");
    const emulator::Finding* race = race_in(trace);
    ASSERT_NE(race, nullptr);
    const auto notes = race_notes(trace, race->step + 1);
    ASSERT_TRUE(notes);
    EXPECT_EQ(trace.arrays[notes->array].name, "s");
    EXPECT_EQ(notes->lacks, "no barrier in between");
    const std::string cell = std::to_string(notes->element);
    const auto& facts = std::get<emulator::Race>(race->facts);
    const auto thread = [&](int64_t number) {
        return fmt::format("{} (lane {} of warp {})", number, number % trace.gpu.lanes,
                           number / trace.gpu.lanes);
    };
    const std::string writer = thread(notes->element), reader = thread(63 - notes->element);
    const bool read_first = facts.was_read;
    EXPECT_EQ(notes->notes[0], read_first ? "Thread " + reader + " reads cell " + cell + " in line 5"
                                          : "Thread " + writer + " writes cell " + cell + " in line 4");
    EXPECT_EQ(notes->notes[1], read_first ? "Thread " + writer + " writes it in line 4"
                                          : "Thread " + reader + " reads it in line 5");
    EXPECT_FALSE(race_notes(trace, 0));
    EXPECT_FALSE(race_notes(trace, race->step)) << "it has not happened yet";
}

TEST(RaceNotes, NameTheBlocksWhereTheyDiffer) {
    const emulator::Trace trace = traced(
        "__global__ void k(int* out) {\n"
        "    out[0] = blockIdx.x;\n"
        "}\n",
        "2", "1");
    const emulator::Finding* race = race_in(trace);
    ASSERT_NE(race, nullptr);
    const auto notes = race_notes(trace, race->step + 1);
    ASSERT_TRUE(notes);
    EXPECT_EQ(notes->notes[0], "Block 0, thread 0 writes cell 0 in line 2");
    EXPECT_EQ(notes->notes[1], "Block 1, thread 0 writes it in line 2");
    EXPECT_EQ(notes->lacks, "nothing orders the two");
}

}  // namespace
}  // namespace upsweep::replay
