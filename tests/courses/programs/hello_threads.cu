#include <cstdio>

__global__ void hello()
{
    printf("Hello from thread %d of block %d\n", threadIdx.x, blockIdx.x);
}

__global__ void tell(int value, float x, unsigned long long big, char c)
{
    printf("%5d|%-5d|%05d|%x|%#o\n", value, value, value, value, value);
    printf("%f %.2f %e %g\n", x, x, x, x);
    printf("%s %c %llu %%\n", "word", c, big);
}

__device__ const char greeting[] = "device";

__global__ void from_device() { printf("text in %s memory, %lu bytes\n", greeting, (unsigned long)sizeof(greeting)); }

int main()
{
    printf("before\n");
    hello<<<1, 4>>>();
    cudaDeviceSynchronize();
    printf("between\n");
    tell<<<1, 1>>>(42, 3.14159f, 1ull << 40, 'q');
    cudaDeviceSynchronize();
    from_device<<<1, 1>>>();
    cudaDeviceSynchronize();
    for (int block = 1; block <= 2; block++) {
        hello<<<1, block>>>();
        cudaDeviceSynchronize();
    }
    printf("after\n");
    return 0;
}
