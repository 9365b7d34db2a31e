// Arrays of two and three dimensions, copies of boxes, textures and surfaces of the CUDA runtime. A texture is the
// address of a description on the device, and its texels are plain global memory.
enum cudaChannelFormatKind { cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2, cudaChannelFormatKindNone = 3 };
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void* ptr; size_t pitch, xsize, ysize; };
struct cudaArray { char* data; size_t pitch, bytes; cudaExtent extent; cudaChannelFormatDesc desc; unsigned int flags; };
using cudaArray_t = cudaArray*;
using cudaArray_const_t = const cudaArray*;
const unsigned int cudaArrayDefault = 0, cudaArrayLayered = 1, cudaArraySurfaceLoadStore = 2, cudaArrayCubemap = 4, cudaArrayTextureGather = 8;
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width, size_t height) { return {pointer, pitch, width, height}; }
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) { return {x, y, z, w, kind}; }
template <typename T> struct library_channels {
    static cudaChannelFormatDesc of() { return {(int)sizeof(T) * 8, 0, 0, 0, is_floating_point<T>::value ? cudaChannelFormatKindFloat : is_signed<T>::value ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned}; }
};
template <> struct library_channels<float2> { static cudaChannelFormatDesc of() { return {32, 32, 0, 0, cudaChannelFormatKindFloat}; } };
template <> struct library_channels<float4> { static cudaChannelFormatDesc of() { return {32, 32, 32, 32, cudaChannelFormatKindFloat}; } };
template <> struct library_channels<uchar4> { static cudaChannelFormatDesc of() { return {8, 8, 8, 8, cudaChannelFormatKindUnsigned}; } };
template <> struct library_channels<int2> { static cudaChannelFormatDesc of() { return {32, 32, 0, 0, cudaChannelFormatKindSigned}; } };
template <> struct library_channels<int4> { static cudaChannelFormatDesc of() { return {32, 32, 32, 32, cudaChannelFormatKindSigned}; } };
template <> struct library_channels<uint2> { static cudaChannelFormatDesc of() { return {32, 32, 0, 0, cudaChannelFormatKindUnsigned}; } };
template <> struct library_channels<uint4> { static cudaChannelFormatDesc of() { return {32, 32, 32, 32, cudaChannelFormatKindUnsigned}; } };
template <typename T> cudaChannelFormatDesc cudaCreateChannelDesc() { return library_channels<T>::of(); }

// ---- Memory
inline cudaError_t library_make_array(cudaArray_t* into, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned int flags)
{
    cudaArray_t made = new cudaArray;
    made->extent = extent;
    made->desc = *desc;
    made->flags = flags;
    made->bytes = (size_t)(desc->x + desc->y + desc->z + desc->w) / 8;
    made->pitch = made->bytes * extent.width;
    size_t all = made->pitch * (extent.height > 0 ? extent.height : 1) * (extent.depth > 0 ? extent.depth : 1);
    cudaError_t error;
    if (desc->f == cudaChannelFormatKindFloat && desc->x == 32) {
        float* array = nullptr;
        error = cudaMalloc(&array, all);
        made->data = (char*)array;
    } else if (desc->x == 32) {
        unsigned int* array = nullptr;
        error = cudaMalloc(&array, all);
        made->data = (char*)array;
    } else {
        unsigned char* array = nullptr;
        error = cudaMalloc(&array, all);
        made->data = (char*)array;
    }
    *into = made;
    return error;
}
inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width, size_t height = 0, unsigned int flags = 0) { return library_make_array(array, desc, {width, height, 0}, flags); }
inline cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned int flags = 0) { return library_make_array(array, desc, extent, flags); }
inline cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (array == nullptr) return cudaSuccess;
    cudaError_t error = cudaFree(array->data);
    delete array;
    return error;
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr* into, cudaExtent extent)
{
    char* made = nullptr;
    size_t pitch = 0;
    cudaError_t error = cudaMallocPitch(&made, &pitch, extent.width, extent.height * extent.depth);
    *into = {made, pitch, extent.width, extent.height};
    return error;
}
inline cudaError_t cudaMemset3D(cudaPitchedPtr box, int value, cudaExtent extent)
{
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; ++z) error = cudaMemset2D((char*)box.ptr + z * box.pitch * box.ysize, box.pitch, value, extent.width, extent.height);
    return error;
}
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
inline cudaPitchedPtr library_side(cudaArray_t array, cudaPitchedPtr box)
{
    if (array == nullptr) return box;
    return {array->data, array->pitch, array->pitch, array->extent.height > 0 ? array->extent.height : 1};
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream = 0)
{
    cudaArray_t array = box->srcArray != nullptr ? box->srcArray : box->dstArray;
    size_t element = array == nullptr ? 1 : array->bytes, width = box->extent.width * element;
    cudaPitchedPtr from = library_side(box->srcArray, box->srcPtr), to = library_side(box->dstArray, box->dstPtr);
    size_t from_x = box->srcPos.x * (box->srcArray != nullptr ? element : 1), to_x = box->dstPos.x * (box->dstArray != nullptr ? element : 1);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < box->extent.depth && error == cudaSuccess; ++z) {
        const char* source = (const char*)from.ptr + ((box->srcPos.z + z) * from.ysize + box->srcPos.y) * from.pitch + from_x;
        char* target = (char*)to.ptr + ((box->dstPos.z + z) * to.ysize + box->dstPos.y) * to.pitch + to_x;
        error = cudaMemcpy2DAsync(target, to.pitch, source, from.pitch, width, box->extent.height, box->kind, stream);
    }
    return error;
}
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box)
{
    cudaDeviceSynchronize();
    return cudaMemcpy3DAsync(box);
}
inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind) { return cudaMemcpy2D(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height, kind); }
inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0) { return cudaMemcpy2DAsync(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height, kind, stream); }
inline cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind) { return cudaMemcpy2D(to, pitch, from->data + y * from->pitch + x, from->pitch, width, height, kind); }
inline cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) { return cudaMemcpy(to->data + y * to->pitch + x, from, bytes, kind); }
inline cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) { return cudaMemcpy(to, from->data + y * from->pitch + x, bytes, kind); }

// ---- Descriptions
enum cudaResourceType { cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2, cudaResourceTypePitch2D = 3 };
enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { void* devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void* devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
    unsigned int flags;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc { int format; size_t width, height, depth; };
using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;
// `bits` of a texel's component is 0 where it is read as it is, else it becomes a part of 1.
struct library_texture {
    const char* data;
    size_t pitch;
    int width, height, depth, linear, normalized, bits, is_signed;
    int address[3];
};
inline cudaError_t library_describe(cudaTextureObject_t* into, const cudaResourceDesc* resource, const cudaTextureDesc* desc)
{
    library_texture made;
    cudaChannelFormatDesc format;
    made.height = made.depth = 1;
    if (resource->resType == cudaResourceTypeArray) {
        cudaArray_t array = resource->res.array.array;
        format = array->desc;
        made.data = array->data;
        made.pitch = array->pitch;
        made.width = (int)array->extent.width;
        made.height = array->extent.height > 0 ? (int)array->extent.height : 1;
        made.depth = array->extent.depth > 0 ? (int)array->extent.depth : 1;
    } else if (resource->resType == cudaResourceTypeLinear) {
        format = resource->res.linear.desc;
        made.data = (const char*)resource->res.linear.devPtr;
        made.pitch = resource->res.linear.sizeInBytes;
        made.width = (int)(made.pitch / ((size_t)(format.x + format.y + format.z + format.w) / 8));
    } else {
        format = resource->res.pitch2D.desc;
        made.data = (const char*)resource->res.pitch2D.devPtr;
        made.pitch = resource->res.pitch2D.pitchInBytes;
        made.width = (int)resource->res.pitch2D.width;
        made.height = (int)resource->res.pitch2D.height;
    }
    made.linear = desc != nullptr && desc->filterMode == cudaFilterModeLinear;
    made.normalized = desc != nullptr && desc->normalizedCoords;
    made.bits = desc != nullptr && desc->readMode == cudaReadModeNormalizedFloat && format.x < 32 ? format.x : 0;
    made.is_signed = format.f == cudaChannelFormatKindSigned;
    for (int i = 0; i < 3; ++i) {
        made.address[i] = desc == nullptr ? cudaAddressModeClamp : desc->addressMode[i];
        // Without normalized coordinates nothing wraps.
        if (!made.normalized && made.address[i] != cudaAddressModeBorder) made.address[i] = cudaAddressModeClamp;
    }
    library_texture* texture = nullptr;
    cudaError_t error = cudaMalloc(&texture, sizeof(library_texture));
    if (error == cudaSuccess) error = cudaMemcpy(texture, &made, sizeof(library_texture), cudaMemcpyHostToDevice);
    *into = (cudaTextureObject_t)texture;
    return error;
}
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* into, const cudaResourceDesc* resource, const cudaTextureDesc* desc, const cudaResourceViewDesc*) { return library_describe(into, resource, desc); }
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) { return cudaFree((void*)texture); }
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* into, const cudaResourceDesc* resource) { return library_describe(into, resource, nullptr); }
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) { return cudaFree((void*)surface); }

// ---- Texels
__device__ inline float library_part(const library_texture* t, const char* at, int i)
{
    if (t->bits == 8) return t->is_signed ? ((const signed char*)at)[i] / 127.0f : ((const unsigned char*)at)[i] / 255.0f;
    return t->is_signed ? ((const short*)at)[i] / 32767.0f : ((const unsigned short*)at)[i] / 65535.0f;
}
template <typename T> struct library_texel { static __device__ T at(const library_texture*, const char* row, int x) { return ((const T*)row)[x]; } };
template <> struct library_texel<float> {
    static __device__ float at(const library_texture* t, const char* row, int x) { return t->bits == 0 ? ((const float*)row)[x] : library_part(t, row, x); }
};
template <> struct library_texel<float2> {
    static __device__ float2 at(const library_texture* t, const char* row, int x) { return t->bits == 0 ? ((const float2*)row)[x] : make_float2(library_part(t, row, 2 * x), library_part(t, row, 2 * x + 1)); }
};
template <> struct library_texel<float4> {
    static __device__ float4 at(const library_texture* t, const char* row, int x) { return t->bits == 0 ? ((const float4*)row)[x] : make_float4(library_part(t, row, 4 * x), library_part(t, row, 4 * x + 1), library_part(t, row, 4 * x + 2), library_part(t, row, 4 * x + 3)); }
};
// The place of a coordinate; -1: outside, where a border is.
__device__ inline int library_place(int i, int n, int mode)
{
    if (i >= 0 && i < n) return i;
    if (mode == 3) return -1;
    if (mode == 1) return i < 0 ? 0 : n - 1;
    int inside = (i % n + n) % n;
    if (mode == 0) return inside;
    return ((i - inside) / n) % 2 == 0 ? inside : n - 1 - inside;
}
template <typename T> __device__ T library_fetch(const library_texture* t, int x, int y, int z)
{
    x = library_place(x, t->width, t->address[0]);
    y = library_place(y, t->height, t->address[1]);
    z = library_place(z, t->depth, t->address[2]);
    if (x < 0 || y < 0 || z < 0) return T();
    return library_texel<T>::at(t, t->data + ((size_t)z * t->height + y) * t->pitch, x);
}
__device__ inline float library_mix(float a, float b, float part) { return (1.0f - part) * a + part * b; }
__device__ inline float2 library_mix(float2 a, float2 b, float part) { return make_float2(library_mix(a.x, b.x, part), library_mix(a.y, b.y, part)); }
__device__ inline float4 library_mix(float4 a, float4 b, float part) { return make_float4(library_mix(a.x, b.x, part), library_mix(a.y, b.y, part), library_mix(a.z, b.z, part), library_mix(a.w, b.w, part)); }
template <typename T> __device__ T library_mix(T a, T, float) { return a; }
// A GPU keeps 8 bits of the fraction.
__device__ inline float library_fraction(float x) { return rintf((x - floorf(x)) * 256.0f) / 256.0f; }
template <typename T> __device__ T library_sample(cudaTextureObject_t object, float x, float y, float z, int dimensions)
{
    const library_texture* t = (const library_texture*)object;
    if (t->normalized) {
        x *= t->width;
        if (dimensions > 1) y *= t->height;
        if (dimensions > 2) z *= t->depth;
    }
    if (!t->linear) return library_fetch<T>(t, (int)floorf(x), dimensions > 1 ? (int)floorf(y) : 0, dimensions > 2 ? (int)floorf(z) : (int)z);
    x -= 0.5f;
    int i = (int)floorf(x), j = 0, k = (int)z;
    float a = library_fraction(x);
    if (dimensions == 1) return library_mix(library_fetch<T>(t, i, 0, k), library_fetch<T>(t, i + 1, 0, k), a);
    y -= 0.5f;
    j = (int)floorf(y);
    float b = library_fraction(y);
    if (dimensions > 2) k = (int)floorf(z - 0.5f);
    T row = library_mix(library_fetch<T>(t, i, j, k), library_fetch<T>(t, i + 1, j, k), a);
    row = library_mix(row, library_mix(library_fetch<T>(t, i, j + 1, k), library_fetch<T>(t, i + 1, j + 1, k), a), b);
    if (dimensions == 2) return row;
    T other = library_mix(library_fetch<T>(t, i, j, k + 1), library_fetch<T>(t, i + 1, j, k + 1), a);
    other = library_mix(other, library_mix(library_fetch<T>(t, i, j + 1, k + 1), library_fetch<T>(t, i + 1, j + 1, k + 1), a), b);
    return library_mix(row, other, library_fraction(z - 0.5f));
}
template <typename T> __device__ T tex1Dfetch(cudaTextureObject_t object, int i)
{
    const library_texture* t = (const library_texture*)object;
    if (i < 0 || i >= t->width) return T();
    return library_texel<T>::at(t, t->data, i);
}
template <typename T> __device__ T tex1D(cudaTextureObject_t t, float x) { return library_sample<T>(t, x, 0, 0, 1); }
template <typename T> __device__ T tex2D(cudaTextureObject_t t, float x, float y) { return library_sample<T>(t, x, y, 0, 2); }
template <typename T> __device__ T tex3D(cudaTextureObject_t t, float x, float y, float z) { return library_sample<T>(t, x, y, z, 3); }
template <typename T> __device__ T tex1DLayered(cudaTextureObject_t t, float x, int layer) { return library_sample<T>(t, x, 0, (float)layer, 1); }
template <typename T> __device__ T tex2DLayered(cudaTextureObject_t t, float x, float y, int layer) { return library_sample<T>(t, x, y, (float)layer, 2); }
template <typename T> __device__ T tex2DLod(cudaTextureObject_t t, float x, float y, float) { return library_sample<T>(t, x, y, 0, 2); }
template <typename T> __device__ T* library_spot(cudaSurfaceObject_t surface, int x, int y, int z)
{
    const library_texture* t = (const library_texture*)surface;
    return (T*)(t->data + ((size_t)z * t->height + y) * t->pitch + x);
}
template <typename T> __device__ T surf1Dread(cudaSurfaceObject_t surface, int x) { return *library_spot<T>(surface, x, 0, 0); }
template <typename T> __device__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y) { return *library_spot<T>(surface, x, y, 0); }
template <typename T> __device__ void surf2Dread(T* into, cudaSurfaceObject_t surface, int x, int y) { *into = *library_spot<T>(surface, x, y, 0); }
template <typename T> __device__ T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z) { return *library_spot<T>(surface, x, y, z); }
template <typename T> __device__ void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x) { *library_spot<T>(surface, x, 0, 0) = value; }
template <typename T> __device__ void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y) { *library_spot<T>(surface, x, y, 0) = value; }
template <typename T> __device__ void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z) { *library_spot<T>(surface, x, y, z) = value; }
