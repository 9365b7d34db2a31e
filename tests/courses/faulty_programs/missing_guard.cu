// says: out_of_bounds
// cure: if
// The last block has threads beyond the end.
#include <cstdio>
#include <vector>
__global__ void twice(float* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef CURED
    if (i < n)
#endif
    x[i] = 2 * x[i];  // FAULT
}
int main()
{
    std::vector<float> h(1000, 1.5f);
    float* d;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<4, 256>>>(d, 1000);
    cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[999]);
    cudaFree(d);
}
