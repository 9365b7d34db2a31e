// A window with exactly the threshold is thrown out. Caught by: result
// One stage of a cascade for windows of 6 x 6 pixels.
struct Part {
    int x, y, width, height, weight;
};
struct Feature {
    Part parts[2];
    int threshold, below, otherwise;
};
constexpr int FEATURES = 3, STAGE_THRESHOLD = 1;
__constant__ Feature stage[FEATURES] = {
    // Eyes: a dark band across the window.
    {{{0, 0, 6, 6, -1}, {0, 2, 6, 2, 3}}, 0, 3, -3},
    // Nose: lighter than the columns next to it.
    {{{0, 2, 6, 3, -1}, {2, 2, 2, 3, 3}}, 6, -1, 2},
    // Chin: lighter than the row above it.
    {{{1, 4, 4, 2, -1}, {1, 5, 4, 1, 2}}, -2, -2, 2},
};

// An entry of the table; zero left of the table and above it.
__device__ int at(const int* table, int pitch, int x, int y)
{
    return x < 0 || y < 0 ? 0 : table[y * pitch + x];
}

// The sum of the rectangle whose first pixel is in column x, row y.
__device__ int rectangle(const int* table, int pitch, int x, int y, int width, int height)
{
    int right = x + width - 1;
    int bottom = y + height - 1;
    return at(table, pitch, right, bottom) - at(table, pitch, x - 1, bottom)
         - at(table, pitch, right, y - 1) + at(table, pitch, x - 1, y - 1);
}

// table: an integral image of width x height. One lane a window.
__global__ void stage_test(const int* table, int* survived, int width, int height)
{
    int across = width - 5;
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= across * (height - 5)) return;
    int x = place % across;
    int y = place / across;
    // your part: does the window at x, y survive?
    int sum = 0;
    for (int f = 0; f < FEATURES; ++f) {
        int value = 0;
        for (const Part& part : stage[f].parts)
            value += part.weight * rectangle(table, width, x + part.x, y + part.y, part.width, part.height);
        sum += value < stage[f].threshold ? stage[f].below : stage[f].otherwise;
    }
    bool survives = sum > STAGE_THRESHOLD;
    // end of your part
    survived[place] = survives;
}
