// The sum of a rectangle from the corners of an inclusive integral image.
#pragma once

// Entry (x, y) of an inclusive table: the sum of everything up to and including column x and row y; nothing is left of
// column 0 or above row 0.
template <typename Sum>
__device__ Sum entry(const Sum* table, int width, int x, int y)
{
    return x < 0 || y < 0 ? 0 : table[(long long)y * width + x];
}

// The sum over left <= x <= right, top <= y <= bottom: everything up to the lower right corner, minus the part left of the
// rectangle, minus the part above it, plus the corner that was subtracted twice. Sums that have wrapped are right as
// long as the rectangle's own sum fits.
template <typename Sum>
__device__ Sum rectangle_sum(const Sum* table, int width, int left, int top, int right, int bottom)
{
    return entry(table, width, right, bottom) - entry(table, width, left - 1, bottom) -
           entry(table, width, right, top - 1) + entry(table, width, left - 1, top - 1);
}
