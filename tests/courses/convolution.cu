// Convolutions: a mask in constant memory, tiles with a halo.
#define LONGEST 5
#define TILE 16
__constant__ float mask[LONGEST] = {1, 4, 6, 4, 1};

__global__ void convolveNaive(const float* in, float* out, int taps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    int first = i - (taps / 2);
    for (int j = 0; j < taps; j++) {
        if (first + j >= 0 && first + j < n) {
            sum += in[first + j] * mask[j];
        }
    }
    if (i < n) out[i] = sum;
}

__global__ void convolveTiled(const float* in, float* out, int taps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float tile[TILE + LONGEST - 1];
    int half = taps / 2;
    int before = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
    if (threadIdx.x >= blockDim.x - half) {
        tile[threadIdx.x - (blockDim.x - half)] = (before < 0) ? 0 : in[before];
    }
    tile[half + threadIdx.x] = i < n ? in[i] : 0;
    int behind = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
    if (threadIdx.x < half) {
        tile[half + blockDim.x + threadIdx.x] = (behind >= n) ? 0 : in[behind];
    }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < taps; j++) sum += tile[threadIdx.x + j] * mask[j];
    if (i < n) out[i] = sum;
}

// Five by five, the tile with its border in shared memory.
__global__ void blur(const unsigned char* in, unsigned char* out, int width, int height)
{
    __shared__ unsigned char tile[8 + 4][8 + 4];
    int x0 = blockIdx.x * 8 - 2, y0 = blockIdx.y * 8 - 2;
    for (int y = threadIdx.y; y < 12; y += blockDim.y)
        for (int x = threadIdx.x; x < 12; x += blockDim.x) {
            int sx = min(max(x0 + x, 0), width - 1);
            int sy = min(max(y0 + y, 0), height - 1);
            tile[y][x] = in[sy * width + sx];
        }
    __syncthreads();
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = 0; dy < 5; ++dy)
        for (int dx = 0; dx < 5; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[y * width + x] = sum / 25;
}
