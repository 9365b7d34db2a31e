// What the system tells about this machine and its user.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

namespace upsweep::system {

/// A variable of the environment, unless it is missing or empty.
std::optional<std::string> environment(const char* name);

/// The user's own folders, where there is one: at home, for settings, for what a program keeps between runs.
std::optional<std::filesystem::path> home_folder();
std::optional<std::filesystem::path> config_folder();
std::optional<std::filesystem::path> state_folder();

/// Whether a window could be seen.
bool has_display();

/// Bytes of main memory in all; 0 where that is not known.
int64_t total_memory();
/// Bytes that can be had without swapping; very many where that is not known.
int64_t available_memory();

/// Bytes of the largest cache of a core; 0 where that is not known.
int64_t cache_memory();

/// Seconds that this thread has run on a core; they stand still while it waits or another program has its
/// core.
double thread_seconds();
/// Which core runs this thread now; -1 where that is not known.
int current_core();

/// How busy the whole machine has been since it began, and this program alone: seconds of its hardware
/// threads together. Zeros where that is not known.
struct CpuUse {
    double machine = 0, own = 0;
    int threads = 0;  ///< the machine's hardware threads
};
CpuUse cpu_use();

/// Names for people; empty where they are not known.
std::string processor_name();
std::string system_name();

std::tm local_time(std::time_t time);

}  // namespace upsweep::system
