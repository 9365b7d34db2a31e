// The CPU with the catalog's own loops: every loop runs, is checked and has a time.
#include <gtest/gtest.h>

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
