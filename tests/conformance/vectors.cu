// Vector types, structs, pointers, arrays.
// launch: --block 8 --arg iota:32:-5 --arg zeros:32
extern "C" __global__ void float4_members(const float4* in, float4* out) {
    float4 v = in[threadIdx.x];
    v.x += v.w;
    out[threadIdx.x] = make_float4(v.x, v.z, v.y, v.x * v.w);
}
extern "C" __global__ void int2_halves(const int* in, int* out) {
    int2 pair = reinterpret_cast<const int2*>(in)[threadIdx.x];
    reinterpret_cast<int2*>(out)[threadIdx.x] = make_int2(pair.y, pair.x - 1);
}
extern "C" __global__ void uchar4_wraps(const int* in, uchar4* out) {
    int v = in[threadIdx.x];
    uchar4 c = make_uchar4(v, v * 3, 250 + v, -v);
    c.x += 255;
    c.w++;
    out[threadIdx.x] = c;
}
extern "C" __global__ void float3_is_packed(const float* in, float* out) {
    const float3* triples = (const float3*)in;
    float3 t = triples[threadIdx.x];
    out[threadIdx.x] = t.x + 10 * t.y + 100 * t.z + sizeof(float3);
}
extern "C" __global__ void double2_copy(const double2* in, double2* out) {
    double2 d = in[threadIdx.x];
    out[threadIdx.x] = {d.y, d.x / 3};
}
struct Particle {
    float x, y;
    int id;
};
struct Cell {
    char tag;
    short count;
    double weight;
    Particle inner[2];
};
extern "C" __global__ void struct_copy(const int* in, Particle* out) {
    Particle p = {1.5f, 2.0f, in[threadIdx.x]};
    Particle q = p;
    q.x *= q.id;
    if (threadIdx.x < 8) out[threadIdx.x] = q;
}
// launch struct_copy: --block 8 --arg iota:8:-5 --arg zeros:24
extern "C" __global__ void nested_struct(const int* in, int* out) {
    Cell cell = {};
    cell.inner[1].id = in[threadIdx.x];
    cell.tag = 'a' + threadIdx.x;
    cell.count = cell.tag * 1000;
    cell.weight = cell.count / 7.0;
    Cell copy = cell;
    out[threadIdx.x] = copy.inner[1].id + copy.count + (int)copy.weight + sizeof(Cell) + sizeof(Particle);
}
extern "C" __global__ void pointer_walk(const int* in, int* out) {
    const int* first = in + threadIdx.x;
    const int* last = &in[15];
    int sum = 0;
    for (const int* p = first; p < last; p += 2) sum += *p;
    out[threadIdx.x] = sum * 100 + (int)(last - first) + (first == in) + (first != nullptr ? 7 : 0);
}
extern "C" __global__ void pointer_to_local(const int* in, int* out) {
    int v = in[threadIdx.x];
    int* p = &v;
    *p += 3;
    int** pp = &p;
    **pp *= 2;
    out[threadIdx.x] = v;
}
extern "C" __global__ void local_arrays(const int* in, int* out) {
    int table[3][4] = {{1, 2, 3}, {4}, {5, 6, 7, 8}};
    for (int i = 0; i < 12; ++i) table[i / 4][i % 4] += in[i];
    out[threadIdx.x] = table[threadIdx.x % 3][threadIdx.x % 4] * 10 + (int)(sizeof(table) / sizeof(table[0]));
}
extern "C" __global__ void bytes_of_ints(const unsigned char* in, unsigned* out) {
    const unsigned* words = reinterpret_cast<const unsigned*>(in);
    out[threadIdx.x] = words[threadIdx.x] + in[4 * threadIdx.x + 1];
}
__device__ void swap_both(int& a, int& b) {
    int t = a;
    a = b;
    b = t;
}
extern "C" __global__ void references(const int* in, int* out) {
    int a = in[threadIdx.x], b = 100;
    swap_both(a, b);
    int& alias = a;
    alias += b;
    out[threadIdx.x] = a * 1000 + b;
}
enum Colour { red, green = 5, blue };
enum class Mode : unsigned char { off = 3, on };
extern "C" __global__ void enumerations(const int* in, int* out) {
    Colour c = in[threadIdx.x] > 0 ? blue : green;
    Mode m = c == blue ? Mode::on : Mode::off;
    out[threadIdx.x] = c + 10 * (int)m + 100 * sizeof(Mode);
}
__constant__ float weights[4] = {0.5f, 1.5f, 2.5f};
__device__ int table_of_squares[4] = {0, 1, 4, 9};
extern "C" __global__ void constant_memory(const int* in, float* out) {
    out[threadIdx.x] = weights[threadIdx.x & 3] * in[threadIdx.x] + table_of_squares[threadIdx.x & 3];
}
struct Pixel {
    unsigned char r, g, b;
};
extern "C" __global__ void packed_pixels(const Pixel* in, Pixel* out) {
    Pixel p = in[threadIdx.x];
    unsigned grey = (p.r * 77 + p.g * 150 + p.b * 29) >> 8;
    out[threadIdx.x] = {(unsigned char)grey, p.g, (unsigned char)(p.b + 1)};
}
// launch packed_pixels: --block 8 --arg iota:24:40 --arg zeros:24
extern "C" __global__ void shared_struct(const int* in, int* out) {
    __shared__ Particle room[8];
    room[threadIdx.x].id = in[threadIdx.x];
    room[threadIdx.x].x = threadIdx.x * 0.5f;
    __syncthreads();
    out[threadIdx.x] = room[7 - threadIdx.x].id + (int)room[threadIdx.x ^ 1].x;
}
