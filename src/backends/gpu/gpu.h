// The GPU by its driver. A program that wants one says so as it begins; what it runs then asks
// backends::gpu().
#pragma once

#include <filesystem>
#include <string>

#include "backends/backend.h"

namespace upsweep::device {
class DevicePixels;
}

namespace upsweep::backends {

/// backends::gpu() is this machine's from now on.
void use_this_gpu();

/// For OpenGL, which can take them without a way over the host. They must be this machine's GPU's.
const device::DevicePixels& on_device(const GpuPixels& pixels);

/// Beside this program.
std::filesystem::path peers_program();

/// A question of GpuBackend::time_peer.
PeerTime ask_peers(const std::string& question, const std::filesystem::path& program = peers_program());

}  // namespace upsweep::backends
