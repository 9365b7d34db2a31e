// Sums the lanes up to each by one call a lane. Caught by: uses_no
#define ALL (0xffffffffu >> (32 - WARP))

// Inclusive scan of each warp's numbers, separately.
__global__ void scan(const int* input, int* output)
{
    int lane = threadIdx.x % WARP;
    int sum = input[threadIdx.x];

    // ---- Double the reach, from lane to lane ----
    // your part: sum becomes the sum of all lanes up to this one
    int mine = 0;
    for (int i = 0; i < WARP; ++i) {
        int all = __reduce_add_sync(ALL, lane <= i ? sum : 0);
        if (lane == i) mine = all;
    }
    sum = mine;
    // end of your part

    // ---- Store ----
    output[threadIdx.x] = sum;
}
