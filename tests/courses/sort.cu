// Sorting one block's numbers: bitonic network, odd-even transposition, splitting by bits.
__device__ inline void compareAndSwap(int& a, int& b, bool up)
{
    if ((a > b) == up) {
        int t = a;
        a = b;
        b = t;
    }
}

__global__ void bitonicSort(int* values)
{
    extern __shared__ int shared[];
    const unsigned int tid = threadIdx.x;
    shared[tid] = values[tid];
    __syncthreads();
    for (unsigned int k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned int j = k / 2; j > 0; j /= 2) {
            unsigned int ixj = tid ^ j;
            if (ixj > tid) compareAndSwap(shared[tid], shared[ixj], (tid & k) == 0);
            __syncthreads();
        }
    }
    values[tid] = shared[tid];
}

__global__ void oddEvenSort(int* data, int n)
{
    for (int phase = 0; phase < n; ++phase) {
        int left = 2 * threadIdx.x + phase % 2;
        if (left + 1 < n && data[left] > data[left + 1]) {
            int t = data[left];
            data[left] = data[left + 1];
            data[left + 1] = t;
        }
        __syncthreads();
    }
}

// One pass a bit: zeros to the front, ones behind, each in order.
__global__ void splitSort(unsigned int* data)
{
    __shared__ unsigned int ones[64];
    unsigned int tid = threadIdx.x;
    for (int bit = 0; bit < 8; ++bit) {
        unsigned int x = data[tid];
        unsigned int b = (x >> bit) & 1;
        ones[tid] = b;
        __syncthreads();
        for (unsigned int offset = 1; offset < blockDim.x; offset *= 2) {
            unsigned int y = tid >= offset ? ones[tid - offset] : 0;
            __syncthreads();
            ones[tid] += y;
            __syncthreads();
        }
        unsigned int total = ones[blockDim.x - 1];
        unsigned int before = ones[tid] - b;
        unsigned int place = b ? blockDim.x - total + before : tid - before;
        data[place] = x;
        __syncthreads();
    }
}

// Merges two sorted lists: each thread finds the rank of one element in the other list.
__global__ void mergeByRank(const int* a, const int* b, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 * n) return;
    bool first = i < n;
    int key = first ? a[i] : b[i - n];
    const int* other = first ? b : a;
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        bool right = first ? other[middle] < key : other[middle] <= key;
        if (right) low = middle + 1;
        else high = middle;
    }
    out[(first ? i : i - n) + low] = key;
}
