// Structs with functions, constructors, operators, constants and templates.
// launch: --block 16 --arg iota:16:-5 --arg zeros:16
struct Point {
    int x, y;
    __device__ int sum() const { return x + y; }
    __device__ void move(int by) { x += by, y -= by; }
    __device__ Point& doubled() {
        x *= 2;
        this->y *= 2;
        return *this;
    }
};
extern "C" __global__ void member_functions(const int* in, int* out) {
    Point p = {in[threadIdx.x], 3};
    p.move(4);
    Point* q = &p;
    q->doubled().move(1);
    out[threadIdx.x] = p.sum() * 100 + q->y;
}
struct Counter {
    int count = 7, step;
    __device__ Counter() : step(2) {}
    __device__ explicit Counter(int by) : count{by * 3}, step(by) { count += 1; }
    __device__ void up() { count += step; }
};
extern "C" __global__ void constructors(const int* in, int* out) {
    Counter a, b(in[threadIdx.x]);
    Counter c = Counter(5);
    a.up(), b.up(), c.up();
    out[threadIdx.x] = a.count + 100 * b.count + 10000 * c.count;
}
struct Complex {
    float re, im;
    __device__ Complex(float r = 0, float i = 0) : re(r), im(i) {}
    __device__ Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); }
    __device__ Complex operator*(const Complex& o) const {
        return {re * o.re - im * o.im, re * o.im + im * o.re};
    }
    __device__ float norm() const { return re * re + im * im; }
};
extern "C" __global__ void complex_numbers(const int* in, int* out) {
    Complex c(in[threadIdx.x] * 0.125f, 0.25f), z;
    int steps = 0;
    while (steps < 50 && z.norm() < 4) z = z * z + c, ++steps;
    out[threadIdx.x] = steps;
}
extern "C" __global__ void conversion_by_constructor(const int* in, float* out) {
    Complex z = Complex(1, 2) + (float)in[threadIdx.x];
    Complex w = z * 2;
    out[threadIdx.x] = z.re * 10 + w.im;
}
struct Rational {
    int top, bottom;
    __device__ bool operator<(const Rational& o) const { return top * o.bottom < o.top * bottom; }
    __device__ bool operator==(const Rational& o) const { return top * o.bottom == o.top * bottom; }
    __device__ Rational& operator+=(const Rational& o) {
        top = top * o.bottom + o.top * bottom;
        bottom *= o.bottom;
        return *this;
    }
    __device__ Rational operator-() const { return {-top, bottom}; }
    __device__ operator float() const { return (float)top / bottom; }
    __device__ int operator[](int i) const { return i == 0 ? top : bottom; }
    __device__ int operator()(int a, int b) const { return a * top + b * bottom; }
};
__device__ Rational operator-(Rational a, const Rational& b) { return a += -b; }
extern "C" __global__ void comparisons_of_structs(const int* in, int* out) {
    Rational a = {in[threadIdx.x], 4}, b = {1, 2};
    out[threadIdx.x] = (a < b) + 2 * (b < a) + 4 * (a == b) + 8 * !(a == b);
}
extern "C" __global__ void compound_operators(const int* in, int* out) {
    Rational a = {in[threadIdx.x], 3};
    a += {1, 2};
    Rational b = a - Rational{1, 5};
    out[threadIdx.x] = a[0] * 1000 + a[1] * 100 + b[0] - b[1];
}
extern "C" __global__ void conversion_operator(const int* in, float* out) {
    Rational a = {in[threadIdx.x], 8};
    float x = a;
    out[threadIdx.x] = x + (float)a * 16;
}
extern "C" __global__ void call_operator(const int* in, int* out) {
    const Rational weights = {3, -2};
    out[threadIdx.x] = weights(in[threadIdx.x], threadIdx.x) + weights[1];
}
struct Tile {
    static constexpr int size = 4;
    enum { half = size / 2 };
    using Real = float;
    typedef unsigned Word;
    static __device__ int twice(int x) { return 2 * x; }
    struct Cell {
        short value;
        char flag;
    };
    Cell cells[size];
};
extern "C" __global__ void names_inside(const int* in, int* out) {
    Tile tile = {};
    for (int i = 0; i < Tile::size; ++i) tile.cells[i].value = in[threadIdx.x] * i;
    Tile::Real r = Tile::half * 0.5f;
    Tile::Word w = -1;
    Tile::Cell cell = tile.cells[3];
    out[threadIdx.x] = Tile::twice(cell.value) + (int)(r * 100) + (w >> 28) + sizeof(Tile);
}
struct Shape {
    int sides;
    __device__ int corners() const;
    static __device__ Shape square();
};
__device__ int Shape::corners() const { return sides; }
__device__ Shape Shape::square() { return {4}; }
extern "C" __global__ void defined_outside(const int* in, int* out) {
    Shape s = Shape::square();
    s.sides += in[threadIdx.x];
    out[threadIdx.x] = s.corners() * 3;
}
template <typename T>
struct Pair {
    T first, second;
    __device__ T larger() const { return first > second ? first : second; }
    template <typename U> __device__ Pair<U> as() const { return {(U)first, (U)second}; }
};
extern "C" __global__ void struct_templates(const int* in, float* out) {
    Pair<float> p = {in[threadIdx.x] * 0.75f, 1.25f};
    Pair<int> q = p.as<int>();
    Pair<unsigned char> r = q.as<unsigned char>();
    out[threadIdx.x] = p.larger() + 10 * q.larger() + 100 * r.larger();
}
template <typename T, int N>
struct Stack {
    T items[N];
    int used = 0;
    __device__ bool push(T item) {
        if (used == N) return false;
        items[used++] = item;
        return true;
    }
    __device__ T pop() { return items[--used]; }
};
extern "C" __global__ void a_stack(const int* in, int* out) {
    Stack<int, 6> stack;
    int refused = 0;
    for (int i = 0; i < 8; ++i) refused += !stack.push(in[(threadIdx.x + i) & 15] * (i + 1));
    int sum = 0;
    while (stack.used > 0) sum = sum * 3 + stack.pop();
    out[threadIdx.x] = sum + refused;
}
template <typename T> struct Limits;
template <> struct Limits<int> { static constexpr int largest = 1000; };
template <> struct Limits<float> { static constexpr float largest = 0.5f; };
extern "C" __global__ void specialised_structs(const int* in, float* out) {
    out[threadIdx.x] = min(in[threadIdx.x] * 200, Limits<int>::largest) + Limits<float>::largest;
}
struct Add {
    template <typename T> __device__ T operator()(T a, T b) const { return a + b; }
};
struct Larger {
    template <typename T> __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T, typename Operation>
__device__ T fold(const T* in, int n, Operation operation) {
    T result = in[0];
    for (int i = 1; i < n; ++i) result = operation(result, in[i]);
    return result;
}
extern "C" __global__ void function_objects(const int* in, int* out) {
    int local[4];
    for (int i = 0; i < 4; ++i) local[i] = in[(threadIdx.x * 3 + i) & 15];
    out[threadIdx.x] = fold(local, 4, Add()) * 100 + fold(local, 4, Larger{});
}
struct alignas(16) Wide {
    double weight;
    char tag;
};
extern "C" __global__ void aligned_struct(const int* in, int* out) {
    __shared__ Wide wide[16];
    wide[threadIdx.x].weight = in[threadIdx.x] / 4.0;
    wide[threadIdx.x].tag = (char)threadIdx.x;
    __syncthreads();
    Wide other = wide[15 - threadIdx.x];
    out[threadIdx.x] = (int)(other.weight * 100) + other.tag + (int)sizeof(Wide) * 1000 + (int)alignof(Wide) * 100000;
}
struct Matrix {
    float m[2][2];
    __device__ friend Matrix operator*(const Matrix& a, const Matrix& b) {
        Matrix c;
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j];
        return c;
    }
};
extern "C" __global__ void friends_and_arrays_inside(const int* in, float* out) {
    Matrix a = {{{1, 2}, {3, (float)in[threadIdx.x]}}}, b = a * a * a;
    out[threadIdx.x] = b.m[0][1] + 1000 * b.m[1][1];
}
__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator*(float s, const float2& a) { return {s * a.x, s * a.y}; }
__device__ void operator-=(float2& a, float2 b) { a.x -= b.x, a.y -= b.y; }
extern "C" __global__ void operators_on_vectors(const int* in, float* out) {
    float2 a = make_float2(in[threadIdx.x], 1), b = {0.5f, 2};
    float2 c = 3.0f * (a + b);
    c -= b;
    out[threadIdx.x] = c.x * 100 + c.y;
}
struct Options {
    int a = 4, b = 5;
    float scale = 0.5f;
    int list[3] = {1, 2, 3};
};
extern "C" __global__ void default_member_values(const int* in, float* out) {
    Options o, p;
    p.a = in[threadIdx.x];
    out[threadIdx.x] = o.a * o.b + p.a * p.b * p.scale + p.list[2] + o.list[threadIdx.x % 3];
}
