// A warp a column and 32 columns a block, over tiles of 32 rows at a time.
__global__ void columns(const int* in, int* out, int n) {
    __shared__ int sums[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = threadIdx.y, rows = n / 1024 / 32;
    int sum = 0;
    for (int k = 0; k < rows; ++k) sum += in[(y * rows + k) * 1024 + x];
    sums[y][threadIdx.x] = sum;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < y; ++k) before += sums[k][threadIdx.x];
    for (int k = 0; k < rows; ++k) {
        before += in[(y * rows + k) * 1024 + x];
        out[(y * rows + k) * 1024 + x] = before;
    }
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    dim3 block(32, 32);
    columns<<<32, block>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
