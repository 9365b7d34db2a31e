// Finds the driver's functions, and looks for GPUs.
#include <fmt/format.h>

#include <array>

#include "device/compiler.h"
#include "device/cuda.h"
#include "device/modules.h"
#include "device/sentences.h"
#include "system/dynamic_library.h"

namespace upsweep::device {
namespace {

constexpr int least_major = 7, least_minor = 5;

GpuInfo describe(const Driver& driver, int index) {
    GpuInfo info;
    info.index = index;
    int device = 0;
    if (driver.device(&device, index) != Status::success) return info;
    std::array<char, 256> name{};
    driver.device_name(name.data(), int(name.size()) - 1, device);
    info.name = name.data();
    size_t bytes = 0;
    driver.device_memory(&bytes, device);
    info.memory_bytes = int64_t(bytes);
    const auto attribute = [&](DeviceAttribute which) {
        int value = 0;
        return driver.device_attribute(&value, which, device) == Status::success ? value : 0;
    };
    info.major = attribute(DeviceAttribute::major);
    info.minor = attribute(DeviceAttribute::minor);
    info.multiprocessors = attribute(DeviceAttribute::multiprocessors);
    info.l2_bytes = attribute(DeviceAttribute::l2_bytes);
    return info;
}

/// Starts the driver and counts its GPUs.
Found start(const Driver& driver, int& count, std::string& error) {
    if (!driver.found) return Found::no_driver;
    if (!driver.complete) return Found::driver_too_old;
    Status status = driver.init(0);
    if (status == Status::success) status = driver.device_count(&count);
    if (status == Status::success) return Found::devices;
    error = text_of(driver, status);
    return status == Status::no_device ? Found::no_device : Found::failed;
}

// A program with packed kernels needs no compiler, and without a driver none is needed.
std::string toolkit_here() {
    if (!embedded_kernel_keys().empty()) return UPSWEEP_NVCC_VERSION;
    return driver().found ? compiler_version() : "";
}

}  // namespace

DriverLibrary::DriverLibrary(std::span<const std::filesystem::path> names) {
    const system::DynamicLibrary library(names);
    found = bool(library);
    Status (*offered)(int*) = nullptr;
    if (library.find("cuDriverGetVersion", offered)) offered(&version);
    // It is in this form itself since CUDA 12.0.
    complete = library.find("cuGetProcAddress_v2", find_);
}

DriverLibrary::Entry DriverLibrary::find(std::string_view name) {
    constexpr int form = 12000;
    Entry entry;
    int why = 0;
    if (find_ == nullptr || find_(name.data(), &entry.at, form, 0, &why) != Status::success)
        entry.at = nullptr;
    if (entry.at == nullptr && !name.starts_with("cuGraphics")) complete = false;
    return entry;
}

const Driver& driver() {
    // Linux' name and Windows'.
    static const Driver found(std::array<std::filesystem::path, 2>{"libcuda.so.1", "nvcuda.dll"});
    return found;
}

std::string text_of(const Driver& driver, Status status) {
    const char* text = nullptr;
    driver.error_text(status, &text);
    return text != nullptr ? text : fmt::format("error {}", int(status));
}

GpuProbe look(const Driver& driver, const std::string& toolkit) {
    GpuProbe probe;
    Facts facts;
    facts.driver = driver.version;
    int count = 0;
    facts.found = start(driver, count, facts.error);
    for (int index = 0; index < count; ++index) {
        const GpuInfo info = describe(driver, index);
        if (info.major * 10 + info.minor >= least_major * 10 + least_minor)
            probe.devices.push_back(info);
        else
            facts.too_old.push_back(fmt::format("{} ({}.{})", info.name, info.major, info.minor));
    }
    facts.usable = int(probe.devices.size());
    facts.no_code = toolkit.empty();
    probe.reason = why_no_device(facts);
    if (!probe.reason.empty()) probe.devices.clear();
    probe.driver = version_text(facts.driver);
    probe.toolkit = toolkit;
    return probe;
}

const GpuProbe& probe() {
    static const GpuProbe found = look(driver(), toolkit_here());
    return found;
}

const GpuInfo& require_device() {
    if (probe().devices.empty()) throw BackendMissing(probe().reason);
    return probe().devices.front();
}

int64_t free_bytes() {
    use_device();
    size_t free = 0, total = 0;
    check(driver().memory_info(&free, &total), "its free memory was asked for");
    return int64_t(free);
}

}  // namespace upsweep::device
