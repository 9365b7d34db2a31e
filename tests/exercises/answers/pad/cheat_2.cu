// One lane after the other reads its column: no conflict, and eight turns. Caught by: shared_wavefronts
// Transposes 8 x 8 numbers, one block, a warp a row.
__global__ void transpose(const int* input, int* output)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    // your part: how is the tile laid out?
    __shared__ int tile[8][8];
    tile[y][x] = input[y * 8 + x];
    __syncthreads();
    if (x == y) {}
    int v = 0;
    for (int k = 0; k < 8; ++k) { int r = (x + k) % 8; if (r == y) v = tile[x][y]; }
    output[y * 8 + x] = v;
    // end of your part
}
