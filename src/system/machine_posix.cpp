// The environment, XDG's folders, and what Linux tells in /proc and /etc; where a file is missing nothing is
// known.
#include "system/machine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace upsweep::system {
namespace {

/// The text behind the first line that starts with `key`, without separators and quotes.
std::string field(const char* path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const size_t from = line.find_first_not_of(" \t:=\"", key.size());
        if (from == std::string::npos) continue;
        return line.substr(from, line.find_last_not_of(" \t\"") - from + 1);
    }
    return {};
}

/// Bytes behind `key` of /proc/meminfo, which are written as kB; 0 without such a line.
int64_t memory(const std::string& key) {
    return std::strtoll(field("/proc/meminfo", key).c_str(), nullptr, 10) * 1024;
}

std::optional<std::filesystem::path> folder(const char* variable, const char* below_home) {
    if (const auto named = environment(variable)) return *named;
    if (const auto home = home_folder()) return *home / below_home;
    return std::nullopt;
}

}  // namespace

std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

std::optional<std::filesystem::path> home_folder() { return environment("HOME"); }
std::optional<std::filesystem::path> config_folder() { return folder("XDG_CONFIG_HOME", ".config"); }
std::optional<std::filesystem::path> state_folder() { return folder("XDG_STATE_HOME", ".local/state"); }

bool has_display() {
#ifdef __APPLE__
    return true;
#else
    return environment("DISPLAY").has_value() || environment("WAYLAND_DISPLAY").has_value();
#endif
}

int64_t total_memory() { return memory("MemTotal:"); }

int64_t available_memory() {
    const int64_t bytes = memory("MemAvailable:");
    return bytes > 0 ? bytes : std::numeric_limits<int64_t>::max();
}

int64_t cache_memory() {
    int64_t most = 0;
    for (int level = 0; level < 8; ++level) {
        std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(level) + "/size");
        int64_t size = 0;
        char unit = ' ';
        if (!(file >> size)) continue;
        file >> unit;
        most = std::max(most, size * (unit == 'M' ? 1 << 20 : unit == 'K' ? 1 << 10 : 1));
    }
    return most;
}

double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

int current_core() {
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

// The first line of /proc/stat: user, nice, system, idle, waiting for a disk, interrupts (two kinds), stolen.
CpuUse cpu_use() {
    std::ifstream file("/proc/stat");
    std::string name;
    double ticks[8] = {};
    if (!(file >> name) || name != "cpu") return {};
    for (double& one : ticks) file >> one;
    if (!file) return {};
    CpuUse use;
    for (const int busy : {0, 1, 2, 5, 6, 7}) use.machine += ticks[busy];
    use.machine /= double(sysconf(_SC_CLK_TCK));
    use.threads = int(sysconf(_SC_NPROCESSORS_ONLN));
    timespec own{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    use.own = double(own.tv_sec) + double(own.tv_nsec) * 1e-9;
    return use;
}

std::string processor_name() { return field("/proc/cpuinfo", "model name"); }
std::string system_name() { return field("/etc/os-release", "PRETTY_NAME"); }

std::tm local_time(std::time_t time) {
    std::tm local{};
    localtime_r(&time, &local);
    return local;
}

}  // namespace upsweep::system
