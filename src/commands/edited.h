// `upsweep verify --edited`: changed kernels on the emulator and on the GPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace upsweep::commands {

/// `count` edited forms of the catalog's kernels, drawn by `seed`, on the emulator and, with "gpu" in `on`,
/// in a process of its own on the GPU. Prints a table and every form where the two disagree. Throws Error
/// where the emulator finds no fault and the GPU gives something else.
void verify_edited(int count, std::uint64_t seed, const std::vector<std::string>& on);

}  // namespace upsweep::commands
