// Looks for GPUs by attribute queries, so that nothing depends on the layout of one toolkit's structures.
#include <fmt/format.h>

#include "device/cuda.h"
#include "device/device.h"
#include "device/sentences.h"

namespace upsweep::device {
namespace {

constexpr int least_major = 7, least_minor = 5;

int attribute(cudaDeviceAttr which, int index) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, index) == cudaSuccess ? value : 0;
}

DeviceInfo describe(int index) {
    DeviceInfo info;
    info.index = index;
    cudaDeviceProp properties{};  // only for the two that are no attributes
    if (cudaGetDeviceProperties(&properties, index) == cudaSuccess) {
        info.name = properties.name;
        info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    }
    info.major = attribute(cudaDevAttrComputeCapabilityMajor, index);
    info.minor = attribute(cudaDevAttrComputeCapabilityMinor, index);
    info.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, index);
    info.l2_bytes = attribute(cudaDevAttrL2CacheSize, index);
    return info;
}

Found outcome(cudaError_t status, int driver) {
    if (status == cudaSuccess) return Found::devices;
    if (driver == 0) return Found::no_driver;
    if (status == cudaErrorInsufficientDriver) return Found::driver_too_old;
    return status == cudaErrorNoDevice ? Found::no_device : Found::failed;
}

Probe look() {
    Probe probe;
    Facts facts;
    facts.toolkit = CUDART_VERSION;
    cudaDriverGetVersion(&facts.driver);
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    facts.found = outcome(status, facts.driver);
    facts.error = cudaGetErrorString(status);
    cudaGetLastError();
    for (int index = 0; index < count && facts.found == Found::devices; ++index) {
        const DeviceInfo info = describe(index);
        if (info.major * 10 + info.minor >= least_major * 10 + least_minor)
            probe.devices.push_back(info);
        else
            facts.too_old.push_back(fmt::format("{} ({}.{})", info.name, info.major, info.minor));
    }
    facts.usable = static_cast<int>(probe.devices.size());
    probe.reason = why_no_device(facts);
    probe.driver = version_text(facts.driver);
    probe.toolkit = version_text(facts.toolkit);
    return probe;
}

}  // namespace

const Probe& probe() {
    static const Probe found = look();
    return found;
}

const DeviceInfo& require_device() {
    if (probe().devices.empty()) throw BackendMissing(probe().reason);
    return probe().devices.front();
}

std::int64_t free_bytes() {
    check(cudaSetDevice(require_device().index), "it was opened");
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "its free memory was asked for");
    return static_cast<std::int64_t>(free);
}

}  // namespace upsweep::device
