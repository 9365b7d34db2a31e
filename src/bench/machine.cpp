// What the system and the compiler tell; what they do not know stays empty.
#include "bench/machine.h"

#include <ctime>

#include <fmt/format.h>

#include "core/parallel.h"
#include "core/words.h"
#include "system/machine.h"

namespace upsweep::bench {
namespace {

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
    const std::tm date = system::local_time(std::time(nullptr));
    return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

}  // namespace

MachineInfo this_machine() {
    MachineInfo machine;
    machine.cpu = system::processor_name();
    machine.cores = threads_here();
    machine.memory_bytes = system::total_memory();
    machine.system = system::system_name();
    machine.compiler = compiler_name();
    machine.version = UPSWEEP_VERSION;
    machine.date = today();
    return machine;
}

std::string name_of(const MachineInfo& machine) {
    const std::string cpu = machine.cpu.empty() ? "unknown CPU" : machine.cpu;
    const std::string gpu = machine.gpu.empty() ? "no GPU" : machine.gpu;
    return fmt::format("{}, {}, {}", cpu, counted(machine.cores, "thread"), gpu);
}

std::string bytes_text(int64_t bytes) {
    constexpr const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto value = double(bytes);
    int unit = 0;
    while (value >= 1024 && unit < 4) value /= 1024, ++unit;
    if (unit == 0) return fmt::format("{} bytes", bytes);
    return fmt::format("{:.{}f} {}", value, value < 100 ? 1 : 0, units[unit]);
}

BackendsHere backends_here() {
    BackendsHere here;
    here.machine = this_machine();
    for (const backends::Backend* backend : backends::all())
        if (backend->untimed().empty() && backend->missing().empty())
            // They live as long as the program.
            here.backends.emplace_back(std::shared_ptr<void>(), backend);
    const GpuProbe& probe = backends::gpu_backend().probe();
    here.machine.driver = probe.driver;
    here.machine.toolkit = probe.toolkit;
    here.machine.gpu_missing = probe.reason;
    if (!probe.devices.empty()) {
        here.machine.gpu = probe.devices.front().name;
        here.machine.gpu_l2_bytes = probe.devices.front().l2_bytes;
    }
    return here;
}

}  // namespace upsweep::bench
