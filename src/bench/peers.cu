// Other people's kernels that ours are held against, CUB's and NPP's, as a program of its own: `upsweep
// bench` starts it where it lies beside the program (src/backends/gpu/gpu.cpp). It reads one line, "cub-scan N
// RUNS" (cub::DeviceScan::InclusiveSum of N u32) or "npp-integral WIDTH HEIGHT RUNS"
// (nppiIntegral_8u32s_C1R_Ctx), and answers with one: "seconds S", the median by device events, or "missing
// WHY". NPP is no part of the build: it is opened where it is.
#include <dlfcn.h>

#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

// What went wrong with the GPU, as the end of an answer.
std::string failure(const char* peer) {
    return std::string("missing ") + peer + " did not run here: " + cudaGetErrorString(cudaGetLastError());
}

// Zeros can be read faster than data.
__global__ void fill(unsigned* values, int64_t n) {
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
         i += (int64_t)gridDim.x * blockDim.x)
        values[i] = (unsigned)i * 2654435761U;
}

struct Scan {
    unsigned *from = nullptr, *to = nullptr;
    void* memory = nullptr;
    size_t bytes = 0;
    cudaEvent_t begin = nullptr, end = nullptr;

    ~Scan() {
        cudaFree(from);
        cudaFree(to);
        cudaFree(memory);
        if (begin != nullptr) cudaEventDestroy(begin);
        if (end != nullptr) cudaEventDestroy(end);
    }
    bool run(int64_t n) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, from, to, n) == cudaSuccess;
    }
    bool prepare(int64_t n) {
        const size_t size = size_t(n) * sizeof(unsigned);
        if (cudaMalloc(&from, size) != cudaSuccess || cudaMalloc(&to, size) != cudaSuccess) return false;
        fill<<<1024, 256>>>(from, n);
        return run(n) && cudaMalloc(&memory, bytes) == cudaSuccess &&
               cudaEventCreate(&begin) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess && run(n) &&
               run(n) && cudaDeviceSynchronize() == cudaSuccess;
    }
};

// NPP's types by value, as nppdefs.h lays them out (CUDA 12 and 13).
struct NppSize {
    int width, height;
};
struct NppContext {
    cudaStream_t stream;
    int device, multiprocessors, threads_a_multiprocessor, threads_a_block;
    size_t shared_a_block;
    int major, minor;
    unsigned stream_flags;
    int reserved;
};
using NppIntegral = int (*)(const unsigned char*, int, int*, int, NppSize, int, NppContext);

NppIntegral find_npp_integral() {
    for (const char* name :
         {"libnppist.so.13", "libnppist.so.12", "libnppist.so", "/usr/local/cuda/lib64/libnppist.so"})
        if (void* library = dlopen(name, RTLD_NOW))
            if (void* function = dlsym(library, "nppiIntegral_8u32s_C1R_Ctx"))
                return reinterpret_cast<NppIntegral>(function);
    return nullptr;
}

NppContext npp_context() {
    NppContext context{};
    cudaGetDevice(&context.device);
    const auto attribute = [&](cudaDeviceAttr which) {
        int value = 0;
        cudaDeviceGetAttribute(&value, which, context.device);
        return value;
    };
    context.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
    context.threads_a_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    context.threads_a_block = attribute(cudaDevAttrMaxThreadsPerBlock);
    context.shared_a_block = size_t(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    context.major = attribute(cudaDevAttrComputeCapabilityMajor);
    context.minor = attribute(cudaDevAttrComputeCapabilityMinor);
    return context;
}

struct Image {
    unsigned* pixels = nullptr;  // four a word
    int* sums = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr;

    ~Image() {
        cudaFree(pixels);
        cudaFree(sums);
        if (begin != nullptr) cudaEventDestroy(begin);
        if (end != nullptr) cudaEventDestroy(end);
    }
    bool prepare(int64_t width, int64_t height) {
        const int64_t words = (width * height + 3) / 4;
        if (cudaMalloc(&pixels, words * 4) != cudaSuccess ||
            cudaMalloc(&sums, (width + 1) * (height + 1) * 4) != cudaSuccess)
            return false;
        fill<<<1024, 256>>>(pixels, words);
        return cudaEventCreate(&begin) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess &&
               cudaDeviceSynchronize() == cudaSuccess;
    }
};

std::string answer(std::vector<float>& milliseconds) {
    std::sort(milliseconds.begin(), milliseconds.end());
    char text[64];
    std::snprintf(text, sizeof text, "seconds %.9g", milliseconds[milliseconds.size() / 2] * 1e-3);
    return text;
}

std::string time_cub_scan(int64_t n, int runs) {
    Scan scan;
    if (!scan.prepare(n)) return failure("CUB");
    std::vector<float> times(runs);
    for (float& milliseconds : times) {
        cudaEventRecord(scan.begin);
        scan.run(n);
        cudaEventRecord(scan.end);
        if (cudaEventSynchronize(scan.end) != cudaSuccess) return failure("CUB");
        cudaEventElapsedTime(&milliseconds, scan.begin, scan.end);
    }
    return answer(times);
}

std::string time_npp_integral(int64_t width, int64_t height, int runs) {
    const NppIntegral integral = find_npp_integral();
    if (integral == nullptr) return "missing NPP was not found";
    Image image;
    if (!image.prepare(width, height)) return failure("NPP");
    const NppContext context = npp_context();
    const NppSize size{static_cast<int>(width), int(height)};
    // Once more than is counted: the first run loads the library's kernels.
    std::vector<float> times(size_t(runs) + 1);
    for (float& milliseconds : times) {
        cudaEventRecord(image.begin);
        const int status = integral(reinterpret_cast<const unsigned char*>(image.pixels), size.width,
                                    image.sums, (size.width + 1) * 4, size, 0, context);
        cudaEventRecord(image.end);
        if (status != 0 || cudaEventSynchronize(image.end) != cudaSuccess) return failure("NPP");
        cudaEventElapsedTime(&milliseconds, image.begin, image.end);
    }
    times.erase(times.begin());
    return answer(times);
}

std::string reply(const char* line) {
    long long first = 0, second = 0;
    int runs = 0;
    if (std::sscanf(line, "cub-scan %lld %d", &first, &runs) == 2 && first > 0 && runs > 0)
        return time_cub_scan(first, runs);
    if (std::sscanf(line, "npp-integral %lld %lld %d", &first, &second, &runs) == 3 && first > 0 &&
        second > 0 && runs > 0)
        return time_npp_integral(first, second, runs);
    return "missing upsweep-peers is of another version; build it again";
}

}  // namespace

int main() {
    char line[256] = "";
    if (std::fgets(line, sizeof line, stdin) == nullptr) return 1;
    std::puts(reply(line).c_str());
}
