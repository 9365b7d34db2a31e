// Loads and stores of flags that other blocks wait for. A release publishes: a thread that sees its value with an acquire
// also sees everything the releasing thread had stored, or seen, before. All at device scope; sm_70 and later.
#pragma once

// Reads a flag; what its writer stored before raising it can be read after this.
template <typename T>
__device__ T load_acquire(T* flag)
{
    return __nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
}

// Raises a flag; what this thread stored before, and what it had seen by then, comes first.
template <typename T>
__device__ void store_release(T* flag, T value)
{
    __nv_atomic_store_n(flag, value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

// Reads a flag and promises nothing about other cells: a fence must follow before any other read.
template <typename T>
__device__ T load_relaxed(T* flag)
{
    return __nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// Raises a flag and promises nothing about other cells: a fence must come before it.
template <typename T>
__device__ void store_relaxed(T* flag, T value)
{
    __nv_atomic_store_n(flag, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
