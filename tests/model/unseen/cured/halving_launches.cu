// Two launches: blocks reduce, and one block reduces their sums.
__global__ void reduce(const int* in, int* out, int count, int n) {
    __shared__ int kept[1024];
    int sum = 0;
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < count; i += gridDim.x * 1024) sum += in[i];
    kept[threadIdx.x] = sum;
    for (int stride = 512; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) kept[threadIdx.x] += kept[threadIdx.x + stride];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = kept[0];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* sums;
    cudaMalloc(&sums, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    int blocks = n / 4096;
    reduce<<<blocks, 1024>>>(in, sums, n, n);
    reduce<<<1, 1024>>>(sums, out, blocks, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
