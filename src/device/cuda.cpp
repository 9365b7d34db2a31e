#include "device/cuda.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/ranges.h"

namespace upsweep::device {
namespace {

constexpr uint8_t guard_byte = 0xA9;

std::string zone_fault(Address zone, int64_t size, const char* where, bool behind) {
    std::vector<uint8_t> bytes(size);
    copy(on_host(bytes.data()), zone, bytes.size(), "a guard zone was read");
    const auto written = count_if(bytes, [](uint8_t b) { return b != guard_byte; });
    if (written == 0) return {};
    const auto first = find_if(bytes, [](uint8_t b) { return b != guard_byte; });
    const int64_t at = first - bytes.begin();
    return fmt::format("{} bytes {} (the first {} bytes from it)", written, where, behind ? at : size - at);
}

bool is_of_a_kernel(Status status) {
    switch (status) {
        using enum Status;
        case illegal_address:
        case illegal_instruction:
        case misaligned_address:
        case invalid_address_space:
        case invalid_program_counter:
        case hardware_stack_error:
        case launch_failed:
        case assertion:
            return true;
        default:
            return false;
    }
}

// The context that all parts of a process share, kept to its end.
ContextHandle retained_context() {
    ContextHandle context = nullptr;
    check(driver().context_retain(&context, device_in_use()), "it was opened");
    return context;
}

void set_bytes(Address at, uint8_t value, int64_t bytes, StreamHandle stream, const char* what) {
    if (bytes > 0) check(driver().fill_in(at, value, size_t(bytes), stream), what);
}

}  // namespace

void check(Status status, const std::string& what) {
    if (status == Status::success) return;
    if (status == Status::out_of_memory) throw Error("The GPU's memory ran out while {}.", what);
    // Of a kernel the next call hears, whatever that is.
    if (is_of_a_kernel(status)) throw Error("The kernel stopped on the GPU: {}.", text_of(driver(), status));
    throw Error("The GPU failed while {}: {}.", what, text_of(driver(), status));
}

int device_in_use() {
    int device = 0;
    check(driver().device(&device, require_device().index), "it was opened");
    return device;
}

void use_device() {
    static const ContextHandle context = retained_context();
    check(driver().context_use(context), "it was opened");
}

Stream make_stream() {
    StreamHandle stream = nullptr;
    check(driver().stream_create(&stream, stream_non_blocking), "a stream was made");
    return Stream(stream);
}

Event make_event(bool timing) {
    EventHandle event = nullptr;
    check(driver().event_create(&event, timing ? 0 : event_without_time), "an event was made");
    return Event(event);
}

double between(const Event& from, const Event& to) {
    float milliseconds = 0;
    check(driver().event_elapsed(&milliseconds, from.get(), to.get()), "a time was read");
    return double(milliseconds);
}

void copy(Address to, Address from, size_t bytes, const char* what) {
    if (bytes > 0) check(driver().copy(to, from, bytes), what);
}

void copy(Address to, Address from, size_t bytes, StreamHandle stream, const char* what) {
    if (bytes > 0) check(driver().copy_in(to, from, bytes, stream), what);
}

Memory::Memory(int64_t bytes, int64_t guard) : bytes_(bytes), guard_(guard) {
    Address base = 0;
    const auto size = size_t(std::max<int64_t>(held(), 1));
    check(driver().memory_allocate(&base, size), "buffers were allocated");
    base_ = Handle<Address, &Driver::memory_free>(base);
}

void Memory::fill(uint8_t value, StreamHandle stream, const char* what) const {
    set_bytes(address(), value, bytes_, stream, what);
}

void Memory::paint_guards(StreamHandle stream) const {
    if (guard_ == 0) return;
    set_bytes(base_.get(), guard_byte, guard_, stream, "guard zones were painted");
    set_bytes(behind(), guard_byte, guard_, stream, "guard zones were painted");
}

std::string Memory::guard_fault() const {
    if (guard_ == 0) return {};
    const std::string front = zone_fault(base_.get(), guard_, "in front of its start", false);
    return front.empty() ? zone_fault(behind(), guard_, "behind its end", true) : front;
}

Pinned::Pinned(std::span<const std::byte> bytes) {
    void* at = const_cast<std::byte*>(bytes.data());  // the driver's parameter is not const; it only reads
    if (!bytes.empty() && driver().host_pin(at, bytes.size(), 0) == Status::success)
        at_ = Handle<void*, &Driver::host_unpin>(at);
}

}  // namespace upsweep::device
