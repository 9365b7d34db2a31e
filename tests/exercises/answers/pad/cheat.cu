// No shared memory, no banks. Caught by: shared_accesses
// Transposes 8 x 8 numbers, one block, a warp a row.
__global__ void transpose(const int* input, int* output)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    // your part: how is the tile laid out?
    output[y * 8 + x] = input[x * 8 + y];
    // end of your part
}
