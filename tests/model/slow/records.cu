// Sums records of sixteen numbers, one record a thread.
// Slow because: uncoalesced.
__global__ void sum_records(const int* in, int* out, int n) {
    int record = blockIdx.x * blockDim.x + threadIdx.x;
    if (record * 16 >= n) return;
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += in[record * 16 + i];
    for (int i = 0; i < 16; ++i) out[record * 16 + i] = sum;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    sum_records<<<(n / 16 + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
