// Integral histogram by a wavefront of tiles (Bellens et al. 2011 on the Cell, the comparison in Poostchi et al. 2012): one
// launch a diagonal, for all bins at once. A tile needs the counts of the tiles to its left and above it in the same bin,
// which an earlier launch has made.
// Definitions: Input, the pixel, and Output, the count; TILE, the tile's side.
#ifndef TILE
#define TILE 32
#endif

// Block (b, bin) has the tile in tile row first + b on this diagonal: tile column + tile row = diagonal. TILE threads.
// image is width x height, and so is each bin's plane of output. row_sums (`height` elements a bin) holds how many pixels
// of the bin each row has so far, column_sums (`width` elements a bin) the table's entries above each column. Values
// below `levels` spread evenly over the bins; larger ones go to the last.
extern "C" __global__ void count_diagonal(const Input* image, Output* output, Output* row_sums, Output* column_sums,
                                          int width, int height, int diagonal, int first, int bins, int levels)
{
    // The unused column puts a column's neighbours into different banks.
    __shared__ Output tile[TILE][TILE + 1];
    int thread = threadIdx.x;
    int bin = blockIdx.y;
    int left = (diagonal - first - (int)blockIdx.x) * TILE;
    int top = (first + (int)blockIdx.x) * TILE;
    int x = left + thread;
    int y = top + thread;
    output += (long long)bin * height * width;
    row_sums += (long long)bin * height;
    column_sums += (long long)bin * width;

    // ---- Mark: a one for each pixel of this bin, row after row; outside the picture, zeros ------------
    for (int row = 0; row < TILE; row++) {
        bool is_inside = x < width && top + row < height;
        int value = is_inside ? image[(long long)(top + row) * width + x] : 0;
        tile[row][thread] = is_inside && min(value * bins / levels, bins - 1) == bin ? 1 : 0;
    }
    __syncthreads();

    // ---- Rows: a thread a row, from its count left of the tile ----------------------------------------
    Output sum = left > 0 && y < height ? row_sums[y] : 0;
    for (int column = 0; column < TILE; column++) {
        sum += tile[thread][column];
        tile[thread][column] = sum;
    }
    // The tile to the right continues from here.
    if (left + TILE < width && y < height) row_sums[y] = sum;
    __syncthreads();

    // ---- Columns: a thread a column, from what lies above the tile ------------------------------------
    sum = top > 0 && x < width ? column_sums[x] : 0;
    for (int row = 0; row < TILE; row++) {
        sum += tile[row][thread];
        if (x < width && top + row < height) output[(long long)(top + row) * width + x] = sum;
    }
    // The tile below continues from here.
    if (top + TILE < height && x < width) column_sums[x] = sum;
}
