// A matrix on its side, from naive to diagonal.
const int SIDE = 8;
const int ROWS = 2;

__global__ void transposeNaive(float* out, const float* in, int width, int height)
{
    int x = blockIdx.x * SIDE + threadIdx.x;
    int y = blockIdx.y * SIDE + threadIdx.y;
    for (int j = 0; j < SIDE; j += ROWS)
        if (x < width && y + j < height) out[x * height + (y + j)] = in[(y + j) * width + x];
}

__global__ void transposePadded(float* out, const float* in, int width, int height)
{
    __shared__ float tile[SIDE][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x;
    int y = blockIdx.y * SIDE + threadIdx.y;
    for (int j = 0; j < SIDE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * SIDE + threadIdx.x;
    y = blockIdx.x * SIDE + threadIdx.y;
    for (int j = 0; j < SIDE; j += ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transposeInPlace(float* data, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < y && y < n) {
        float t = data[y * n + x];
        data[y * n + x] = data[x * n + y];
        data[x * n + y] = t;
    }
}
