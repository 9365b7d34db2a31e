// How long something works, for tests that hold it to a limit.
#pragma once

#include <ctime>

namespace upsweep::test {

/// Processor time of this process in seconds, all threads together, so that a busy machine fails no test.
/// With AddressSanitizer, which makes code up to ten times slower, a tenth of it.
inline double work_seconds() {
#ifdef __SANITIZE_ADDRESS__
    constexpr double slower = 10;
#else
    constexpr double slower = 1;
#endif
    return double(std::clock()) / CLOCKS_PER_SEC / slower;
}

}  // namespace upsweep::test
