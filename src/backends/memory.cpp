// What Linux tells in /proc/meminfo.
#include "backends/memory.h"

#include <fstream>
#include <limits>
#include <string>

namespace upsweep::backends {
namespace {

/// Bytes behind `key`, which are written as kB; 0 without such a line.
std::int64_t field(const std::string& key) {
    std::ifstream file("/proc/meminfo");
    std::string name;
    for (std::int64_t kib = 0; file >> name >> kib; file.ignore(std::numeric_limits<int>::max(), '\n'))
        if (name == key) return kib * 1024;
    return 0;
}

}  // namespace

std::int64_t total_memory() { return field("MemTotal:"); }

std::int64_t available_memory() {
    const std::int64_t bytes = field("MemAvailable:");
    return bytes > 0 ? bytes : std::numeric_limits<std::int64_t>::max();
}

}  // namespace upsweep::backends
