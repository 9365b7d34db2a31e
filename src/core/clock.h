// How long something took.
#pragma once

#include <chrono>

namespace upsweep {

/// Seconds on a clock that never goes back.
inline double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Since `start`, which steady_seconds gave.
inline double milliseconds_since(double start) { return (steady_seconds() - start) * 1e3; }

}  // namespace upsweep
