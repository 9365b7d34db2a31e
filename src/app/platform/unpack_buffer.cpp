#include "app/platform/unpack_buffer.h"

#include "app/platform/gl.h"
#include "backends/gpu/gpu.h"
#include "core/error.h"
#include "device/pixel_buffer.h"

namespace upsweep::app {

UnpackBuffer::UnpackBuffer() = default;

UnpackBuffer::~UnpackBuffer() { remove(); }

void UnpackBuffer::remove() {
    shared_.reset();
    if (name_ != 0) glDeleteBuffers(1, &name_);
    name_ = 0;
    bytes_ = 0;
}

void UnpackBuffer::make(int64_t bytes) {
    if (shared_ && bytes_ == bytes) return;
    remove();
    glGenBuffers(1, &name_);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name_);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    bytes_ = bytes;
    shared_ = std::make_unique<device::PixelBuffer>(name_, bytes);
}

void UnpackBuffer::fill(Texture& texture, const backends::GpuPixels& pixels) {
    if (pixels.bytes() != texture.bytes())
        throw Error("A picture in the GPU's memory differs in size from its texture.");
    make(pixels.bytes());
    shared_->take(backends::on_device(pixels));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name_);
    texture.update_from_unpack_buffer();
    // What is uploaded from the host next is not a place in the buffer.
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

}  // namespace upsweep::app
