// Compaction of the rows of a matrix: what is kept moves to the front of its row, in order (Harris et al. 2007). A flag
// says what is kept; the exclusive scan of the flags says where it goes.
// Definitions: Input and Output, the element types (the same).

// What is kept: 0 even numbers, 1 odd numbers, 2 all but zero.
__device__ inline bool is_kept(Input value, int keep)
{
    if (keep == 2) return value != 0;
    return value % 2 == keep;
}

// First launch: a flag for each of `count` elements, 1 where it is kept. One thread an element.
extern "C" __global__ void flag_kept(const Input* input, unsigned int* flags, long long count, int keep)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;

    // ---- Flag: 1 for what is kept -----------------------------------------------------------------------
    flags[i] = is_kept(input[i], keep) ? 1 : 0;
}

// Last launch. places holds each row's exclusive sums of its flags; lengths takes how many elements each row keeps.
// Row blockIdx.x / blocks, blocks of any size; input and output are `width` wide.
extern "C" __global__ void scatter_kept(const Input* input, const unsigned int* flags, const unsigned int* places,
                                        Output* output, unsigned int* lengths, int width, int blocks)
{
    int row = blockIdx.x / blocks;
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= width) return;
    input += (long long)row * width;
    flags += (long long)row * width;
    places += (long long)row * width;
    output += (long long)row * width;

    // ---- Length: the last place, and one more if the last element is kept ------------------------------
    unsigned int flag = flags[x];
    unsigned int place = places[x];
    if (x == width - 1) lengths[row] = place + flag;

    // ---- Scatter: the number of set flags before this one is the element's place -----------------------
    if (flag) output[place] = input[x];
}
