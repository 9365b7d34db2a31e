// How blocks publish their sums for later ones, and look back at earlier ones, in one pass (decoupled look-back,
// Merrill and Garland 2016). A value travels in one 64-bit word with its state, so that a thread that sees the state
// sees the value too, without a fence. The state holds the number of the run: no run has to clear the words.
#pragma once

#define Word unsigned long long
// Words a value takes: a double is sent in two halves, each with its own state.
#define HALVES ((int)sizeof(Output) / 4)
// Predecessors to read at once.
#define WINDOW (4 / HALVES)

__device__ inline unsigned int half_of(unsigned int value, int) { return value; }
__device__ inline unsigned int half_of(float value, int) { return __float_as_uint(value); }
__device__ inline unsigned int half_of(double value, int half) {
    return (unsigned int)((unsigned long long)__double_as_longlong(value) >> 32 * half);
}
__device__ inline unsigned int value_of(const Word* halves, unsigned int) { return (unsigned int)halves[0]; }
__device__ inline float value_of(const Word* halves, float) { return __uint_as_float((unsigned int)halves[0]); }
__device__ inline double value_of(const Word* halves, double) {
    return __longlong_as_double((long long)(halves[1] << 32 | (halves[0] & 0xffffffffULL)));
}

// `inclusive` is 1 if the value is the inclusive prefix, the sum of all before the block and of its own, and 0 if it is the
// block's aggregate, its own sum alone.
__device__ inline void publish(Word* own, unsigned int run, int inclusive, Output value) {
    for (int half = 0; half < HALVES; ++half)
        __nv_atomic_store_n(own + half, (Word)(run * 2 + inclusive) << 32 | half_of(value, half), __NV_ATOMIC_RELAXED,
                            __NV_THREAD_SCOPE_DEVICE);
}

__device__ inline void look(Word* at, Word* seen) {
    for (int half = 0; half < HALVES; ++half)
        seen[half] = __nv_atomic_load_n(at + half, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// Lets the time pass that so many reads of global memory take, one after the other: 0.6 microseconds each on an H200.
__device__ inline void pass_reads(Word* at, unsigned int reads) {
    while (reads > 0) {
        Word seen[HALVES];
        look(at, seen);
        // Always true, but only a read can know that.
        if (seen[0] != ~0ULL) --reads;
    }
}

// Something was published in this run, and if in two halves, both belong together.
__device__ inline bool is_there(const Word* seen, unsigned int run) {
    return seen[0] >> 33 == run && seen[0] >> 32 == seen[HALVES - 1] >> 32;
}
__device__ inline bool is_inclusive(const Word* seen) { return seen[0] >> 32 & 1; }

// The sum of what `distance` predecessors and all before them hold. The nearest one's words lie `stride` words before
// `own`, the next one's another `stride`. Adds aggregates until it meets an inclusive prefix; the farthest is always one.
// The result is the block's exclusive prefix.
__device__ inline Output look_back(Word* own, long long stride, int distance, unsigned int run) {
    Output exclusive = 0;
    for (int back = 1; back <= distance; back += WINDOW) {
        // Ask for several before the first answer is needed.
        Word seen[WINDOW][HALVES];
#pragma unroll
        for (int i = 0; i < WINDOW; ++i)
            if (back + i <= distance) look(own - (back + i) * stride, seen[i]);
#pragma unroll
        for (int i = 0; i < WINDOW; ++i) {
            if (back + i > distance) return exclusive;
            while (!is_there(seen[i], run)) look(own - (back + i) * stride, seen[i]);
            exclusive += value_of(seen[i], exclusive);
            if (is_inclusive(seen[i])) return exclusive;
        }
    }
    return exclusive;
}
