// All levels of a pyramid in one picture, and in one launch: what a kernel gets for each level, and how a block finds its
// own.
#pragma once

// Words of a level in the list of levels. The first three say where its blocks begin among those of all levels that make
// pixels, that ask windows, and its rows of places.
#define FIRST_SHRINKING 0
#define FIRST_ASKING 1
#define FIRST_ROW 2
// Its upper left pixel in the picture of all levels, and its extent.
#define LEVEL_X 3
#define LEVEL_Y 4
#define LEVEL_WIDTH 5
#define LEVEL_HEIGHT 6
// Its places, a window every STEP pixels, and the first one of its map.
#define LEVEL_ACROSS 7
#define LEVEL_DOWN 8
#define LEVEL_STEP 9
#define LEVEL_PLACES 10
#define LEVEL_WORDS 11

// The level of `count` that block or row `number` belongs to: the last one that begins at or before it.
__device__ inline const int* level_of(const int* levels, int count, int begins, int number)
{
    int low = 0;
    int high = count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (levels[LEVEL_WORDS * middle + begins] <= number)
            low = middle;
        else
            high = middle;
    }
    return levels + LEVEL_WORDS * low;
}
