// CUB as a peer, compiled by nvcc for one architecture.
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <vector>

#include "bench/peers.h"

namespace upsweep::bench {
namespace {

// Zeros can be read faster than data.
__global__ void fill(unsigned* values, std::int64_t n) {
    for (std::int64_t i = blockIdx.x * (std::int64_t)blockDim.x + threadIdx.x; i < n;
         i += (std::int64_t)gridDim.x * blockDim.x)
        values[i] = (unsigned)i * 2654435761U;
}

struct Scan {
    unsigned *from = nullptr, *to = nullptr;
    void* memory = nullptr;
    std::size_t bytes = 0;
    cudaEvent_t begin = nullptr, end = nullptr;

    ~Scan() {
        cudaFree(from);
        cudaFree(to);
        cudaFree(memory);
        if (begin != nullptr) cudaEventDestroy(begin);
        if (end != nullptr) cudaEventDestroy(end);
    }
    bool run(std::int64_t n) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, from, to, n) == cudaSuccess;
    }
    bool prepare(std::int64_t n) {
        const std::size_t size = static_cast<std::size_t>(n) * sizeof(unsigned);
        if (cudaMalloc(&from, size) != cudaSuccess || cudaMalloc(&to, size) != cudaSuccess) return false;
        fill<<<1024, 256>>>(from, n);
        return run(n) && cudaMalloc(&memory, bytes) == cudaSuccess && cudaEventCreate(&begin) == cudaSuccess &&
               cudaEventCreate(&end) == cudaSuccess && run(n) && run(n) && cudaDeviceSynchronize() == cudaSuccess;
    }
};

}  // namespace

double cub_scan_seconds(std::int64_t n, int runs) {
    Scan scan;
    if (!scan.prepare(n)) {
        cudaGetLastError();
        return -1;
    }
    std::vector<float> times(static_cast<std::size_t>(runs));
    for (float& milliseconds : times) {
        cudaEventRecord(scan.begin);
        scan.run(n);
        cudaEventRecord(scan.end);
        if (cudaEventSynchronize(scan.end) != cudaSuccess) return -1;
        cudaEventElapsedTime(&milliseconds, scan.begin, scan.end);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2] * 1e-3;
}

}  // namespace upsweep::bench
