// OpenGL on the GPU that CUDA uses, without a window and without a library of OpenGL's: EGL is looked for at
// run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "device/device.h"
#include "system/dynamic_library.h"

namespace upsweep::device {

/// A context without a window on the GPU that CUDA uses. `reason` says why it is missing.
class CudaScreen {
  public:
    CudaScreen() { reason = open(); }
    ~CudaScreen() {
        if (display_ == nullptr) return;
        using MakeCurrent = unsigned (*)(void*, void*, void*, void*);
        using Destroy = unsigned (*)(void*, void*);
        using Terminate = unsigned (*)(void*);
        egl<MakeCurrent>("eglMakeCurrent")(display_, nullptr, nullptr, nullptr);
        if (context_ != nullptr) egl<Destroy>("eglDestroyContext")(display_, context_);
        egl<Terminate>("eglTerminate")(display_);
    }
    CudaScreen(const CudaScreen&) = delete;
    CudaScreen& operator=(const CudaScreen&) = delete;

    /// A function of OpenGL or of an extension.
    template <typename Function>
    Function proc(const char* name) const {
        using Address = void* (*)(const char*);
        return reinterpret_cast<Function>(egl<Address>("eglGetProcAddress")(name));
    }

    /// For loaders of OpenGL's functions.
    void* (*get_address() const)(const char*) { return egl<void* (*)(const char*)>("eglGetProcAddress"); }

    std::string reason;

  private:
    template <typename Function>
    Function egl(const char* name) const {
        return reinterpret_cast<Function>(library_.find(name));
    }

    /// EGL's number of CUDA's device.
    void* device() const {
        using Query = unsigned (*)(int, void**, int*);
        using Attribute = unsigned (*)(void*, int, intptr_t*);
        constexpr int cuda_device = 0x323A;
        const auto query = proc<Query>("eglQueryDevicesEXT");
        const auto attribute = proc<Attribute>("eglQueryDeviceAttribEXT");
        if (query == nullptr || attribute == nullptr) return nullptr;
        std::array<void*, 16> devices{};
        int count = 0;
        query(int(devices.size()), devices.data(), &count);
        for (int i = 0; i < count; ++i) {
            intptr_t index = -1;
            void* one = devices[i];
            if (attribute(one, cuda_device, &index) != 0 && index == probe().devices.front().index)
                return one;
        }
        return nullptr;
    }

    std::string open() {
        constexpr unsigned platform_device = 0x313F, opengl_api = 0x30A2;
        constexpr int surface_type = 0x3033, pbuffer = 1, renderable = 0x3040, opengl = 8, none = 0x3038;
        if (!library_) return "There is no EGL here.";
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

    system::DynamicLibrary library_{std::array<std::filesystem::path, 1>{"libEGL.so.1"}};
    void *display_ = nullptr, *context_ = nullptr;
};

}  // namespace upsweep::device
