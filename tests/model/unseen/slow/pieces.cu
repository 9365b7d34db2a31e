// Every thread doubles a piece of 64 numbers.
// Slow because: uncoalesced.
__global__ void twice(const int* in, int* out, int n) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
    for (int i = first; i < first + 64 && i < n; ++i) out[i] = 2 * in[i];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<(n / 64 + 127) / 128, 128>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
