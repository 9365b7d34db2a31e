// C = A B: one thread an element, then in tiles.
#define TILE 4

__global__ void multiplyNaive(const float* a, const float* b, float* c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if ((row < n) && (column < n)) {
        float sum = 0;
        for (int k = 0; k < n; ++k) {
            sum += a[row * n + k] * b[k * n + column];
        }
        c[row * n + column] = sum;
    }
}

__global__ void multiplyTiled(const float* a, const float* b, float* c, int n)
{
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int row = by * TILE + ty;
    int column = bx * TILE + tx;
    float sum = 0;
    for (int phase = 0; phase < (n + TILE - 1) / TILE; ++phase) {
        tileA[ty][tx] = row < n && phase * TILE + tx < n ? a[row * n + phase * TILE + tx] : 0.0f;
        tileB[ty][tx] = phase * TILE + ty < n && column < n ? b[(phase * TILE + ty) * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
