// A lane's neighbouring elements of a row: four with one wide access; in a toy one or two, one by one.
// Definitions: EACH, how many.
#pragma once

#ifndef EACH
#define EACH 4
#endif

#if EACH == 4
#include "fours.cuh"

#define load_each load_four
#define store_each store_four
#define stream_each stream_four
#define EACH_OF(values) four_of(values[0], values[1], values[2], values[3])

// `before` and each of the values.
__device__ inline auto sums_with(Output before, const Output* values)
{
    return four_of(before + values[0], before + values[1], before + values[2], before + values[3]);
}

template <typename Four>
__device__ Output sum_each(Four four)
{
    return (element(four, 0) + element(four, 1)) + (element(four, 2) + element(four, 3));
}
#else
// They may begin anywhere: each has its own access.
template <typename T>
struct Few {
    T at[EACH];
};

// Elements a to b - 1 of those at `from`, zeros for the others.
template <typename T>
__device__ Few<T> load_some(const T* from, int a, int b)
{
    Few<T> few;
#pragma unroll
    for (int k = 0; k < EACH; ++k) few.at[k] = k >= a && k < b ? from[k] : (T)0;
    return few;
}
#define LOAD_SOME(from, a, b) load_some(from, a, b)

template <typename T>
__device__ Few<T> load_each(const T* from)
{
    Few<T> few;
#pragma unroll
    for (int k = 0; k < EACH; ++k) few.at[k] = from[k];
    return few;
}

template <typename T>
__device__ Few<T> few_of(const T* values)
{
    Few<T> few;
#pragma unroll
    for (int k = 0; k < EACH; ++k) few.at[k] = values[k];
    return few;
}
#define EACH_OF(values) few_of(values)

__device__ inline Few<Output> sums_with(Output before, const Output* values)
{
    Few<Output> few;
#pragma unroll
    for (int k = 0; k < EACH; ++k) few.at[k] = before + values[k];
    return few;
}

template <typename T>
__device__ void store_each(T* to, Few<T> few)
{
#pragma unroll
    for (int k = 0; k < EACH; ++k) to[k] = few.at[k];
}
#define stream_each store_each

template <typename T>
__device__ T element(Few<T> few, int k) { return few.at[k]; }

template <typename T>
__device__ Output sum_each(Few<T> few)
{
    Output sum = few.at[0];
#pragma unroll
    for (int k = 1; k < EACH; ++k) sum += few.at[k];
    return sum;
}
#endif
