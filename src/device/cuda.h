// The CUDA runtime, its errors as sentences, and its handles as owners. For the files of this room only.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace upsweep::device {

/// Throws Error "The GPU failed while WHAT: ..." unless `status` is success.
void check(cudaError_t status, const std::string& what);

/// Owns one CUDA handle; `Destroy` ends it.
template <typename T, cudaError_t (*Destroy)(T)>
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
        if (handle_ != T{}) Destroy(handle_);
    }
    T get() const { return handle_; }
    explicit operator bool() const { return handle_ != T{}; }

  private:
    T handle_ = T{};
};

using Stream = Handle<cudaStream_t, cudaStreamDestroy>;
using Event = Handle<cudaEvent_t, cudaEventDestroy>;
using Graph = Handle<cudaGraph_t, cudaGraphDestroy>;
using GraphExec = Handle<cudaGraphExec_t, cudaGraphExecDestroy>;

Stream make_stream();
/// An event that takes the time, or one that only orders.
Event make_event(bool timing = true);
/// Milliseconds from one event to another; both must have happened.
double between(const Event& from, const Event& to);

/// Device memory of `bytes`, with `guard` bytes in front and behind.
class Memory {
  public:
    Memory(std::int64_t bytes, std::int64_t guard);
    /// Of another owner.
    Memory(std::int64_t bytes, std::uint64_t lent)
        : bytes_(bytes), lent_(reinterpret_cast<std::byte*>(lent)) {}

    std::byte* data() const { return lent_ != nullptr ? lent_ : base_.get() + guard_; }
    std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(data()); }
    std::int64_t bytes() const { return bytes_; }
    std::int64_t held() const { return lent_ != nullptr ? 0 : bytes_ + 2 * guard_; }
    /// Fills the guard zones with guard_byte.
    void paint_guards(cudaStream_t stream) const;
    /// What was written outside, as the end of a sentence: "4 bytes behind its end (the first at +0)"; empty
    /// if nothing was.
    std::string guard_fault() const;

  private:
    static cudaError_t release(std::byte* data) { return cudaFree(data); }
    std::int64_t bytes_ = 0, guard_ = 0;
    Handle<std::byte*, release> base_;
    std::byte* lent_ = nullptr;
};

/// Keeps host memory in place while it lives, so that transfers run at full speed. Where the system refuses,
/// they are just slower.
class Pinned {
  public:
    explicit Pinned(std::span<const std::byte> bytes);
    Pinned(Pinned&& other) noexcept : at_(std::exchange(other.at_, nullptr)) {}
    Pinned& operator=(Pinned&&) = delete;
    ~Pinned();

  private:
    void* at_ = nullptr;
};

}  // namespace upsweep::device
