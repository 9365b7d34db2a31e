// CUB: what a warp or a block does together, and algorithms over the whole device, which the host does in order.
namespace cub {
struct Sum { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; } };
struct Max { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return a > b ? a : b; } };
struct Min { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
static __device__ inline int library_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

template <typename T, int Lanes = 32> class WarpReduce {
public:
    struct TempStorage { int nothing; };
    __device__ explicit WarpReduce(TempStorage&) {}
    template <typename F> __device__ T Reduce(T value, F f, int valid = Lanes)
    {
        unsigned group = __activemask();
        int lane = library_rank() % Lanes;
        for (int offset = 1; offset < Lanes; offset *= 2) {
            T other = __shfl_down_sync(group, value, offset, Lanes);
            if (lane + offset < valid) value = f(value, other);
        }
        return value;
    }
    __device__ T Sum(T value, int valid = Lanes) { return Reduce(value, cub::Sum(), valid); }
    __device__ T Max(T value) { return Reduce(value, cub::Max()); }
    __device__ T Min(T value) { return Reduce(value, cub::Min()); }
};

template <typename T, int Lanes = 32> class WarpScan {
public:
    struct TempStorage { int nothing; };
    __device__ explicit WarpScan(TempStorage&) {}
    template <typename F> __device__ void InclusiveScan(T value, T& result, F f)
    {
        unsigned group = __activemask();
        int lane = library_rank() % Lanes;
        for (int offset = 1; offset < Lanes; offset *= 2) {
            T other = __shfl_up_sync(group, value, offset, Lanes);
            if (lane >= offset) value = f(other, value);
        }
        result = value;
    }
    __device__ void InclusiveSum(T value, T& result) { InclusiveScan(value, result, cub::Sum()); }
    __device__ void ExclusiveSum(T value, T& result)
    {
        T all;
        InclusiveScan(value, all, cub::Sum());
        T before = __shfl_up_sync(__activemask(), all, 1, Lanes);
        result = library_rank() % Lanes == 0 ? T() : before;
    }
};

template <typename T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> class BlockReduce {
public:
    struct TempStorage { T values[X * Y * Z]; };

private:
    TempStorage& storage;

public:
    __device__ explicit BlockReduce(TempStorage& storage) : storage(storage) {}
    // The sum of each warp first, then theirs in order; only thread 0 gets the result.
    template <typename F> __device__ T Reduce(T value, F f, int valid = X * Y * Z)
    {
        const int rank = library_rank(), lane = rank % 32;
        if (rank < valid) storage.values[rank] = value;
        __syncthreads();
        for (int offset = 1; offset < 32; offset *= 2) {
            const bool joins = lane + offset < 32 && rank + offset < valid;
            T other = value;
            if (joins) other = storage.values[rank + offset];
            __syncthreads();
            if (joins) {
                value = f(value, other);
                storage.values[rank] = value;
            }
            __syncthreads();
        }
        if (rank == 0)
            for (int warp = 32; warp < valid; warp += 32) value = f(value, storage.values[warp]);
        return value;
    }
    template <int N, typename F> __device__ T Reduce(T (&values)[N], F f)
    {
        T all = values[0];
        for (int i = 1; i < N; ++i) all = f(all, values[i]);
        return Reduce(all, f);
    }
    __device__ T Sum(T value, int valid = X * Y * Z) { return Reduce(value, cub::Sum(), valid); }
    template <int N> __device__ T Sum(T (&values)[N]) { return Reduce(values, cub::Sum()); }
};

template <typename T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> class BlockScan {
public:
    struct TempStorage { T values[X * Y * Z]; };

private:
    TempStorage& storage;

    template <typename F> __device__ T scanned(T value, F f)
    {
        const int rank = library_rank();
        storage.values[rank] = value;
        __syncthreads();
        for (int offset = 1; offset < X * Y * Z; offset *= 2) {
            T other = value;
            if (rank >= offset) other = storage.values[rank - offset];
            __syncthreads();
            if (rank >= offset) {
                value = f(other, value);
                storage.values[rank] = value;
            }
            __syncthreads();
        }
        return value;
    }

public:
    __device__ explicit BlockScan(TempStorage& storage) : storage(storage) {}
    template <typename F> __device__ void InclusiveScan(T value, T& result, F f) { result = scanned(value, f); }
    template <typename F> __device__ void InclusiveScan(T value, T& result, F f, T& all)
    {
        result = scanned(value, f);
        all = storage.values[X * Y * Z - 1];
    }
    template <typename F> __device__ void ExclusiveScan(T value, T& result, T initial, F f)
    {
        scanned(value, f);
        result = library_rank() == 0 ? initial : f(initial, storage.values[library_rank() - 1]);
    }
    template <typename F> __device__ void ExclusiveScan(T value, T& result, T initial, F f, T& all)
    {
        ExclusiveScan(value, result, initial, f);
        all = storage.values[X * Y * Z - 1];
    }
    __device__ void InclusiveSum(T value, T& result) { result = scanned(value, cub::Sum()); }
    __device__ void InclusiveSum(T value, T& result, T& all) { InclusiveScan(value, result, cub::Sum(), all); }
    __device__ void ExclusiveSum(T value, T& result) { ExclusiveScan(value, result, T(), cub::Sum()); }
    __device__ void ExclusiveSum(T value, T& result, T& all) { ExclusiveScan(value, result, T(), cub::Sum(), all); }
    template <int N> __device__ void InclusiveSum(T (&values)[N], T (&results)[N])
    {
        T all = T(), before;
        for (int i = 0; i < N; ++i) results[i] = all = all + values[i];
        ExclusiveSum(all, before);
        for (int i = 0; i < N; ++i) results[i] = before + results[i];
    }
    template <int N> __device__ void ExclusiveSum(T (&values)[N], T (&results)[N])
    {
        T all = T(), before;
        for (int i = 0; i < N; ++i) all = all + values[i];
        ExclusiveSum(all, before);
        for (int i = 0; i < N; ++i) {
            T next = before + values[i];
            results[i] = before;
            before = next;
        }
    }
};

// A first call without memory only asks how much is needed.
inline bool library_asks(void* memory, size_t& bytes)
{
    if (memory == nullptr) bytes = 1024;
    return memory == nullptr;
}
struct DeviceReduce {
    template <typename In, typename Out, typename F, typename T> static cudaError_t Reduce(void* memory, size_t& bytes, In in, Out out, int n, F f, T initial, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        T all = initial;
        for (int i = 0; i < n; ++i) all = f(all, (T)in[i]);
        *out = all;
        return cudaSuccess;
    }
    template <typename In, typename Out> static cudaError_t Sum(void* memory, size_t& bytes, In in, Out out, int n, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        auto all = in[0];
        if (n == 0) all = all - all;
        for (int i = 1; i < n; ++i) all = all + in[i];
        *out = all;
        return cudaSuccess;
    }
    template <typename In, typename Out> static cudaError_t Max(void* memory, size_t& bytes, In in, Out out, int n, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        auto best = in[0];
        for (int i = 1; i < n; ++i) if (in[i] > best) best = in[i];
        *out = best;
        return cudaSuccess;
    }
    template <typename In, typename Out> static cudaError_t Min(void* memory, size_t& bytes, In in, Out out, int n, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        auto best = in[0];
        for (int i = 1; i < n; ++i) if (in[i] < best) best = in[i];
        *out = best;
        return cudaSuccess;
    }
};
struct DeviceScan {
    template <typename In, typename Out, typename F> static cudaError_t InclusiveScan(void* memory, size_t& bytes, In in, Out out, F f, int n, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes) || n == 0) return cudaSuccess;
        library_device open;
        auto all = in[0];
        out[0] = all;
        for (int i = 1; i < n; ++i) {
            all = f(all, in[i]);
            out[i] = all;
        }
        return cudaSuccess;
    }
    template <typename In, typename Out, typename F, typename T> static cudaError_t ExclusiveScan(void* memory, size_t& bytes, In in, Out out, F f, T initial, int n, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        T all = initial;
        for (int i = 0; i < n; ++i) {
            T next = f(all, (T)in[i]);
            out[i] = all;
            all = next;
        }
        return cudaSuccess;
    }
    template <typename In, typename Out> static cudaError_t InclusiveSum(void* memory, size_t& bytes, In in, Out out, int n, cudaStream_t = 0)
    {
        return InclusiveScan(memory, bytes, in, out, cub::Sum(), n);
    }
    template <typename T, typename Out> static cudaError_t ExclusiveSum(void* memory, size_t& bytes, T* in, Out out, int n, cudaStream_t = 0)
    {
        return ExclusiveScan(memory, bytes, in, out, cub::Sum(), (T)0, n);
    }
};
struct DeviceRadixSort {
    template <typename T> static cudaError_t SortKeys(void* memory, size_t& bytes, const T* in, T* out, int n, int = 0, int = 64, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        for (int i = 0; i < n; ++i) out[i] = in[i];
        std::stable_sort(out, out + n);
        return cudaSuccess;
    }
    template <typename T> static cudaError_t SortKeysDescending(void* memory, size_t& bytes, const T* in, T* out, int n, int = 0, int = 64, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        for (int i = 0; i < n; ++i) out[i] = in[i];
        std::stable_sort(out, out + n, [](const T& a, const T& b) { return b < a; });
        return cudaSuccess;
    }
    template <typename T, typename V> static cudaError_t SortPairs(void* memory, size_t& bytes, const T* in, T* out, const V* values, V* sorted, int n, int = 0, int = 64, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        std::vector<int> order(n);
        for (int i = 0; i < n; ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
        for (int i = 0; i < n; ++i) {
            out[i] = in[order[i]];
            sorted[i] = values[order[i]];
        }
        return cudaSuccess;
    }
};
struct DeviceSelect {
    template <typename In, typename Out, typename Count, typename F> static cudaError_t If(void* memory, size_t& bytes, In in, Out out, Count count, int n, F f, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        int kept = 0;
        for (int i = 0; i < n; ++i) if (f(in[i])) out[kept++] = in[i];
        *count = kept;
        return cudaSuccess;
    }
    template <typename In, typename Flags, typename Out, typename Count> static cudaError_t Flagged(void* memory, size_t& bytes, In in, Flags flags, Out out, Count count, int n, cudaStream_t = 0)
    {
        if (library_asks(memory, bytes)) return cudaSuccess;
        library_device open;
        int kept = 0;
        for (int i = 0; i < n; ++i) if (flags[i]) out[kept++] = in[i];
        *count = kept;
        return cudaSuccess;
    }
};
}
