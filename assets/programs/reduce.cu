#include <cstdio>

// Each block adds 16 elements to one sum.
__global__ void reduce(const int* input, int* output, int n)
{
    __shared__ int tile[8];
    int t = threadIdx.x;
    int first = blockIdx.x * 16;
    // ---- Load: two elements a thread --------------------------
    int sum = 0;
    if (first + t < n) sum += input[first + t];
    if (first + 8 + t < n) sum += input[first + 8 + t];
    tile[t] = sum;
    __syncthreads();
    // ---- Tree: halve the number of sums -----------------------
    for (int stride = 4; stride > 0; stride /= 2) {
        if (t < stride) tile[t] += tile[t + stride];
        __syncthreads();
    }
    if (t == 0) output[blockIdx.x] = tile[0];
}

int main()
{
    const int n = 64;
    int numbers[n], sums[4], *input, *output, sum = 0;
    for (int i = 0; i < n; ++i) numbers[i] = i;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&output, sizeof(sums));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    reduce<<<4, 8>>>(input, output, n);
    cudaMemcpy(sums, output, sizeof(sums), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; ++i) sum += sums[i];
    printf("sum = %d, expected %d\n", sum, n * (n - 1) / 2);
    cudaFree(input);
    cudaFree(output);
}
