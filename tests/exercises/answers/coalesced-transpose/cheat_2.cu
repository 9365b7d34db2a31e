// One warp does the work of all. Caught by: busiest_thread
// Transposes width x height numbers, blocks of 8 x 8, a warp a row.
__global__ void transpose(const int* input, int* output, int width, int height)
{
    __shared__ int tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    // your part: write rows, not columns
    if (threadIdx.y == 0) for (int k = 0; k < 8; ++k) tile[k][threadIdx.x] = input[(blockIdx.y * 8 + k) * width + x];
    __syncthreads();
    if (threadIdx.y == 0) for (int k = 0; k < 8; ++k) output[(blockIdx.x * 8 + k) * height + blockIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][k];
    // end of your part
}
