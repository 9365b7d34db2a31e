// Odd and even lanes take different loops, so a warp runs both.
// Slow because: divergence.
__global__ void odd_even(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = in[i];
    if (i % 2 == 0) {
        for (int k = 0; k < 64; ++k) value = value * 3 + k;
    } else {
        for (int k = 0; k < 64; ++k) value = value * 5 - k;
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
    odd_even<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
