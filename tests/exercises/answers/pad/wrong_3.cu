// The padding is right and the barrier is gone. Caught by: race
// Transposes 8 x 8 numbers, one block, a warp a row.
__global__ void transpose(const int* input, int* output)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    // your part: how is the tile laid out?
    __shared__ int tile[8][9];
    tile[y][x] = input[y * 8 + x];
    output[y * 8 + x] = tile[x][y];
    // end of your part
}
