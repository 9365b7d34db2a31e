// Half precision: conversions on both sides, arithmetic on the device, two at a time.
#include <cuda_fp16.h>
#include <cstdio>

__global__ void haxpy(__half a, const __half* x, __half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hadd(__hmul(a, x[i]), y[i]);
}

__global__ void pairs(const half2* x, half2* out, float* sums, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    half2 v = x[i];
    out[i] = __hmul2(v, __float2half2_rn(0.5f));
    sums[i] = __low2float(v) + __high2float(v);
}

__global__ void compare(const half* x, int* larger, int n)
{
    if (threadIdx.x < n && x[threadIdx.x] > __float2half(1.0f)) atomicAdd(larger, 1);
}

int main()
{
    const int n = 32;
    __half x[n], y[n];
    for (int i = 0; i < n; ++i) {
        x[i] = __float2half(i * 0.1f);
        y[i] = __float2half(1.0f);
    }
    __half *dx, *dy;
    half2* dz;
    float *ds, s[n / 2];
    int *dc, c = 0;
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMalloc(&dz, sizeof x);
    cudaMalloc(&ds, sizeof s);
    cudaMalloc(&dc, sizeof c);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
    cudaMemset(dc, 0, sizeof c);
    haxpy<<<1, n>>>(__float2half(3.0f), dx, dy, n);
    pairs<<<1, n / 2>>>((const half2*)dx, dz, ds, n / 2);
    compare<<<1, n>>>(dx, dc, n);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    cudaMemcpy(x, dz, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(s, ds, sizeof s, cudaMemcpyDeviceToHost);
    cudaMemcpy(&c, dc, sizeof c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 5) printf("%d: %.6f %.6f\n", i, __half2float(y[i]), __half2float(x[i]));
    printf("sums %.6f %.6f, larger than one: %d, sizeof %d\n", s[1], s[15], c, (int)sizeof(__half));
    printf("65504 + 100 = %f, 1/3 = %.8f\n", __half2float(__float2half(65604.0f)), __half2float(__float2half(1.0f / 3.0f)));
    cudaFree(dx), cudaFree(dy), cudaFree(dz), cudaFree(ds), cudaFree(dc);
}
