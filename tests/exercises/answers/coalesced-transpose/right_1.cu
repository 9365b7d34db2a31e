// Transposes width x height numbers, blocks of 8 x 8, a warp a row.
__global__ void transpose(const int* input, int* output, int width, int height)
{
    __shared__ int tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    // your part: write rows, not columns
    tile[threadIdx.x][threadIdx.y] = input[y * width + x];
    __syncthreads();
    output[(blockIdx.x * 8 + threadIdx.y) * height + blockIdx.y * 8 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
    // end of your part
}
