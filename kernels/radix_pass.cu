// One stable pass of a radix sort over the rows of a matrix (Blelloch 1990; Harris et al. 2007): one flag for each digit
// and element, digit after digit; the exclusive scan of all flags of a row says where each element goes.
// Definitions: Input and Output, the element types (the same).

// First launch: flags has `digits` parts of `width` for each row. Part d holds 1 where the element's digit, the bits from
// `shift` on, is d. Row blockIdx.x / blocks, one thread an element; digits is a power of two.
extern "C" __global__ void flag_digits(const Input* input, unsigned int* flags, int width, int blocks, int digits, int shift)
{
    int row = blockIdx.x / blocks;
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= width) return;
    input += (long long)row * width;
    flags += (long long)row * width * digits;

    // ---- Flag: one part of the row for each digit ------------------------------------------------------
    unsigned int digit = input[x] >> shift & (digits - 1);
    for (int d = 0; d < digits; d++) flags[(long long)d * width + x] = digit == d ? 1 : 0;
}

// Last launch: places holds each row's exclusive sums of its flags, all digits one after another. So an element comes
// after all smaller digits, and after those of its own digit that came before it: the pass is stable.
extern "C" __global__ void scatter_digits(const Input* input, const unsigned int* flags, const unsigned int* places,
                                          Output* output, int width, int blocks, int digits)
{
    int row = blockIdx.x / blocks;
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= width) return;
    input += (long long)row * width;
    flags += (long long)row * width * digits;
    places += (long long)row * width * digits;
    output += (long long)row * width;

    // ---- Scatter: to the place of the one flag that is set ----------------------------------------------
    for (int d = 0; d < digits; d++) {
        long long flag = (long long)d * width + x;
        if (flags[flag]) output[places[flag]] = input[x];
    }
}
