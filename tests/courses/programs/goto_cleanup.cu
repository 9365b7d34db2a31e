// C style: goto to the end on an error, arrays of a length that is known late.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void triple(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 3;
}

static int process(int n, size_t bytes)
{
    int status = 1, *d = NULL;
    int h[n];
    for (int i = 0; i < n; i++) h[i] = i + 1;
    if (cudaMalloc((void **)&d, bytes) != cudaSuccess) goto done;
    if (cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice) != cudaSuccess) goto release;
    triple<<<(n + 31) / 32, 32>>>(d, n);
    if (cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) goto release;
    status = 0;
release:
    cudaFree(d);
done:
    printf("n = %d: status %d, first %d, last %d\n", n, status, h[0], h[n - 1]);
    return status;
}

int main()
{
    int failed = 0, tries = 0;
again:
    failed += process(5 + 10 * tries, (5 + 10 * tries) * sizeof(int));
    if (++tries < 3) goto again;
    failed += process(8, (size_t)-1);
    cudaGetLastError();
    printf("%d failed\n", failed);
    return 0;
}
