// The working lanes are the first ones.
__global__ void reduce(const int* in, int* out, int n) {
    __shared__ int kept[512];
    int t = threadIdx.x;
    kept[t] = in[blockIdx.x * 512 + t];
    for (int stride = 256; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride) kept[t] += kept[t + stride];
    }
    if (t == 0) out[blockIdx.x] = kept[0];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    reduce<<<n / 512, 512>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
