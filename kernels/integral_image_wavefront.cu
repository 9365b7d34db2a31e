// Integral image by a wavefront of tiles (Poostchi et al. 2012 compare with one on the Cell, Bellens et al. 2011): one
// launch a diagonal. A tile needs the sums of the tiles to its left and above it, which an earlier launch has made.
// Definitions: Input and Output, the element types; TILE, the tile's side.
#ifndef TILE
#define TILE 32
#endif

// Block b has the tile in tile row first + b on this diagonal: tile column + tile row = diagonal. TILE threads.
// input and output are width x height. row_sums (`height` elements) holds what each row adds up to so far, column_sums
// (`width` elements) what the table adds up to above each column. inclusive is 0 or 1.
extern "C" __global__ void scan_diagonal(const Input* input, Output* output, Output* row_sums, Output* column_sums,
                                         int width, int height, int diagonal, int first, int inclusive)
{
    // The unused column puts a column's neighbours into different banks.
    __shared__ Output tile[TILE][TILE + 1];
    int thread = threadIdx.x;
    int left = (diagonal - first - (int)blockIdx.x) * TILE;
    int top = (first + (int)blockIdx.x) * TILE;
    int x = left + thread;
    int y = top + thread;

    // ---- Load: row after row, neighbours by neighbouring threads; outside the picture, zeros ----------
    for (int row = 0; row < TILE; row++)
        tile[row][thread] = x < width && top + row < height ? input[(long long)(top + row) * width + x] : 0;
    __syncthreads();

    // ---- Rows: a thread a row, from its sum left of the tile --------------------------------------------
    Output sum = left > 0 && y < height ? row_sums[y] : 0;
    for (int column = 0; column < TILE; column++) {
        Output before = sum;
        sum += tile[thread][column];
        tile[thread][column] = inclusive ? sum : before;
    }
    // The tile to the right continues from here.
    if (left + TILE < width && y < height) row_sums[y] = sum;
    __syncthreads();

    // ---- Columns: a thread a column, from what lies above the tile --------------------------------------
    sum = top > 0 && x < width ? column_sums[x] : 0;
    for (int row = 0; row < TILE; row++) {
        Output before = sum;
        sum += tile[row][thread];
        if (x < width && top + row < height)
            output[(long long)(top + row) * width + x] = inclusive ? sum : before;
    }
    // The tile below continues from here.
    if (top + TILE < height && x < width) column_sums[x] = sum;
}
