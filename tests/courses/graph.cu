// Sparse matrix times vector, and breadth-first search a level a launch.
__global__ void multiplySparse(int rows, const int* ptr, const int* indices, const float* data, const float* x, float* y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < rows) {
        float dot = 0;
        int first = ptr[row];
        int end = ptr[row + 1];
        for (int k = first; k < end; k++) dot += data[k] * x[indices[k]];
        y[row] = dot;
    }
}

// One block walks all levels: neighbours of a ring with chords.
__global__ void bfs(int* level, int* frontier, int n)
{
    __shared__ int count, nextCount;
    __shared__ int* current;
    if (threadIdx.x == 0) {
        level[0] = 0;
        frontier[0] = 0;
        count = 1;
        nextCount = 0;
        current = frontier;
    }
    __syncthreads();
    for (int depth = 1; count > 0; ++depth) {
        int* next = current == frontier ? frontier + n : frontier;
        for (int i = threadIdx.x; i < count; i += blockDim.x) {
            int node = current[i];
            int neighbours[3] = {(node + 1) % n, (node + n - 1) % n, (node * 3 + 1) % n};
            for (int k = 0; k < 3; ++k)
                if (atomicCAS(&level[neighbours[k]], -1, depth) == -1) next[atomicAdd(&nextCount, 1)] = neighbours[k];
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            count = nextCount;
            nextCount = 0;
            current = next;
        }
        __syncthreads();
    }
}
