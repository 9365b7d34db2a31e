#include "device/pixel_buffer.h"

#include <fmt/format.h>

#include "device/cuda.h"

// Of cuda_gl_interop.h, which asks for OpenGL's own headers.
extern "C" cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(cudaGraphicsResource** resource,
                                                              unsigned buffer, unsigned flags);

namespace upsweep::device {

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

void PixelBuffer::take(const Runner& runner, BufferId from) {
    State& s = *state_;
    const std::int64_t bytes = runner.bytes_of(from);
    if (bytes > s.bytes)
        throw Error(fmt::format("A picture of {} bytes does not fit a pixel buffer of {}.", bytes, s.bytes));
    check(cudaSetDevice(require_device().index), "it was opened");
    cudaGraphicsResource_t resource = s.resource.get();
    check(cudaGraphicsMapResources(1, &resource, s.stream.get()), "OpenGL's buffer was taken over");
    void* at = nullptr;
    std::size_t room = 0;
    cudaError_t status = cudaGraphicsResourceGetMappedPointer(&at, &room, resource);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(at, reinterpret_cast<const void*>(runner.address(from)),
                                 static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, s.stream.get());
    // Given back in any case: OpenGL waits for what was begun before.
    const cudaError_t given_back = cudaGraphicsUnmapResources(1, &resource, s.stream.get());
    check(status, "pixels were handed to OpenGL");
    check(given_back, "OpenGL's buffer was given back");
}

}  // namespace upsweep::device
