// A reduction with a launch a pass over global memory.
// Slow because: launches, idle_threads, memory_again.
__global__ void pass(const int* in, int* out, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half) out[i] = in[i] + in[i + half];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* sums;
    cudaMalloc(&sums, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    pass<<<n / 2 / 256, 256>>>(in, out, n / 2);
    for (int half = n / 4; half > 0; half /= 2) pass<<<(half + 255) / 256, 256>>>(out, out, half);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
