#include <stdio.h>
#define N 64

// One block sorts by neighbours, first even pairs, then odd ones.
__global__ void oddEvenSort(int *data, int n)
{
    int tid = threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        int left = 2 * tid + (phase & 1);
        if (left + 1 < n) {
            if (data[left] > data[left + 1]) {
                int t = data[left];
                data[left] = data[left + 1];
                data[left + 1] = t;
            }
        }
        __syncthreads();
    }
}

int main()
{
    int *data;
    cudaMallocManaged(&data, N * sizeof(int));
    for (int i = 0; i < N; i++) data[i] = N - i;
    oddEvenSort<<<1, N / 2>>>(data, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) printf("%d ", data[i]);
    cudaFree(data);
    return 0;
}
