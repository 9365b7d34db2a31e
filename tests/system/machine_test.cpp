// What the system tells about this machine and its user.
#include "system/machine.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace upsweep::system {
namespace {

TEST(Machine, FreeMemoryIsPartOfAll) {
    EXPECT_GT(total_memory(), 0);
    EXPECT_GT(available_memory(), 0);
    EXPECT_LE(available_memory(), total_memory());
}

/// A thread's own time stands still while it sleeps, and passes while it works.
TEST(Machine, KnowsHowLongThisThreadRan) {
    const double before = thread_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_LT(thread_seconds() - before, 0.03);
    const double started = thread_seconds();
    volatile double work = 0;
    while (thread_seconds() - started < 0.01) work = work + 1;
    EXPECT_GT(work, 0);
}

TEST(Machine, KnowsHowBusyItIs) {
    const CpuUse before = cpu_use();
    EXPECT_GT(before.threads, 0);
    EXPECT_GE(before.machine, before.own - 1) << "it counts in hundredths of a second";
    const double started = thread_seconds();
    while (thread_seconds() - started < 0.05) {
    }
    EXPECT_GE(cpu_use().own - before.own, 0.05);
}

TEST(Machine, FoldersAreThoseThatAreNamedOrBelowHome) {
    setenv("HOME", "/home/ada", 1);
    unsetenv("XDG_CONFIG_HOME");
    setenv("XDG_STATE_HOME", "/keep", 1);
    EXPECT_EQ(config_folder(), "/home/ada/.config");
    EXPECT_EQ(state_folder(), "/keep");
    setenv("HOME", "", 1);
    EXPECT_EQ(home_folder(), std::nullopt);
    EXPECT_EQ(config_folder(), std::nullopt);
}

}  // namespace
}  // namespace upsweep::system
