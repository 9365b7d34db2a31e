// One thread scans all numbers.
// Slow because: serial.
__global__ void scan(const int* in, int* out, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += in[i];
        out[i] = sum;
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
    scan<<<1, 1>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
