// Namespaces, enum class, switch, constexpr, static members, default arguments, overloads.
#include <iostream>
#include <string>

namespace ops {
enum class Kind { Add, Subtract, Multiply };
constexpr int count = 3;
namespace detail {
__device__ inline int compute(Kind kind, int a, int b)
{
    switch (kind) {
        case Kind::Add: return a + b;
        case Kind::Subtract: return a - b;
        case Kind::Multiply: return a * b;
    }
    return 0;
}
}  // namespace detail
__global__ void apply(Kind kind, const int* a, const int* b, int* c, int n)
{
    int i = threadIdx.x;
    if (i < n) c[i] = detail::compute(kind, a[i], b[i]);
}
inline const char* name(Kind kind)
{
    static const char* const names[] = {"add", "subtract", "multiply"};
    return names[static_cast<int>(kind)];
}
}  // namespace ops

namespace {
int launches = 0;
constexpr int square(int x) { return x * x; }
static_assert(square(4) == 16, "constexpr");

struct Log {
    static int lines;
    static void write(const std::string& text, int level = 0)
    {
        ++lines;
        std::cout << std::string(2 * level, ' ') << text << "\n";
    }
    static void write(int number) { write("number " + std::to_string(number), 1); }
};
int Log::lines = 0;

template <typename T, int N>
int length(T (&)[N]) { return N; }
}  // namespace

using ops::Kind;

int counter()
{
    static int calls = 10;
    return calls++;
}

int main()
{
    int a[] = {1, 2, 3, 4, 5}, b[] = {5, 4, 3, 2, square(1)}, c[5];
    const int n = length(a);
    int *da, *db, *dc;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    for (int k = 0; k < ops::count; ++k) {
        auto kind = static_cast<Kind>(k);
        ops::apply<<<1, 32>>>(kind, da, db, dc, n);
        ++launches;
        cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
        Log::write(ops::name(kind));
        for (int i = 0; i < n; i += 2) Log::write(c[i]);
    }
    counter();
    std::cout << launches << " launches, " << Log::lines << " lines, counter " << counter() << std::endl;
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return 0;
}
