// What lies beyond a picture's border: nothing (the window is cut), the border's pixels again, or the picture's mirror
// image.
#pragma once

#define CUT 0
#define REPLICATE 1
#define REFLECT 2

// The pixel of an axis of `size` at `place` of the axis as it continues beyond the border; -1 for nothing.
__device__ int pixel_at(int place, int size, int border)
{
    if (place >= 0 && place < size) return place;
    if (border == CUT) return -1;
    if (border == REPLICATE) return place < 0 ? 0 : size - 1;
    // The mirror image repeats after twice the axis: … 1 0 | 0 1 … n−1 | n−1 … 0 | 0 …
    int turn = (place % (2 * size) + 2 * size) % (2 * size);
    return turn < size ? turn : 2 * size - 1 - turn;
}

// The sum of the first `edge` pixels of such an axis in terms of sums within the picture: `times` the sum of the first
// `count` pixels and `more_times` that of the first `more`. (Before the picture, edge and sums are negative.)
struct EdgeSum {
    int count, times, more, more_times;
};

__device__ EdgeSum sum_up_to(int edge, int size, int border)
{
    EdgeSum sum = {edge, 1, 0, 0};
    if (edge >= 0 && edge <= size) return sum;
    if (border == CUT) {
        sum.count = edge < 0 ? 0 : size;
    } else if (border == REPLICATE && edge < 0) {
        // The first pixel, once for each place outside.
        sum.count = 1;
        sum.times = edge;
    } else if (border == REPLICATE) {
        // Everything, and the last pixel (all less all but one) once for each place outside.
        sum.count = size;
        sum.times = 1 + edge - size;
        sum.more = size - 1;
        sum.more_times = size - edge;
    } else {
        // Whole rounds there and back hold everything twice; of the last round, the way there or the way back.
        int turn = (edge % (2 * size) + 2 * size) % (2 * size);
        int rounds = (edge - turn) / (2 * size);
        bool back = turn > size;
        sum.count = size;
        sum.times = 2 * (rounds + back);
        sum.more = back ? 2 * size - turn : turn;
        sum.more_times = back ? -1 : 1;
    }
    return sum;
}
