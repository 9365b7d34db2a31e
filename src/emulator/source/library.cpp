// The library's text: limits, what <type_traits> says of numbers and pointers, references to atomics, and
// cooperative groups.
#include "emulator/source/library.h"

#include <string>

#include "core/ranges.h"

namespace upsweep::emulator {

namespace {

constexpr std::string_view text =
    R"library(// Parts of CUDA's own headers and of the standard's, as kernels see them.
template <typename T> struct numeric_limits;
template <> struct numeric_limits<bool> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 1; static constexpr __device__ bool min() { return false; } static constexpr __device__ bool lowest() { return false; } static constexpr __device__ bool max() { return true; } };
template <> struct numeric_limits<signed char> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 7; static constexpr __device__ signed char min() { return (signed char)-128; } static constexpr __device__ signed char lowest() { return (signed char)-128; } static constexpr __device__ signed char max() { return (signed char)127; } };
template <> struct numeric_limits<unsigned char> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 8; static constexpr __device__ unsigned char min() { return (unsigned char)0; } static constexpr __device__ unsigned char lowest() { return (unsigned char)0; } static constexpr __device__ unsigned char max() { return (unsigned char)255; } };
template <> struct numeric_limits<short> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 15; static constexpr __device__ short min() { return (short)-32768; } static constexpr __device__ short lowest() { return (short)-32768; } static constexpr __device__ short max() { return (short)32767; } };
template <> struct numeric_limits<unsigned short> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 16; static constexpr __device__ unsigned short min() { return (unsigned short)0; } static constexpr __device__ unsigned short lowest() { return (unsigned short)0; } static constexpr __device__ unsigned short max() { return (unsigned short)65535; } };
template <> struct numeric_limits<int> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 31; static constexpr __device__ int min() { return -2147483647 - 1; } static constexpr __device__ int lowest() { return -2147483647 - 1; } static constexpr __device__ int max() { return 2147483647; } };
template <> struct numeric_limits<unsigned> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 32; static constexpr __device__ unsigned min() { return 0u; } static constexpr __device__ unsigned lowest() { return 0u; } static constexpr __device__ unsigned max() { return 4294967295u; } };
template <> struct numeric_limits<long long> { static constexpr bool is_integer = true, is_signed = true; static constexpr int digits = 63; static constexpr __device__ long long min() { return -9223372036854775807ll - 1; } static constexpr __device__ long long lowest() { return -9223372036854775807ll - 1; } static constexpr __device__ long long max() { return 9223372036854775807ll; } };
template <> struct numeric_limits<unsigned long long> { static constexpr bool is_integer = true, is_signed = false; static constexpr int digits = 64; static constexpr __device__ unsigned long long min() { return 0ull; } static constexpr __device__ unsigned long long lowest() { return 0ull; } static constexpr __device__ unsigned long long max() { return 18446744073709551615ull; } };
template <> struct numeric_limits<float> { static constexpr bool is_integer = false, is_signed = true; static constexpr int digits = 24; static constexpr __device__ float min() { return 1.175494351e-38f; } static constexpr __device__ float lowest() { return -3.402823466e+38f; } static constexpr __device__ float max() { return 3.402823466e+38f; } static constexpr __device__ float epsilon() { return 1.192092896e-07f; } static __device__ float infinity() { return __int_as_float(0x7f800000); } static __device__ float quiet_NaN() { return __int_as_float(0x7fc00000); } };
template <> struct numeric_limits<double> { static constexpr bool is_integer = false, is_signed = true; static constexpr int digits = 53; static constexpr __device__ double min() { return 2.2250738585072014e-308; } static constexpr __device__ double lowest() { return -1.7976931348623158e+308; } static constexpr __device__ double max() { return 1.7976931348623158e+308; } static constexpr __device__ double epsilon() { return 2.2204460492503131e-16; } static __device__ double infinity() { return __longlong_as_double(0x7ff0000000000000ll); } static __device__ double quiet_NaN() { return __longlong_as_double(0x7ff8000000000000ll); } };

enum thread_scope { thread_scope_thread = 0, thread_scope_block = 1, thread_scope_device = 3, thread_scope_system = 4 };
enum memory_order { memory_order_relaxed = 0, memory_order_consume = 1, memory_order_acquire = 2, memory_order_release = 3, memory_order_acq_rel = 4, memory_order_seq_cst = 5 };
template <typename T, thread_scope Scope = thread_scope_system>
struct atomic_ref {
    T* place;
    __device__ explicit atomic_ref(T& of) : place(&of) {}
    __device__ T load(memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_load_n(place, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_load_n(place, 2, Scope) : __nv_atomic_load_n(place, 5, Scope); }
    __device__ void store(T value, memory_order order = memory_order_seq_cst) const
    {
        if (order == memory_order_relaxed) __nv_atomic_store_n(place, value, 0, Scope);
        else if (order == memory_order_release) __nv_atomic_store_n(place, value, 3, Scope);
        else __nv_atomic_store_n(place, value, 5, Scope);
    }
    __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_exchange_n(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_exchange_n(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_exchange_n(place, value, 3, Scope) : __nv_atomic_exchange_n(place, value, 4, Scope); }
    __device__ T fetch_add(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_add(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_add(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_add(place, value, 3, Scope) : __nv_atomic_fetch_add(place, value, 4, Scope); }
    __device__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_sub(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_sub(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_sub(place, value, 3, Scope) : __nv_atomic_fetch_sub(place, value, 4, Scope); }
    __device__ T fetch_min(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_min(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_min(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_min(place, value, 3, Scope) : __nv_atomic_fetch_min(place, value, 4, Scope); }
    __device__ T fetch_max(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_max(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_max(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_max(place, value, 3, Scope) : __nv_atomic_fetch_max(place, value, 4, Scope); }
    __device__ T fetch_and(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_and(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_and(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_and(place, value, 3, Scope) : __nv_atomic_fetch_and(place, value, 4, Scope); }
    __device__ T fetch_or(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_or(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_or(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_or(place, value, 3, Scope) : __nv_atomic_fetch_or(place, value, 4, Scope); }
    __device__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_fetch_xor(place, value, 0, Scope) : order <= memory_order_acquire ? __nv_atomic_fetch_xor(place, value, 2, Scope) : order == memory_order_release ? __nv_atomic_fetch_xor(place, value, 3, Scope) : __nv_atomic_fetch_xor(place, value, 4, Scope); }
    __device__ bool compare_exchange_strong(T& expected, T value, memory_order order = memory_order_seq_cst) const { return order == memory_order_relaxed ? __nv_atomic_compare_exchange_n(place, &expected, value, false, 0, 0, Scope) : __nv_atomic_compare_exchange_n(place, &expected, value, false, 4, 2, Scope); }
    __device__ bool compare_exchange_weak(T& expected, T value, memory_order order = memory_order_seq_cst) const { return compare_exchange_strong(expected, value, order); }
    __device__ operator T() const { return load(); }
    __device__ T operator=(T value) const { store(value); return value; }
    __device__ T operator++() const { return fetch_add(1) + 1; }
    __device__ T operator+=(T value) const { return fetch_add(value) + value; }
};
// Instructions of PTX that asm may name.
static __device__ inline unsigned ptx_laneid() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize; }
static __device__ inline unsigned ptx_warpid() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / warpSize; }
static __device__ inline unsigned ptx_clock() { return (unsigned)clock64(); }
static __device__ inline unsigned long long ptx_clock64() { return (unsigned long long)clock64(); }
static __device__ inline unsigned long long ptx_globaltimer() { return (unsigned long long)clock64(); }
static __device__ inline unsigned ptx_lanemask_eq() { return 1u << ptx_laneid(); }
static __device__ inline unsigned ptx_lanemask_lt() { return (1u << ptx_laneid()) - 1u; }
static __device__ inline unsigned ptx_lanemask_le() { return 2u * (1u << ptx_laneid()) - 1u; }
static __device__ inline unsigned ptx_lanemask_gt() { return ~ptx_lanemask_le(); }
static __device__ inline unsigned ptx_lanemask_ge() { return ~ptx_lanemask_lt(); }
static __device__ inline unsigned ptx_tid_x() { return threadIdx.x; }
static __device__ inline unsigned ptx_tid_y() { return threadIdx.y; }
static __device__ inline unsigned ptx_tid_z() { return threadIdx.z; }
static __device__ inline unsigned ptx_ntid_x() { return blockDim.x; }
static __device__ inline unsigned ptx_ctaid_x() { return blockIdx.x; }
static __device__ inline unsigned ptx_nctaid_x() { return gridDim.x; }
template <typename T> static __device__ inline T ptx_mov(T a) { return a; }
template <typename T> static __device__ inline T ptx_neg(T a) { return -a; }
template <typename T> static __device__ inline T ptx_not(T a) { return ~a; }
template <typename T, typename U> static __device__ inline T ptx_add(T a, U b) { return a + b; }
template <typename T, typename U> static __device__ inline T ptx_sub(T a, U b) { return a - b; }
template <typename T, typename U> static __device__ inline T ptx_mul(T a, U b) { return a * b; }
template <typename T, typename U> static __device__ inline T ptx_mul_lo(T a, U b) { return a * b; }
template <typename T, typename U, typename V> static __device__ inline V ptx_mad_lo(T a, U b, V c) { return a * b + c; }
template <typename T, typename U> static __device__ inline T ptx_and(T a, U b) { return a & b; }
template <typename T, typename U> static __device__ inline T ptx_or(T a, U b) { return a | b; }
template <typename T, typename U> static __device__ inline T ptx_xor(T a, U b) { return a ^ b; }
template <typename T> static __device__ inline T ptx_shl(T a, unsigned by) { return by >= 8 * sizeof(T) ? (T)0 : a << by; }
static __device__ inline unsigned ptx_shr_u32(unsigned a, unsigned by) { return by > 31 ? 0u : a >> by; }
static __device__ inline unsigned ptx_shr_b32(unsigned a, unsigned by) { return by > 31 ? 0u : a >> by; }
static __device__ inline int ptx_shr_s32(int a, unsigned by) { return a >> (by > 31 ? 31u : by); }
static __device__ inline unsigned ptx_min_u32(unsigned a, unsigned b) { return a < b ? a : b; }
static __device__ inline unsigned ptx_max_u32(unsigned a, unsigned b) { return a > b ? a : b; }
static __device__ inline int ptx_min_s32(int a, int b) { return a < b ? a : b; }
static __device__ inline int ptx_max_s32(int a, int b) { return a > b ? a : b; }
static __device__ inline float ptx_fma_rn_f32(float a, float b, float c) { return fmaf(a, b, c); }
static __device__ inline int ptx_popc(unsigned a) { return __popc(a); }
static __device__ inline int ptx_clz(unsigned a) { return __clz(a); }
static __device__ inline unsigned ptx_brev(unsigned a) { return __brev(a); }
static __device__ inline unsigned char ptx_ld_u8(const void* from) { return *(const unsigned char*)from; }
static __device__ inline void ptx_st_u8(void* to, unsigned char value) { *(unsigned char*)to = value; }
static __device__ inline signed char ptx_ld_s8(const void* from) { return *(const signed char*)from; }
static __device__ inline void ptx_st_s8(void* to, signed char value) { *(signed char*)to = value; }
static __device__ inline unsigned char ptx_ld_b8(const void* from) { return *(const unsigned char*)from; }
static __device__ inline void ptx_st_b8(void* to, unsigned char value) { *(unsigned char*)to = value; }
static __device__ inline unsigned short ptx_ld_u16(const void* from) { return *(const unsigned short*)from; }
static __device__ inline void ptx_st_u16(void* to, unsigned short value) { *(unsigned short*)to = value; }
static __device__ inline short ptx_ld_s16(const void* from) { return *(const short*)from; }
static __device__ inline void ptx_st_s16(void* to, short value) { *(short*)to = value; }
static __device__ inline unsigned short ptx_ld_b16(const void* from) { return *(const unsigned short*)from; }
static __device__ inline void ptx_st_b16(void* to, unsigned short value) { *(unsigned short*)to = value; }
static __device__ inline unsigned ptx_ld_u32(const void* from) { return *(const unsigned*)from; }
static __device__ inline void ptx_st_u32(void* to, unsigned value) { *(unsigned*)to = value; }
static __device__ inline int ptx_ld_s32(const void* from) { return *(const int*)from; }
static __device__ inline void ptx_st_s32(void* to, int value) { *(int*)to = value; }
static __device__ inline unsigned ptx_ld_b32(const void* from) { return *(const unsigned*)from; }
static __device__ inline void ptx_st_b32(void* to, unsigned value) { *(unsigned*)to = value; }
static __device__ inline unsigned long long ptx_ld_u64(const void* from) { return *(const unsigned long long*)from; }
static __device__ inline void ptx_st_u64(void* to, unsigned long long value) { *(unsigned long long*)to = value; }
static __device__ inline long long ptx_ld_s64(const void* from) { return *(const long long*)from; }
static __device__ inline void ptx_st_s64(void* to, long long value) { *(long long*)to = value; }
static __device__ inline unsigned long long ptx_ld_b64(const void* from) { return *(const unsigned long long*)from; }
static __device__ inline void ptx_st_b64(void* to, unsigned long long value) { *(unsigned long long*)to = value; }
static __device__ inline float ptx_ld_f32(const void* from) { return *(const float*)from; }
static __device__ inline void ptx_st_f32(void* to, float value) { *(float*)to = value; }
static __device__ inline double ptx_ld_f64(const void* from) { return *(const double*)from; }
static __device__ inline void ptx_st_f64(void* to, double value) { *(double*)to = value; }
static __device__ inline void ptx_bar_sync(int) { __syncthreads(); }
static __device__ inline void ptx_membar_gl() { __threadfence(); }
static __device__ inline void ptx_membar_cta() { __threadfence_block(); }

__device__ inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system)
{
    if (scope == thread_scope_block) __threadfence_block();
    else __threadfence();
}

__device__ inline void __nanosleep(unsigned int) {}
__device__ inline void* memcpy(void* to, const void* from, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) ((unsigned char*)to)[i] = ((const unsigned char*)from)[i];
    return to;
}
__device__ inline void* memset(void* to, int value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) ((unsigned char*)to)[i] = (unsigned char)value;
    return to;
}

namespace cooperative_groups {

__device__ inline unsigned rank_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ inline unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

struct thread_block {
    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned thread_rank() { return rank_in_block(); }
    static __device__ unsigned size() { return threads_of_block(); }
    static __device__ unsigned num_threads() { return threads_of_block(); }
    static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

// How many blocks have arrived, and how often all had.
__device__ unsigned int grid_barrier[2];
struct grid_group {
    static __device__ void sync()
    {
        __syncthreads();
        if (rank_in_block() == 0) {
            __threadfence();
            unsigned int passed = __nv_atomic_load_n(&grid_barrier[1], 2, 3);
            if (__nv_atomic_fetch_add(&grid_barrier[0], 1u, 4, 3) == gridDim.x * gridDim.y * gridDim.z - 1u) {
                __nv_atomic_store_n(&grid_barrier[0], 0u, 0, 3);
                __nv_atomic_fetch_add(&grid_barrier[1], 1u, 4, 3);
            } else {
                while (__nv_atomic_load_n(&grid_barrier[1], 2, 3) == passed) {}
            }
            __threadfence();
        }
        __syncthreads();
    }
    static __device__ bool is_valid() { return true; }
    static __device__ unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static __device__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static __device__ unsigned long long block_rank() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
    static __device__ unsigned long long thread_rank() { return block_rank() * threads_of_block() + rank_in_block(); }
    static __device__ unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * threads_of_block(); }
    static __device__ unsigned long long num_threads() { return size(); }
    static __device__ dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};

template <unsigned int Size, typename Parent = void>
struct thread_block_tile {
    static __device__ unsigned first_lane() { return rank_in_block() % warpSize / Size * Size; }
    static __device__ unsigned mask() { return Size >= 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1u) << first_lane(); }
    static __device__ int width() { return Size < warpSize ? Size : warpSize; }
    static __device__ unsigned thread_rank() { return rank_in_block() % Size; }
    static constexpr __device__ unsigned size() { return Size; }
    static constexpr __device__ unsigned num_threads() { return Size; }
    static __device__ unsigned meta_group_rank() { return rank_in_block() / Size; }
    static __device__ unsigned meta_group_size() { return (threads_of_block() + Size - 1) / Size; }
    static __device__ void sync() { __syncwarp(mask()); }
    template <typename T> static __device__ T shfl(T value, int rank)
    {
        if constexpr (sizeof(T) % 4 != 0 || sizeof(T) <= 8) return __shfl_sync(mask(), value, rank, width());
        else {
            unsigned* words = (unsigned*)&value;
            for (int i = 0; i < sizeof(T) / 4; ++i) words[i] = __shfl_sync(mask(), words[i], rank, width());
            return value;
        }
    }
    template <typename T> static __device__ T shfl_up(T value, unsigned delta)
    {
        if constexpr (sizeof(T) % 4 != 0 || sizeof(T) <= 8) return __shfl_up_sync(mask(), value, delta, width());
        else {
            unsigned* words = (unsigned*)&value;
            for (int i = 0; i < sizeof(T) / 4; ++i) words[i] = __shfl_up_sync(mask(), words[i], delta, width());
            return value;
        }
    }
    template <typename T> static __device__ T shfl_down(T value, unsigned delta)
    {
        if constexpr (sizeof(T) % 4 != 0 || sizeof(T) <= 8) return __shfl_down_sync(mask(), value, delta, width());
        else {
            unsigned* words = (unsigned*)&value;
            for (int i = 0; i < sizeof(T) / 4; ++i) words[i] = __shfl_down_sync(mask(), words[i], delta, width());
            return value;
        }
    }
    template <typename T> static __device__ T shfl_xor(T value, int lanes)
    {
        if constexpr (sizeof(T) % 4 != 0 || sizeof(T) <= 8) return __shfl_xor_sync(mask(), value, lanes, width());
        else {
            unsigned* words = (unsigned*)&value;
            for (int i = 0; i < sizeof(T) / 4; ++i) words[i] = __shfl_xor_sync(mask(), words[i], lanes, width());
            return value;
        }
    }
    static __device__ int any(int predicate) { return __any_sync(mask(), predicate); }
    static __device__ int all(int predicate) { return __all_sync(mask(), predicate); }
    static __device__ unsigned ballot(int predicate) { return (__ballot_sync(mask(), predicate) & mask()) >> first_lane(); }
    template <typename T> static __device__ unsigned match_any(T value) { return (__match_any_sync(mask(), value) & mask()) >> first_lane(); }
};

struct coalesced_group {
    unsigned lanes;
    __device__ unsigned size() const { return __popc(lanes); }
    __device__ unsigned num_threads() const { return __popc(lanes); }
    __device__ unsigned thread_rank() const { return __popc(lanes & ((1u << rank_in_block() % warpSize) - 1u)); }
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ int any(int predicate) const { return __any_sync(lanes, predicate); }
    __device__ int all(int predicate) const { return __all_sync(lanes, predicate); }
    template <typename T> __device__ T shfl(T value, int rank) const
    {
        if (lanes == 0xffffffffu) return __shfl_sync(lanes, value, rank);
        unsigned left = lanes;
        for (; rank > 0; --rank) left &= left - 1u;
        return __shfl_sync(lanes, value, __ffs(left) - 1);
    }
    template <typename T> __device__ T shfl_down(T value, unsigned delta) const
    {
        unsigned rank = thread_rank() + delta;
        return shfl(value, rank < size() ? rank : thread_rank());
    }
    template <typename T> __device__ T shfl_up(T value, unsigned delta) const
    {
        unsigned rank = thread_rank();
        return shfl(value, rank >= delta ? rank - delta : rank);
    }
    __device__ unsigned ballot(int predicate) const
    {
        unsigned set = __ballot_sync(lanes, predicate), left = lanes, packed = 0;
        for (unsigned i = 0; left != 0u; ++i, left &= left - 1u)
            if ((set & left & (0u - left)) != 0u) packed |= 1u << i;
        return packed;
    }
    __device__ unsigned meta_group_rank() const { return 0; }
    __device__ unsigned meta_group_size() const { return 1; }
};

// Any of the above, as a function takes it that works with each.
struct thread_group {
    unsigned lanes;  // 0: the whole block
    unsigned count, rank;
    __device__ thread_group(unsigned mask, unsigned size, unsigned own) : lanes(mask), count(size), rank(own) {}
    __device__ thread_group(const thread_block& block) : lanes(0), count(threads_of_block()), rank(rank_in_block()) {}
    template <unsigned int Size, typename Parent> __device__ thread_group(const thread_block_tile<Size, Parent>& tile) : lanes(tile.mask()), count(Size), rank(tile.thread_rank()) {}
    __device__ thread_group(const coalesced_group& group) : lanes(group.lanes), count(group.size()), rank(group.thread_rank()) {}
    __device__ unsigned size() const { return count; }
    __device__ unsigned num_threads() const { return count; }
    __device__ unsigned thread_rank() const { return rank; }
    __device__ void sync() const
    {
        if (lanes == 0) __syncthreads();
        else __syncwarp(lanes);
    }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }
__device__ inline grid_group this_grid() { return grid_group(); }
__device__ inline coalesced_group coalesced_threads() { return coalesced_group{__activemask()}; }
template <unsigned int Size, typename Parent> __device__ inline thread_block_tile<Size> tiled_partition(const Parent& parent) { return thread_block_tile<Size>(); }
template <typename Parent> __device__ inline thread_group tiled_partition(const Parent& parent, unsigned size)
{
    unsigned first = rank_in_block() % warpSize / size * size;
    return thread_group(size >= 32 ? 0xffffffffu : ((1u << (size & 31)) - 1u) << first, size, rank_in_block() % size);
}
template <typename T> __device__ inline coalesced_group labeled_partition(const coalesced_group& group, T label) { return coalesced_group{__match_any_sync(group.lanes, label)}; }
__device__ inline coalesced_group binary_partition(const coalesced_group& group, bool side)
{
    unsigned set = __ballot_sync(group.lanes, side);
    return coalesced_group{side ? set : group.lanes & ~set};
}
template <unsigned int Size, typename Parent, typename T> __device__ inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent>& tile, T label) { return coalesced_group{__match_any_sync(tile.mask(), label)}; }
template <unsigned int Size, typename Parent> __device__ inline coalesced_group binary_partition(const thread_block_tile<Size, Parent>& tile, bool side)
{
    unsigned set = __ballot_sync(tile.mask(), side);
    return coalesced_group{side ? set & tile.mask() : tile.mask() & ~set};
}
template <typename Group> __device__ inline void sync(const Group& group) { group.sync(); }

template <typename T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { __device__ T operator()(T a, T b) const { return min(a, b); } };
template <typename T> struct greater { __device__ T operator()(T a, T b) const { return max(a, b); } };
template <typename T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
template <unsigned int Size, typename Parent, typename T, typename Op>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Op op)
{
    for (unsigned lanes = Size / 2; lanes > 0; lanes /= 2) value = op(value, tile.shfl_xor(value, lanes));
    return value;
}
template <typename T, typename Op> __device__ inline T reduce(const coalesced_group& group, T value, Op op)
{
    if (group.lanes == 0xffffffffu) {
        for (int lanes = 16; lanes > 0; lanes /= 2) value = op(value, __shfl_xor_sync(0xffffffffu, value, lanes));
        return value;
    }
    T all = __shfl_sync(group.lanes, value, __ffs(group.lanes) - 1);
    for (unsigned left = group.lanes & (group.lanes - 1u); left != 0u; left &= left - 1u) all = op(all, __shfl_sync(group.lanes, value, __ffs(left) - 1));
    return all;
}
template <unsigned int Size, typename Parent, typename T, typename Op>
__device__ inline T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Op op)
{
    for (unsigned lanes = 1; lanes < Size; lanes *= 2) {
        T before = tile.shfl_up(value, lanes);
        if (tile.thread_rank() >= lanes) value = op(before, value);
    }
    return value;
}
template <unsigned int Size, typename Parent, typename T, typename Op>
__device__ inline T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Op op)
{
    T before = tile.shfl_up(inclusive_scan(tile, value, op), 1);
    return tile.thread_rank() == 0 ? T() : before;
}
template <unsigned int Size, typename Parent, typename T> __device__ inline T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value) { return inclusive_scan(tile, value, plus<T>()); }
template <unsigned int Size, typename Parent, typename T> __device__ inline T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value) { return exclusive_scan(tile, value, plus<T>()); }

// Copies that run beside the computation: here they are done when they return.
template <typename Group, typename T> __device__ inline void memcpy_async(const Group& group, T* to, const T* from, size_t bytes)
{
    for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
}
template <typename Group> __device__ inline void wait(const Group& group) { group.sync(); }
template <unsigned Stages, typename Group> __device__ inline void wait_prior(const Group& group) { group.sync(); }

}  // namespace cooperative_groups
)library";

}  // namespace

std::string_view library_text() {
    static const std::string all =
        std::string(library_traits()) + std::string(library_mathematics()) + std::string(text);
    return all;
}

std::unordered_set<std::string_view> names_defined_by(const std::vector<Token>& tokens) {
    std::unordered_set<std::string_view> names;
    std::string_view last, keyword;
    bool found = false;  // the declaration has its name
    int depth = 0, angles = 0;
    for (const Token& token : tokens) {
        const bool opens = token.is_any({"(", "{", "["}), outside = depth == 0 && angles == 0;
        const bool identifier = token.kind == TokenKind::identifier;
        if (outside && !found && identifier && (keyword == "struct" || keyword == "using")) last = token.text;
        if (outside && !found && !last.empty() &&
            (opens || token.is_any({"=", ";"}) || keyword == "struct" || keyword == "using")) {
            names.insert(last);
            found = true;
        }
        if (depth == 0 && token.is("<")) ++angles;
        if (depth == 0 && token.is(">") && angles > 0) --angles;
        if (outside && identifier) keyword = last = token.text;
        if (opens) ++depth;
        if (token.is_any({")", "}", "]"})) --depth;
        if (depth == 0 && (token.is_any({";", "}"}))) found = false, last = keyword = {};
    }
    return names;
}

bool needs_library(const std::vector<Token>& tokens) {
    static const std::unordered_set<std::string_view> names = [] {
        const std::string_view all = library_text();
        const std::string_view mathematics = all.substr(0, all.find("namespace cooperative_groups"));
        std::unordered_set<std::string_view> found = names_defined_by(lex(-1, mathematics).tokens);
        // Cooperative groups are named by their namespace first.
        found.insert("cooperative_groups");
        // Instructions are named in text.
        found.insert({"asm", "__asm__"});
        return found;
    }();
    return any_of(tokens, [&](const Token& token) {
        return token.kind == TokenKind::identifier && names.contains(token.text);
    });
}

std::string_view library_traits() {
    return R"library(// Parts of <type_traits>, as kernels see them.
template <typename T, T Value> struct integral_constant { static constexpr T value = Value; using type = integral_constant<T, Value>; using value_type = T; };
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
template <typename A, typename B> struct is_same { static constexpr bool value = false; };
template <typename A> struct is_same<A, A> { static constexpr bool value = true; };
template <typename T> struct is_floating_point { static constexpr bool value = is_same<T, float>::value || is_same<T, double>::value; };
template <typename T> struct is_integral { static constexpr bool value = is_same<T, bool>::value || is_same<T, char>::value || is_same<T, unsigned char>::value || is_same<T, short>::value || is_same<T, unsigned short>::value || is_same<T, int>::value || is_same<T, unsigned>::value || is_same<T, long long>::value || is_same<T, unsigned long long>::value; };
template <typename T> struct is_arithmetic { static constexpr bool value = is_integral<T>::value || is_floating_point<T>::value; };
template <typename T> struct is_unsigned { static constexpr bool value = is_same<T, bool>::value || is_same<T, unsigned char>::value || is_same<T, unsigned short>::value || is_same<T, unsigned>::value || is_same<T, unsigned long long>::value; };
template <typename T> struct is_signed { static constexpr bool value = is_arithmetic<T>::value && !is_unsigned<T>::value; };
template <typename T> struct is_pointer { static constexpr bool value = false; };
template <typename T> struct is_pointer<T*> { static constexpr bool value = true; };
template <bool Which, typename A, typename B> struct conditional { using type = A; };
template <typename A, typename B> struct conditional<false, A, B> { using type = B; };
template <bool Condition, typename T = void> struct enable_if { using type = T; };
template <typename T> struct enable_if<false, T> { };
template <typename T> struct remove_const { using type = T; };
template <typename T> struct remove_const<const T> { using type = T; };
template <typename T> struct remove_pointer { using type = T; };
template <typename T> struct remove_pointer<T*> { using type = T; };
template <typename T> struct make_unsigned { using type = T; };
template <> struct make_unsigned<char> { using type = unsigned char; };
template <> struct make_unsigned<short> { using type = unsigned short; };
template <> struct make_unsigned<int> { using type = unsigned; };
template <> struct make_unsigned<long long> { using type = unsigned long long; };
template <typename T> struct make_signed { using type = T; };
template <> struct make_signed<unsigned char> { using type = signed char; };
template <> struct make_signed<unsigned short> { using type = short; };
template <> struct make_signed<unsigned> { using type = int; };
template <> struct make_signed<unsigned long long> { using type = long long; };
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <typename T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <typename T> constexpr bool is_signed_v = is_signed<T>::value;
template <typename T> constexpr bool is_pointer_v = is_pointer<T>::value;
template <bool Which, typename A, typename B> using conditional_t = typename conditional<Which, A, B>::type;
template <bool Condition, typename T = void> using enable_if_t = typename enable_if<Condition, T>::type;
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
template <typename T> using make_signed_t = typename make_signed<T>::type;
)library";
}

}  // namespace upsweep::emulator
