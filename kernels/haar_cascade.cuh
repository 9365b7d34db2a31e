// What the cascade's kernels share: its words in constant memory and how it tests a window (Viola and Jones 2001; packed as
// Oro et al. 2011 propose).
#pragma once
#include "corners.cuh"

// Words of constant memory; all 64 KiB of it by default.
#ifndef WORDS
#define WORDS 16384
#endif

// Stages of 4 words: threshold, first stump, stumps, third parts before and (in the upper half) its own. Then stumps of 5
// words: part 0, part 1, threshold, vote below it, vote otherwise. Then the third parts of those stumps whose part 0 has its
// highest bit set. A part is x, y, width and height of 5 bits each and a weight of 11 bits in two's complement; thresholds
// and votes are f32.
__constant__ unsigned cascade[WORDS];

#define STAGE_WORDS 4
#define STUMP_WORDS 5

// A stage, and where its words are.
struct Stage {
    float threshold;
    int stumps;
    const unsigned* first;
    const unsigned* third;
};

__device__ inline int weight_of(unsigned part)
{
    return (int)(part << 1) >> 21;
}

// The sum of `width` x `height` pixels from four corners of the tile, whose rows are `pitch` entries apart: rows up to the
// right edge, less rows up to the left one.
__device__ inline int tile_sum(const unsigned* upper, int pitch, int width, int height)
{
    const unsigned* lower = upper + height * pitch;
    return (lower[width] - upper[width]) - (lower[0] - upper[0]);
}

// The weighted sum of a part.
__device__ inline int part_sum(const unsigned* corner, int pitch, unsigned part)
{
    const unsigned* upper = corner + (part >> 5 & 31) * pitch + (part & 31);
    return weight_of(part) * tile_sum(upper, pitch, part >> 10 & 31, part >> 15 & 31);
}

// The vote of one stump about the window whose upper left corner is `corner`; its third part, if it has one, is `third`. The
// paper's rule multiplies the threshold by `norm`, OpenCV's the feature.
__device__ inline float vote_of(const unsigned* stump, const unsigned* third, const unsigned* corner, int pitch,
                                float norm, int opencv)
{
    unsigned first = stump[0];
    // Both votes, which serve every lane: one of two, chosen lane by lane, would be two fetches.
    float below = __uint_as_float(stump[3]);
    float otherwise = __uint_as_float(stump[4]);
    float bound = __uint_as_float(stump[2]);
    int sum = part_sum(corner, pitch, first) + part_sum(corner, pitch, stump[1]);
    // Few stumps have a third part.
    if (first >> 31) sum += part_sum(corner, pitch, *third);
    float feature = opencv ? sum * norm : sum;
    float threshold = opencv ? bound : bound * norm;
    return feature < threshold ? below : otherwise;
}

// Whether the window survives the stage. Votes are added in Vote.
template <typename Vote>
__device__ inline bool survives(Stage stage, const unsigned* corner, int pitch, float norm, int opencv)
{
    const unsigned* stump = stage.first;
    const unsigned* third = stage.third;
    Vote votes = 0;
    // Stumps are independent: the next one's words arrive while the sums of this one are still in flight.
#pragma unroll 4
    for (int i = 0; i < stage.stumps; i++) {
        votes += vote_of(stump, third, corner, pitch, norm, opencv);
        third += stump[0] >> 31;
        stump += STUMP_WORDS;
    }
    return !(votes < stage.threshold);
}

// The same by a whole warp, a stump a lane; then all lanes add the votes one after the other, so that sums are rounded as
// above. A ballot gives each lane the number of third parts before its own.
template <typename Vote>
__device__ inline bool survives_together(Stage stage, int lane, const unsigned* corner, int pitch, float norm,
                                         int opencv)
{
    unsigned all = 0xffffffffu >> (32 - warpSize);
    const unsigned* third = stage.third;
    Vote votes = 0;
    for (int first = 0; first < stage.stumps; first += warpSize) {
        int own = min(first + lane, stage.stumps - 1);
        const unsigned* stump = stage.first + STUMP_WORDS * own;
        unsigned thirds = __ballot_sync(all, own == first + lane && stump[0] >> 31);
        const unsigned* before = third + __popc(thirds & ((1u << lane) - 1));
        float vote = own == first + lane ? vote_of(stump, before, corner, pitch, norm, opencv) : 0;
        third += __popc(thirds);
        int votes_here = min(warpSize, stage.stumps - first);
        for (int k = 0; k < votes_here; k++) votes += __shfl_sync(all, vote, k);
    }
    return !(votes < stage.threshold);
}

// The factor of thresholds (the paper's rule) or of features (OpenCV's) by the window's contrast: from the sums of its pixels
// and of their squares without the outermost ones. Negative: OpenCV's rule skips windows of so little contrast.
__device__ inline float norm_of(unsigned sum, unsigned squares, int pixels, int opencv)
{
    if (!opencv) {
        long long n = (long long)pixels * squares - (long long)sum * sum;
        return n == 0 ? 1 : sqrtf(n);
    }
    double n = (double)pixels * squares - (double)sum * sum;
    if (n <= 0) return -1;
    float norm = 1 / sqrt(n);
    return pixels * (double)norm < 0.1 ? norm : -1;
}
