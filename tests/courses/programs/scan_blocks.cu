// Exclusive scan of any length: scan each block, scan the sums, add them.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#define THREADS 128
#define ELEMENTS (2 * THREADS)

__global__ void scan_block(int* data, int* sums, int n)
{
    __shared__ int temp[ELEMENTS];
    int base = blockIdx.x * ELEMENTS, t = threadIdx.x;
    temp[2 * t] = base + 2 * t < n ? data[base + 2 * t] : 0;
    temp[2 * t + 1] = base + 2 * t + 1 < n ? data[base + 2 * t + 1] : 0;
    int offset = 1;
    for (int d = ELEMENTS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) {
        if (sums) sums[blockIdx.x] = temp[ELEMENTS - 1];
        temp[ELEMENTS - 1] = 0;
    }
    for (int d = 1; d < ELEMENTS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int kept = temp[left];
            temp[left] = temp[right];
            temp[right] += kept;
        }
    }
    __syncthreads();
    if (base + 2 * t < n) data[base + 2 * t] = temp[2 * t];
    if (base + 2 * t + 1 < n) data[base + 2 * t + 1] = temp[2 * t + 1];
}

__global__ void add_sums(int* data, const int* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += sums[blockIdx.x];
}

// Calls itself for the sums of the blocks.
void scan(int* d_data, int n, int depth = 0)
{
    int blocks = (n + ELEMENTS - 1) / ELEMENTS;
    printf("%*sscan of %d elements in %d block%s\n", 2 * depth, "", n, blocks, blocks == 1 ? "" : "s");
    if (blocks == 1) {
        scan_block<<<1, THREADS>>>(d_data, NULL, n);
        return;
    }
    int* sums;
    cudaMalloc(&sums, blocks * sizeof(int));
    scan_block<<<blocks, THREADS>>>(d_data, sums, n);
    scan(sums, blocks, depth + 1);
    add_sums<<<blocks, ELEMENTS>>>(d_data, sums, n);
    cudaFree(sums);
}

int main()
{
    int sizes[] = {1, 255, 256, 257, 3000};
    for (int n : sizes) {
        int* h = (int*)calloc(n, sizeof(int));
        for (int i = 0; i < n; i++) h[i] = i % 10;
        int* d;
        cudaMalloc(&d, n * sizeof(int));
        cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
        scan(d, n);
        int* r = (int*)malloc(n * sizeof(int));
        cudaMemcpy(r, d, n * sizeof(int), cudaMemcpyDeviceToHost);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            assert(r[i] == sum);
            sum += h[i];
        }
        printf("n = %d: last element %d, total %d\n", n, r[n - 1], sum);
        cudaFree(d);
        free(h);
        free(r);
    }
    return 0;
}
