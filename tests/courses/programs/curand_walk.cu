// Random numbers of the device library: one state a thread, a seed and a sequence.
#include <curand_kernel.h>
#include <cstdio>

__global__ void setup(curandState* states, unsigned long long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &states[id]);
}

__global__ void draw(curandState* states, unsigned* raw, float* uniform, float* normal, int draws)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState local = states[id];
    for (int k = 0; k < draws; ++k) {
        raw[id * draws + k] = curand(&local);
        uniform[id * draws + k] = curand_uniform(&local);
        normal[id * draws + k] = curand_normal(&local);
    }
    states[id] = local;
}

int main()
{
    const int threads = 64, draws = 3, n = threads * draws;
    curandState* states;
    unsigned *d_raw, raw[n];
    float *d_uniform, *d_normal, uniform[n], normal[n];
    cudaMalloc(&states, threads * sizeof(curandState));
    cudaMalloc(&d_raw, sizeof raw);
    cudaMalloc(&d_uniform, sizeof uniform);
    cudaMalloc(&d_normal, sizeof normal);
    setup<<<2, 32>>>(states, 1234ULL);
    for (int round = 0; round < 2; ++round) {
        draw<<<2, 32>>>(states, d_raw, d_uniform, d_normal, draws);
        cudaMemcpy(raw, d_raw, sizeof raw, cudaMemcpyDeviceToHost);
        cudaMemcpy(uniform, d_uniform, sizeof uniform, cudaMemcpyDeviceToHost);
        cudaMemcpy(normal, d_normal, sizeof normal, cudaMemcpyDeviceToHost);
        printf("round %d\n", round);
        const int shown[] = {0, 1, 2, 31, 63};
        for (int t : shown)
            for (int k = 0; k < draws; ++k)
                printf("thread %2d: %10u %.6f %9.4f\n", t, raw[t * draws + k], uniform[t * draws + k], normal[t * draws + k]);
    }
    cudaFree(states);
    cudaFree(d_raw);
    cudaFree(d_uniform);
    cudaFree(d_normal);
}
