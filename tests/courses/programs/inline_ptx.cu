#include <cstdio>

__device__ unsigned lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ int add(int a, int b)
{
    int sum;
    asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}

__global__ void kernel(int* out, const int* in)
{
    int loaded;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(loaded) : "l"(in + threadIdx.x) : "memory");
    int tripled, least;
    asm("mul.lo.s32 %0, %1, 3;" : "=r"(tripled) : "r"(loaded));
    asm("min.s32 %0, %1, %2;" : "=r"(least) : "r"(tripled), "r"(100));
    out[threadIdx.x] = add(least, (int)lane_id());
}

int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    kernel<<<1, 64>>>(out, in);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[31], h[32], h[63]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
