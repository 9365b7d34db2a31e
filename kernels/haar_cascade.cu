// A cascade of stages over every place of a window: a face survives them all, most windows drop out early (Viola and Jones
// 2001). As Oro et al. 2011: one thread a window, the block's part of the integral image in shared memory, the features in
// constant memory, where one fetch serves a whole warp.
// Definitions: WORDS; FEATURES: 0 from constant memory, 1 stage by stage through shared memory, 2 from global memory.
#include "haar_cascade.cuh"
#include "levels.cuh"

#ifndef FEATURES
#define FEATURES 0
#endif
// Threads of the largest block; stages of the longest cascade, and one more.
#define MOST_THREADS 1024
#define MOST_STAGES 254
// With at most this many windows left for each warp of a block, a warp tests one window at a time.
#define FEW 8
// In a map of stages survived: too flat for OpenCV's rule.
#define FLAT 254

// A level's tables, inclusive, and its places: across x down, a window every `step` pixels. The tables' rows are `pitch`
// entries apart; where they are those of all levels, the level of width x height pixels begins at (x, y).
struct Level {
    const unsigned* sums;
    const unsigned* squares;
    int pitch;
    int x;
    int y;
    int width;
    int height;
    int across;
    int down;
    int step;
    int window_width;
    int window_height;
};

// The windows of a block, from place (left, top) on, and their tile: `entries` entries in rows of `pitch`.
struct Block {
    int left;
    int top;
    int pitch;
    int entries;
};

// A thread's window: its place, its entry of the tile, and its norm by its inner pixels. `inside`: there is one.
struct Window {
    int x;
    int y;
    bool inside;
    const unsigned* corner;
    float norm;
};

// Copies what the windows of block `number` have their corners in; entry (0, 0) lies left of and above the first window.
__device__ inline Block load_tile(unsigned* tile, Level level, int number)
{
    int blocks_a_row = (level.across + blockDim.x - 1) / blockDim.x;
    Block block;
    block.left = number % blocks_a_row * blockDim.x;
    block.top = number / blocks_a_row * blockDim.y;
    block.pitch = (blockDim.x - 1) * level.step + level.window_width + 1;
    int rows = (blockDim.y - 1) * level.step + level.window_height + 1;
    block.entries = block.pitch * rows;
    for (int y = threadIdx.y; y < rows; y += blockDim.y)
        for (int x = threadIdx.x; x < block.pitch; x += blockDim.x)
            tile[y * block.pitch + x] =
                entry(level.sums, level.pitch,
                      level.x + min(block.left * level.step - 1 + x, level.width - 1),
                      level.y + min(block.top * level.step - 1 + y, level.height - 1));
    return block;
}

// The norm of the window at place (x, y) by its inner pixels; `corner` is its entry of the tile.
__device__ inline float norm_at(Level level, const unsigned* corner, int pitch, int x, int y, int opencv)
{
    int width = level.window_width - 2;
    int height = level.window_height - 2;
    int left = level.x + x * level.step + 1;
    int top = level.y + y * level.step + 1;
    unsigned sum = tile_sum(corner + pitch + 1, pitch, width, height);
    int right = left + width - 1;
    int bottom = top + height - 1;
    unsigned squares =
        (entry(level.squares, level.pitch, right, bottom) - entry(level.squares, level.pitch, right, top - 1)) -
        (entry(level.squares, level.pitch, left - 1, bottom) - entry(level.squares, level.pitch, left - 1, top - 1));
    return norm_of(sum, squares, width * height, opencv);
}

// The window of this thread; of none the norm is 0.
__device__ inline Window window_of(Level level, Block block, const unsigned* tile, int opencv)
{
    Window window;
    window.x = block.left + threadIdx.x;
    window.y = block.top + threadIdx.y;
    window.inside = window.x < level.across && window.y < level.down;
    window.corner = tile + (threadIdx.y * block.pitch + threadIdx.x) * level.step;
    window.norm = window.inside ? norm_at(level, window.corner, block.pitch, window.x, window.y, opencv) : 0;
    return window;
}

// Stage `number` of `stages`. All threads call it together: what goes through shared memory, they fetch.
__device__ inline Stage stage_at(int number, int stages, int stumps, const unsigned* features, unsigned* fetched)
{
#if FEATURES == 0
    const unsigned* words = cascade;
#else
    const unsigned* words = features;
#endif
    const unsigned* head = words + STAGE_WORDS * number;
    Stage stage;
    stage.threshold = __uint_as_float(head[0]);
    stage.stumps = head[2];
    stage.first = words + STAGE_WORDS * stages + STUMP_WORDS * head[1];
    stage.third = words + STAGE_WORDS * stages + STUMP_WORDS * stumps + (head[3] & 0xffff);
#if FEATURES == 1
    // The stage's words come through shared memory, each by one thread.
    int own = STUMP_WORDS * stage.stumps;
    int all = own + (head[3] >> 16);
    __syncthreads();
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < all; i += blockDim.x * blockDim.y)
        fetched[i] = i < own ? stage.first[i] : stage.third[i - own];
    __syncthreads();
    stage.first = fetched;
    stage.third = fetched + own;
#endif
    return stage;
}

__device__ inline bool survives(Stage stage, const unsigned* corner, int pitch, float norm, int opencv)
{
    return opencv ? survives<double>(stage, corner, pitch, norm, 1) : survives<float>(stage, corner, pitch, norm, 0);
}

__device__ inline bool survives_together(Stage stage, int lane, const unsigned* corner, int pitch, float norm, int opencv)
{
    return opencv ? survives_together<double>(stage, lane, corner, pitch, norm, 1)
                  : survives_together<float>(stage, lane, corner, pitch, norm, 0);
}

// Each lane stays with its window: as long as one continues, the others of its warp wait. survived has one element a place:
// the stages that its window survived. The cascade has `stages` stages of `stumps` stumps together; features is null where
// it lies in constant memory. Blocks of two dimensions; blockIdx.x counts them along rows of places.
extern "C" __global__ void cascade_lanes(const unsigned* sums, const unsigned* squares, const unsigned* features,
                                         unsigned char* survived, int width, int height, int across, int down,
                                         int step, int window_width, int window_height, int stages, int stumps,
                                         int opencv)
{
    extern __shared__ unsigned tile[];
    Level level = {sums, squares, width, 0, 0, width, height, across, down, step, window_width, window_height};

    // ---- Load: the block's part of the table, once for all its windows ---------------------------------
    Block block = load_tile(tile, level, blockIdx.x);
    __syncthreads();

    // ---- Norm: bright and dark windows compare equally-------------------------------------------------
    Window window = window_of(level, block, tile, opencv);
    bool alive = window.inside && window.norm >= 0;

    // ---- Stages: a rejected window drops out -----------------------------------------------------------
    int passed = window.norm < 0 ? FLAT : 0;
    for (int number = 0; number < stages; number++) {
#if FEATURES == 1
        // Rejected windows' threads still help to fetch until no window is left.
        if (!__syncthreads_or(alive)) break;
#else
        if (!alive) break;
#endif
        Stage stage = stage_at(number, stages, stumps, features, tile + block.entries);
        alive = alive && survives(stage, window.corner, block.pitch, window.norm, opencv);
        if (alive) passed = number + 1;
    }
    if (window.inside) survived[(long long)window.y * across + window.x] = passed;
}

// After `alone` stages the windows that are left form a queue, one after the other: warps are full again. Block
// `number_of_block` of the level's.
__device__ inline void ask_in_queue(Level level, int number_of_block, const unsigned* features, unsigned char* survived,
                                    unsigned* tile, int stages, int stumps, int opencv, int alone)
{
    __shared__ float norms[MOST_THREADS];
    __shared__ unsigned short queue[2 * MOST_THREADS];
    __shared__ int queued[MOST_STAGES + 1];
    int thread = threadIdx.y * blockDim.x + threadIdx.x;

    // ---- Load: the block's part of the table, once for all its windows ---------------------------------
    Block block = load_tile(tile, level, number_of_block);
    for (int i = thread; i <= stages; i += blockDim.x * blockDim.y) queued[i] = 0;
    __syncthreads();

    // ---- Norm: bright and dark windows compare equally-------------------------------------------------
    Window window = window_of(level, block, tile, opencv);
    norms[thread] = window.norm;
    bool alive = window.inside && window.norm >= 0;

    // ---- First stages: each lane its own window --------------------------------------------------------
    int passed = window.norm < 0 ? FLAT : 0;
    for (int number = 0; number < alone; number++) {
#if FEATURES != 1
        if (!alive) break;
#endif
        Stage stage = stage_at(number, stages, stumps, features, tile + block.entries);
        alive = alive && survives(stage, window.corner, block.pitch, window.norm, opencv);
        if (alive) passed = number + 1;
    }
    if (alive) queue[alone % 2 * MOST_THREADS + atomicAdd(&queued[alone], 1)] = thread;
    if (window.inside && !alive) survived[(long long)window.y * level.across + window.x] = passed;

    // ---- Queue: the next thread takes the next window that is left; of few, a warp takes one -----------
    int warps = blockDim.x * blockDim.y / warpSize;
    int lane = thread % warpSize;
    for (int number = alone; number < stages; number++) {
        __syncthreads();
        int left_now = queued[number];
        if (left_now == 0) return;
        Stage stage = stage_at(number, stages, stumps, features, tile + block.entries);
#if FEATURES == 0
        // Constant memory serves one address at a time, and lanes with a stump each have 32.
        bool together = false;
#else
        bool together = left_now <= FEW * warps;
#endif
        // Lanes after the last whole warp do nothing where whole warps ask.
        int begin = together ? thread / warpSize : thread;
        int step_on = together ? warps : blockDim.x * blockDim.y;
        if (together && begin >= warps) begin = left_now;
        for (int i = begin; i < left_now; i += step_on) {
            int other = queue[number % 2 * MOST_THREADS + i];
            int x = other % blockDim.x;
            int y = other / blockDim.x;
            const unsigned* corner = tile + (y * block.pitch + x) * level.step;
            bool on = together ? survives_together(stage, lane, corner, block.pitch, norms[other], opencv)
                               : survives(stage, corner, block.pitch, norms[other], opencv);
            if (together && lane > 0) continue;
            if (on)
                queue[(number + 1) % 2 * MOST_THREADS + atomicAdd(&queued[number + 1], 1)] = other;
            else
                survived[(long long)(block.top + y) * level.across + block.left + x] = number;
        }
    }

    // ---- Faces: windows that no stage rejected ---------------------------------------------------------
    __syncthreads();
    if (thread < queued[stages]) {
        int other = queue[stages % 2 * MOST_THREADS + thread];
        survived[(long long)(block.top + other / blockDim.x) * level.across + block.left + other % blockDim.x] = stages;
    }
}

// As cascade_lanes, with a queue after `alone` stages.
extern "C" __global__ void cascade_queue(const unsigned* sums, const unsigned* squares, const unsigned* features,
                                         unsigned char* survived, int width, int height, int across, int down,
                                         int step, int window_width, int window_height, int stages, int stumps,
                                         int opencv, int alone)
{
    extern __shared__ unsigned tile[];
    Level level = {sums, squares, width, 0, 0, width, height, across, down, step, window_width, window_height};
    ask_in_queue(level, blockIdx.x, features, survived, tile, stages, stumps, opencv, alone);
}

// The same for all `count` levels, whose tables are those of one picture that holds them all, `pitch` entries wide. survived
// has their maps one after another.
extern "C" __global__ void cascade_levels(const unsigned* sums, const unsigned* squares, const unsigned* features,
                                          unsigned char* survived, const int* levels, int count, int pitch,
                                          int window_width, int window_height, int stages, int stumps, int opencv,
                                          int alone)
{
    extern __shared__ unsigned tile[];
    const int* own = level_of(levels, count, FIRST_ASKING, blockIdx.x);
    Level level = {sums, squares, pitch, own[LEVEL_X], own[LEVEL_Y], own[LEVEL_WIDTH], own[LEVEL_HEIGHT],
                   own[LEVEL_ACROSS], own[LEVEL_DOWN], own[LEVEL_STEP], window_width, window_height};
    ask_in_queue(level, blockIdx.x - own[FIRST_ASKING], features, survived + own[LEVEL_PLACES], tile, stages, stumps,
                 opencv, alone);
}
