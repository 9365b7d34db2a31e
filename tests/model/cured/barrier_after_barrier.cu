// Two hundred additions of numbers that one barrier made ready.
__global__ void wait(const int* in, int* out, int n) {
    __shared__ int turns[200];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0;
    if (threadIdx.x < 200) turns[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int k = 0; k < 200; ++k) value += turns[k];
    if (i < n) out[i] = value;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    wait<<<(n + 1023) / 1024, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
