#include <cstdio>

// Each thread computes one element.
__global__ void map(const int* input, int* output, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) output[i] = 2 * input[i] + 1;
}

int main()
{
    const int n = 30;
    int numbers[n], results[n], *input, *output;
    for (int i = 0; i < n; ++i) numbers[i] = i;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&output, sizeof(results));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    map<<<4, 8>>>(input, output, n);
    cudaMemcpy(results, output, sizeof(results), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d ", results[i]);
    printf("\n");
    cudaFree(input);
    cudaFree(output);
}
