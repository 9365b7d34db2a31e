// The driver's errors as sentences, and its handles as owners. For the files of this module only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "device/driver.h"

namespace upsweep::device {

/// Throws Error "The GPU failed while WHAT: ..." unless `status` is success.
void check(Status status, const std::string& what);

/// The GPU in use as the driver's functions want it.
int device_in_use();

/// Makes the context of the GPU in use that of this thread; every call of the driver about memory, streams
/// and kernels needs it. The first call opens the GPU. Throws BackendMissing or Error.
void use_device();

/// Owns one of the driver's handles; `Destroy` ends it.
template <typename T, Status (*Driver::*Destroy)(T)>
class Handle {
  public:
    Handle() = default;
    explicit Handle(T handle) : handle_(handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, T{})) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() {
        if (handle_ == T{}) return;
        use_device();  // the last owner may be another thread
        (driver().*Destroy)(handle_);
    }
    T get() const { return handle_; }
    explicit operator bool() const { return handle_ != T{}; }

  private:
    T handle_ = T{};
};

using Stream = Handle<StreamHandle, &Driver::stream_destroy>;
using Event = Handle<EventHandle, &Driver::event_destroy>;
using Graph = Handle<GraphHandle, &Driver::graph_destroy>;
using GraphExec = Handle<GraphExecHandle, &Driver::graph_exec_destroy>;

Stream make_stream();
/// An event that takes the time, or one that only orders.
Event make_event(bool timing = true);
/// Milliseconds from one event to another; both must have happened.
double between(const Event& from, const Event& to);

/// Where host memory lies, for the functions below, which find out themselves what lies where.
inline Address on_host(const void* data) { return reinterpret_cast<Address>(data); }
/// Copies and waits for it, or has a stream copy.
void copy(Address to, Address from, size_t bytes, const char* what);
void copy(Address to, Address from, size_t bytes, StreamHandle stream, const char* what);

/// Device memory of `bytes`, with `guard` bytes in front and behind.
class Memory {
  public:
    Memory(int64_t bytes, int64_t guard);
    /// Of another owner.
    static Memory lent(int64_t bytes, Address at) { return {bytes, at, nullptr}; }

    Address address() const { return lent_ != 0 ? lent_ : base_.get() + Address(guard_); }
    int64_t bytes() const { return bytes_; }
    size_t size() const { return size_t(bytes_); }
    int64_t held() const { return lent_ != 0 ? 0 : bytes_ + 2 * guard_; }
    /// Has a stream set every byte.
    void fill(uint8_t value, StreamHandle stream, const char* what) const;
    /// Fills the guard zones with guard_byte.
    void paint_guards(StreamHandle stream) const;
    /// What was written outside, as the end of a sentence: "4 bytes behind its end (the first at +0)"; empty
    /// if nothing was.
    std::string guard_fault() const;

  private:
    Memory(int64_t bytes, Address at, std::nullptr_t) : bytes_(bytes), lent_(at) {}
    Address behind() const { return address() + Address(bytes_); }

    int64_t bytes_ = 0, guard_ = 0;
    Handle<Address, &Driver::memory_free> base_;
    Address lent_ = 0;
};

/// Keeps host memory in place while it lives, so that transfers run at full speed. Where the system refuses,
/// they are just slower.
class Pinned {
  public:
    explicit Pinned(std::span<const std::byte> bytes);

  private:
    Handle<void*, &Driver::host_unpin> at_;
};

}  // namespace upsweep::device
