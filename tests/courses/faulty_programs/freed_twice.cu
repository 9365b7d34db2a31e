// says: is freed twice
// cure: Free it once
// Two pointers to one block, both freed.
#include <cstdio>
__global__ void zero(int* x) { x[threadIdx.x] = 0; }
int main()
{
    int *current, *other;
    cudaMalloc(&current, 32 * sizeof(int));
#ifdef CURED
    cudaMalloc(&other, 32 * sizeof(int));
#else
    other = current;
#endif
    zero<<<1, 32>>>(current);
    zero<<<1, 32>>>(other);
    cudaFree(current);
    cudaFree(other);  // FAULT
    printf("freed\n");
}
