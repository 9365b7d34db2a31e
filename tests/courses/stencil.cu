// Sums of neighbours: along a line with a halo in shared memory, and heat on a plate.
#define RADIUS 3
#define BLOCK 16

__global__ void sumOfSeven(const int* in, int* out)
{
    __shared__ int cells[BLOCK + 2 * RADIUS];
    int here = threadIdx.x + (blockIdx.x * blockDim.x) + RADIUS;
    int local = threadIdx.x + RADIUS;

    // Read input elements into shared memory
    cells[local] = in[here];
    if (threadIdx.x < RADIUS) {
        cells[local - RADIUS] = in[here - RADIUS];
        cells[local + BLOCK] = in[here + BLOCK];
    }
    __syncthreads();

    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++) result += cells[local + offset];
    out[here - RADIUS] = result;
}

__global__ void heat(const float* now, float* next, int width, int height, float rate)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int at = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        next[at] = now[at];
        return;
    }
    next[at] = now[at] + rate * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width] - 4.0f * now[at]);
}
