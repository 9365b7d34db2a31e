// What the runtime answers to mistakes.
#include <stdio.h>

__global__ void nothing(void) {}

static void report(const char *what, cudaError_t e)
{
    printf("%-28s %3d %s: %s\n", what, (int)e, cudaGetErrorName(e), cudaGetErrorString(e));
}

int main(void)
{
    report("start", cudaGetLastError());
    nothing<<<1, 2048>>>();
    report("too many threads", cudaGetLastError());
    report("asked again", cudaGetLastError());
    nothing<<<0, 32>>>();
    report("no blocks", cudaPeekAtLastError());
    report("still there", cudaPeekAtLastError());
    report("taken", cudaGetLastError());
    report("gone", cudaGetLastError());
    nothing<<<1, dim3(32, 32, 2)>>>();
    report("2048 threads in 3D", cudaGetLastError());
    nothing<<<1, 32, 1 << 20>>>();
    report("1 MiB of shared memory", cudaGetLastError());
    nothing<<<dim3(1, 70000), 32>>>();
    report("grid too high", cudaGetLastError());
    int *p = NULL;
    report("huge malloc", cudaMalloc((void **)&p, (size_t)1 << 50));
    cudaGetLastError();
    report("small malloc", cudaMalloc((void **)&p, 64));
    int h[4] = {1, 2, 3, 4};
    report("negative kind", cudaMemcpy(p, h, sizeof(h), (enum cudaMemcpyKind)17));
    cudaGetLastError();
    report("set device 99", cudaSetDevice(99));
    cudaGetLastError();
    report("free", cudaFree(p));
    report("free null", cudaFree(NULL));
    nothing<<<1, 32>>>();
    report("good launch", cudaGetLastError());
    report("synchronize", cudaDeviceSynchronize());
    return 0;
}
