// The same cascade with the filter scaled instead of the picture: the window grows over the one integral image, and every
// part of every feature with it (the other way that Oro et al. 2011 consider).
#include "haar_cascade.cuh"

// An edge of the window's pixels in the picture's, at most `longest`.
__device__ inline int edge(int at, float scale, int longest)
{
    return min(__float2int_rn(at * scale), longest);
}

// A part's rectangle at a scale, and the sum in it; at least one pixel wide and high.
struct Scaled {
    int left;
    int top;
    int right;
    int bottom;
};

__device__ inline Scaled scaled(int x, int y, int width, int height, float scale, int window_width, int window_height)
{
    Scaled part;
    part.right = edge(x + width, scale, window_width);
    part.bottom = edge(y + height, scale, window_height);
    part.left = min(edge(x, scale, window_width), part.right - 1);
    part.top = min(edge(y, scale, window_height), part.bottom - 1);
    return part;
}

__device__ inline int area(Scaled part)
{
    return (part.right - part.left) * (part.bottom - part.top);
}

// The weighted sum of a part of the window at (x, y); the weight corrects the area for rounding.
__device__ inline float scaled_sum(const unsigned* sums, int width, int x, int y, unsigned part, float scale,
                                   int window_width, int window_height)
{
    int before = (part >> 10 & 31) * (part >> 15 & 31);
    Scaled now = scaled(part & 31, part >> 5 & 31, part >> 10 & 31, part >> 15 & 31, scale, window_width,
                        window_height);
    unsigned sum = rectangle_sum(sums, width, x + now.left, y + now.top, x + now.right - 1, y + now.bottom - 1);
    float weight = weight_of(part) * ((float)before / area(now));
    return sum * weight;
}

// sums and squares (in f64, where sums of whole numbers up to 2^53 are exact) are inclusive tables of the picture, which is
// `width` wide. The window of the cascade is window_width x window_height, scaled_width x scaled_height in the picture, and
// begins at every pixel: across x down places. Block b has blockDim.x of row b / blocks_a_row.
extern "C" __global__ void cascade_scaled(const unsigned* sums, const double* squares, unsigned char* survived, int width,
                                          int across, float scale, int window_width, int window_height,
                                          int scaled_width, int scaled_height, int stages, int stumps)
{
    int blocks_a_row = (across + blockDim.x - 1) / blockDim.x;
    int x = blockIdx.x % blocks_a_row * blockDim.x + threadIdx.x;
    int y = blockIdx.x / blocks_a_row;
    if (x >= across) return;

    // ---- Norm: of the window without its outermost pixels, at the scale --------------------------------
    Scaled inner = scaled(1, 1, window_width - 2, window_height - 2, scale, scaled_width, scaled_height);
    long long sum =
        rectangle_sum(sums, width, x + inner.left, y + inner.top, x + inner.right - 1, y + inner.bottom - 1);
    long long of_squares =
        rectangle_sum(squares, width, x + inner.left, y + inner.top, x + inner.right - 1, y + inner.bottom - 1);
    long long n = area(inner) * of_squares - sum * sum;
    float pixels = (window_width - 2) * (window_height - 2);
    float norm = n == 0 ? 1 : sqrtf(n) * (pixels / area(inner));

    // ---- Stages: scale every stump's parts before taking their sums ------------------------------------
    const unsigned* stump = cascade + STAGE_WORDS * stages;
    const unsigned* third = stump + STUMP_WORDS * stumps;
    int passed = 0;
    while (passed < stages) {
        const unsigned* head = cascade + STAGE_WORDS * passed;
        int count = head[2];
        float votes = 0;
        for (int i = 0; i < count; i++) {
            float feature =
                scaled_sum(sums, width, x, y, stump[0], scale, scaled_width, scaled_height) +
                scaled_sum(sums, width, x, y, stump[1], scale, scaled_width, scaled_height);
            if (stump[0] >> 31)
                feature += scaled_sum(sums, width, x, y, *third++, scale, scaled_width, scaled_height);
            votes += __uint_as_float(feature < __uint_as_float(stump[2]) * norm ? stump[3] : stump[4]);
            stump += STUMP_WORDS;
        }
        if (votes < __uint_as_float(head[0])) break;
        passed++;
    }
    survived[(long long)y * across + x] = passed;
}
