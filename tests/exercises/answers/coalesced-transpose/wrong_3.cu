// The blocks stay where they are. Caught by: result
// Transposes width x height numbers, blocks of 8 x 8, a warp a row.
__global__ void transpose(const int* input, int* output, int width, int height)
{
    __shared__ int tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    // your part: write rows, not columns
    tile[threadIdx.y][threadIdx.x] = input[y * width + x];
    __syncthreads();
    output[y * height + x] = tile[threadIdx.x][threadIdx.y];
    // end of your part
}
