// says: the most is 1024
// cure: smaller
// 32 x 64 threads are too many for a block, and no error is asked for.
#include <cstdio>
__global__ void mark(char* x) { x[threadIdx.y * 32 + threadIdx.x] = 1; }
int main()
{
    char h[2048] = {}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
#ifdef CURED
    mark<<<1, dim3(32, 32)>>>(d);
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
#else
    mark<<<1, dim3(32, 64)>>>(d);  // FAULT
#endif
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
}
