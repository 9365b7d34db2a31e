#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

__global__ void strike(uint8_t *composite, uint32_t prime, uint32_t limit)
{
    uint32_t stride = blockDim.x * gridDim.x;
    for (uint32_t k = prime + blockIdx.x * blockDim.x + threadIdx.x; (uint64_t)k * prime <= limit; k += stride)
        composite[k * prime] = 1;
}

int main(int argc, char **argv)
{
    uint32_t limit = argc > 1 ? (uint32_t)atol(argv[1]) : 1000;
    uint8_t *composite, *d;
    composite = (uint8_t *)calloc(limit + 1, 1);
    if (composite == NULL) {
        perror("calloc");
        return EXIT_FAILURE;
    }
    cudaMalloc((void **)&d, limit + 1);
    cudaMemset(d, 0, limit + 1);
    uint32_t root = (uint32_t)sqrt((double)limit);
    uint32_t p = 2;
    do {
        strike<<<2, 64>>>(d, p, limit);
        cudaMemcpy(composite, d, limit + 1, cudaMemcpyDeviceToHost);
        do p++;
        while (p <= root && composite[p]);
    } while (p <= root);
    int64_t sum = 0;
    int count = 0;
    uint32_t last = 0;
    for (uint32_t i = 2; i <= limit; i++) {
        if (composite[i]) continue;
        count++;
        sum += i;
        last = i;
        if (count <= 10) printf("%u ", i);
        if (count == 11) printf("...\n");
    }
    printf("%d primes up to %u, the last is %u, their sum %lld\n", count, limit, last, (long long)sum);
    free(composite);
    cudaFree(d);
    return EXIT_SUCCESS;
}
