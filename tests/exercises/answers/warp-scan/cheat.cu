// No shuffle: each lane reads its warp's numbers again. Caught by: global_accesses
#define ALL (0xffffffffu >> (32 - WARP))

// Inclusive scan of each warp's numbers, separately.
__global__ void scan(const int* input, int* output)
{
    int lane = threadIdx.x % WARP;
    int sum = input[threadIdx.x];

    // ---- Double the reach, from lane to lane ----
    // your part: sum becomes the sum of all lanes up to this one
    for (int i = 1; i <= lane; ++i) sum += input[threadIdx.x - i];
    // end of your part

    // ---- Store ----
    output[threadIdx.x] = sum;
}
