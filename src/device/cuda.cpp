#include "device/cuda.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/error.h"

namespace upsweep::device {
namespace {

constexpr std::uint8_t guard_byte = 0xA9;

std::string zone_fault(const std::byte* zone, std::int64_t size, const char* where, bool behind) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    check(cudaMemcpy(bytes.data(), zone, bytes.size(), cudaMemcpyDeviceToHost), "a guard zone was read");
    const auto written =
        std::count_if(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b != guard_byte; });
    if (written == 0) return {};
    const auto first =
        std::find_if(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b != guard_byte; });
    const std::int64_t at = first - bytes.begin();
    return fmt::format("{} bytes {} (the first {} bytes from it)", written, where, behind ? at : size - at);
}

bool is_of_a_kernel(cudaError_t status) {
    switch (status) {
        case cudaErrorIllegalAddress:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorHardwareStackError:
        case cudaErrorLaunchFailure:
        case cudaErrorAssert:
            return true;
        default:
            return false;
    }
}

}  // namespace

void check(cudaError_t status, const std::string& what) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // so that the next call does not report this one again
    if (status == cudaErrorMemoryAllocation)
        throw Error(fmt::format("The GPU's memory ran out while {}.", what));
    // Of a kernel the next call hears, whatever that is.
    if (is_of_a_kernel(status))
        throw Error(fmt::format("The kernel stopped on the GPU: {}.", cudaGetErrorString(status)));
    throw Error(fmt::format("The GPU failed while {}: {}.", what, cudaGetErrorString(status)));
}

Stream make_stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream was made");
    return Stream(stream);
}

Event make_event(bool timing) {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, timing ? cudaEventDefault : cudaEventDisableTiming),
          "an event was made");
    return Event(event);
}

double between(const Event& from, const Event& to) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, from.get(), to.get()), "a time was read");
    return static_cast<double>(milliseconds);
}

Memory::Memory(std::int64_t bytes, std::int64_t guard) : bytes_(bytes), guard_(guard) {
    void* base = nullptr;
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(held(), 1));
    check(cudaMalloc(&base, size), "buffers were allocated");
    base_ = Handle<std::byte*, release>(static_cast<std::byte*>(base));
}

void Memory::paint_guards(cudaStream_t stream) const {
    if (guard_ == 0) return;
    const auto size = static_cast<std::size_t>(guard_);
    check(cudaMemsetAsync(base_.get(), guard_byte, size, stream), "guard zones were painted");
    check(cudaMemsetAsync(data() + bytes_, guard_byte, size, stream), "guard zones were painted");
}

std::string Memory::guard_fault() const {
    if (guard_ == 0) return {};
    const std::string front = zone_fault(base_.get(), guard_, "in front of its start", false);
    return front.empty() ? zone_fault(data() + bytes_, guard_, "behind its end", true) : front;
}

Pinned::Pinned(std::span<const std::byte> bytes) {
    void* at = const_cast<std::byte*>(bytes.data());  // the runtime takes no const; it only reads
    if (!bytes.empty() && cudaHostRegister(at, bytes.size(), cudaHostRegisterDefault) == cudaSuccess)
        at_ = at;
    cudaGetLastError();
}

Pinned::~Pinned() {
    if (at_ != nullptr) cudaHostUnregister(at_);
}

}  // namespace upsweep::device
