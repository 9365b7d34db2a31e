// The CPU with the catalog's own loops: every loop runs, is checked and has a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "core/error.h"

namespace upsweep::backends {
namespace {

TEST(Cpu, EveryLoopOfTheCatalogIsRightAndTimed) {
    int loops = 0;
    for (const Algorithm* algorithm : catalog()) {
        if (!cpu().refusal(*algorithm).empty()) continue;
        ++loops;
        for (const ElementTypes types : algorithm->types) {
            Parameters parameters;
            parameters.extent = {65, 33};
            parameters.types = types;
            parameters = with_defaults(*algorithm, parameters);
            const Array input = random_input(*algorithm, parameters, 3);
            const auto prepared =
                cpu().prepare({.algorithm = algorithm, .parameters = parameters, .input = &input});
            EXPECT_FALSE(prepared->check().right) << algorithm->slug << ": a result before the first run";
            EXPECT_GT(prepared->time_once(), 0);
            EXPECT_TRUE(prepared->check().right) << algorithm->slug << " " << to_string(types);
            EXPECT_GE(prepared->traffic_bytes(), payload_bytes(parameters)) << algorithm->slug;
        }
    }
    EXPECT_GE(loops, 2);
}

/// Writes what it should, and one element more: right behind its output, or at the end of the guard.
TEST(Cpu, AGuardedRunSeesWhatIsWrittenBehindTheOutput) {
    const auto all = catalog();
    const Algorithm& loop =
        **std::find_if(all.begin(), all.end(), [](const Algorithm* one) { return one->cpu_loop; });
    Parameters parameters;
    parameters.extent = {9, 3};
    parameters.types = loop.types.front();
    parameters = with_defaults(loop, parameters);
    const Array input = random_input(loop, parameters, 3);
    const auto faults = [&](void (*run)(const Parameters&, const Array&, Array&)) {
        Algorithm one = loop;
        one.run_on_cpu = run;
        const Task task{.algorithm = &one, .parameters = parameters, .input = &input};
        return cpu().run(task, {.guarded = true}).faults;
    };
    EXPECT_TRUE(faults(loop.run_on_cpu).empty());
    const std::vector<std::string> said = {"the loop wrote past the end of its output"};
    EXPECT_EQ(faults([](const Parameters&, const Array&, Array& output) {
                  output.set_number(output.count() - 2 * output.extent().width, 1);
              }),
              said);
    EXPECT_EQ(faults([](const Parameters&, const Array&, Array& output) {
                  output.set_number(output.count() - 1, 1);
              }),
              said);
}

TEST(Cpu, TheCopyMovesThePayload) {
    Task task;
    task.parameters.extent = {100, 10};
    task.parameters.types = {ScalarType::u8, ScalarType::u32};
    const auto prepared = cpu().prepare(task);
    EXPECT_EQ(prepared->traffic_bytes(), 5000);
    EXPECT_FALSE(prepared->check().right);
    EXPECT_GT(prepared->time_once(), 0);
    EXPECT_TRUE(prepared->check().right);
}

TEST(Cpu, AKernelIsRefusedWithASentence) {
    Algorithm kernel;
    kernel.title = "Some kernel";
    EXPECT_EQ(cpu().refusal(kernel), "Some kernel is a GPU kernel; it has no loop for the CPU.");
}

}  // namespace
}  // namespace upsweep::backends
