// What the system tells about this machine and its user.
#include "system/machine.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace upsweep::system {
namespace {

TEST(Machine, FreeMemoryIsPartOfAll) {
    EXPECT_GT(total_memory(), 0);
    EXPECT_GT(available_memory(), 0);
    EXPECT_LE(available_memory(), total_memory());
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
