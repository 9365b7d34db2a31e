// Times a kernel by events. Only the sign of the time is printed, since every run takes another time.
#include <cstdio>
#include <chrono>
#include <ctime>

__global__ void fill(double* out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        double x = i;
        for (int k = 0; k < 10; ++k) x = x * 0.5 + 1.0;
        out[i] = x;
    }
}

int main()
{
    const int n = 512;
    double* d;
    cudaMalloc(&d, n * sizeof(double));
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    auto begin = std::chrono::high_resolution_clock::now();
    clock_t c0 = clock();
    cudaEventRecord(start);
    fill<<<n / 128, 128>>>(d, n);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = -1.0f;
    cudaEventElapsedTime(&ms, start, stop);
    auto end = std::chrono::high_resolution_clock::now();
    clock_t c1 = clock();
    std::chrono::duration<double, std::milli> host = end - begin;
    long long us = std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count();

    printf("event time positive: %s\n", ms > 0 ? "yes" : "no");
    printf("host time at least the kernel's: %s\n", host.count() >= ms ? "yes" : "no");
    printf("microseconds agree: %s\n", us <= host.count() * 1000 ? "yes" : "no");
    printf("clock does not run backwards: %s\n", c1 >= c0 ? "yes" : "no");
    double h[4];
    cudaMemcpy(h, d + 100, sizeof h, cudaMemcpyDeviceToHost);
    printf("%.6f %.6f %.6f %.6f\n", h[0], h[1], h[2], h[3]);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d);
}
