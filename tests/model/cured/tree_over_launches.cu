// The up-sweep with a thread for every addition.
__global__ void up(int* sums, int stride, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2 * stride - 1;
    if (i < n) sums[i] += sums[i - stride];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int stride = 1; stride < n; stride *= 2) up<<<(n / (2 * stride) + 255) / 256, 256>>>(in, stride, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
