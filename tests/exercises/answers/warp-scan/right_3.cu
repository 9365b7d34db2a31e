#define ALL (0xffffffffu >> (32 - WARP))

// Inclusive scan of each warp's numbers, separately.
__global__ void scan(const int* input, int* output)
{
    int lane = threadIdx.x % WARP;
    int sum = input[threadIdx.x];

    // ---- Double the reach, from lane to lane ----
    // your part: sum becomes the sum of all lanes up to this one
    int stride = 1;
    while (stride < WARP) { int v = __shfl_up_sync(ALL, sum, stride); if (lane >= stride) { sum = v + sum; } stride += stride; }
    // end of your part

    // ---- Store ----
    output[threadIdx.x] = sum;
}
