// The first thread of every block of 1024 scans its tile in global memory.
// Slow because: serial.
__global__ void scan_tile(const int* in, int* out, int n) {
    int base = blockIdx.x * 1024;
    if (threadIdx.x > 0) return;
    int sum = 0;
    for (int k = base; k < base + 1024 && k < n; ++k) {
        sum += in[k];
        out[k] = sum;
    }
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
