// A product of matrices by tiles: the next tile is loaded while others still read this one.
#define TILE 8

__global__ void multiply(const int* a, const int* b, int* c, int width)
{
    __shared__ int left[TILE][TILE + 1], right[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    for (int k = 0; k < width; k += TILE) {
        left[y][x] = a[row * width + k + x];
        right[y][x] = b[(k + y) * width + column];
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum += left[y][i] * right[i][x];
#ifdef MENDED
        __syncthreads();
#endif
    }
    c[row * width + column] = sum;
}

int main()
{
    const int n = 256;
    int *a, *b, *c;
    int* host_a = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_a[i] = i;
    cudaMalloc(&a, n * sizeof(int));
    cudaMemcpy(a, host_a, n * sizeof(int), cudaMemcpyHostToDevice);
    int* host_b = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_b[i] = i;
    cudaMalloc(&b, n * sizeof(int));
    cudaMemcpy(b, host_b, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&c, n * sizeof(int));
    multiply<<<dim3(2, 2), dim3(TILE, TILE)>>>(a, b, c, 16);
    cudaDeviceSynchronize();
}
