// Reads one field of records of eight numbers.
// Slow because: uncoalesced.
__global__ void first_fields(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 8)
        for (int k = 0; k < 8; ++k) out[k * (n / 8) + i] = in[i * 8 + k] + k;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    first_fields<<<(n / 8 + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
