// bfloat16 keeps the range of float and eight bits of precision.
#include <cuda_bf16.h>
#include <stdio.h>

__global__ void convert(const float* in, __nv_bfloat16* out, float* back, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        out[i] = __float2bfloat16(in[i]);
        back[i] = __bfloat162float(out[i] + out[i]);
    }
}

int main()
{
    float h[] = {0.0f, 1.0f, 1.00390625f, 3.14159265f, -2.71828f, 1e30f, 1e-30f, 257.0f};
    const int n = sizeof(h) / sizeof(h[0]);
    float *d_in, *d_back, back[n];
    __nv_bfloat16 *d_out, out[n];
    cudaMalloc(&d_in, sizeof(h));
    cudaMalloc(&d_back, sizeof(h));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
    convert<<<1, n>>>(d_in, d_out, d_back, n);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaMemcpy(back, d_back, sizeof(back), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) printf("%g -> %.8g, doubled %.8g\n", h[i], __bfloat162float(out[i]), back[i]);
    cudaFree(d_in);
    cudaFree(d_back);
    cudaFree(d_out);
    return 0;
}
