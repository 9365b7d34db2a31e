// Explicit steps of the heat equation in a box.
#include <stdio.h>
#include <stdlib.h>

struct Grid {
    int nx, ny, nz;
};

__global__ void heat3d(const float *in, float *out, Grid g, float r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= g.nx || y >= g.ny || z >= g.nz) return;
    int i = (z * g.ny + y) * g.nx + x;
    if (x == 0 || y == 0 || z == 0 || x == g.nx - 1 || y == g.ny - 1 || z == g.nz - 1) {
        out[i] = in[i];
        return;
    }
    out[i] = in[i] + r * (in[i - 1] + in[i + 1] + in[i - g.nx] + in[i + g.nx]
                          + in[i - g.nx * g.ny] + in[i + g.nx * g.ny] - 6.0f * in[i]);
}

int main()
{
    Grid g = {16, 12, 10};
    int cells = g.nx * g.ny * g.nz;
    float *h = (float *)malloc(cells * sizeof(float));
    for (int i = 0; i < cells; i++) h[i] = 0.0f;
    h[(5 * g.ny + 6) * g.nx + 8] = 1000.0f;
    float *d_a, *d_b;
    cudaMalloc(&d_a, cells * sizeof(float));
    cudaMalloc(&d_b, cells * sizeof(float));
    cudaMemcpy(d_a, h, cells * sizeof(float), cudaMemcpyHostToDevice);
    dim3 threads(8, 4, 4);
    dim3 blocks((g.nx + 7) / 8, (g.ny + 3) / 4, (g.nz + 3) / 4);
    for (int step = 0; step < 4; step += 2) {
        heat3d<<<blocks, threads>>>(d_a, d_b, g, 0.1f);
        heat3d<<<blocks, threads>>>(d_b, d_a, g, 0.1f);
    }
    cudaMemcpy(h, d_a, cells * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[(5 * g.ny + 6) * g.nx + 8]);
}
