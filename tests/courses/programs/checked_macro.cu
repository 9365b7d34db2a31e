// A macro with variadic text, inline functions for errors, and what happens after a kernel's fault.
#include <cstdio>
#include <cstdlib>

#define LOG(format, ...) printf("[%s] " format "\n", __func__, ##__VA_ARGS__)
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__, false); }

inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true)
{
    (void)file;
    if (code != cudaSuccess) {
        printf("GPUassert: %s, line %d\n", cudaGetErrorString(code), line);
        if (abort) exit(code);
    }
}

__global__ void store(int* where, int value) { *where = value; }

int main()
{
    LOG("start");
    int* d;
    gpuErrchk(cudaMalloc(&d, sizeof(int)));
    store<<<1, 1>>>(d, 5);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    int h = 0;
    gpuErrchk(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost));
    LOG("value %d", h);
    store<<<1, 1025>>>(d, 6);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaGetLastError());
    gpuErrchk(cudaDeviceSynchronize());
    LOG("a bad launch is forgotten once it was asked for");
    store<<<1, 1>>>(nullptr, 7);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    gpuErrchk(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost));
    gpuErrchk(cudaGetLastError());
    gpuErrchk(cudaGetLastError());
    LOG("an illegal address stays: %d", (int)cudaDeviceSynchronize());
    return 3;
}
