// All threads of the block scan the tile.
__global__ void scan_tile(const int* in, int* out, int n) {
    __shared__ int kept[1024];
    int i = blockIdx.x * 1024 + threadIdx.x;
    kept[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < 1024; stride *= 2) {
        int left = threadIdx.x >= stride ? kept[threadIdx.x - stride] : 0;
        __syncthreads();
        kept[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n) out[i] = kept[threadIdx.x];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    scan_tile<<<n / 1024, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
