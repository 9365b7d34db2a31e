// Every block counts in shared memory first.
#include <cstdio>
#include <string>
#include <vector>

constexpr int NUM_BINS = 64;

__global__ void histogram(const unsigned int* input, unsigned int* bins, unsigned int num_elements)
{
    __shared__ unsigned int bins_s[NUM_BINS];
    for (unsigned int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) bins_s[b] = 0u;
    __syncthreads();
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned int i = tid; i < num_elements; i += blockDim.x * gridDim.x)
        atomicAdd(&bins_s[input[i]], 1u);
    __syncthreads();
    for (unsigned int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) atomicAdd(&bins[b], bins_s[b]);
}

int main()
{
    constexpr unsigned n = 6400;
    std::vector<unsigned> values(n);
    for (unsigned i = 0; i < n; ++i) values[i] = (i * 7) % NUM_BINS;
    unsigned *d_values = nullptr, *d_bins = nullptr;
    cudaMalloc(&d_values, n * sizeof(unsigned));
    cudaMalloc(&d_bins, NUM_BINS * sizeof(unsigned));
    cudaMemcpy(d_values, values.data(), values.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, NUM_BINS * sizeof(unsigned));
    dim3 dimGrid{4, 1, 1}, dimBlock{128, 1, 1};
    histogram<<<dimGrid, dimBlock>>>(d_values, d_bins, n);
    std::vector<unsigned> bins(NUM_BINS);
    cudaMemcpy(bins.data(), d_bins, NUM_BINS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (auto b : bins) printf("%u ", b);
    puts("");
}
