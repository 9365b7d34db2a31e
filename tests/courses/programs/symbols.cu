// Variables on the device: copied to and from by symbol, counted by atomics.
#include <cstdio>

__device__ int counter = 5;
__device__ float table[8];
__constant__ int limits[2];
__device__ struct { int hits, misses; } score;

__global__ void play(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i >= limits[0] && i < limits[1]) {
        atomicAdd(&counter, 1);
        atomicAdd(&score.hits, 1);
    } else
        atomicAdd(&score.misses, 1);
    if (i < 8) table[i] = table[i] * 2 + i;
}

int main()
{
    int range[2] = {10, 30};
    cudaMemcpyToSymbol(limits, range, sizeof(range));
    float start[8] = {1, 2, 3, 4, 5, 6, 7, 8}, end[8];
    cudaMemcpyToSymbol(table, start, sizeof(start));
    int before, after;
    cudaMemcpyFromSymbol(&before, counter, sizeof(int));
    play<<<2, 64>>>(100);
    cudaMemcpyFromSymbol(&after, counter, sizeof(int), 0, cudaMemcpyDeviceToHost);
    printf("counter: %d -> %d\n", before, after);
    int raised = 20;
    cudaMemcpyToSymbol(limits, &raised, sizeof(int), sizeof(int));
    play<<<1, 128>>>(100);
    cudaMemcpyFromSymbol(&after, counter, sizeof(int));
    printf("counter: %d\n", after);
    cudaMemcpyFromSymbol(end, table, sizeof(end));
    for (int i = 0; i < 8; i++) printf("%g ", end[i]);
    printf("\n");
    int s[2];
    cudaMemcpyFromSymbol(s, score, sizeof(s));
    printf("hits %d, misses %d\n", s[0], s[1]);
    void* address = nullptr;
    cudaError_t e = cudaGetSymbolAddress(&address, table);
    size_t size = 0;
    cudaGetSymbolSize(&size, table);
    printf("%s, %d bytes\n", cudaGetErrorName(e), (int)size);
    cudaMemset(address, 0, 3 * sizeof(float));
    cudaMemcpyFromSymbol(end, table, sizeof(end));
    printf("%g %g %g\n", end[0], end[2], end[3]);
    return 0;
}
