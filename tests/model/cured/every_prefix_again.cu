// The threads of a block share their sums, and double their reach at each step.
__global__ void prefixes(const int* in, int* out, int n) {
    __shared__ int kept[512];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < 512; stride *= 2) {
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
    prefixes<<<(n + 511) / 512, 512>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
