// How long something took.
#pragma once

#include <algorithm>
#include <chrono>

namespace upsweep {

/// Seconds on a clock that never goes back.
inline double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Since `start`, which steady_seconds gave.
/// Seconds from one value of the clock to the next: nanoseconds, or a ten-thousandth in a browser.
inline double clock_step() {
    static const double step = [] {
        double least = 1;
        for (int i = 0; i < 5; ++i) {
            const double start = steady_seconds();
            double now = start;
            while (now == start) now = steady_seconds();
            least = std::min(least, now - start);
        }
        return least;
    }();
    return step;
}

/// No less than the clock can tell, so never 0.
inline double milliseconds_since(double start) {
    return std::max(steady_seconds() - start, clock_step()) * 1e3;
}

}  // namespace upsweep
