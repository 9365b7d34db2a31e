// `upsweep verify --conformance`: the kernel language against a GPU.
#pragma once

#include <string>
#include <vector>

namespace upsweep::commands {

/// Runs every case of the conformance suite on the emulator and compares it with the GPU if `on` names it
/// and there is one, else with the stored results, and says which. `store` names a file for the GPU's
/// results. Throws Error if any result differs.
void verify_conformance(const std::vector<std::string>& on, const std::string& store);

}  // namespace upsweep::commands
