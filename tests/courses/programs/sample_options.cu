// helper_cuda.h and helper_functions.h: options of the command line, a stop watch, a comparison.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <stdio.h>

__global__ void halve(float *x, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) x[i] /= 2;
}

int main()
{
    const char *argv[] = {"sample", "--size=48", "-verbose", "name=night", "-scale=0.5"};
    int argc = 5, size = 16;
    char *name = NULL;
    int device = findCudaDevice(argc, argv);
    if (checkCmdLineFlag(argc, argv, "size")) size = getCmdLineArgumentInt(argc, argv, "size");
    getCmdLineArgumentString(argc, argv, "name", &name);
    printf("device %d, size %d, verbose %d, quiet %d, name %s, scale %.2f\n", device, size, checkCmdLineFlag(argc, argv, "verbose"),
           checkCmdLineFlag(argc, argv, "quiet"), name, getCmdLineArgumentFloat(argc, argv, "scale"));
    float *h = (float *)malloc(size * sizeof(float)), *wanted = (float *)malloc(size * sizeof(float)), *d;
    for (int i = 0; i < size; i++) {
        h[i] = (float)i;
        wanted[i] = i * 0.5f;
    }
    checkCudaErrors(cudaMalloc((void **)&d, size * sizeof(float)));
    StopWatchInterface *timer = NULL;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    checkCudaErrors(cudaMemcpy(d, h, size * sizeof(float), cudaMemcpyHostToDevice));
    halve<<<MAX(1, size / 32 + 1), 32>>>(d, size);
    getLastCudaError("halve");
    checkCudaErrors(cudaMemcpy(h, d, size * sizeof(float), cudaMemcpyDeviceToHost));
    sdkStopTimer(&timer);
    printf("%s time\n", sdkGetTimerValue(&timer) > 0 ? "some" : "no");
    sdkDeleteTimer(&timer);
    bool same = sdkCompareL2fe(wanted, h, size, 1e-6f);
    h[3] += 10;
    printf("same %d, then %d\n", same, sdkCompareL2fe(wanted, h, size, 1e-6f));
    checkCudaErrors(cudaFree(d));
    free(h);
    free(wanted);
    return same ? EXIT_SUCCESS : EXIT_WAIVED;
}
