// Frames whose uploads, kernels and downloads overlap, on a driver with a clock of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>

namespace upsweep::device {
namespace {

struct Frames {
    double frame = 0, upload = 0, kernels = 0, download = 0;
    std::string result;
};

/// `nanoseconds` a byte of the engines: "UP DOWN COMPUTE".
Frames frames_on(const std::string& nanoseconds, const std::string& how = {}) {
    // Both are beside the other child.
    const std::string folder = std::filesystem::path(UPSWEEP_FAKE_CHILD).parent_path().string();
    const std::string command = "LD_LIBRARY_PATH=" + folder + "/timed UPSWEEP_TIMED_DRIVER='" + nanoseconds +
                                "' " + folder + "/frames_child " + how + " 2>&1";
    std::string printed;
    FILE* pipe = popen(command.c_str(), "r");
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) printed += char(c);
    EXPECT_EQ(pclose(pipe), 0) << printed;
    Frames frames;
    std::istringstream(printed) >> frames.frame >> frames.upload >> frames.kernels >> frames.download >>
        frames.result;
    EXPECT_EQ(frames.result, "right") << printed;
    return frames;
}

TEST(Frames, TakeAsLongAsTheLongestOfTheirParts) {
    for (const char* engines : {"3000 1000 1000", "1000 3000 1000", "1000 1000 3000", "2000 2000 2000"}) {
        for (const char* how : {"", "streams"}) {
            const Frames frames = frames_on(engines, how);
            const double longest = std::max({frames.upload, frames.kernels, frames.download});
            EXPECT_GE(longest, 2 - 1e-3) << engines;
            EXPECT_NEAR(frames.frame, longest, 1e-3) << engines << " " << how;
        }
    }
}

TEST(Frames, PartsAloneAreWhatEachEngineTakes) {
    const Frames frames = frames_on("3000 1000 2000");
    EXPECT_NEAR(frames.upload, 3, 1e-3);
    EXPECT_NEAR(frames.download, 1, 1e-3);
    EXPECT_NEAR(frames.kernels, 2, 1e-3);
}

}  // namespace
}  // namespace upsweep::device
