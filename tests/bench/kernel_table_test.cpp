// What each kernel takes and how fast it is: grouped, written, read back, and mistakes in a sentence.
#include "bench/kernel_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace upsweep::bench {
namespace {

using ::testing::HasSubstr;

backends::LaunchTime launch_of(const char* function, double milliseconds, int64_t bytes) {
    return {"scan rows", milliseconds, function, bytes, 20, 2112, 256};
}

KernelTable some_table() {
    return {"NVIDIA H200",
            "9.0",
            "2026-01-02",
            "integral_image_blelloch",
            {2048, 2048},
            kernel_rows({{launch_of("scan_segments", 1, 4000000), launch_of("transpose", 2, 8000000),
                          launch_of("scan_segments", 3, 4000000)},
                         {launch_of("scan_segments", 2, 4000000), launch_of("transpose", 4, 8000000),
                          launch_of("scan_segments", 4, 4000000)},
                         {launch_of("scan_segments", 9, 4000000), launch_of("transpose", 9, 8000000),
                          launch_of("scan_segments", 9, 4000000)}})};
}

TEST(KernelTable, AddsUpTheLaunchesOfAKernelAndTakesTheMedian) {
    const KernelTable table = some_table();
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].kernel, "scan_segments");
    EXPECT_EQ(table.rows[0].launches, 2);
    EXPECT_EQ(table.rows[0].bytes, 8000000);
    EXPECT_DOUBLE_EQ(table.rows[0].seconds, 6e-3);
    EXPECT_NEAR(table.rows[1].gb_per_s(), 2, 1e-9);
    EXPECT_EQ(table.rows[1].needs.registers, 20);
}

TEST(KernelTable, SaysOccupancyThroughputAndThePapersNumbers) {
    const std::string text = kernel_table_text(some_table());
    EXPECT_THAT(text, HasSubstr("integral_image_blelloch at 2048 × 2048 f32 on NVIDIA H200, 2026-01-02\n"));
    EXPECT_THAT(text, HasSubstr("17 GB/s"));
    EXPECT_THAT(text, HasSubstr("100 %"));
}

TEST(KernelTable, IsKeptInARecordingOfItsGpu) {
    const std::string recording = R"({"machine":{"gpu":"NVIDIA H200"},"rows":[]})";
    const std::string with = with_kernel_table(recording, "x.json", some_table());
    const KernelTable back = recorded_kernel_table(with, "x.json");
    EXPECT_EQ(kernel_table_json(back), kernel_table_json(some_table()));
    EXPECT_THROW(with_kernel_table(R"({"machine":{"gpu":"Other"},"rows":[]})", "x.json", some_table()),
                 UsageError);
    EXPECT_THROW(recorded_kernel_table(recording, "x.json"), Error);
}

TEST(KernelTable, MistakesInARecordingAreOneSentence) {
    const auto good = nlohmann::json::parse(
        with_kernel_table(R"({"machine":{"gpu":"NVIDIA H200"},"rows":[]})", "x.json", some_table()));
    const auto refuses = [&](const char* path, const nlohmann::json& value, const char* sentence) {
        auto bad = good;
        bad[nlohmann::json::json_pointer(path)] = value;
        try {
            (void)recorded_kernel_table(bad.dump(), "x.json");
            ADD_FAILURE() << path << " was taken";
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(sentence)) << path;
        }
    };
    refuses("/kernels/kernels/0/threads", 0, "without a sensible `threads`");
    refuses("/kernels/kernels/0/ms", "fast", "without a sensible `ms`");
    refuses("/kernels/kernels/0/shared_bytes", -1, "without a sensible `shared_bytes`");
    refuses("/kernels/kernels/0", 3, "a kernel that is not an object");
    refuses("/kernels/kernels", 3, "without kernels");
    refuses("/kernels/gpu", 3, "without a sensible `gpu`");
    refuses("/kernels", nullptr, "has no table of kernels");
}

}  // namespace
}  // namespace upsweep::bench
