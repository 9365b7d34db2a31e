// Shuffles within warps; two barriers a scan.
__global__ void scan_block(const int* in, int* out, int n) {
    __shared__ int sums[32];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t, lane = t % 32;
    int value = in[i];
    for (int again = 0; again < 8; ++again) {
        for (int stride = 1; stride < 32; stride *= 2) {
            int left = __shfl_up_sync(0xffffffff, value, stride);
            if (lane >= stride) value += left;
        }
        if (lane == 31) sums[t / 32] = value;
        __syncthreads();
        if (t < 32) {
            int sum = sums[t];
            for (int stride = 1; stride < 32; stride *= 2) {
                int left = __shfl_up_sync(0xffffffff, sum, stride);
                if (lane >= stride) sum += left;
            }
            sums[t] = sum;
        }
        __syncthreads();
        if (t >= 32) value += sums[t / 32 - 1];
    }
    out[i] = value;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    scan_block<<<n / 1024, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
