// The last step of an integral image in another convention: turns the inclusive table into the exclusive one (same
// size, the last row and column lost) or the padded one (one row and column more), with zeros above and to the left.
// Definitions: Input and Output, the table's element type.

// One thread an element of the output, blocks of any width and height, numbered row by row. table is width wide, output
// to_width x to_height.
extern "C" __global__ void shift_table(const Input* table, Output* output, int width, int to_width, int to_height)
{
    int across = (to_width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % across * blockDim.x + threadIdx.x;
    int y = blockIdx.x / across * blockDim.y + threadIdx.y;
    if (x >= to_width || y >= to_height) return;

    // ---- Shift: one to the right and one down ----------------------------------------------------------
    bool inside = x > 0 && y > 0;
    output[(long long)y * to_width + x] = inside ? table[(long long)(y - 1) * width + x - 1] : 0;
}
