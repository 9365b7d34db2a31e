// The rows of the tile are 65 numbers apart.
__global__ void row_sums(const int* in, int* out, int n) {
    __shared__ int tile[64 * 65];
    int base = blockIdx.x * 4096, t = threadIdx.x;
    for (int k = t; k < 4096; k += 64) tile[k / 64 * 65 + k % 64] = in[base + k];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 64; ++k) {
        sum += tile[t * 65 + k];
        tile[t * 65 + k] = sum;
    }
    __syncthreads();
    for (int k = t; k < 4096; k += 64) out[base + k] = tile[k / 64 * 65 + k % 64];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    row_sums<<<n / 4096, 64>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
