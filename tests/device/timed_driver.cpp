// A driver with a clock of its own: one GPU whose memory is the host's, with an engine that copies up, one
// that copies down and one that computes. Each takes so many nanoseconds a byte (UPSWEEP_TIMED_DRIVER: "UP
// DOWN COMPUTE") and serves the streams in the order of the calls; events tell the time on that clock.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>

namespace {

enum Engine : int { up, down, compute, engines };

struct Gpu {
    std::array<double, engines> milliseconds_a_byte{}, free_at{};
    std::map<uint64_t, size_t> memory;
    std::map<void*, double> stream_at, event_at;
    intptr_t handles = 0;
    double waited_until = 0;  ///< what is called later begins later

    Gpu() {
        const char* text = std::getenv("UPSWEEP_TIMED_DRIVER");
        std::istringstream numbers(text == nullptr ? "" : text);
        for (double& one : milliseconds_a_byte)
            if (numbers >> one) one *= 1e-6;
    }
    bool has(uint64_t at) const {
        const auto next = memory.upper_bound(at);
        if (next == memory.begin()) return false;
        const auto& [begin, size] = *std::prev(next);
        return at < begin + size;
    }
    double& time_of(void* stream) {
        double& at = stream_at[stream];
        return at = std::max(at, waited_until);
    }
    void wait() {
        for (const auto& [stream, at] : stream_at) waited_until = std::max(waited_until, at);
    }
    void* handle() { return reinterpret_cast<void*>(++handles); }
    void work(Engine engine, size_t bytes, void* stream) {
        double& at = time_of(stream);
        at = std::max(at, free_at[engine]) + double(bytes) * milliseconds_a_byte[engine];
        free_at[engine] = at;
    }
};

Gpu& gpu() {
    static Gpu gpu;
    return gpu;
}

int init(unsigned) { return 0; }
int device_count(int* count) { return *count = 1, 0; }
int device(int* device, int index) { return *device = index, 0; }
int device_name(char* name, int, int) { return std::strcpy(name, "Timed GPU"), 0; }
int device_memory(size_t* bytes, int) { return *bytes = size_t{1} << 30, 0; }
int device_attribute(int* value, int which, int) {
    *value = which == 75 ? 9 : which == 76 ? 0 : which == 38 ? 1 << 20 : 1;
    return 0;
}
int context_retain(void** context, int) { return *context = gpu().handle(), 0; }
int context_wait() { return gpu().wait(), 0; }
int memory_info(size_t* free, size_t* total) { return *free = *total = size_t{1} << 30, 0; }
int memory_allocate(uint64_t* at, size_t bytes) {
    *at = reinterpret_cast<uint64_t>(std::calloc(1, bytes));
    gpu().memory[*at] = bytes;
    return 0;
}
int memory_free(uint64_t at) {
    gpu().memory.erase(at);
    std::free(reinterpret_cast<void*>(at));
    return 0;
}
int copy(uint64_t to, uint64_t from, size_t bytes) {
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
    return 0;
}
int copy_in(uint64_t to, uint64_t from, size_t bytes, void* stream) {
    const bool to_gpu = gpu().has(to), from_gpu = gpu().has(from);
    gpu().work(to_gpu && from_gpu ? compute : to_gpu ? up : down, bytes, stream);
    return copy(to, from, bytes);
}
int fill_in(uint64_t at, unsigned char value, size_t bytes, void* stream) {
    gpu().work(compute, bytes, stream);
    std::memset(reinterpret_cast<void*>(at), value, bytes);
    return 0;
}
int stream_create(void** stream, unsigned) { return *stream = gpu().handle(), 0; }
int stream_wait_for(void* stream, void* event, unsigned) {
    double& at = gpu().time_of(stream);
    at = std::max(at, gpu().event_at[event]);
    return 0;
}
int event_create(void** event, unsigned) { return *event = gpu().handle(), 0; }
int event_record(void* event, void* stream) {
    gpu().event_at[event] = gpu().time_of(stream);
    return 0;
}
int event_elapsed(float* milliseconds, void* from, void* to) {
    *milliseconds = float(gpu().event_at[to] - gpu().event_at[from]);
    return 0;
}
int nothing() { return 0; }

void* as_address(auto* function) { return reinterpret_cast<void*>(function); }

void* function_of(const std::string& name) {
    static const std::map<std::string, void*> functions = {
        {"cuInit", as_address(init)},
        {"cuDeviceGetCount", as_address(device_count)},
        {"cuDeviceGet", as_address(device)},
        {"cuDeviceGetName", as_address(device_name)},
        {"cuDeviceTotalMem", as_address(device_memory)},
        {"cuDeviceGetAttribute", as_address(device_attribute)},
        {"cuDevicePrimaryCtxRetain", as_address(context_retain)},
        {"cuCtxSynchronize", as_address(context_wait)},
        {"cuMemGetInfo", as_address(memory_info)},
        {"cuMemAlloc", as_address(memory_allocate)},
        {"cuMemFree", as_address(memory_free)},
        {"cuMemcpy", as_address(copy)},
        {"cuMemcpyAsync", as_address(copy_in)},
        {"cuMemsetD8Async", as_address(fill_in)},
        {"cuStreamCreate", as_address(stream_create)},
        {"cuStreamWaitEvent", as_address(stream_wait_for)},
        {"cuEventCreate", as_address(event_create)},
        {"cuEventRecord", as_address(event_record)},
        {"cuEventElapsedTime", as_address(event_elapsed)}};
    const auto known = functions.find(name);
    return known != functions.end() ? known->second : as_address(nothing);
}

}  // namespace

extern "C" int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
extern "C" int cuGetProcAddress_v2(const char* name, void** at, int version, uint64_t, int*) {
    *at = version == 12000 ? function_of(name) : nullptr;
    return *at == nullptr ? 500 : 0;
}
