// Adds up a tile of 32 x 32 down its columns; an unused cell a row puts them into different banks.
__global__ void tiles(const int* in, int* out, int n) {
    __shared__ int tile[32][33];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    int i = blockIdx.x * 1024 + threadIdx.x;
    tile[y][x] = i < n ? in[i] : 0;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += tile[x][(y + k) % 32];
    if (i < n) out[i] = sum;
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    tiles<<<(n + 1023) / 1024, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
