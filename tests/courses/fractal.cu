// How long a point of the plane stays near.
struct Complex {
    float r, i;
};
__device__ float squaredLength(Complex a) { return a.r * a.r + a.i * a.i; }
__device__ Complex times(const Complex& a, const Complex& b)
{
    Complex c = {a.r * b.r - a.i * b.i, a.i * b.r + a.r * b.i};
    return c;
}
__device__ Complex plus(Complex a, Complex b)
{
    a.r += b.r;
    a.i += b.i;
    return a;
}
__device__ int escapeTime(int x, int y, int size)
{
    const float scale = 1.5f;
    Complex c = {-0.8f, 0.156f};
    Complex a = {scale * (float)(size / 2 - x) / (size / 2), scale * (float)(size / 2 - y) / (size / 2)};
    int i = 0;
    for (i = 0; i < 50; i++) {
        a = plus(times(a, a), c);
        if (squaredLength(a) > 1000) return i;
    }
    return i;
}
__global__ void paint(uchar4* image, int size)
{
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int value = escapeTime(x, y, size);
    image[offset].x = 5 * value;
    image[offset].y = 0;
    image[offset].z = value == 50 ? 255 : 0;
    image[offset].w = 255;
}
