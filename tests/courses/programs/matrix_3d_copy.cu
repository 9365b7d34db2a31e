// cudaMalloc3D and cudaMemcpy3D: a box of pitched memory.
#include <stdio.h>

__global__ void mark(cudaPitchedPtr box, cudaExtent extent)
{
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    char *slice = (char *)box.ptr + z * box.pitch * extent.height;
    float *row = (float *)(slice + y * box.pitch);
    row[x] += 100.0f * z;
}

int main()
{
    const int w = 6, h = 4, d = 3;
    float host[d][h][w];
    for (int z = 0; z < d; z++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) host[z][y][x] = (float)(10 * y + x);
    cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
    cudaPitchedPtr box;
    cudaMalloc3D(&box, extent);
    cudaMemcpy3DParms in = {0};
    in.srcPtr = make_cudaPitchedPtr(host, w * sizeof(float), w, h);
    in.dstPtr = box;
    in.extent = extent;
    in.kind = cudaMemcpyHostToDevice;
    printf("%s\n", cudaGetErrorString(cudaMemcpy3D(&in)));
    mark<<<d, dim3(w, h)>>>(box, extent);
    cudaMemcpy3DParms out = {0};
    out.srcPtr = box;
    out.dstPtr = make_cudaPitchedPtr(host, w * sizeof(float), w, h);
    out.extent = extent;
    out.kind = cudaMemcpyDeviceToHost;
    printf("%s\n", cudaGetErrorString(cudaMemcpy3D(&out)));
    for (int z = 0; z < d; z++) {
        for (int x = 0; x < w; x++) printf("%6.1f", host[z][h - 1][x]);
        printf("\n");
    }
    cudaFree(box.ptr);
    return 0;
}
