// The functions of the CUDA driver that this program calls, declared here from the driver API's documentation
// and found at run time in the driver's own library: neither the build nor the program needs CUDA. For the
// files of this module only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "device/device.h"

namespace upsweep::device {

/// What every function returns; CUresult. Those that the program tells apart.
enum class Status : int {
    success = 0,
    out_of_memory = 2,
    no_device = 100,
    invalid_image = 200,
    no_binary_for_gpu = 209,
    invalid_ptx = 218,
    jit_compiler_not_found = 221,
    unsupported_ptx_version = 222,
    jit_compilation_disabled = 223,
    illegal_address = 700,
    assertion = 710,
    hardware_stack_error = 714,
    illegal_instruction = 715,
    misaligned_address = 716,
    invalid_address_space = 717,
    invalid_program_counter = 718,
    launch_failed = 719,
};

enum class DeviceAttribute : int {
    multiprocessors = 16,
    l2_bytes = 38,
    major = 75,
    minor = 76,
    most_shared_a_block = 97,  ///< that a kernel can ask for
};

enum class KernelAttribute : int { shared_bytes = 1, registers = 4, most_dynamic_shared = 8 };

// Flags of the functions below.
constexpr unsigned stream_non_blocking = 1, event_without_time = 2, overwrite_all = 2;
constexpr int capture_of_this_thread = 1;

// Handles: only the driver knows what they point to.
using ContextHandle = struct DriverContext*;
using StreamHandle = struct DriverStream*;
using EventHandle = struct DriverEvent*;
using GraphHandle = struct DriverGraph*;
using GraphExecHandle = struct DriverGraphExec*;
using ModuleHandle = struct DriverModule*;
using KernelHandle = struct DriverFunction*;
using ResourceHandle = struct DriverResource*;
/// In the device's memory, or, where both are allowed, in the host's.
using Address = uint64_t;

/// The driver's library, where each function is found by its name.
class DriverLibrary {
  public:
    /// The first of these that is there.
    explicit DriverLibrary(std::span<const std::filesystem::path> names);

    bool found = false;     ///< the library
    bool complete = false;  ///< every function but those for OpenGL, which a driver may leave out
    int version = 0;        ///< of CUDA that it offers, 13000 for 13.0

  protected:
    /// Becomes a pointer to a function of any type.
    struct Entry {
        void* at = nullptr;
        template <typename Function>
        operator Function*() const {
            return reinterpret_cast<Function*>(at);
        }
    };
    /// In the form that CUDA 12.0 has; null if the driver has no such function.
    Entry find(std::string_view name);

  private:
    Status (*find_)(const char*, void**, int, uint64_t, int*) = nullptr;
};

/// What this program calls of the driver.
struct Driver : DriverLibrary {
    using DriverLibrary::DriverLibrary;

    Status (*init)(unsigned flags) = find("cuInit");
    Status (*error_text)(Status status, const char** text) = find("cuGetErrorString");
    Status (*device_count)(int* count) = find("cuDeviceGetCount");
    Status (*device)(int* device, int index) = find("cuDeviceGet");
    Status (*device_name)(char* name, int size, int device) = find("cuDeviceGetName");
    Status (*device_memory)(size_t* bytes, int device) = find("cuDeviceTotalMem");
    Status (*device_attribute)(int* value, DeviceAttribute which, int device) = find("cuDeviceGetAttribute");
    Status (*context_retain)(ContextHandle* context, int device) = find("cuDevicePrimaryCtxRetain");
    Status (*context_use)(ContextHandle context) = find("cuCtxSetCurrent");
    Status (*context_wait)() = find("cuCtxSynchronize");
    Status (*memory_info)(size_t* free, size_t* total) = find("cuMemGetInfo");
    Status (*memory_allocate)(Address* at, size_t bytes) = find("cuMemAlloc");
    Status (*memory_free)(Address at) = find("cuMemFree");
    Status (*host_pin)(void* at, size_t bytes, unsigned flags) = find("cuMemHostRegister");
    Status (*host_unpin)(void* at) = find("cuMemHostUnregister");
    Status (*copy)(Address to, Address from, size_t bytes) = find("cuMemcpy");
    Status (*copy_in)(Address to, Address from, size_t bytes, StreamHandle stream) = find("cuMemcpyAsync");
    Status (*fill_in)(Address at, unsigned char value, size_t bytes,
                      StreamHandle stream) = find("cuMemsetD8Async");
    Status (*stream_create)(StreamHandle* stream, unsigned flags) = find("cuStreamCreate");
    Status (*stream_destroy)(StreamHandle stream) = find("cuStreamDestroy");
    Status (*stream_wait)(StreamHandle stream) = find("cuStreamSynchronize");
    Status (*stream_wait_for)(StreamHandle stream, EventHandle event,
                              unsigned flags) = find("cuStreamWaitEvent");
    Status (*capture_begin)(StreamHandle stream, int mode) = find("cuStreamBeginCapture");
    Status (*capture_end)(StreamHandle stream, GraphHandle* graph) = find("cuStreamEndCapture");
    Status (*event_create)(EventHandle* event, unsigned flags) = find("cuEventCreate");
    Status (*event_destroy)(EventHandle event) = find("cuEventDestroy");
    Status (*event_record)(EventHandle event, StreamHandle stream) = find("cuEventRecord");
    Status (*event_elapsed)(float* milliseconds, EventHandle from,
                            EventHandle to) = find("cuEventElapsedTime");
    Status (*graph_instantiate)(GraphExecHandle* made, GraphHandle graph,
                                uint64_t flags) = find("cuGraphInstantiateWithFlags");
    Status (*graph_launch)(GraphExecHandle graph, StreamHandle stream) = find("cuGraphLaunch");
    Status (*graph_destroy)(GraphHandle graph) = find("cuGraphDestroy");
    Status (*graph_exec_destroy)(GraphExecHandle graph) = find("cuGraphExecDestroy");
    Status (*module_load)(ModuleHandle* module, const void* image) = find("cuModuleLoadData");
    Status (*module_kernel)(KernelHandle* kernel, ModuleHandle module,
                            const char* name) = find("cuModuleGetFunction");
    Status (*module_global)(Address* at, size_t* bytes, ModuleHandle module,
                            const char* name) = find("cuModuleGetGlobal");
    Status (*kernel_attribute)(int* value, KernelAttribute which,
                               KernelHandle kernel) = find("cuFuncGetAttribute");
    Status (*kernel_set)(KernelHandle kernel, KernelAttribute which, int value) = find("cuFuncSetAttribute");
    Status (*launch)(KernelHandle kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                     unsigned block_y, unsigned block_z, unsigned shared_bytes, StreamHandle stream,
                     void** arguments, void** further) = find("cuLaunchKernel");
    Status (*gl_register_buffer)(ResourceHandle* resource, unsigned buffer,
                                 unsigned flags) = find("cuGraphicsGLRegisterBuffer");
    Status (*gl_unregister)(ResourceHandle resource) = find("cuGraphicsUnregisterResource");
    Status (*gl_map)(unsigned count, ResourceHandle* resources,
                     StreamHandle stream) = find("cuGraphicsMapResources");
    Status (*gl_unmap)(unsigned count, ResourceHandle* resources,
                       StreamHandle stream) = find("cuGraphicsUnmapResources");
    Status (*gl_mapped)(Address* at, size_t* bytes,
                        ResourceHandle resource) = find("cuGraphicsResourceGetMappedPointer");
};

/// The driver of this computer; opened when it is first asked for.
const Driver& driver();

/// The GPUs that it shows. `toolkit`: CUDA's version that compiled the kernels in this program, or that can
/// compile them now; empty if there is neither.
GpuProbe look(const Driver& driver, const std::string& toolkit);

/// The driver's own words for a status.
std::string text_of(const Driver& driver, Status status);

}  // namespace upsweep::device
