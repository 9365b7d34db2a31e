// One block adds up what the blocks carry, before all of them take it.
__device__ int carried[65537];

__global__ void heads(const int* in, int n) {
    __shared__ int kept[1024];
    int blocks = (n + 256 - 1) / 256, each = (blocks + 1023) / 1024;
    int first = threadIdx.x * each, sum = 0;
    for (int k = 0; k < each; ++k)
        if (first + k < blocks) sum += in[(first + k) * 256];
    kept[threadIdx.x] = sum;
    __syncthreads();
    for (int stride = 1; stride < 1024; stride *= 2) {
        int left = threadIdx.x >= stride ? kept[threadIdx.x - stride] : 0;
        __syncthreads();
        kept[threadIdx.x] += left;
        __syncthreads();
    }
    int before = kept[threadIdx.x] - sum;
    for (int k = 0; k < each; ++k)
        if (first + k < blocks) {
            carried[first + k] = before;
            before += in[(first + k) * 256];
        }
}

__global__ void add(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + carried[blockIdx.x];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    heads<<<1, 1024>>>(in, n);
    add<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
