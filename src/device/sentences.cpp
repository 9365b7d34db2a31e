#include "device/sentences.h"

#include <fmt/format.h>

#include "core/words.h"

namespace upsweep::device {

std::string why_no_device(const Facts& facts) {
    switch (facts.found) {
        using enum Found;
        case no_driver:
            return "No NVIDIA driver is installed on this computer, so nothing runs on a GPU.";
        case driver_too_old:
            return fmt::format(
                "The NVIDIA driver is too old: it offers CUDA {}, and Upsweep needs 12.0 or newer; "
                "update the driver.",
                version_text(facts.driver));
        case failed:
            return fmt::format("The NVIDIA driver does not work: {}.", facts.error);
        case no_device:
            return "An NVIDIA driver is installed, but it shows no GPU.";
        case devices:
            break;
    }
    if (facts.usable > 0 && facts.no_code)
        return "There is a GPU, but this program was built without machine code for GPUs, and CUDA's "
               "compiler library "
               "NVRTC is not installed; install the CUDA toolkit, 12.8 or newer.";
    if (facts.usable > 0) return {};
    if (facts.too_old.empty()) return "An NVIDIA driver is installed, but it shows no GPU.";
    return fmt::format("The GPU is too old: {}; Upsweep needs compute capability 7.5 or newer.",
                       with_commas(facts.too_old));
}

std::string version_text(int version) {
    if (version == 0) return {};
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string bytes_text(int64_t bytes) {
    constexpr double kib = 1024;
    const double size = double(bytes);
    if (size >= kib * kib * kib) return fmt::format("{:.1f} GiB", size / (kib * kib * kib));
    if (size >= kib * kib) return fmt::format("{:.1f} MiB", size / (kib * kib));
    if (size >= kib) return fmt::format("{:.0f} KiB", size / kib);
    return fmt::format("{} bytes", bytes);
}

std::string not_enough_memory(Extent extent, ScalarType type, int64_t needed, int64_t free) {
    return fmt::format("{} × {} {} needs {} on the GPU; {} are free.", extent.width, extent.height,
                       name_of(type), bytes_text(needed), bytes_text(free));
}

}  // namespace upsweep::device
