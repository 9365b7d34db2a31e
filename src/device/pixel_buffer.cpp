#include "device/pixel_buffer.h"

#include <fmt/format.h>

#include "device/cuda.h"

// Of cuda_gl_interop.h, which asks for OpenGL's own headers.
extern "C" cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(cudaGraphicsResource** resource,
                                                              unsigned buffer, unsigned flags);

namespace upsweep::device {

struct DevicePixels::State {
    Memory memory;
};

DevicePixels::DevicePixels(const Runner& runner, BufferId from) {
    check(cudaSetDevice(require_device().index), "it was opened");
    const std::int64_t bytes = runner.bytes_of(from);
    state_ = std::make_unique<State>(State{Memory(bytes, std::int64_t{0})});
    const Stream stream = make_stream();
    check(cudaMemcpyAsync(state_->memory.data(), reinterpret_cast<const void*>(runner.address(from)),
                          static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, stream.get()),
          "pixels were kept");
    check(cudaStreamSynchronize(stream.get()), "pixels were kept");
}

DevicePixels::~DevicePixels() = default;

std::int64_t DevicePixels::bytes() const { return state_->memory.bytes(); }

void DevicePixels::read(std::span<std::byte> to) const {
    if (static_cast<std::int64_t>(to.size()) != bytes())
        throw Error(fmt::format("A picture of {} bytes was asked for {}.", bytes(), to.size()));
    check(cudaSetDevice(require_device().index), "it was opened");
    check(cudaMemcpy(to.data(), state_->memory.data(), to.size(), cudaMemcpyDeviceToHost),
          "pixels were downloaded");
}

struct PixelBuffer::State {
    std::int64_t bytes = 0;
    Handle<cudaGraphicsResource_t, cudaGraphicsUnregisterResource> resource;
    Stream stream;
};

PixelBuffer::PixelBuffer(unsigned name, std::int64_t bytes) : state_(std::make_unique<State>()) {
    check(cudaSetDevice(require_device().index), "it was opened");
    cudaGraphicsResource_t resource = nullptr;
    const cudaError_t status =
        cudaGraphicsGLRegisterBuffer(&resource, name, cudaGraphicsRegisterFlagsWriteDiscard);
    if (status != cudaSuccess) {
        cudaGetLastError();
        throw BackendMissing(
            fmt::format("OpenGL does not share its memory with {} ({}), so pictures go through host memory.",
                        require_device().name, cudaGetErrorString(status)));
    }
    state_->bytes = bytes;
    state_->resource = Handle<cudaGraphicsResource_t, cudaGraphicsUnregisterResource>(resource);
    state_->stream = make_stream();
}

PixelBuffer::~PixelBuffer() = default;
PixelBuffer::PixelBuffer(PixelBuffer&&) noexcept = default;
PixelBuffer& PixelBuffer::operator=(PixelBuffer&&) noexcept = default;

void PixelBuffer::take(const DevicePixels& pixels) {
    State& s = *state_;
    const std::int64_t bytes = pixels.bytes();
    if (bytes > s.bytes)
        throw Error(fmt::format("A picture of {} bytes does not fit a pixel buffer of {}.", bytes, s.bytes));
    check(cudaSetDevice(require_device().index), "it was opened");
    cudaGraphicsResource_t resource = s.resource.get();
    check(cudaGraphicsMapResources(1, &resource, s.stream.get()), "OpenGL's buffer was taken over");
    void* at = nullptr;
    std::size_t room = 0;
    cudaError_t status = cudaGraphicsResourceGetMappedPointer(&at, &room, resource);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(at, pixels.state_->memory.data(), static_cast<std::size_t>(bytes),
                                 cudaMemcpyDeviceToDevice, s.stream.get());
    // Given back in any case: OpenGL waits for what was begun before.
    const cudaError_t given_back = cudaGraphicsUnmapResources(1, &resource, s.stream.get());
    check(status, "pixels were handed to OpenGL");
    check(given_back, "OpenGL's buffer was given back");
    check(cudaStreamSynchronize(s.stream.get()), "pixels were handed to OpenGL");
}

}  // namespace upsweep::device
