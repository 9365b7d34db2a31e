#include <cstdio>

#define BLOCK 8
#define RADIUS 1

// Each element becomes the sum of itself and its neighbours; outside there are zeros.
__global__ void stencil(const int* input, int* output, int n)
{
    __shared__ int tile[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x + RADIUS;
    // ---- Load: the block's elements, and the halo at both ends
    tile[t] = i < n ? input[i] : 0;
    if (threadIdx.x < RADIUS) {
        int left = i - RADIUS;
        int right = i + BLOCK;
        tile[t - RADIUS] = left >= 0 ? input[left] : 0;
        tile[t + BLOCK] = right < n ? input[right] : 0;
    }
    __syncthreads();
    // ---- Sum --------------------------------------------------
    int sum = 0;
    for (int d = -RADIUS; d <= RADIUS; ++d) sum += tile[t + d];
    if (i < n) output[i] = sum;
}

int main()
{
    const int n = 32;
    int numbers[n], results[n], *input, *output;
    for (int i = 0; i < n; ++i) numbers[i] = i;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&output, sizeof(results));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    stencil<<<n / BLOCK, BLOCK>>>(input, output, n);
    cudaMemcpy(results, output, sizeof(results), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d ", results[i]);
    printf("\n");
    cudaFree(input);
    cudaFree(output);
}
