// Lambert shading of a sphere with helper_math.h.
#include <stdio.h>
#include "helper_cuda.h"
#include "helper_math.h"

#define W 40
#define H 40

__global__ void shade(uchar4 *image, float3 light, float3 colour)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H) return;
    float u = 2.0f * x / (W - 1) - 1.0f, v = 2.0f * y / (H - 1) - 1.0f;
    float3 result = make_float3(0.1f);
    float r2 = u * u + v * v;
    if (r2 < 1.0f) {
        float3 n = normalize(make_float3(u, v, sqrtf(1.0f - r2)));
        float lambert = clamp(dot(n, normalize(light)), 0.0f, 1.0f);
        result = lerp(0.2f * colour, colour, lambert);
        result += cross(n, light) * 0.0f;
    }
    image[y * W + x] = make_uchar4((unsigned char)(255 * result.x), (unsigned char)(255 * result.y),
                                   (unsigned char)(255 * result.z), 255);
}

int main()
{
    uchar4 *image;
    checkCudaErrors(cudaMallocManaged(&image, W * H * sizeof(uchar4)));
    dim3 block(8, 8), grid((W + 7) / 8, (H + 7) / 8);
    shade<<<grid, block>>>(image, make_float3(1.0f, -1.0f, 1.0f), make_float3(0.9f, 0.5f, 0.2f));
    getLastCudaError("shade failed");
    checkCudaErrors(cudaDeviceSynchronize());
    printf("%d\n", image[20 * W + 20].x);
    checkCudaErrors(cudaFree(image));
}
