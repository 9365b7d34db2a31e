// Every thread appends its number to a ring; the oldest are overwritten once it is full.
#include <stdio.h>
#define CAPACITY 256
#define MASK (CAPACITY - 1)

struct RingBuffer {
    unsigned int head;
    unsigned int dropped;
    int items[CAPACITY];
};

__device__ bool push(RingBuffer *ring, int item)
{
    unsigned int slot = atomicAdd(&ring->head, 1u);
    if (slot >= CAPACITY) {
        atomicAdd(&ring->dropped, 1u);
        return false;
    }
    ring->items[slot & MASK] = item;
    return true;
}

__global__ void producers(RingBuffer *ring, int each)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < each; ++i)
        if (!push(ring, id * each + i)) break;
}

int main()
{
    RingBuffer *ring;
    cudaMalloc(&ring, sizeof(RingBuffer));
    cudaMemset(ring, 0, sizeof(RingBuffer));
    producers<<<2, 64>>>(ring, 3);
    RingBuffer copy;
    cudaMemcpy(&copy, ring, sizeof(RingBuffer), cudaMemcpyDeviceToHost);
    printf("%u pushed, %u dropped\n", copy.head, copy.dropped);
    cudaFree(ring);
}
