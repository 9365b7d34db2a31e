// Transposes a matrix in tiles that blocks take in diagonal order, several rows a thread (Bugetti 2025, section 2.2):
// blocks that run at the same time read and write in different columns of tiles. That kept the memory channels of
// GPUs up to compute capability 1.3 apart; today's GPUs scatter addresses themselves.
// Definitions: Input and Output, the element types; TILE, the tile's side; GUARDED 0 tests the stores as printed, for
// the emulator, which shows where they land.
#ifndef TILE
#define TILE 32
#endif
#ifndef GUARDED
#define GUARDED 1
#endif

// Blocks of TILE x BLOCK_ROWS threads, one a tile; `across` x `down` tiles. input is width x height, output
// height x width.
extern "C" __global__ void transpose(const Input* input, Output* output, int width, int height, int across, int down)
{
    __shared__ Output tile[TILE][TILE + 1];

    // ---- Diagonal: neighbouring blocks take tiles one further right and one further down --------------
    int tile_y = blockIdx.x % down;
    int tile_x = (blockIdx.x / down + tile_y) % across;

    // ---- Read rows: every thread takes one element in BLOCK_ROWS --------------------------------------
    int x = tile_x * TILE + threadIdx.x;
    int y = tile_y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += blockDim.y)
        if (x < width && y + i < height) tile[threadIdx.y + i][threadIdx.x] = input[(long long)(y + i) * width + x];
    __syncthreads();

    // ---- Write columns: as rows of the tile's place in the output -------------------------------------
    x = tile_y * TILE + threadIdx.x;
    y = tile_x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += blockDim.y) {
        // As printed only the thread's first row is tested against the output's height.
        bool inside = GUARDED ? y + i < width : y < width;
        if (x < height && inside) output[(long long)(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
    }
}
