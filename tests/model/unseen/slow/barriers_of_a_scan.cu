// A scan of a block in shared memory, with two barriers a step, eight times over.
// Slow because: barriers, shared_sums.
__global__ void scan_block(const int* in, int* out, int n) {
    __shared__ int kept[1024];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    int value = in[i];
    for (int again = 0; again < 8; ++again) {
        kept[t] = value;
        __syncthreads();
        for (int stride = 1; stride < 1024; stride *= 2) {
            int left = t >= stride ? kept[t - stride] : 0;
            __syncthreads();
            kept[t] += left;
            __syncthreads();
        }
        value = kept[t];
    }
    out[i] = value;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    scan_block<<<n / 1024, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
