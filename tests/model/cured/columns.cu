// Turns a square through tiles in shared memory, so that reads and writes are both side by side.
__global__ void turn(const int* in, int* out, int n) {
    __shared__ int tile[32][33];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    int columns = 1024, rows = n / 1024;
    int left = blockIdx.x % (columns / 32) * 32, top = blockIdx.x / (columns / 32) * 32;
    tile[y][x] = in[(top + y) * columns + left + x];
    __syncthreads();
    out[(left + y) * rows + top + x] = tile[x][y];
}

int main() {
    const int n = 4096;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* numbers = new int[n];
    for (int i = 0; i < n; ++i) numbers[i] = i % 7;
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    turn<<<n / 1024, 1024>>>(in, out, n);
    cudaMemcpy(numbers, out, n * sizeof(int), cudaMemcpyDeviceToHost);
}
