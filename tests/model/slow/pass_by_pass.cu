// Hillis and Steele's scan with one launch a pass over global memory.
// Slow because: launches, memory_again.
__global__ void pass(const int* in, int* out, int stride, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i >= stride ? in[i] + in[i - stride] : in[i];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int stride = 1; stride < n; stride *= 2) {
        pass<<<(n + 255) / 256, 256>>>(in, out, stride, n);
        int* other = in;
        in = out;
        out = other;
    }
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
