// Two hundred barriers with one addition between them.
// Slow because: barriers.
__global__ void wait(const int* in, int* out, int n) {
    __shared__ int turn;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0;
    for (int k = 0; k < 200; ++k) {
        if (threadIdx.x == 0) turn = k;
        __syncthreads();
        value += turn;
        __syncthreads();
    }
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
