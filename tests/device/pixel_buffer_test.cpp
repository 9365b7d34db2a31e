// A pixel buffer object of OpenGL that the GPU fills. The context comes from EGL, which is looked for at run
// time: on a machine without it, or where OpenGL and CUDA do not meet, this is skipped with the reason.
#include "device/pixel_buffer.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "device/helpers/cuda_screen.h"

namespace upsweep::device {
namespace {

constexpr unsigned pixel_unpack_buffer = 0x88EC, stream_draw = 0x88E0;

TEST(PixelBuffer, OpenGlReadsWhatTheGpuWrote) {
    if (probe().devices.empty()) GTEST_SKIP() << probe().reason;
    const CudaScreen screen;
    if (!screen.reason.empty()) GTEST_SKIP() << screen.reason;
    Plan plan;
    plan.algorithm = "copy";
    plan.input = plan.add_buffer({"input", ScalarType::u32, {64, 48}, BufferRole::data});
    plan.output = plan.add_buffer({"output", ScalarType::u32, {64, 48}, BufferRole::data});
    plan.operations = {{Copy{plan.input, plan.output}}};
    Array picture(ScalarType::u32, {64, 48});
    std::iota(picture.view<uint32_t>().begin(), picture.view<uint32_t>().end(), 77U);
    Runner runner(plan, picture);

    unsigned name = 0;
    const auto bytes = ptrdiff_t(picture.bytes().size());
    screen.proc<void (*)(int, unsigned*)>("glGenBuffers")(1, &name);
    screen.proc<void (*)(unsigned, unsigned)>("glBindBuffer")(pixel_unpack_buffer, name);
    screen.proc<void (*)(unsigned, ptrdiff_t, const void*, unsigned)>("glBufferData")(
        pixel_unpack_buffer, bytes, nullptr, stream_draw);
    const auto read = screen.proc<void (*)(unsigned, ptrdiff_t, ptrdiff_t, void*)>("glGetBufferSubData");
    {
        PixelBuffer pixels(name, bytes);
        for (const uint32_t more : {0U, 1000U}) {
            Array next = picture;
            for (uint32_t& pixel : next.view<uint32_t>()) pixel += more;
            (void)runner.next(next);
            const DevicePixels kept(runner, plan.output);
            // Its own: what the runner does next does not reach it.
            (void)runner.next(picture);
            pixels.take(kept);
            Array seen(ScalarType::u32, {64, 48});
            read(pixel_unpack_buffer, 0, bytes, seen.bytes().data());
            EXPECT_TRUE(seen == next);
            Array down(ScalarType::u32, {64, 48});
            kept.read(down.bytes());
            EXPECT_TRUE(down == next);
            EXPECT_THROW(kept.read(down.bytes().first(8)), Error);
        }
    }
    {
        PixelBuffer small(name, bytes - 1);
        EXPECT_THROW(small.take(DevicePixels(runner, plan.output)), Error);
    }
    screen.proc<void (*)(int, const unsigned*)>("glDeleteBuffers")(1, &name);
}

/// No context, so no buffer of that name: one sentence, and the program continues.
TEST(PixelBuffer, SaysWhereOpenGlIsElsewhere) {
    try {
        const PixelBuffer none(12345, 4);
        FAIL() << "it was shared";
    } catch (const BackendMissing& missing) {
        const std::string sentence = missing.what();
        EXPECT_EQ(sentence.back(), '.');
        const bool told = sentence.find("through host memory") != std::string::npos;
        EXPECT_EQ(told, !probe().devices.empty()) << sentence;
    }
}

}  // namespace
}  // namespace upsweep::device
