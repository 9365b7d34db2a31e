// Transposes 8 x 8 numbers, one block, a warp a row.
__global__ void transpose(const int* input, int* output)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    // your part: how is the tile laid out?
    __shared__ int tile[64];
    tile[y * 8 + (x ^ y)] = input[y * 8 + x];
    __syncthreads();
    output[y * 8 + x] = tile[x * 8 + (x ^ y)];
    // end of your part
}
