// What `upsweep --version` says.
#pragma once

#include <string>

namespace upsweep::commands {

/// Version, commit, how it was built, and what it runs kernels on; a line each.
std::string version_text();

}  // namespace upsweep::commands
