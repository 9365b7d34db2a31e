// Objects with virtual functions that one kernel makes and others use and delete.
#include <cstdio>

template <typename T>
class Store {
  public:
    __device__ virtual ~Store() {}
    __device__ virtual void put(T value) = 0;
    __device__ virtual T take() = 0;
    __device__ virtual int kind() const { return 0; }
};

template <typename T>
class Stack : public Store<T> {
  public:
    __device__ explicit Stack(int most) : data_(new T[most]), count_(0) {}
    __device__ virtual ~Stack() { delete[] data_; }
    __device__ virtual void put(T value) { data_[count_++] = value; }
    __device__ virtual T take() { return data_[--count_]; }
    __device__ virtual int kind() const { return 1; }

  private:
    T* data_;
    int count_;
};

template <typename T>
class Queue : public Store<T> {
  public:
    __device__ explicit Queue(int most) : data_(new T[most]), first_(0), end_(0) {}
    __device__ virtual ~Queue() {
        printf("queue ends after %d\n", int(end_));
        delete[] data_;
    }
    __device__ virtual void put(T value) { data_[end_++] = value; }
    __device__ virtual T take() { return data_[first_++]; }

  private:
    T* data_;
    int first_, end_;
};

struct Shape {
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3 * radius * radius; }
};

__global__ void make_queue(Store<int>** store) { *store = new Queue<int>(64); }
__global__ void make_stack(Store<int>** store) { *store = new Stack<int>(64); }
__global__ void fill(Store<int>** store, int count) {
    for (int i = 0; i < count; ++i) (*store)->put(i * i);
}
__global__ void empty(Store<int>** store, int count, int* out) {
    for (int i = 0; i < count; ++i) out[i] = (*store)->take();
    out[count] = (*store)->kind();
}
__global__ void end(Store<int>** store) { delete *store; }

__global__ void make_shapes(Shape** shapes) {
    shapes[threadIdx.x] = threadIdx.x % 2 == 0 ? static_cast<Shape*>(new Square(float(threadIdx.x)))
                                               : static_cast<Shape*>(new Circle(float(threadIdx.x)));
}
__global__ void measure(Shape** shapes, float* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }

int main() {
    const int count = 6;
    Store<int>** store;
    int *d_out, out[count + 1];
    cudaMalloc(&store, sizeof(Store<int>*));
    cudaMalloc(&d_out, sizeof out);
    for (int round = 0; round < 2; ++round) {
        if (round == 0)
            make_stack<<<1, 1>>>(store);
        else
            make_queue<<<1, 1>>>(store);
        fill<<<1, 1>>>(store, count);
        empty<<<1, 1>>>(store, count, d_out);
        end<<<1, 1>>>(store);
        cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
        for (int i = 0; i <= count; ++i) printf("%d ", out[i]);
        printf("\n");
    }
    Shape** shapes;
    float *d_areas, areas[8];
    cudaMalloc(&shapes, 8 * sizeof(Shape*));
    cudaMalloc(&d_areas, sizeof areas);
    make_shapes<<<1, 8>>>(shapes);
    measure<<<1, 8>>>(shapes, d_areas);
    cudaMemcpy(areas, d_areas, sizeof areas, cudaMemcpyDeviceToHost);
    for (float area : areas) printf("%g ", area);
    printf("\n");
    cudaFree(store);
    cudaFree(d_out);
    cudaFree(shapes);
    cudaFree(d_areas);
    return 0;
}
