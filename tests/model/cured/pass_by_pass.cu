// Three launches: the passes are within blocks, and over the sums of blocks.
__global__ void scan_block(const int* in, int* out, int* sums, int n) {
    __shared__ int kept[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < 1024; stride *= 2) {
        int left = threadIdx.x >= stride ? kept[threadIdx.x - stride] : 0;
        __syncthreads();
        kept[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n) out[i] = kept[threadIdx.x];
    if (threadIdx.x == 1023) sums[blockIdx.x] = kept[1023];
}

__global__ void add(int* out, const int* sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int *sums, *last;
    cudaMalloc(&sums, 1024 * sizeof(int));
    cudaMalloc(&last, sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    int blocks = (n + 1023) / 1024;
    scan_block<<<blocks, 1024>>>(in, out, sums, n);
    scan_block<<<1, 1024>>>(sums, sums, last, blocks);
    add<<<blocks, 1024>>>(out, sums, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
