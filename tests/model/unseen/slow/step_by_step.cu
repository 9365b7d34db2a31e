// Eight launches add a number each to all.
// Slow because: memory_again, launches.
__global__ void add(const int* in, int* out, int number, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + number;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(in, out, 1, n);
    for (int k = 2; k < 9; ++k) add<<<(n + 255) / 256, 256>>>(out, out, k, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
