// One block of 1024 threads goes over everything.
// Slow because: few_warps.
__global__ void add_one(const int* in, int* out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] + 1;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    add_one<<<1, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
