// The driver that is opened at run time, with a library that only looks like one.
#include "device/driver.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <array>

namespace upsweep::device {
namespace {

GpuProbe seen(const char* wanted, const std::string& toolkit = "13.0") {
    setenv("UPSWEEP_FAKE_DRIVER", wanted, 1);
    return look(Driver(std::array<std::filesystem::path, 2>{"libno-such-driver.so.1", UPSWEEP_FAKE_DRIVER}),
                toolkit);
}

TEST(Driver, ShowsItsGpus) {
    const GpuProbe probe = seen("9.0 8.6");
    EXPECT_EQ(probe.reason, "");
    EXPECT_EQ(probe.driver, "13.0");
    EXPECT_EQ(probe.toolkit, "13.0");
    ASSERT_EQ(probe.devices.size(), 2U);
    EXPECT_EQ(probe.devices[1].index, 1);
    EXPECT_EQ(probe.devices[1].name, "Second");
    EXPECT_EQ(probe.devices[1].major, 8);
    EXPECT_EQ(probe.devices[1].minor, 6);
    EXPECT_EQ(probe.devices[0].memory_bytes, int64_t{80} << 30);
    EXPECT_EQ(probe.devices[0].multiprocessors, 16);
    EXPECT_EQ(probe.devices[0].l2_bytes, 38);
}

TEST(Driver, LeavesOutGpusThatAreTooOld) {
    const GpuProbe second = seen("6.1 7.5");
    ASSERT_EQ(second.devices.size(), 1U);
    EXPECT_EQ(second.devices[0].name, "Second");
    const GpuProbe none = seen("6.1 7.0");
    EXPECT_TRUE(none.devices.empty());
    EXPECT_EQ(
        none.reason,
        "The GPU is too old: First (6.1), Second (7.0); Upsweep needs compute capability 7.5 or newer.");
}

TEST(Driver, SaysWhyThereIsNone) {
    EXPECT_EQ(
        seen("old").reason,
        "The NVIDIA driver is too old: it offers CUDA 11.4, and Upsweep needs 12.0 or newer; update the "
        "driver.");
    EXPECT_EQ(seen("broken").reason, "The NVIDIA driver does not work: system not yet initialized.");
    EXPECT_EQ(seen("empty").reason, "An NVIDIA driver is installed, but it shows no GPU.");
    const GpuProbe none = look(Driver(std::array<std::filesystem::path, 1>{"libno-such-driver.so.1"}), "");
    EXPECT_EQ(none.reason, "No NVIDIA driver is installed on this computer, so nothing runs on a GPU.");
    EXPECT_EQ(none.driver, "");
}

/// Neither machine code in the program nor a compiler.
TEST(Driver, SaysWhatToInstallWhereNoKernelCanRun) {
    const GpuProbe probe = seen("9.0", "");
    EXPECT_TRUE(probe.devices.empty());
    EXPECT_EQ(probe.reason,
              "There is a GPU, but this program was built without machine code for GPUs, and CUDA's compiler "
              "library "
              "NVRTC is not installed; install the CUDA toolkit, 12.8 or newer.");
}

}  // namespace
}  // namespace upsweep::device
