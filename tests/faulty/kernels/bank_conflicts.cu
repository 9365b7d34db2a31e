// A tile is read by columns, all in one bank.
#define TILE 32

__global__ void transpose(const int* in, int* out)
{
#ifdef MENDED
    __shared__ int tile[TILE][TILE + 1];
#else
    __shared__ int tile[TILE][TILE];
#endif
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * TILE + x];
    __syncthreads();
    out[y * TILE + x] = tile[x][y];
}

int main()
{
    const int n = 1024;
    int *in, *out;
    int* host_in = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) host_in[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMalloc(&out, n * sizeof(int));
    transpose<<<1, dim3(TILE, TILE)>>>(in, out);
    cudaDeviceSynchronize();
}
