#include <math.h>
#include <stdbool.h>
#include <stdio.h>

// Thread i crosses out the multiples of i + 2.
__global__ void crossOut(char *composite, int limit, int root)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p > root) return;
    for (int m = p * p; m <= limit; m += p) composite[m] = 1;
}

int main(int argc, char *argv[])
{
    int limit = 500;
    if (argc == 2) sscanf(argv[1], "%d", &limit);
    int root = (int)sqrt((double)limit);
    char *composite = (char *)calloc(limit + 1, 1), *d_composite;
    cudaMalloc(&d_composite, limit + 1);
    cudaMemset(d_composite, 0, limit + 1);
    crossOut<<<(root + 31) / 32, 32>>>(d_composite, limit, root);
    cudaMemcpy(composite, d_composite, limit + 1, cudaMemcpyDeviceToHost);
    int primes = 0;
    for (int i = 2; i <= limit; i++) primes += !composite[i];
    printf("%d primes up to %d\n", primes, limit);
    return 0;
}
