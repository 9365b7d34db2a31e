// What the cascade's kernels share: its words in constant memory and how a window is asked (Viola and Jones 2001; packed as
// Oro et al. 2011 propose).
#pragma once
#include "corners.cuh"

// Words of constant memory; all 64 KiB of it, where nothing else is said.
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

// Whether the window whose upper left corner is `corner` survives the stage. Votes are added in Vote. The paper's rule
// multiplies the threshold by `norm`, OpenCV's the feature.
template <typename Vote>
__device__ inline bool survives(Stage stage, const unsigned* corner, int pitch, float norm, int opencv)
{
    const unsigned* stump = stage.first;
    const unsigned* third = stage.third;
    Vote votes = 0;
    for (int i = 0; i < stage.stumps; i++) {
        int sum = part_sum(corner, pitch, stump[0]) + part_sum(corner, pitch, stump[1]);
        // Few stumps have a third part.
        if (stump[0] >> 31) sum += part_sum(corner, pitch, *third++);
        float feature = opencv ? sum * norm : sum;
        float threshold = opencv ? __uint_as_float(stump[2]) : __uint_as_float(stump[2]) * norm;
        votes += __uint_as_float(feature < threshold ? stump[3] : stump[4]);
        stump += STUMP_WORDS;
    }
    return !(votes < stage.threshold);
}

// What the window's contrast makes of thresholds (the paper's rule) or of features (OpenCV's): from the sums of its pixels
// and of their squares without the outermost ones. Negative: OpenCV's rule looks at no window of so little contrast.
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
