// Other people's kernels that ours are held against: a program of its own, upsweep-peers, where the build
// made it.
#pragma once

#include <filesystem>
#include <string>

#include "backends/backend.h"

namespace upsweep::backends {

/// Beside this program.
std::filesystem::path peers_program();

/// A question of GpuBackend::time_peer.
PeerTime ask_peers(const std::string& question, const std::filesystem::path& program = peers_program());

}  // namespace upsweep::backends
