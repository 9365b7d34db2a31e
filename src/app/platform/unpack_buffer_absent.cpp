// Where programs cannot reach a GPU's memory.
#include "app/platform/unpack_buffer.h"

#include "backends/backend.h"
#include "core/error.h"

namespace upsweep::device {
class PixelBuffer {};
}  // namespace upsweep::device

namespace upsweep::app {

UnpackBuffer::UnpackBuffer() = default;

UnpackBuffer::~UnpackBuffer() = default;

void UnpackBuffer::fill(Texture&, const backends::GpuPixels&) {
    throw BackendMissing("OpenGL does not share its memory with the GPU here.");
}

}  // namespace upsweep::app
