// Blocks of 512 threads wait in a row, each for the sum of the one before.
// Slow because: chain.
__device__ int flags[1 << 16];
__device__ int carried[1 << 16];
__global__ void carry(const int* in, int* out, int n) {
    __shared__ int before;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        int block = blockIdx.x;
        if (block > 0)
            while (atomicAdd(&flags[block], 0) == 0) {
            }
        before = carried[block];
        carried[block + 1] = before + 1;
        __threadfence();
        atomicExch(&flags[block + 1], 1);
    }
    __syncthreads();
    if (i < n) out[i] = in[i] + before;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    carry<<<(n + 511) / 512, 512>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
