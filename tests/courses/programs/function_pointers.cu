// Tables of functions: on the host by pointer, on the device by a template's argument and by a symbol.
#include <stdio.h>
#include <stdlib.h>

typedef float (*Unary)(float);

__host__ __device__ float square(float x) { return x * x; }
__host__ __device__ float negate(float x) { return -x; }
__host__ __device__ float halve(float x) { return x / 2; }

template <Unary F>
__global__ void map(float *x, int n)
{
    int i = threadIdx.x;
    if (i < n) x[i] = F(x[i]);
}

struct Entry {
    const char *name;
    Unary on_host;
    void (*kernel)(float *, int);
};

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

int main()
{
    Entry table[] = {{"square", square, map<square>}, {"negate", negate, map<negate>}, {"halve", halve, map<halve>}};
    const int n = 8;
    float *d;
    cudaMalloc((void **)&d, n * sizeof(float));
    for (const Entry &entry : table) {
        float h[n], g[n];
        for (int i = 0; i < n; i++) h[i] = (float)((i * 5) % 8) - 3.5f;
        cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
        entry.kernel<<<1, n>>>(d, n);
        cudaMemcpy(g, d, sizeof(g), cudaMemcpyDeviceToHost);
        int same = 0;
        for (int i = 0; i < n; i++) same += g[i] == entry.on_host(h[i]);
        qsort(g, n, sizeof(float), compare);
        printf("%s: %d of %d equal, sorted:", entry.name, same, n);
        for (int i = 0; i < n; i++) printf(" %g", g[i]);
        printf("\n");
    }
    cudaFree(d);
    return 0;
}
