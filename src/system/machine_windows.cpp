// The environment, the user's folders and what Windows tells about the machine.
#include "system/machine.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "system/windows_text.h"

namespace upsweep::system {
namespace {

std::optional<std::filesystem::path> folder(const char* variable) {
    if (const auto named = environment(variable)) return *named;
    return std::nullopt;
}

double seconds(const FILETIME& time) {
    constexpr double hundreds_of_ns = 1e-7;
    return double(uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime) * hundreds_of_ns;
}

MEMORYSTATUSEX memory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    GlobalMemoryStatusEx(&status);
    return status;
}

/// A text of the registry, of the machine; empty where it has none.
std::string registered(const wchar_t* key, const wchar_t* name) {
    wchar_t text[256] = {};
    DWORD bytes = sizeof text - sizeof(wchar_t);
    if (RegGetValueW(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, nullptr, text, &bytes) != ERROR_SUCCESS)
        return {};
    const std::string found = utf8(text);
    const size_t from = found.find_first_not_of(' ');
    return from == std::string::npos ? "" : found.substr(from, found.find_last_not_of(' ') - from + 1);
}

}  // namespace

std::optional<std::string> environment(const char* name) {
    const std::wstring wanted = wide(name);
    std::wstring value(GetEnvironmentVariableW(wanted.c_str(), nullptr, 0), L'\0');
    value.resize(GetEnvironmentVariableW(wanted.c_str(), value.data(), DWORD(value.size())));
    if (value.empty()) return std::nullopt;
    return utf8(value);
}

std::optional<std::filesystem::path> home_folder() { return folder("USERPROFILE"); }
std::optional<std::filesystem::path> config_folder() { return folder("APPDATA"); }
std::optional<std::filesystem::path> state_folder() { return folder("LOCALAPPDATA"); }

bool has_display() { return true; }

int64_t total_memory() { return int64_t(memory().ullTotalPhys); }

int64_t available_memory() {
    const auto bytes = int64_t(memory().ullAvailPhys);
    return bytes > 0 ? bytes : std::numeric_limits<int64_t>::max();
}

int64_t cache_memory() {
    DWORD bytes = 0;
    GetLogicalProcessorInformation(nullptr, &bytes);
    std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> parts(bytes /
                                                            sizeof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION));
    if (parts.empty() || !GetLogicalProcessorInformation(parts.data(), &bytes)) return 0;
    int64_t most = 0;
    for (const auto& part : parts)
        if (part.Relationship == RelationCache) most = std::max(most, int64_t(part.Cache.Size));
    return most;
}

double thread_seconds() {
    FILETIME created{}, ended{}, kernel{}, user{};
    GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    return seconds(kernel) + seconds(user);
}

int current_core() { return int(GetCurrentProcessorNumber()); }

CpuUse cpu_use() {
    FILETIME idle{}, kernel{}, user{}, created{}, ended{}, own_kernel{}, own_user{};
    if (!GetSystemTimes(&idle, &kernel, &user)) return {};
    GetProcessTimes(GetCurrentProcess(), &created, &ended, &own_kernel, &own_user);
    CpuUse use;
    use.machine =
        seconds(kernel) - seconds(idle) + seconds(user);  // the kernel's time has the idle time in it
    use.own = seconds(own_kernel) + seconds(own_user);
    SYSTEM_INFO info{};
    GetSystemInfo(&info);
    use.threads = int(info.dwNumberOfProcessors);
    return use;
}

std::string processor_name() {
    return registered(L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", L"ProcessorNameString");
}

std::string system_name() {
    constexpr const wchar_t* key = L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
    std::string name = registered(key, L"ProductName");
    const std::string build = registered(key, L"CurrentBuildNumber");
    // Windows 11 calls itself 10 here; its builds begin at 22000.
    constexpr int first_of_11 = 22000;
    const size_t ten = name.find("Windows 10");
    if (ten != std::string::npos && std::atoi(build.c_str()) >= first_of_11)
        name.replace(ten, 10, "Windows 11");
    return build.empty() ? name : name + " (build " + build + ")";
}

std::tm local_time(std::time_t time) {
    std::tm local{};
    localtime_s(&local, &time);
    return local;
}

}  // namespace upsweep::system
