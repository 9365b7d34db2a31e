#include <cstdio>

// One block makes running sums: output[i] = input[0] + … + input[i].
__global__ void scan(const int* input, int* output, int n)
{
    __shared__ int sums[16];
    int t = threadIdx.x;
    sums[t] = t < n ? input[t] : 0;
    __syncthreads();
    // ---- Each pass adds the sum that ends `stride` before -----
    for (int stride = 1; stride < 16; stride *= 2) {
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
    }
    if (t < n) output[t] = sums[t];
}

int main()
{
    const int n = 16;
    int numbers[n] = {3, 1, 7, 0, 4, 1, 6, 3, 5, 2, 8, 1, 0, 9, 2, 4};
    int results[n], *input, *output;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&output, sizeof(results));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    scan<<<1, 16>>>(input, output, n);
    cudaMemcpy(results, output, sizeof(results), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d ", results[i]);
    printf("\n");
    cudaFree(input);
    cudaFree(output);
}
