#include <cstdio>
#include <cstring>

// Objects of it lie in managed memory, so that kernels can reach them.
class Managed {
public:
    void* operator new(size_t bytes)
    {
        void* made;
        cudaMallocManaged(&made, bytes);
        cudaDeviceSynchronize();
        return made;
    }
    void operator delete(void* object)
    {
        cudaDeviceSynchronize();
        cudaFree(object);
    }
};

typedef struct {
    float x, y;
} Point;

class Path : public Managed {
public:
    int count;
    Point points[16];
    Path(int count) : count(count) { for (int i = 0; i < count; ++i) points[i] = {(float)i, 0.5f * i}; }
};

template <typename T> __global__ void scale(T* points, int count, float by)
{
    int i = threadIdx.x;
    if (i < count) points[i].x *= by, points[i].y *= by;
}

__global__ void move_all(Path* path, float by)
{
    int i = threadIdx.x;
    if (i < path->count) path->points[i].x += by;
}

int main()
{
    Path* path = new Path(10);
    move_all<<<1, 16>>>(path, 2);
    scale<Point><<<1, 16>>>(path->points, 10, 3);
    cudaDeviceSynchronize();
    printf("%g %g, %g %g\n", path->points[1].x, path->points[1].y, path->points[9].x, path->points[9].y);
    delete path;
    return 0;
}
