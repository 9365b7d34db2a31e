// Files are written whole, or refused with one sentence and nothing lost.
#include "core/write_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "core/error.h"
#include "system/files.h"

namespace upsweep {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

template <typename F>
std::string complaint(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

class WriteFile : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "upsweep-XXXXXX";
        folder_ = mkdtemp(pattern.data());
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path path(const char* name) const { return folder_ / name; }
    std::string text(const char* name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    auto files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  private:
    fs::path folder_;
};

TEST_F(WriteFile, ReplacesWholeAndLeavesNothingBeside) {
    write_file(path("a"), "first");
    write_file(path("a"), "second");
    EXPECT_EQ(text("a"), "second");
    EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, KeepsTheModeOfWhatItReplaces) {
    write_file(path("a"), "first");
    fs::permissions(path("a"), fs::perms::owner_all);
    write_file(path("a"), "second");
    EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_all);
}

TEST_F(WriteFile, WritesThroughLinksAlsoToNewFiles) {
    write_file(path("real"), "old");
    fs::create_symlink("real", path("link"));
    fs::create_symlink("fresh", path("dangling"));
    for (const char* link : {"link", "dangling"}) {
        write_file(path(link), "new");
        EXPECT_TRUE(fs::is_symlink(path(link)));
    }
    EXPECT_EQ(text("real"), "new");
    EXPECT_EQ(text("fresh"), "new");
}

TEST_F(WriteFile, UnwritablePlacesAreOneSentence) {
    const auto writing = [](const fs::path& file) { return complaint([&] { write_file(file, "x"); }); };
    const auto checking = [](const fs::path& file) { return complaint([&] { check_output(file); }); };
    EXPECT_THAT(writing(path("no/such/a.png")), HasSubstr("No such file or directory"));
    EXPECT_THAT(checking(path("no/such/a.png")), HasSubstr("No such file or directory"));
    EXPECT_THAT(writing(path("")), HasSubstr("it is a folder"));
    EXPECT_THAT(checking(path("")), HasSubstr("it is a folder"));
    EXPECT_THAT(writing("/proc/nothing.png"), HasSubstr("Cannot write"));
    EXPECT_THAT(writing(""), HasSubstr("empty name"));
    EXPECT_EQ(writing(path("a\nb/c")), "Cannot write \"" + path("").string() +
                                           "a\\nb/c\": No such file or directory; choose a folder that you "
                                           "can write to and that has space.");
    if (access("/dev/full", W_OK) == 0) {
        EXPECT_THAT(writing("/dev/full"), HasSubstr("No space left"));
        EXPECT_EQ(checking("/dev/full"), "nothing was wrong");
    }
    EXPECT_EQ(files(), 0);
}

TEST_F(WriteFile, WhatDoesNotFitLeavesWhatWasThere) {
    write_file(path("a"), "first");
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string found = complaint([&] { write_file(path("a"), std::string(100'000, 'x')); });
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_THAT(found, HasSubstr("File too large"));
    EXPECT_EQ(text("a"), "first");
    EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, ChecksAnOutputWithoutTouchingIt) {
    write_file(path("a"), "first");
    check_output(path("a"));
    check_output(path("b"));
    EXPECT_EQ(text("a"), "first");
    EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, AnInputIsNoOutputWhateverItIsCalled) {
    write_file(path("in"), "input");
    fs::create_symlink("in", path("soft"));
    fs::create_hard_link(path("in"), path("hard"));
    const InputFiles inputs = {path("other"), path("in")};
    for (const char* name : {"in", "soft", "hard", "./in"}) {
        EXPECT_THROW(check_output(path(name), inputs), UsageError) << name;
        EXPECT_THROW(write_file(path(name), "x", inputs), UsageError) << name;
    }
    EXPECT_EQ(text("in"), "input");
    write_file(path("out"), "x", inputs);
    EXPECT_EQ(text("out"), "x");
    write_file("/dev/null", "x", {"/dev/null"});
}

TEST_F(WriteFile, PipesTakeAllOfIt) {
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_TRUE(is_stream(path("pipe")));
    EXPECT_FALSE(is_stream(path("")));
    check_output(path("pipe"));
    const std::string long_text(1'000'000, 'x');
    std::string read;
    std::thread reader([&] { read = text("pipe"); });
    write_file(path("pipe"), long_text);
    reader.join();
    EXPECT_EQ(read, long_text);
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(WriteFile, WhatIsPrintedIntoIsWrittenBehindWhatWasPrinted) {
    const int kept = dup(STDOUT_FILENO);
    std::fflush(stdout);
    const int file = open(path("out").c_str(), O_WRONLY | O_CREAT, 0600);
    dup2(file, STDOUT_FILENO);
    std::printf("printed, ");
    write_file("/dev/stdout", "written, ");
    const bool stream = is_stream(path("out"));
    write_file(path("out"), "and again");
    std::fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(file);
    EXPECT_TRUE(stream);
    EXPECT_EQ(text("out"), "printed, written, and again");
}

// In a program of its own: what is written is half there when the signal comes.
void be_ended(const fs::path& target, int signal) {
    system::TemporaryFile file(target);
    if (file.write("half")) _exit(1);
    if (std::distance(fs::directory_iterator(target.parent_path()), {}) != 2) _exit(2);
    std::raise(signal);
    _exit(3);
}

TEST_F(WriteFile, ASignalTakesTheTemporaryFileWithIt) {
    write_file(path("a"), "old");
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
        EXPECT_EXIT(be_ended(path("a"), signal), testing::KilledBySignal(signal), "");
        EXPECT_EQ(text("a"), "old");
        EXPECT_EQ(files(), 1) << "signal " << signal;
    }
}

TEST_F(WriteFile, AnIgnoredSignalStaysIgnored) {
    const auto under_nohup = [&] {
        std::signal(SIGHUP, SIG_IGN);
        const system::TemporaryFile file(path("a"));
        std::raise(SIGHUP);
        _exit(7);
    };
    EXPECT_EXIT(under_nohup(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace upsweep
