// A block scans 512 numbers and takes differences.
__global__ void windows(const int* in, int* out, int n) {
    __shared__ int kept[512];
    int t = threadIdx.x, i = blockIdx.x * 256 + t - 128;
    kept[t] = i >= 0 && i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < 512; stride *= 2) {
        int left = t >= stride ? kept[t - stride] : 0;
        __syncthreads();
        kept[t] += left;
        __syncthreads();
    }
    if (t >= 128 && t < 384 && i < n) out[i] = kept[t + 64] - kept[t - 65];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    windows<<<(n + 255) / 256, 512>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
