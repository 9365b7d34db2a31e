// Other programs, which may answer, fail, or never end.
#include "system/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

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

TEST(Process, HearsMoreUntilTheLastOfIt) {
    Process process;
    ASSERT_FALSE(process.start({"/bin/sh", "-c", "cat >&1"}));
    std::string said;
    const auto heard = [&](Voice voice, std::string_view piece) {
        if (voice == Voice::out) said += piece;
    };
    for (std::string_view part : {"one ", "two "})
        while (!part.empty()) process.exchange(part, 1, heard, true);
    EXPECT_FALSE(process.wait(0.05));
    for (std::string_view last = "three"; !last.empty();) process.exchange(last, 1, heard);
    std::string_view nothing;
    while (process.can_be_heard()) process.exchange(nothing, 1, heard);
    EXPECT_EQ(said, "one two three");
}

/// Whether a process is there, and not only its exit status.
bool runs(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return bool(file >> number >> name >> state) && state != "Z";
}

// One that was started by a thread which has ended since continues; and it ends with a program that crashes.
TEST(Process, EndsWithThisProgramAndNotWithAThread) {
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    const pid_t middle = fork();
    if (middle == 0) {
        Process process;
        std::thread([&] {
            if (process.start({"/bin/sh", "-c", "echo $$; exec sleep 1000"})) _exit(2);
        }).join();
        std::string said;
        std::string_view nothing;
        while (said.find('\n') == std::string::npos && process.can_be_heard())
            process.exchange(nothing, 1, [&](Voice, std::string_view piece) { said += piece; });
        usleep(100'000);  // the thread is long gone
        const pid_t child = process.wait(0) ? 0 : pid_t(std::stol(said));
        [[maybe_unused]] const ssize_t wrote = write(pipe[1], &child, sizeof child);
        kill(getpid(), SIGKILL);
    }
    pid_t child = 0;
    ASSERT_EQ(read(pipe[0], &child, sizeof child), ssize_t(sizeof child));
    ASSERT_GT(child, 0);
    waitpid(middle, nullptr, 0);
    for (int i = 0; i < 500 && runs(child); ++i) usleep(10'000);
    EXPECT_FALSE(runs(child));
}

TEST(Process, FindsProgramsByTheirNames) {
    EXPECT_EQ(std::filesystem::path(find_program("sh")).filename(), "sh");
    EXPECT_EQ(find_program("no-such-program-here"), "");
}

TEST(Process, ThatIsMissingIsAnError) {
    Process process;
    EXPECT_EQ(process.start({"/nothing/is/here"}), std::errc::no_such_file_or_directory);
    EXPECT_TRUE(process.wait(0));
}

}  // namespace
}  // namespace upsweep::system
