// Merge sort bottom-up on the device, each thread merges two runs.
#include <iostream>
#include <vector>
#include <random>
#include <algorithm>
#include <chrono>

__device__ void merge(const long* in, long* out, int from, int middle, int to)
{
    int i = from, j = middle;
    for (int k = from; k < to; k++) {
        if (i < middle && (j >= to || in[i] <= in[j])) out[k] = in[i++];
        else out[k] = in[j++];
    }
}

__global__ void pass(const long* in, long* out, int n, int width)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int from = id * width * 2;
    if (from >= n) return;
    merge(in, out, from, min(from + width, n), min(from + 2 * width, n));
}

void mergesort(std::vector<long>& data)
{
    int n = data.size();
    long *a, *b;
    cudaMalloc(&a, n * sizeof(long));
    cudaMalloc(&b, n * sizeof(long));
    cudaMemcpy(a, data.data(), n * sizeof(long), cudaMemcpyHostToDevice);
    for (int width = 1; width < n; width *= 2) {
        int runs = (n + 2 * width - 1) / (2 * width);
        pass<<<(runs + 31) / 32, 32>>>(a, b, n, width);
        std::swap(a, b);
    }
    cudaMemcpy(data.data(), a, n * sizeof(long), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}

int main()
{
    std::mt19937_64 engine(99);
    std::vector<long> data(500);
    for (auto& x : data) x = static_cast<long>(engine() % 100000) - 50000;
    auto copy = data;
    auto t0 = std::chrono::steady_clock::now();
    mergesort(data);
    auto t1 = std::chrono::steady_clock::now();
    double seconds = std::chrono::duration<double>(t1 - t0).count();
    std::sort(copy.begin(), copy.end());
    std::cout << (data == copy ? "sorted" : "NOT sorted") << ", " << (seconds >= 0 ? "time is not negative" : "?") << std::endl;
    for (int i = 0; i < 500; i += 100) std::cout << data[i] << ' ';
    std::cout << data[499] << std::endl;
}
