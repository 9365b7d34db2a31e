// Neighbouring lanes keep their sums in neighbouring banks.
__global__ void sixteen(const int* in, int* out, int n) {
    __shared__ int kept[256 * 16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 16; ++k) kept[k * 256 + threadIdx.x] = k;
    for (int round = 0; round < 4; ++round)
        for (int k = 0; k < 16; ++k) kept[k * 256 + threadIdx.x] += round;
    if (i < n) out[i] = in[i] + kept[threadIdx.x];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    sixteen<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
