// The same tree with a number of padding every 32.
__global__ void scan_tree(const int* in, int* out, int n) {
    __shared__ int kept[1024 + 32];
    int base = blockIdx.x * 1024, t = threadIdx.x;
    for (int k = t; k < 1024; k += 512) kept[k + k / 32] = in[base + k];
    for (int stride = 1; stride < 1024; stride *= 2) {
        __syncthreads();
        int right = (t + 1) * 2 * stride - 1;
        if (right < 1024) kept[right + right / 32] += kept[right - stride + (right - stride) / 32];
    }
    if (t == 0) kept[1023 + 1023 / 32] = 0;
    for (int stride = 512; stride > 0; stride /= 2) {
        __syncthreads();
        int right = (t + 1) * 2 * stride - 1;
        if (right < 1024) {
            int left = kept[right - stride + (right - stride) / 32];
            kept[right - stride + (right - stride) / 32] = kept[right + right / 32];
            kept[right + right / 32] += left;
        }
    }
    __syncthreads();
    for (int k = t; k < 1024; k += 512) out[base + k] = kept[k + k / 32];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    scan_tree<<<n / 1024, 512>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
