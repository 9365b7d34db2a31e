// Moments in a small trace that is written by hand.
#include "lessons/lesson.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::lessons {
namespace {

using namespace emulator;

// Phase "Up" of two passes: condition, barrier, write, then condition, barrier, write; phase "Down" of one.
Trace small_trace() {
    Trace trace;
    ArrayInfo array;
    array.name = "sums";
    array.space = Space::shared;
    array.extent = {4, 1};
    trace.arrays = {array};
    const auto add = [&](uint32_t phase, uint32_t interval, bool writes) {
        Step step;
        step.first_access = uint32_t(trace.accesses.size());
        step.phase = phase;
        step.interval = interval;
        trace.steps.push_back(step);
        if (!writes) return;
        Access access;
        access.kind = AccessKind::write;
        trace.accesses.push_back(access);
    };
    add(0, 0, false);
    add(0, 1, false);
    add(0, 1, true);
    add(0, 1, false);
    add(0, 2, true);
    add(0, 2, true);
    add(1, 3, true);
    trace.phases = {{"Up: both passes", 0, 0, 6}, {"Down", 0, 6, 7}};
    return trace;
}

TEST(Moment, IsFoundInTheTrace) {
    const Trace trace = small_trace();
    EXPECT_EQ(resolve(parse_moment("start"), trace), 0);
    EXPECT_EQ(resolve(parse_moment("end"), trace), 7);
    EXPECT_EQ(resolve(parse_moment("before Up"), trace), 0);
    EXPECT_EQ(resolve(parse_moment("after Up"), trace), 6);
    EXPECT_EQ(resolve(parse_moment("before pass 1 of Up"), trace), 1);
    EXPECT_EQ(resolve(parse_moment("after pass 1 of Up"), trace), 3);
    EXPECT_EQ(resolve(parse_moment("before pass 2 of Up"), trace), 4);
    EXPECT_EQ(resolve(parse_moment("after pass 2 of Up"), trace), 6);
    EXPECT_EQ(passes_of("Up", trace), 2);
    EXPECT_EQ(passes_of("Down", trace), 1);
    EXPECT_THROW(resolve(parse_moment("after pass 3 of Up"), trace), Error);
    EXPECT_THROW(resolve(parse_moment("after Sideways"), trace), Error);
}

/// A finding is at its first step, and the first finding is that of the earliest step, however they are
/// listed.
TEST(Moment, OfAFindingIsTheEarliestStepThatItNames) {
    Trace trace = small_trace();
    Finding late, early;
    late.step = 5;
    early.step = 4;
    early.steps = {2, 4};
    trace.findings = {late, early};
    EXPECT_EQ(resolve(parse_moment("before finding"), trace), 2);
    EXPECT_EQ(resolve(parse_moment("after finding"), trace), 3);
}

}  // namespace
}  // namespace upsweep::lessons
