// Pi by rand() on the host and counting on the device.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

__global__ void inside(const float *x, const float *y, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] * x[i] + y[i] * y[i] <= 1.0f)
        atomicAdd(count, 1);
}

int main(int argc, char *argv[])
{
    int n = 4096;
    unsigned seed = 2024;
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) seed = (unsigned)strtoul(argv[2], NULL, 10);
    srand(seed);
    float *x = (float *)malloc(n * sizeof(float)), *y = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        x[i] = (float)rand() / RAND_MAX;
        y[i] = rand() / (float)RAND_MAX;
    }
    printf("first points: (%.6f, %.6f) (%.6f, %.6f)\n", x[0], y[0], x[1], y[1]);
    int face = rand() % 6, next = rand();
    printf("next rand: %d, below 6: %d\n", next, face);
    float *dx, *dy;
    int *dcount, count;
    cudaMalloc((void **)&dx, n * sizeof(float));
    cudaMalloc((void **)&dy, n * sizeof(float));
    cudaMalloc((void **)&dcount, sizeof(int));
    cudaMemcpy(dx, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dcount, 0, sizeof(int));
    inside<<<(n + 255) / 256, 256>>>(dx, dy, dcount, n);
    cudaMemcpy(&count, dcount, sizeof(int), cudaMemcpyDeviceToHost);
    double pi = 4.0 * count / n;
    printf("%d of %d points inside: pi is about %.5f, off by %.2f %%\n", count, n, pi, 100 * fabs(pi - M_PI) / M_PI);
    cudaFree(dx), cudaFree(dy), cudaFree(dcount);
    free(x), free(y);
    return EXIT_SUCCESS;
}
