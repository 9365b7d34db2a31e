// Other programs, which may answer, fail, or never end.
#include "system/process.h"

#include <gtest/gtest.h>

#include <map>

namespace upsweep::system {
namespace {

std::map<Voice, std::string> said_by(Process& process, std::string_view told) {
    std::map<Voice, std::string> said;
    while (process.can_be_heard())
        process.exchange(told, 1, [&](Voice voice, std::string_view piece) { said[voice] += piece; });
    return said;
}

TEST(Process, HearsAndAnswersOverItsHandles) {
    Process process;
    ASSERT_FALSE(process.start({"/bin/sh", "-c", "cat >&0; echo out; echo err >&2; exit 3"}));
    const std::string told(1 << 20, 'x');  // more than the system keeps for a reader
    auto said = said_by(process, told);
    EXPECT_EQ(said[Voice::talk], told);
    EXPECT_EQ(said[Voice::out], "out\n");
    EXPECT_EQ(said[Voice::err], "err\n");
    ASSERT_TRUE(process.wait(10));
    EXPECT_EQ(process.ending().exit_status, 3);
    EXPECT_EQ(process.ending().signal, "");
}

TEST(Process, NamesTheSignalThatEndedIt) {
    Process process;
    ASSERT_FALSE(process.start({"/bin/sh", "-c", "kill -SEGV $$"}));
    ASSERT_TRUE(process.wait(10));
    EXPECT_EQ(process.ending().signal, "signal SIGSEGV");
}

TEST(Process, EndsWithItsObject) {
    {
        Process process;
        ASSERT_FALSE(process.start({"/bin/sh", "-c", "sleep 1000"}));
        EXPECT_FALSE(process.wait(0));
    }
}

TEST(Process, ThatIsMissingIsAnError) {
    Process process;
    EXPECT_EQ(process.start({"/nothing/is/here"}), std::errc::no_such_file_or_directory);
    EXPECT_TRUE(process.wait(0));
}

}  // namespace
}  // namespace upsweep::system
