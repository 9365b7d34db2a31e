// Pi by throwing darts, each thread with its own generator.
#include <cstdio>

#define TRIALS 64
#define THREADS 128
#define BLOCKS 4

__device__ unsigned int lcg(unsigned int *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state;
}

__global__ void throwDarts(unsigned long long seed, unsigned int *hits)
{
    unsigned int state = (unsigned int)(seed + 7919ull * (blockIdx.x * blockDim.x + threadIdx.x));
    unsigned int mine = 0;
    for (int i = 0; i < TRIALS; ++i) {
        float x = (lcg(&state) >> 8) * (1.0f / 16777216.0f);
        float y = (lcg(&state) >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y <= 1.0f) mine++;
    }
    atomicAdd(hits, mine);
}

int main()
{
    unsigned int *d_hits, hits = 0;
    cudaMalloc(&d_hits, sizeof(unsigned int));
    cudaMemcpy(d_hits, &hits, sizeof(hits), cudaMemcpyHostToDevice);
    throwDarts<<<BLOCKS, THREADS>>>(time(NULL), d_hits);
    cudaMemcpy(&hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
    printf("pi is about %f\n", 4.0 * hits / (double)(TRIALS * THREADS * BLOCKS));
    return 0;
}
