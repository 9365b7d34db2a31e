// Reads what Linux tells about the machine; where a file is missing the field stays empty.
#include "bench/machine.h"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <thread>

#include "backends/memory.h"

namespace upsweep::bench {
namespace {

// The text behind the first line that starts with `key`, without separators and quotes.
std::string field(const char* path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const std::size_t from = line.find_first_not_of(" \t:=\"", key.size());
        if (from == std::string::npos) continue;
        return line.substr(from, line.find_last_not_of(" \t\"") - from + 1);
    }
    return {};
}

std::string compiler_name() {
#if defined(__clang__)
    return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return {};
#endif
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm date{};
    localtime_r(&now, &date);
    return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

}  // namespace

MachineInfo this_machine() {
    MachineInfo machine;
    machine.cpu = field("/proc/cpuinfo", "model name");
    machine.cores = static_cast<int>(std::thread::hardware_concurrency());
    machine.memory_bytes = backends::total_memory();
    machine.system = field("/etc/os-release", "PRETTY_NAME");
    machine.compiler = compiler_name();
    machine.version = UPSWEEP_VERSION;
    machine.date = today();
    return machine;
}

std::string name_of(const MachineInfo& machine) {
    const std::string cpu = machine.cpu.empty() ? "unknown CPU" : machine.cpu;
    const std::string gpu = machine.gpu.empty() ? "no GPU" : machine.gpu;
    return fmt::format("{}, {} thread{}, {}", cpu, machine.cores, machine.cores == 1 ? "" : "s", gpu);
}

std::string bytes_text(std::int64_t bytes) {
    constexpr const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto value = static_cast<double>(bytes);
    int unit = 0;
    while (value >= 1024 && unit < 4) value /= 1024, ++unit;
    if (unit == 0) return fmt::format("{} bytes", bytes);
    return fmt::format("{:.{}f} {}", value, value < 100 ? 1 : 0, units[unit]);
}

}  // namespace upsweep::bench
