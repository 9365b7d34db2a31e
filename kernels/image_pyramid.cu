// A level of a picture pyramid (Oro et al. 2011): the whole picture at a smaller size, each pixel read between its four
// nearest with weights in 256ths, as texture units have them. It computes with whole numbers only, so every machine agrees.
#include "levels.cuh"

// Where a level's pixel lies between two pixels of the picture: `first` with weight 256 - weight, the next with weight.
struct Tap {
    int first;
    int weight;
};

// The middle of pixel i of `after` among `before` pixels. The paper's rule rounds the position down to 256ths; OpenCV's
// (INTER_LINEAR_EXACT) rounds to the nearest, halves to the even. Beyond the picture its last pixel repeats.
__device__ Tap tap(int i, int before, int after, int opencv)
{
    Tap result;
    if (opencv) {
        double at = 1 / ((double)after / before) * (i + 0.5) - 0.5;
        result.first = floor(at);
        result.weight = __double2int_rn((at - result.first) * 256);
    } else {
        long long at = ((2LL * i + 1) * before * 256 + after) / (2LL * after) - 128;
        result.first = at < 0 ? -1 : at / 256;
        result.weight = at - result.first * 256LL;
    }
    if (result.first < 0 || result.first >= before - 1) {
        result.first = result.first < 0 ? 0 : before - 1;
        result.weight = 0;
    }
    return result;
}

// The pixel between four of the picture's, where `across` and `down` say.
__device__ inline unsigned char blend(const unsigned char* picture, int width, Tap across, Tap down)
{
    int right = across.weight > 0;
    int below = down.weight > 0;
    const unsigned char* corner = picture + (long long)down.first * width + across.first;
    unsigned upper = (256 - across.weight) * corner[0] + across.weight * corner[right];
    corner += (long long)below * width;
    unsigned lower = (256 - across.weight) * corner[0] + across.weight * corner[right];
    unsigned sum = (256 - down.weight) * upper + down.weight * lower;
    return (sum + 32768) >> 16;
}

// picture is `width` x `height`, level `level_width` x `level_height`, its rows `pitch` pixels apart. Block b has blockDim.x pixels of row
// b / blocks_a_row.
extern "C" __global__ void shrink_picture(const unsigned char* picture, unsigned char* level, int width, int height,
                                          int level_width, int level_height, int pitch, int opencv)
{
    int blocks_a_row = (level_width + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= level_width) return;

    // ---- Position: between which pixels, and how near to each ------------------------------------------
    Tap across = tap(x, width, level_width, opencv);
    Tap down = tap(y, height, level_height, opencv);

    // ---- Blend: along two rows, then between them; 65 536ths, rounded half up --------------------------
    level[(long long)y * pitch + x] = blend(picture, width, across, down);
}

// The same for all `count` levels, each at its place in the picture of all, whose rows are `pitch` pixels apart.
extern "C" __global__ void shrink_levels(const unsigned char* picture, unsigned char* all, const int* levels, int count,
                                         int width, int height, int pitch, int opencv)
{
    // ---- Level: which one this block belongs to --------------------------------------------------------
    const int* level = level_of(levels, count, FIRST_SHRINKING, blockIdx.x);
    int block = blockIdx.x - level[FIRST_SHRINKING];
    int blocks_a_row = (level[LEVEL_WIDTH] + blockDim.x - 1) / blockDim.x;
    int x = block % blocks_a_row * blockDim.x + threadIdx.x;
    int y = block / blocks_a_row;
    if (x >= level[LEVEL_WIDTH]) return;

    // ---- Position: between which pixels, and how near to each ------------------------------------------
    Tap across = tap(x, width, level[LEVEL_WIDTH], opencv);
    Tap down = tap(y, height, level[LEVEL_HEIGHT], opencv);

    // ---- Blend: along two rows, then between them; 65 536ths, rounded half up --------------------------
    all[(long long)(level[LEVEL_Y] + y) * pitch + level[LEVEL_X] + x] = blend(picture, width, across, down);
}
