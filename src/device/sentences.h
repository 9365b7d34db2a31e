// What is said when there is no GPU to use or not enough of it. Pure, so that every case can be tested
// anywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/element_type.h"
#include "core/extent.h"

namespace upsweep::device {

/// How looking for devices ended, as the driver tells it.
enum class Found : uint8_t { devices, no_driver, driver_too_old, no_device, failed };

struct Facts {
    Found found = Found::devices;
    int driver = 0;                    ///< CUDA version that the driver offers, 13000 for 13.0; 0: no driver
    std::string error;                 ///< the driver's own words, for `failed`
    std::vector<std::string> too_old;  ///< names of devices below compute capability 7.5, with it: "X (6.1)"
    int usable = 0;                    ///< devices that are left
    bool no_code = false;  ///< neither machine code in the program nor a compiler that makes it now
};

/// Why there is no GPU to use; empty if there is one.
std::string why_no_device(const Facts& facts);

/// 13000 → "13.0"; 0 → "".
std::string version_text(int version);

/// "4.0 GiB", "512 KiB", "17 bytes".
std::string bytes_text(int64_t bytes);

/// "16384 × 16384 f64 needs 4.0 GiB on the GPU; 2.1 GiB are free."
std::string not_enough_memory(Extent extent, ScalarType type, int64_t needed, int64_t free);

}  // namespace upsweep::device
