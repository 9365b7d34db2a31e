// Counts lanes with a large enough number, instead of adding. Caught by: depth
#define ALL (0xffffffffu >> (32 - WARP))

// Inclusive scan of each warp's numbers, separately.
__global__ void scan(const int* input, int* output)
{
    int lane = threadIdx.x % WARP;
    int sum = input[threadIdx.x];

    // ---- Double the reach, from lane to lane ----
    // your part: sum becomes the sum of all lanes up to this one
    int a = 0;
    for (int k = 0; k < 16; ++k) { unsigned m = __ballot_sync(ALL, sum > k); a += __popc(m & (2u << lane) - 1); }
    sum = a;
    // end of your part

    // ---- Store ----
    output[threadIdx.x] = sum;
}
