// The GPU of a program that was built without a CUDA toolkit: it says so.
#include "device/device.h"
#include "device/kernel_key.h"
#include "device/pixel_buffer.h"

namespace upsweep::device {

struct Runner::State {};

const Probe& probe() {
    static const Probe none{
        {}, "This program was built without a CUDA toolkit, so nothing runs on a GPU.", {}, {}};
    return none;
}

std::vector<std::string> embedded_kernel_keys() { return {}; }

const DeviceInfo& require_device() { throw BackendMissing(probe().reason); }
std::int64_t free_bytes() { throw BackendMissing(probe().reason); }

Runner::Runner(const Plan&, const Array&, Options) { require_device(); }
Runner::~Runner() = default;
Runner::Runner(Runner&&) noexcept = default;
Runner& Runner::operator=(Runner&&) noexcept = default;
Result Runner::run() { throw BackendMissing(probe().reason); }
Result Runner::next(const Array&) { throw BackendMissing(probe().reason); }
double Runner::time_once(int) { throw BackendMissing(probe().reason); }
Array Runner::output() { throw BackendMissing(probe().reason); }
Array Runner::buffer(BufferId) { throw BackendMissing(probe().reason); }
std::uint64_t Runner::address(BufferId) const { throw BackendMissing(probe().reason); }
std::int64_t Runner::bytes_of(BufferId) const { throw BackendMissing(probe().reason); }
std::int64_t Runner::bytes() const { throw BackendMissing(probe().reason); }
struct PixelBuffer::State {};
PixelBuffer::PixelBuffer(unsigned, std::int64_t) { require_device(); }
PixelBuffer::~PixelBuffer() = default;
PixelBuffer::PixelBuffer(PixelBuffer&&) noexcept = default;
PixelBuffer& PixelBuffer::operator=(PixelBuffer&&) noexcept = default;
void PixelBuffer::take(const DevicePixels&) { throw BackendMissing(probe().reason); }
struct DevicePixels::State {};
DevicePixels::DevicePixels(const Runner&, BufferId) { require_device(); }
DevicePixels::~DevicePixels() = default;
std::int64_t DevicePixels::bytes() const { throw BackendMissing(probe().reason); }
void DevicePixels::read(std::span<std::byte>) const { throw BackendMissing(probe().reason); }

Result run(const Plan&, const Array&, const Options&) { throw BackendMissing(probe().reason); }

}  // namespace upsweep::device
