// A launch a row of 1024 numbers.
// Slow because: launches.
__global__ void add_one(const int* in, int* out, int row) {
    int i = row * 1024 + blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int row = 0; row < n / 1024; ++row) add_one<<<4, 256>>>(in, out, row);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
