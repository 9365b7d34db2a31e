// tex1Dfetch from linear memory, and tex2D from an array with point and linear filters.
#include <cstdio>
#include <cstring>

__global__ void fetch(cudaTextureObject_t t, float* out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float>(t, n - 1 - i);
}

__global__ void sample(cudaTextureObject_t t, float* out, int width, int height, float scale, float shift)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height) out[y * width + x] = tex2D<float>(t, x * scale + shift, y * scale + shift);
}

static void print(const char* what, const float* v, int n, int row)
{
    printf("%s\n", what);
    for (int i = 0; i < n; ++i) printf("%7.3f%s", v[i], (i + 1) % row ? " " : "\n");
}

int main()
{
    const int n = 16, width = 4, height = 4;
    float h[n], r[n], *d, *out;
    for (int i = 0; i < n; ++i) h[i] = i * i * 0.5f;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);

    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof h;
    cudaTextureDesc description;
    memset(&description, 0, sizeof(description));
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t linear = 0;
    cudaCreateTextureObject(&linear, &resource, &description, nullptr);
    fetch<<<1, 32>>>(linear, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    print("reversed by tex1Dfetch", r, n, 8);
    cudaDestroyTextureObject(linear);

    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, width, height);
    cudaMemcpy2DToArray(array, 0, 0, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    description.addressMode[0] = cudaAddressModeClamp;
    description.addressMode[1] = cudaAddressModeClamp;
    cudaTextureFilterMode modes[] = {cudaFilterModePoint, cudaFilterModeLinear};
    for (cudaTextureFilterMode mode : modes) {
        description.filterMode = mode;
        description.normalizedCoords = 0;
        cudaTextureObject_t t;
        cudaCreateTextureObject(&t, &resource, &description, NULL);
        sample<<<1, dim3(4, 4)>>>(t, out, width, height, 1.0f, mode == cudaFilterModePoint ? 0.5f : 1.0f);
        cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
        print(mode == cudaFilterModePoint ? "point" : "linear", r, n, width);
        cudaDestroyTextureObject(t);
    }
    cudaFreeArray(array);
    cudaFree(d);
    cudaFree(out);
    return 0;
}
