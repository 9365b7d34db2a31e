#include "device/pixel_buffer.h"

#include "core/ranges.h"
#include "device/cuda.h"

namespace upsweep::device {

struct DevicePixels::State {
    Memory memory;
};

DevicePixels::DevicePixels(const Runner& runner, BufferId from) {
    use_device();
    const int64_t bytes = runner.bytes_of(from);
    state_ = std::make_unique<State>(State{Memory(bytes, int64_t{0})});
    const Stream stream = make_stream();
    copy(state_->memory.address(), runner.address(from), state_->memory.size(), stream.get(),
         "pixels were kept");
    check(driver().stream_wait(stream.get()), "pixels were kept");
}

DevicePixels::~DevicePixels() = default;

int64_t DevicePixels::bytes() const { return state_->memory.bytes(); }

void DevicePixels::read(std::span<std::byte> to) const {
    if (length(to) != bytes())
        throw Error("A picture of {} bytes does not fit {} bytes.", bytes(), to.size());
    use_device();
    copy(on_host(to.data()), state_->memory.address(), to.size(), "pixels were downloaded");
}

struct PixelBuffer::State {
    int64_t bytes = 0;
    Handle<ResourceHandle, &Driver::gl_unregister> resource;
    Stream stream;
};

PixelBuffer::PixelBuffer(unsigned name, int64_t bytes) : state_(std::make_unique<State>()) {
    use_device();
    const auto refuse = [](std::string_view why) {
        throw BackendMissing(
            "OpenGL does not share its memory with {} ({}), so pictures go through host memory.",
            require_device().name, why);
    };
    const auto share = driver().gl_register_buffer;
    if (share == nullptr) refuse("the driver cannot do it");
    ResourceHandle resource = nullptr;
    if (const Status status = share(&resource, name, overwrite_all); status != Status::success)
        refuse(text_of(driver(), status));
    state_->bytes = bytes;
    state_->resource = Handle<ResourceHandle, &Driver::gl_unregister>(resource);
    state_->stream = make_stream();
}

PixelBuffer::~PixelBuffer() = default;
PixelBuffer::PixelBuffer(PixelBuffer&&) noexcept = default;
PixelBuffer& PixelBuffer::operator=(PixelBuffer&&) noexcept = default;

void PixelBuffer::take(const DevicePixels& pixels) {
    State& s = *state_;
    const int64_t bytes = pixels.bytes();
    if (bytes > s.bytes)
        throw Error("A picture of {} bytes does not fit a pixel buffer of {}.", bytes, s.bytes);
    use_device();
    ResourceHandle resource = s.resource.get();
    check(driver().gl_map(1, &resource, s.stream.get()), "OpenGL's buffer was taken over");
    Address at = 0;
    size_t room = 0;
    Status status = driver().gl_mapped(&at, &room, resource);
    if (status == Status::success)
        status = driver().copy_in(at, pixels.state_->memory.address(), size_t(bytes), s.stream.get());
    // Given back in any case: OpenGL waits for what was begun before.
    const Status given_back = driver().gl_unmap(1, &resource, s.stream.get());
    check(status, "pixels were handed to OpenGL");
    check(given_back, "OpenGL's buffer was given back");
    check(driver().stream_wait(s.stream.get()), "pixels were handed to OpenGL");
}

}  // namespace upsweep::device
