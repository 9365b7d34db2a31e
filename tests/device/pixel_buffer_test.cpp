// A pixel buffer object of OpenGL that the GPU fills. The context comes from EGL, which is looked for at run
// time: on a machine without it, or where OpenGL and CUDA do not meet, this is skipped with the reason.
#include "device/pixel_buffer.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

namespace upsweep::device {
namespace {

/// A context without a window on the GPU that CUDA uses. `reason` says why there is none.
class OffScreen {
  public:
    OffScreen() { reason = open(); }
    ~OffScreen() {
        if (display_ == nullptr) return;
        using MakeCurrent = unsigned (*)(void*, void*, void*, void*);
        using Destroy = unsigned (*)(void*, void*);
        using Terminate = unsigned (*)(void*);
        egl<MakeCurrent>("eglMakeCurrent")(display_, nullptr, nullptr, nullptr);
        if (context_ != nullptr) egl<Destroy>("eglDestroyContext")(display_, context_);
        egl<Terminate>("eglTerminate")(display_);
    }
    OffScreen(const OffScreen&) = delete;
    OffScreen& operator=(const OffScreen&) = delete;

    /// A function of OpenGL or of an extension.
    template <typename Function>
    Function proc(const char* name) const {
        using Address = void* (*)(const char*);
        return reinterpret_cast<Function>(egl<Address>("eglGetProcAddress")(name));
    }

    std::string reason;

  private:
    template <typename Function>
    Function egl(const char* name) const {
        return reinterpret_cast<Function>(dlsym(library_, name));
    }

    /// EGL's number of CUDA's device.
    void* device() const {
        using Query = unsigned (*)(int, void**, int*);
        using Attribute = unsigned (*)(void*, int, std::intptr_t*);
        constexpr int cuda_device = 0x323A;
        const auto query = proc<Query>("eglQueryDevicesEXT");
        const auto attribute = proc<Attribute>("eglQueryDeviceAttribEXT");
        if (query == nullptr || attribute == nullptr) return nullptr;
        std::array<void*, 16> devices{};
        int count = 0;
        query(static_cast<int>(devices.size()), devices.data(), &count);
        for (int i = 0; i < count; ++i) {
            std::intptr_t index = -1;
            void* one = devices[static_cast<std::size_t>(i)];
            if (attribute(one, cuda_device, &index) != 0 && index == probe().devices.front().index)
                return one;
        }
        return nullptr;
    }

    std::string open() {
        constexpr unsigned platform_device = 0x313F, opengl_api = 0x30A2;
        constexpr int surface_type = 0x3033, pbuffer = 1, renderable = 0x3040, opengl = 8, none = 0x3038;
        library_ = dlopen("libEGL.so.1", RTLD_NOW);
        if (library_ == nullptr) return "There is no EGL here.";
        void* gpu = device();
        if (gpu == nullptr) return "EGL does not draw on the GPU that CUDA uses.";
        using Display = void* (*)(unsigned, void*, const int*);
        using Initialize = unsigned (*)(void*, int*, int*);
        using Bind = unsigned (*)(unsigned);
        using Choose = unsigned (*)(void*, const int*, void**, int, int*);
        using Create = void* (*)(void*, void*, void*, const int*);
        using MakeCurrent = unsigned (*)(void*, void*, void*, void*);
        void* display = proc<Display>("eglGetPlatformDisplayEXT")(platform_device, gpu, nullptr);
        if (display == nullptr || egl<Initialize>("eglInitialize")(display, nullptr, nullptr) == 0)
            return "EGL cannot open the GPU.";
        display_ = display;
        egl<Bind>("eglBindAPI")(opengl_api);
        const std::array<int, 5> wanted = {surface_type, pbuffer, renderable, opengl, none};
        void* config = nullptr;
        int count = 0;
        egl<Choose>("eglChooseConfig")(display_, wanted.data(), &config, 1, &count);
        if (count == 0) return "EGL has no OpenGL on the GPU.";
        context_ = egl<Create>("eglCreateContext")(display_, config, nullptr, nullptr);
        if (context_ == nullptr ||
            egl<MakeCurrent>("eglMakeCurrent")(display_, nullptr, nullptr, context_) == 0)
            return "EGL makes no context on the GPU.";
        return {};
    }

    void *library_ = nullptr, *display_ = nullptr, *context_ = nullptr;
};

constexpr unsigned pixel_unpack_buffer = 0x88EC, stream_draw = 0x88E0;

TEST(PixelBuffer, OpenGlReadsWhatTheGpuWrote) {
    if (probe().devices.empty()) GTEST_SKIP() << probe().reason;
    const OffScreen screen;
    if (!screen.reason.empty()) GTEST_SKIP() << screen.reason;
    Plan plan;
    plan.algorithm = "copy";
    plan.input = plan.add_buffer({"input", ScalarType::u32, {64, 48}, BufferRole::data});
    plan.output = plan.add_buffer({"output", ScalarType::u32, {64, 48}, BufferRole::data});
    plan.operations = {{Copy{plan.input, plan.output}}};
    Array picture(ScalarType::u32, {64, 48});
    std::iota(picture.view<std::uint32_t>().begin(), picture.view<std::uint32_t>().end(), 77U);
    Runner runner(plan, picture);

    unsigned name = 0;
    const auto bytes = static_cast<std::ptrdiff_t>(picture.bytes().size());
    screen.proc<void (*)(int, unsigned*)>("glGenBuffers")(1, &name);
    screen.proc<void (*)(unsigned, unsigned)>("glBindBuffer")(pixel_unpack_buffer, name);
    screen.proc<void (*)(unsigned, std::ptrdiff_t, const void*, unsigned)>("glBufferData")(
        pixel_unpack_buffer, bytes, nullptr, stream_draw);
    const auto read =
        screen.proc<void (*)(unsigned, std::ptrdiff_t, std::ptrdiff_t, void*)>("glGetBufferSubData");
    {
        PixelBuffer pixels(name, bytes);
        for (const std::uint32_t more : {0U, 1000U}) {
            Array next = picture;
            for (std::uint32_t& pixel : next.view<std::uint32_t>()) pixel += more;
            (void)runner.next(next);
            pixels.take(runner, plan.output);
            Array seen(ScalarType::u32, {64, 48});
            read(pixel_unpack_buffer, 0, bytes, seen.bytes().data());
            EXPECT_TRUE(seen == next);
        }
    }
    {
        PixelBuffer small(name, bytes - 1);
        EXPECT_THROW(small.take(runner, plan.output), Error);
    }
    screen.proc<void (*)(int, const unsigned*)>("glDeleteBuffers")(1, &name);
}

/// No context, so no buffer of that name: one sentence, and nobody stops.
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
