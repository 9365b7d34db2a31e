// No false alarms over the suite: its kernels are right under every schedule, with lanes apart and weak
// memory, and what is said of their costs is what their accesses cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/results.h"
#include "conformance/suite.h"
#include "core/helpers/sample.h"
#include "emulator/findings/finding_table.h"
#include "emulator/helpers/costs.h"
#include "emulator/helpers/untraced.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::conformance {
namespace {

/// Eight schedules; lanes in lockstep or apart and strong or weak memory take turns over them: each case
/// meets each schedule once and each of the four twice.
emulator::ToyGpu machine_at(size_t test, size_t schedule) {
    static const char* const schedules[] = {
        "in-order",    "reversed", "unkind",   "by-hand:3,3,1,0,2,2,3,1,1,0,2,3",
        "round-robin", "random:1", "random:2", "random:3"};
    emulator::ToyGpu gpu = usual_options().gpu;
    gpu.schedule = emulator::parse_schedule(schedules[schedule]);
    const size_t mode = (test + schedule) % 4;
    gpu.lanes_proceed =
        mode % 2 == 1 ? emulator::LanesProceed::adversarial : emulator::LanesProceed::since_volta;
    gpu.weak_memory = mode / 2 == 1;
    gpu.resident_blocks = 1 + int((test + schedule) % 3);
    return gpu;
}

/// Its result is which lanes run side by side, and those that run apart choose.
bool shows_who_is_together(const Case& test) { return test.kernel.function == "lanes_together"; }

TEST(Alarms, NoneOverTheSuiteUnderAnySchedule) {
    struct Turn {
        const Case* test;
        size_t number, schedule;
    };
    std::vector<Turn> turns;
    size_t number = 0;
    for (const Case& test : all_cases()) {
        ++number;
        // The expressions are one thread's arithmetic: nothing there depends on others.
        const size_t schedules = test.expressions < 0 ? 8 : 1;
        for (size_t schedule = 0; schedule < schedules; ++schedule)
            turns.push_back({&test, number, schedule});
    }
    for (const auto& [kernel, place, schedule] :
         test::sample("cases under a schedule", turns, turns.size() / 3)) {
        emulator::RunOptions options = usual_options();
        options.gpu = machine_at(place, schedule);
        SCOPED_TRACE(kernel->kernel.function + ", " + to_string(options.gpu.schedule) +
                     (options.gpu.lanes_apart() ? ", lanes apart" : "") +
                     (options.gpu.weak_memory ? ", weak memory" : ""));
        const emulator::Trace trace = emulate(*kernel, options);
        EXPECT_TRUE(trace.complete);
        if (stored_results().has(*kernel) && !(options.gpu.lanes_apart() && shows_who_is_together(*kernel))) {
            EXPECT_EQ(stored_results().difference(*kernel, trace.output()), "");
        }
        for (const emulator::Finding& finding : trace.findings)
            EXPECT_NE(finding.severity, emulator::Severity::fault) << sentence_of(trace, finding);
    }
}

TEST(Alarms, OfCostsSayWhatTheAccessesCostAndAreTheSameWithoutATrace) {
    for (const Case& test : all_cases()) {
        emulator::RunOptions options = usual_options();
        options.record = true;
        const emulator::Trace trace = emulate(test, options);
        EXPECT_THAT(cost_differences(trace), testing::IsEmpty()) << test.kernel.function;
        options.record = false;
        EXPECT_THAT(differences_without_trace(trace, emulate(test, options)), testing::IsEmpty())
            << test.kernel.function;
    }
}

}  // namespace
}  // namespace upsweep::conformance
