// The same sequence, entered at several offsets; other generators and double precision.
#include <curand_kernel.h>
#include <stdio.h>

__global__ void offsets(unsigned *out)
{
    curandState_t state;
    curand_init(42, 0, threadIdx.x, &state);
    out[threadIdx.x] = curand(&state);
}

__global__ void sequences(unsigned *out, double *doubles)
{
    curandStateXORWOW_t state;
    curand_init(7ULL, threadIdx.x * 1000, 5, &state);
    out[threadIdx.x] = curand(&state);
    doubles[threadIdx.x] = curand_uniform_double(&state);
    float2 pair = curand_normal2(&state);
    doubles[threadIdx.x + 8] = pair.x < 10.0f && pair.y < 10.0f ? 1 : 0;
    skipahead(3ULL, &state);
    out[threadIdx.x + 8] = curand(&state) % 6 + 1;
}

int main(void)
{
    unsigned h[16], *d;
    double g[16], *e;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMalloc((void **)&e, sizeof(g));
    offsets<<<1, 16>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) printf("%08x%c", h[i], i % 8 == 7 ? '\n' : ' ');
    sequences<<<1, 8>>>(d, e);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(g, e, sizeof(g), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%10u %.15f %g die %u\n", h[i], g[i], g[i + 8], h[i + 8]);
    cudaFree(d);
    cudaFree(e);
    return 0;
}
