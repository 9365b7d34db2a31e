// The single-pass scan as the catalog runs it, its blocks waiting for each other: what its counter, its fence
// and its acquire are for, over a thousand schedules.
#include <gtest/gtest.h>

#include <vector>

#include "emulator/emulator.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"

namespace upsweep {
namespace {

using emulator::FindingKind;
using ChainOptions = std::vector<OptionValue>;

enum class Order { strong, weak };

/// Six sections of 8, on two to four places, and turns by chance.
emulator::Trace run_seed(const char* slug, const Parameters& parameters, uint64_t seed, Order memory) {
    const Algorithm& algorithm = find_algorithm(slug);
    emulator::RunOptions options = test::machine_of(parameters, 2 + int(seed % 3));
    options.gpu.schedule = emulator::parse_schedule("random:" + std::to_string(seed));
    options.gpu.weak_memory = memory == Order::weak;
    options.races = false;
    return test::run_entry(algorithm, parameters, options).trace;
}

/// Seeds below `seeds` whose run does not end, or ends with a wrong result.
int failures(const char* slug, Extent extent, const ChainOptions& given, int seeds, Order memory) {
    const Algorithm& algorithm = find_algorithm(slug);
    const Parameters parameters = test::parameters_of(algorithm, extent, given, {4, 8});
    const Array input = random_input(algorithm, parameters, test::usual_seed);
    int count = 0;
    for (int seed = 0; seed < seeds; ++seed) {
        const emulator::Trace trace = run_seed(slug, parameters, uint64_t(seed), memory);
        const bool right = trace.complete && check_result(algorithm, parameters, input, trace.output()).right;
        count += right ? 0 : 1;
    }
    return count;
}

int chain_failures(ChainOptions options, int seeds, Order memory) {
    options.push_back({"section", 8});
    return failures("scan_single_pass", {48, 1}, options, seeds, memory);
}

TEST(Chain, WithStaticNumbersDeadlocksWhereResidentBlocksAreFewAndTheScheduleUnkind) {
    const Algorithm& scan = find_algorithm("scan_single_pass");
    const auto run = [&](int64_t counted, int places, const char* schedule) {
        const Parameters parameters =
            test::parameters_of(scan, {48, 1}, {{"section", 8}, {"counted", counted}}, {4, 8});
        emulator::RunOptions options = test::machine_of(parameters, places);
        options.gpu.schedule = emulator::parse_schedule(schedule);
        return test::run_entry(scan, parameters, options).trace;
    };
    const auto deadlocks = [](const emulator::Trace& trace) {
        for (const emulator::Finding& finding : trace.findings)
            if (finding.kind == FindingKind::deadlock) return !trace.complete;
        return false;
    };
    for (int places = 1; places <= 6; ++places) {
        EXPECT_EQ(deadlocks(run(0, places, "unkind")), places < 6) << places;
        EXPECT_FALSE(deadlocks(run(0, places, "in-order"))) << places;
        EXPECT_FALSE(deadlocks(run(1, places, "unkind"))) << places;
    }
}

TEST(Chain, WithNumbersFromACounterNeverFailsInAThousandSchedules) {
    EXPECT_EQ(chain_failures({}, 1000, Order::strong), 0);
    EXPECT_GT(chain_failures({{"counted", 0}}, 100, Order::strong), 0);
}

TEST(Chain, InWeakMemoryNeedsItsFenceAndItsAcquire) {
    EXPECT_GT(chain_failures({{"fence", 0}}, 100, Order::weak), 0);
    EXPECT_GT(chain_failures({{"acquire", 0}}, 100, Order::weak), 0);
    EXPECT_EQ(chain_failures({}, 1000, Order::weak), 0);
    // Memory that is strong hides both.
    EXPECT_EQ(chain_failures({{"fence", 0}}, 100, Order::strong), 0);
    EXPECT_EQ(chain_failures({{"acquire", 0}}, 100, Order::strong), 0);
}

TEST(Chain, OfTheOtherEntriesNeverFailsInWeakMemory) {
    EXPECT_EQ(failures("scan_lookback", {600, 2}, {}, 100, Order::weak), 0);
    EXPECT_EQ(failures("integral_image_bugetti", {12, 5}, {{"section", 4}}, 100, Order::weak), 0);
    EXPECT_EQ(failures("integral_image_one_pass", {40, 12}, {}, 30, Order::weak), 0);
}

}  // namespace
}  // namespace upsweep
