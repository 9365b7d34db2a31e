// The functions of the CUDA runtime by their names.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_machine.h"

namespace upsweep::emulator {
namespace {

using Arguments = const uint64_t*;

uint64_t as_int(int value) { return uint32_t(value); }
int as_kind(uint64_t bits) { return int(int32_t(bits)); }

/// What cudaGetDeviceProperties says: the numbers of an H200, whose results the tests hold.
struct Property {
    std::string_view name;
    int64_t value;
};
constexpr Property properties[] = {
    {"totalGlobalMem", 150'119'055'360},
    {"sharedMemPerBlock", 49152},
    {"regsPerBlock", 65536},
    {"warpSize", 32},
    {"memPitch", 2147483647},
    {"maxThreadsPerBlock", 1024},
    {"clockRate", 1'980'000},
    {"totalConstMem", 65536},
    {"major", 9},
    {"minor", 0},
    {"textureAlignment", 512},
    {"texturePitchAlignment", 32},
    {"deviceOverlap", 1},
    {"multiProcessorCount", 132},
    {"canMapHostMemory", 1},
    {"concurrentKernels", 1},
    {"ECCEnabled", 1},
    {"asyncEngineCount", 3},
    {"unifiedAddressing", 1},
    {"memoryClockRate", 3'201'000},
    {"memoryBusWidth", 6144},
    {"l2CacheSize", 62'914'560},
    {"persistingL2CacheMaxSize", 39'321'600},
    {"maxThreadsPerMultiProcessor", 2048},
    {"streamPrioritiesSupported", 1},
    {"globalL1CacheSupported", 1},
    {"localL1CacheSupported", 1},
    {"sharedMemPerMultiprocessor", 233472},
    {"regsPerMultiprocessor", 65536},
    {"managedMemory", 1},
    {"concurrentManagedAccess", 1},
    {"cooperativeLaunch", 1},
    {"maxBlocksPerMultiProcessor", 32},
    {"computePreemptionSupported", 1},
    {"pageableMemoryAccess", 1},
    {"sharedMemPerBlockOptin", 232448},
    {"memoryPoolsSupported", 1},
};
constexpr std::string_view device_name = "NVIDIA H200";

int64_t property(std::string_view name) {
    const Property* found = find_by(properties, &Property::name, name);
    return found == nullptr ? 0 : found->value;
}

uint64_t device_properties(HostMachine& m, Arguments a, const HostNative& native) {
    if (int32_t(a[1]) != 0) return as_int(m.cuda().give(int(CudaError::invalid_device)));
    const Type* type = native.types.at(0)->element;
    for (const Field& field : type->fields) {
        const Address at = a[0] + uint64_t(field.offset);
        if (field.name == "name") {
            m.write_text(at, device_name);
        } else if (field.type->is_array()) {
            const bool threads = field.name == "maxThreadsDim";
            const int64_t values[] = {threads ? 1024 : 2147483647, threads ? 1024 : 65535,
                                      threads ? 64 : 65535};
            for (int64_t i = 0; i < std::min<int64_t>(3, field.type->count); ++i)
                m.store(at + uint64_t(i * field.type->element->size), uint64_t(values[i]),
                        int(field.type->element->size));
        } else {
            m.store(at, uint64_t(property(field.name)), int(field.type->size));
        }
    }
    return 0;
}

uint64_t device_attribute(HostMachine& m, Arguments a, const HostNative&) {
    struct Attribute {
        int number;
        std::string_view name;
    };
    constexpr Attribute attributes[] = {{1, "maxThreadsPerBlock"},
                                        {8, "sharedMemPerBlock"},
                                        {9, "totalConstMem"},
                                        {10, "warpSize"},
                                        {11, "memPitch"},
                                        {12, "regsPerBlock"},
                                        {13, "clockRate"},
                                        {14, "textureAlignment"},
                                        {15, "deviceOverlap"},
                                        {16, "multiProcessorCount"},
                                        {19, "canMapHostMemory"},
                                        {31, "concurrentKernels"},
                                        {32, "ECCEnabled"},
                                        {36, "memoryClockRate"},
                                        {37, "memoryBusWidth"},
                                        {38, "l2CacheSize"},
                                        {39, "maxThreadsPerMultiProcessor"},
                                        {40, "asyncEngineCount"},
                                        {41, "unifiedAddressing"},
                                        {75, "major"},
                                        {76, "minor"},
                                        {78, "streamPrioritiesSupported"},
                                        {81, "sharedMemPerMultiprocessor"},
                                        {82, "regsPerMultiprocessor"},
                                        {83, "managedMemory"},
                                        {88, "pageableMemoryAccess"},
                                        {89, "concurrentManagedAccess"},
                                        {90, "computePreemptionSupported"},
                                        {95, "cooperativeLaunch"},
                                        {97, "sharedMemPerBlockOptin"},
                                        {106, "maxBlocksPerMultiProcessor"},
                                        {115, "memoryPoolsSupported"}};
    constexpr int64_t most_along[] = {1024, 1024, 64, 2147483647, 65535, 65535};
    if (const int number = as_kind(a[1]); number >= 2 && number <= 7) {
        m.store(a[0], uint64_t(most_along[number - 2]), 4);
        return 0;
    }
    const Attribute* found = find_by(attributes, &Attribute::number, int(int32_t(a[1])));
    if (found == nullptr) return as_int(m.cuda().give(int(CudaError::invalid_value)));
    m.store(a[0], uint64_t(property(found->name)), 4);
    return 0;
}

template <AllocationKind Kind>
uint64_t allocate(HostMachine& m, Arguments a, const HostNative& native) {
    return as_int(m.cuda().allocate(a[0], int64_t(a[1]), Kind, native));
}

uint64_t malloc_pitch(HostMachine& m, Arguments a, const HostNative& native) {
    constexpr int64_t alignment = 512;
    const int64_t pitch = (int64_t(a[2]) + alignment - 1) / alignment * alignment;
    m.store(a[1], uint64_t(pitch), 8);
    return as_int(m.cuda().allocate(a[0], pitch * int64_t(a[3]), AllocationKind::device, native));
}

template <bool Pinned>
uint64_t release(HostMachine& m, Arguments a, const HostNative&) {
    return as_int(m.cuda().release(a[0], Pinned));
}

/// Whether the number of bytes is written as the size of a pointer, which Checker::size_of notes.
bool counts_pointer(const HostNative& native) {
    const Expression* count = native.call->operands.at(2);
    while (count->kind == ExpressionKind::convert) count = count->a;
    return count->kind == ExpressionKind::constant && count->text == "pointer";
}

template <bool Waits>
uint64_t copy_plain(HostMachine& m, Arguments a, const HostNative& native) {
    m.cuda().counts_pointer = counts_pointer(native);
    const int stream = Waits ? 0 : m.cuda().stream_of(a[4]);
    const int error = m.cuda().copy(a[0], a[1], int64_t(a[2]), as_kind(a[3]), stream, Waits);
    m.cuda().counts_pointer = false;
    return as_int(error);
}

uint64_t copy_2d(HostMachine& m, Arguments a, int stream, bool waits) {
    for (uint64_t row = 0; row < a[5]; ++row) {
        const int error =
            m.cuda().copy(a[0] + row * a[1], a[2] + row * a[3], int64_t(a[4]), as_kind(a[6]), stream, waits);
        if (error != 0) return as_int(error);
    }
    return 0;
}

uint64_t memset_2d(HostMachine& m, Arguments a, const HostNative&) {
    for (uint64_t row = 0; row < a[4]; ++row) {
        const int error = m.cuda().set(a[0] + row * a[1], as_kind(a[2]), int64_t(a[3]), 0, true);
        if (error != 0) return as_int(error);
    }
    return 0;
}

uint64_t synchronise(HostMachine& m, Arguments, const HostNative&) { return as_int(m.cuda().wait()); }

uint64_t nothing(HostMachine& m, Arguments, const HostNative&) { return as_int(m.cuda().sticky()); }

uint64_t make_stream(HostMachine& m, Arguments a, const HostNative&) {
    const Address handle = m.cuda().make_handle();
    m.cuda().streams[handle] = int(m.cuda().streams.size()) + 1;
    m.store(a[0], handle, 8);
    return 0;
}

/// With flags: 1 is cudaStreamNonBlocking.
uint64_t make_stream_with(HostMachine& m, Arguments a, const HostNative& native) {
    if ((a[1] & 1) != 0) m.cuda().apart.insert(int(m.cuda().streams.size()) + 1);
    return make_stream(m, a, native);
}

uint64_t make_event(HostMachine& m, Arguments a, const HostNative&) {
    const Address handle = m.cuda().make_handle();
    m.cuda().events[handle] = -1;
    m.store(a[0], handle, 8);
    return 0;
}

uint64_t bad_handle(HostMachine& m, std::string_view what) {
    m.fault("This " + std::string(what) + " was never created.",
            "The call gives the error "
            "cudaErrorInvalidResourceHandle.",
            "Create it first.");
    return as_int(m.cuda().give(int(CudaError::invalid_resource_handle)));
}

uint64_t record_event(HostMachine& m, Arguments a, const HostNative&) {
    const auto found = m.cuda().events.find(a[0]);
    if (found == m.cuda().events.end()) return bad_handle(m, "event");
    found->second = m.nanoseconds();
    m.cuda().record_in(m.cuda().stream_of(a[1]), a[0]);
    return 0;
}

uint64_t elapsed(HostMachine& m, Arguments a, const HostNative&) {
    const auto begin = m.cuda().events.find(a[1]), end = m.cuda().events.find(a[2]);
    if (begin == m.cuda().events.end() || end == m.cuda().events.end() || begin->second < 0 ||
        end->second < 0)
        return bad_handle(m, "event");
    const float milliseconds = float(double(end->second - begin->second) / 1e6);
    m.store(a[0], upsweep::bit_cast<uint32_t>(milliseconds), 4);
    return 0;
}

uint64_t error_text(HostMachine& m, std::string_view text) {
    m.cuda().looked();
    return m.make_text(text);
}

uint64_t set_device(HostMachine& m, Arguments a, const HostNative&) {
    return as_int(int32_t(a[0]) == 0 ? 0 : m.cuda().give(int(CudaError::invalid_device)));
}

uint64_t store_int(HostMachine& m, Address into, int value) {
    m.store(into, uint32_t(value), 4);
    return 0;
}

/// A grid or block as an argument: a number, or the address of a dim3.
Dim3 dimension(HostMachine& m, uint64_t argument, const Type& type) {
    if (type.kind != TypeKind::vector) return {int64_t(uint32_t(argument)), 1, 1};
    return {int64_t(m.load(argument, 4)), int64_t(m.load(argument + 4, 4)), int64_t(m.load(argument + 8, 4))};
}

/// Blocks of so many threads that fit on one of its multiprocessors by threads, blocks and shared memory.
int64_t resident_blocks(HostMachine& m, const Variable& kernel, int64_t threads, int64_t dynamic) {
    if (threads <= 0 || threads > 1024) return 0;
    const int64_t warps = (threads + 31) / 32;
    int64_t blocks = std::min<int64_t>(property("maxBlocksPerMultiProcessor"), 64 / warps);
    constexpr int64_t of_each = 1024;  // that the system keeps in each block
    const int64_t shared = m.device.static_shared_bytes(kernel.name) + dynamic;
    if (shared > 0) blocks = std::min(blocks, property("sharedMemPerMultiprocessor") / (shared + of_each));
    return blocks;
}

/// The argument's addresses lie side by side.
template <bool Cooperative>
uint64_t launch_kernel(HostMachine& m, Arguments a, const HostNative& native) {
    const Variable* kernel = m.kernel_at(a[0]);
    if (kernel == nullptr) {
        m.fault("This is not a kernel.", "The call gives the error cudaErrorInvalidDeviceFunction.",
                "Hand over the name of a __global__ function.");
        return as_int(m.cuda().give(98));
    }
    HostLaunchRequest request;
    request.kernel = kernel->name;
    request.where = m.where();
    request.grid = dimension(m, a[1], *native.call->operands[1]->type);
    request.block = dimension(m, a[2], *native.call->operands[2]->type);
    request.shared_bytes = int64_t(a[4]);
    Address at = a[3];
    for (const Variable* parameter : kernel->kernel->parameters) {
        const Address value = m.load(at, 8);
        at += 8;
        for (const Leaf& leaf : leaves_of(*parameter->type))
            request.arguments.push_back(m.load(value + uint64_t(leaf.offset), size_of(leaf.type)));
    }
    request.cooperative = Cooperative;
    const int64_t fit = resident_blocks(m, *kernel, request.block.count(), request.shared_bytes) *
                        property("multiProcessorCount");
    if (Cooperative && request.block.count() <= property("maxThreadsPerBlock") &&
        request.grid.count() > fit) {
        m.fault(
            fmt::format("This cooperative launch has {} blocks, but an H200 has room for {} at once.",
                        request.grid.count(), fit),
            "grid.sync() waits for every block, so all of them must be resident. The launch gives the error "
            "cudaErrorCooperativeLaunchTooLarge.",
            "Launch fewer blocks, and let each do more in a loop.");
        return as_int(m.cuda().give(int(CudaError::cooperative_launch_too_large)));
    }
    return as_int(m.cuda().launch(request, m.cuda().stream_of(a[5]), *kernel->kernel));
}

uint64_t set_function_attribute(HostMachine& m, Arguments a, const HostNative&) {
    const Variable* kernel = m.kernel_at(a[0]);
    if (kernel == nullptr) return as_int(m.cuda().give(98));
    constexpr int most_dynamic = 8;
    constexpr int64_t most = 227 * 1024;
    if (int32_t(a[1]) != most_dynamic) return 0;
    const int64_t bytes = int32_t(a[2]), fixed = m.device.static_shared_bytes(kernel->name);
    if (bytes < 0 || bytes + fixed > most) return as_int(m.cuda().give(int(CudaError::invalid_value)));
    m.cuda().most_dynamic_bytes[kernel->name] = bytes;
    return 0;
}

/// Those of a kernel with few registers, as most in courses have.
uint64_t function_attributes(HostMachine& m, Arguments a, const HostNative& native) {
    const Variable* kernel = m.kernel_at(a[1]);
    if (kernel == nullptr) return as_int(m.cuda().give(98));
    for (const Field& field : native.types.at(0)->element->fields) {
        const int64_t value = field.name == "sharedSizeBytes" ? m.device.static_shared_bytes(kernel->name)
                              : field.name == "maxThreadsPerBlock"                          ? 1024
                              : field.name == "numRegs"                                     ? 16
                              : field.name == "binaryVersion" || field.name == "ptxVersion" ? 90
                              : field.name == "maxDynamicSharedSizeBytes"                   ? 49152
                                                                                            : 0;
        m.store(a[0] + uint64_t(field.offset), uint64_t(value), int(field.type->size));
    }
    return 0;
}

uint64_t most_active_blocks(HostMachine& m, Arguments a, const HostNative&) {
    const Variable* kernel = m.kernel_at(a[1]);
    if (kernel == nullptr) return as_int(m.cuda().give(98));
    m.store(a[0], uint64_t(resident_blocks(m, *kernel, int32_t(a[2]), int64_t(a[3]))), 4);
    return 0;
}

uint64_t best_block_size(HostMachine& m, Arguments a, const HostNative&) {
    const Variable* kernel = m.kernel_at(a[2]);
    if (kernel == nullptr) return as_int(m.cuda().give(98));
    const int64_t limit = int32_t(a[4]) > 0 ? std::min<int64_t>(1024, int32_t(a[4])) : 1024;
    int64_t best = 0, most = 0;
    for (int64_t threads = limit / 32 * 32; threads >= 32; threads -= 32) {
        const int64_t active = threads * resident_blocks(m, *kernel, threads, int64_t(a[3]));
        if (active <= most) continue;
        most = active;
        best = threads;
    }
    m.store(a[0], uint64_t(best == 0 ? 0 : most / best * property("multiProcessorCount")), 4);
    m.store(a[1], uint64_t(best), 4);
    return 0;
}

std::vector<GraphNode>& graph_at(HostMachine& m, Address handle) {
    const auto found = m.cuda().graphs.find(handle);
    if (found == m.cuda().graphs.end()) {
        bad_handle(m, "graph");
        throw HostEnded{
            139, fmt::format("Segmentation fault in line {}: the graph was never made.", m.where().line)};
    }
    return found->second;
}

const GraphNode& graph_node(HostMachine& m, Arguments a) {
    const std::vector<GraphNode>& nodes = graph_at(m, a[0]);
    if (nodes.empty()) throw HostEnded{139, "The program asked an empty graph for a node."};
    return nodes.at(std::min<size_t>(size_t(a[1]), nodes.size() - 1));
}

using Table = std::unordered_map<std::string_view, NativeFunction>;

const Table& cuda_table() {
    static const Table all = {
        {"cudaMalloc", allocate<AllocationKind::device>},
        {"cudaMallocAsync", allocate<AllocationKind::device>},
        {"cudaMallocManaged", allocate<AllocationKind::managed>},
        {"cudaMallocHost", allocate<AllocationKind::pinned>},
        {"cudaHostAlloc", allocate<AllocationKind::pinned>},
        {"cudaMallocPitch", malloc_pitch},
        {"cudaHostGetDevicePointer",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             m.store(a[0], m.cuda().mapped(a[1]), 8);
             return 0;
         }},
        {"cudaFree", release<false>},
        {"cudaFreeAsync", release<false>},
        {"cudaFreeHost", release<true>},
        {"cudaMemcpy", copy_plain<true>},
        {"cudaMemcpyAsync", copy_plain<false>},
        {"cudaMemcpy2D",
         [](HostMachine& m, Arguments a, const HostNative&) { return copy_2d(m, a, 0, true); }},
        {"cudaMemcpy2DAsync",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return copy_2d(m, a, m.cuda().stream_of(a[7]), false);
         }},
        {"cudaMemcpyToSymbol",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(
                 m.cuda().copy_symbol(a[0], a[1], int64_t(a[2]), int64_t(a[3]), true, as_kind(a[4]), 0));
         }},
        {"cudaMemcpyToSymbolAsync",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(m.cuda().copy_symbol(a[0], a[1], int64_t(a[2]), int64_t(a[3]), true, as_kind(a[4]),
                                                m.cuda().stream_of(a[5])));
         }},
        {"cudaMemcpyFromSymbol",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(
                 m.cuda().copy_symbol(a[1], a[0], int64_t(a[2]), int64_t(a[3]), false, as_kind(a[4]), 0));
         }},
        {"cudaMemcpyFromSymbolAsync",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(m.cuda().copy_symbol(a[1], a[0], int64_t(a[2]), int64_t(a[3]), false,
                                                as_kind(a[4]), m.cuda().stream_of(a[5])));
         }},
        {"cudaGetSymbolAddress",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(m.cuda().symbol_address(a[0], a[1]));
         }},
        {"cudaGetSymbolSize",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const Variable* variable = m.symbol_at(a[1]);
             if (variable == nullptr) return as_int(m.cuda().give(int(CudaError::invalid_symbol)));
             m.store(a[0], uint64_t(variable->type->size), 8);
             return 0;
         }},
        {"cudaMemset",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(m.cuda().set(a[0], as_kind(a[1]), int64_t(a[2]), 0, true));
         }},
        {"cudaMemsetAsync",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(m.cuda().set(a[0], as_kind(a[1]), int64_t(a[2]), m.cuda().stream_of(a[3]), false));
         }},
        {"cudaMemset2D", memset_2d},
        {"cudaMemGetInfo",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             m.store(a[0], uint64_t(property("totalGlobalMem")) - (uint64_t{1} << 29), 8);
             m.store(a[1], uint64_t(property("totalGlobalMem")), 8);
             return 0;
         }},
        {"cudaMemPrefetchAsync", nothing},
        {"cudaMemAdvise", nothing},
        {"cudaHostRegister",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return as_int(m.cuda().register_host(a[0], int64_t(a[1])));
         }},
        {"cudaHostUnregister", [](HostMachine& m, Arguments a,
                                  const HostNative&) { return as_int(m.cuda().unregister_host(a[0])); }},
        {"cudaHostGetFlags",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_int(m, a[0], 2); }},
        {"cudaDeviceCanAccessPeer",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             if (a[1] != 0 || a[2] != 0) return as_int(m.cuda().give(int(CudaError::invalid_device)));
             return store_int(m, a[0], 0);
         }},
        {"cudaDeviceEnablePeerAccess",
         [](HostMachine& m, Arguments, const HostNative&) {
             return as_int(m.cuda().give(int(CudaError::invalid_device)));
         }},
        {"cudaDeviceDisablePeerAccess",
         [](HostMachine& m, Arguments, const HostNative&) {
             return as_int(m.cuda().give(int(CudaError::invalid_device)));
         }},
        {"cudaDeviceSynchronize", synchronise},
        {"cudaThreadSynchronize", synchronise},
        {"cudaStreamSynchronize", synchronise},
        {"cudaEventSynchronize", synchronise},
        {"cudaDeviceReset", synchronise},
        {"cudaStreamQuery", synchronise},
        {"cudaEventQuery", synchronise},
        {"cudaGetLastError",
         [](HostMachine& m, Arguments, const HostNative&) { return as_int(m.cuda().last_error(true)); }},
        {"cudaPeekAtLastError",
         [](HostMachine& m, Arguments, const HostNative&) { return as_int(m.cuda().last_error(false)); }},
        {"cudaGetErrorString",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return error_text(m, text_of_cuda_error(as_kind(a[0])));
         }},
        {"cudaGetErrorName",
         [](HostMachine& m, Arguments a, const HostNative&) {
             return error_text(m, name_of_cuda_error(as_kind(a[0])));
         }},
        {"cudaGetDeviceCount",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_int(m, a[0], 1); }},
        {"cudaGetDevice",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_int(m, a[0], 0); }},
        {"cudaSetDevice", set_device},
        {"cudaGetDeviceProperties", device_properties},
        {"cudaDeviceGetAttribute", device_attribute},
        {"cudaDeviceSetLimit",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             // Since CUDA 12 kernels do not wait for what they launch.
             constexpr int depth_of_waits = 3, unsupported_limit = 215;
             if (as_kind(a[0]) == depth_of_waits) return as_int(m.cuda().give(unsupported_limit));
             m.cuda().limits[as_kind(a[0])] = a[1];
             return as_int(m.cuda().sticky());
         }},
        {"cudaDeviceGetLimit",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const auto known = m.cuda().limits.find(as_kind(a[1]));
             if (known == m.cuda().limits.end()) return as_int(m.cuda().give(int(CudaError::invalid_value)));
             m.store(a[0], known->second, 8);
             return as_int(m.cuda().sticky());
         }},
        {"cudaDeviceSetCacheConfig", nothing},
        {"cudaDeviceSetSharedMemConfig", nothing},
        {"cudaSetDeviceFlags", nothing},
        {"library_open_device",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             m.cuda().opened += as_kind(a[0]);
             return as_int(m.cuda().synchronise());
         }},
        {"library_graph",
         [](HostMachine& m, Arguments, const HostNative&) -> uint64_t {
             const Address handle = m.cuda().make_handle();
             m.cuda().graphs[handle];
             return handle;
         }},
        {"library_copy_of_graph",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const std::vector<GraphNode> nodes = graph_at(m, a[0]);
             const Address handle = m.cuda().make_handle();
             m.cuda().graphs[handle] = nodes;
             return handle;
         }},
        {"library_capture",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             return std::exchange(m.cuda().captured, a[0]);
         }},
        {"library_capture_host",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             if (m.cuda().captured == 0) return 0;
             m.cuda().graphs[m.cuda().captured].push_back({{}, a[0], a[1]});
             return 1;
         }},
        {"library_graph_size",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t { return graph_at(m, a[0]).size(); }},
        {"library_graph_host",
         [](HostMachine& m, Arguments a, const HostNative&) -> uint64_t {
             const GraphNode& node = graph_node(m, a);
             return a[2] == 0 ? node.function : node.data;
         }},
        {"library_graph_run",
         [](HostMachine& m, Arguments a, const HostNative&) {
             const GraphNode node = graph_node(m, a);
             m.cuda().forget_uses();
             const int error = node.run(m.cuda(), m.cuda().stream_of(a[2]));
             m.cuda().forget_uses();
             return as_int(error);
         }},
        {"cudaProfilerStart", nothing},
        {"cudaProfilerStop", nothing},
        {"cudaDriverGetVersion",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_int(m, a[0], 13000); }},
        {"cudaRuntimeGetVersion",
         [](HostMachine& m, Arguments a, const HostNative&) { return store_int(m, a[0], 13000); }},
        {"cudaStreamCreate", make_stream},
        {"cudaStreamCreateWithFlags", make_stream_with},
        {"cudaStreamCreateWithPriority", make_stream_with},
        {"cudaStreamDestroy", nothing},
        {"cudaStreamWaitEvent",
         [](HostMachine& m, Arguments a, const HostNative&) {
             m.cuda().wait_in(m.cuda().stream_of(a[0]), a[1]);
             return as_int(m.cuda().sticky());
         }},
        {"cudaEventCreate", make_event},
        {"cudaEventCreateWithFlags", make_event},
        {"cudaEventRecord", record_event},
        {"cudaEventElapsedTime", elapsed},
        {"cudaEventDestroy", nothing},
        {"cudaLaunchKernel", launch_kernel<false>},
        {"cudaLaunchCooperativeKernel", launch_kernel<true>},
        {"cudaFuncSetAttribute", set_function_attribute},
        {"cudaFuncSetCacheConfig", nothing},
        {"cudaFuncGetAttributes", function_attributes},
        {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", most_active_blocks},
        {"cudaOccupancyMaxPotentialBlockSize", best_block_size},
    };
    return all;
}

}  // namespace

NativeFunction find_cuda_native(std::string_view name) {
    const auto found = cuda_table().find(name);
    return found == cuda_table().end() ? nullptr : found->second;
}

}  // namespace upsweep::emulator
