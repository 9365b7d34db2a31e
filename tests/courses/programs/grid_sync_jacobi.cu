// Jacobi iteration in one cooperative launch: grid.sync() between the sweeps.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

__global__ void jacobi(float* a, float* b, int n, int sweeps)
{
    cg::grid_group grid = cg::this_grid();
    for (int s = 0; s < sweeps; ++s) {
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            b[i] = (i == 0 || i == n - 1) ? a[i] : 0.5f * (a[i - 1] + a[i + 1]);
        grid.sync();
        float* t = a;
        a = b;
        b = t;
    }
}

int main()
{
    int device = 0, supported = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device);
    if (!supported) {
        printf("no cooperative launch\n");
        return 1;
    }
    int n = 128, sweeps = 20;
    float* h = (float*)calloc(n, sizeof(float));
    h[0] = 64.0f;
    h[n - 1] = -32.0f;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    void* arguments[] = {&a, &b, &n, &sweeps};
    cudaError_t e = cudaLaunchCooperativeKernel((void*)jacobi, dim3(2), dim3(64), arguments, 0, 0);
    printf("launch: %s\n", cudaGetErrorString(e));
    e = cudaDeviceSynchronize();
    printf("synchronize: %s\n", cudaGetErrorString(e));
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; ++i) printf("%.5f%c", h[i], i == 9 ? '\n' : ' ');
    printf("%.5f %.5f %.5f\n", h[n - 3], h[n - 2], h[n - 1]);
    cudaFree(a);
    cudaFree(b);
    free(h);
}
