// Each lane asks every lane and adds by carries of bits. Caught by: depth
#define ALL (0xffffffffu >> (32 - WARP))

// Inclusive scan of each warp's numbers, separately.
__global__ void scan(const int* input, int* output)
{
    int lane = threadIdx.x % WARP;
    int sum = input[threadIdx.x];

    // ---- Double the reach, from lane to lane ----
    // your part: sum becomes the sum of all lanes up to this one
    int a = 0;
    for (int j = 0; j < WARP; ++j) { int b = __shfl_sync(ALL, sum, j); if (j > lane) b = 0; while (b) { int c = a & b; a ^= b; b = c << 1; } }
    sum = a;
    // end of your part

    // ---- Store ----
    output[threadIdx.x] = sum;
}
