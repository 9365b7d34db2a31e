// What comes after a cascade: which places OpenCV's rule visits, and the list of windows that are left.
#include "levels.cuh"

// In a map of stages survived.
#define FLAT 254
#define NOT_LOOKED_AT 255

// OpenCV's rule skips the place after a window that the first stage rejects. Each place in a row depends on those before
// it.
__device__ inline void pass_over_row(unsigned char* row, int across)
{
    bool fell = false;
    for (int x = 0; x < across; x++) {
        int stages = row[x];
        if (fell) row[x] = NOT_LOOKED_AT;
        // Flat windows dropped out before the first stage: they count as 0, but skip no place.
        if (!fell && stages == FLAT) row[x] = 0;
        fell = !fell && stages == 0;
    }
}

// One thread a row of a map of across x down.
extern "C" __global__ void pass_over_places(unsigned char* survived, int across, int down)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= down) return;
    // ---- Row: after a rejection in the first stage skip one place --------------------------------------
    pass_over_row(survived + (long long)y * across, across);
}

// The same for the maps of all `count` levels, which have `rows` rows.
extern "C" __global__ void pass_over_levels(unsigned char* survived, const int* levels, int count, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int* level = level_of(levels, count, FIRST_ROW, row);
    // ---- Row: after a rejection in the first stage skip one place --------------------------------------
    pass_over_row(survived + level[LEVEL_PLACES] + (long long)(row - level[FIRST_ROW]) * level[LEVEL_ACROSS],
                  level[LEVEL_ACROSS]);
}

// The places whose windows survive all of `stages` stages, as numbers in `survived`, and how many windows end at each stage:
// found holds these counts, `stages` + 1 of them, then the number of places found, then the places, `most` at most; all
// zero before.
extern "C" __global__ void list_windows(const unsigned char* survived, unsigned* found, long long places, int stages,
                                        int most)
{
    __shared__ unsigned ended[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) ended[i] = 0;
    __syncthreads();

    // ---- Count: windows by the stages that they survived -----------------------------------------------
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < places;
         i += (long long)gridDim.x * blockDim.x) {
        int passed = survived[i];
        if (passed > stages) continue;
        atomicAdd(&ended[passed], 1u);
        if (passed < stages) continue;
        unsigned number = atomicAdd(&found[stages + 1], 1u);
        if (number < most) found[stages + 2 + number] = i;
    }
    __syncthreads();

    // ---- Add: the block's counts to all blocks' --------------------------------------------------------
    for (int i = threadIdx.x; i <= stages; i += blockDim.x)
        if (ended[i] > 0) atomicAdd(&found[i], ended[i]);
}
