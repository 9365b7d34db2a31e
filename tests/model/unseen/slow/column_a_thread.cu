// A thread a column of 1024 scans downwards.
// Slow because: few_warps.
__global__ void columns(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = x; i < n; i += 1024) {
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
    columns<<<8, 128>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
