// Statements: loops, switches, early returns, nested divergence, calls.
// launch: --block 32 --arg iota:32:-7 --arg zeros:32
extern "C" __global__ void if_else_chain(const int* in, int* out) {
    int v = in[threadIdx.x];
    int r;
    if (v < -3) r = 1;
    else if (v < 4) { r = 2; if (v & 1) r += 10; }
    else if (v == 9) r = 3;
    else r = 4;
    out[threadIdx.x] = r;
}
extern "C" __global__ void loops_of_different_length(const int* in, int* out) {
    int sum = 0;
    for (int i = 0; i < in[threadIdx.x]; ++i) {
        if (i == 5) continue;
        if (i > 14) break;
        sum += i * i;
    }
    out[threadIdx.x] = sum;
}
extern "C" __global__ void while_collatz(const int* in, int* out) {
    int n = in[threadIdx.x] < 1 ? 1 : in[threadIdx.x], steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        ++steps;
    }
    out[threadIdx.x] = steps;
}
extern "C" __global__ void do_at_least_once(const int* in, int* out) {
    int n = in[threadIdx.x], digits = 0;
    do {
        n /= 3;
        digits++;
    } while (n != 0);
    out[threadIdx.x] = digits;
}
extern "C" __global__ void switch_falls_through(const int* in, int* out) {
    int r = 0;
    switch (in[threadIdx.x]) {
        case -1: r += 1;
        case 0: r += 2;
        case 3: { r += 4; break; }
        default: r = 100;
        case 9: r += 8; break;
        case 'A' - 60: r = -1;
    }
    out[threadIdx.x] = r;
}
extern "C" __global__ void switch_in_a_loop(const int* in, int* out) {
    int r = 0;
    for (int i = 0; i < 6; ++i) {
        switch ((in[threadIdx.x] + i) & 3) {
            case 0: continue;
            case 1: r += i; break;
            case 2: if (i > 3) break; r += 10;
            default: r += 100;
        }
        r += 1000;
    }
    out[threadIdx.x] = r;
}
extern "C" __global__ void early_return(const int* in, int* out) {
    if (threadIdx.x % 3 == 1) return;
    out[threadIdx.x] = in[threadIdx.x];
    if (in[threadIdx.x] > 10) return;
    out[threadIdx.x] += 50;
}
__device__ int classify(int v) {
    if (v < 0) return -1;
    for (int i = 2; i * i <= v; ++i)
        if (v % i == 0) return i;
    return v;
}
extern "C" __global__ void early_return_from_function(const int* in, int* out) {
    out[threadIdx.x] = classify(in[threadIdx.x]) + 100 * classify(25);
}
extern "C" __global__ void short_circuit(const int* in, int* out) {
    int calls = 0, v = in[threadIdx.x];
    bool both = v > 0 && ++calls > 0;
    bool either = v > 5 || ++calls > 5;
    out[threadIdx.x] = calls * 10 + both + 2 * either;
}
extern "C" __global__ void comma_and_conditional(const int* in, int* out) {
    int a = 0, b;
    b = (a = in[threadIdx.x], a += 2, a * 3);
    out[threadIdx.x] = a > 0 ? b > 20 ? 1 : b : a < -3 ? -b : 0;
}
extern "C" __global__ void nested_loops(const int* in, int* out) {
    int count = 0;
    for (int i = 0, j = 10; i < j; i++, j--)
        for (int k = in[threadIdx.x] & 3; k; --k) count += i * j + k;
    out[threadIdx.x] = count;
}
extern "C" __global__ void endless_with_break(const int* in, int* out) {
    unsigned v = in[threadIdx.x] + 8;
    int i = 0;
    for (;;) {
        if (v & 1) break;
        v = v / 2 + 1;
        if (++i > 9) break;
    }
    out[threadIdx.x] = i * 100 + v;
}
extern "C" __global__ void increments(const int* in, int* out) {
    int a = in[threadIdx.x], b = a++, c = ++a;
    int local[4] = {1, 2, 3, 4};
    int i = 0;
    local[i++] += 10;
    local[++i] -= b--;
    out[threadIdx.x] = a + b * 3 + c * 5 + local[0] * 7 + local[2] * 11 + i * 13;
}
extern "C" __global__ void compound_shifts(const int* in, int* out) {
    unsigned v = in[threadIdx.x];
    v <<= 3; v >>= 1; v |= 0x100; v &= ~4u; v ^= 0x33; v %= 1000;
    out[threadIdx.x] = v;
}
// launch indices_3d: --grid 2,1,2 --block 2,2,2 --arg zeros:1 --arg zeros:32
extern "C" __global__ void indices_3d(const int* in, int* out) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[block * 8 + thread] = blockIdx.z * 1000 + threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x + in[0];
}
// launch grid_stride: --grid 2 --block 8 --arg iota:32 --arg zeros:32
extern "C" __global__ void grid_stride(const int* in, int* out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 32; i += blockDim.x * gridDim.x)
        out[i] = in[i] * 2 + warpSize;
}
extern "C" __global__ void shadowing(const int* in, int* out) {
    int v = in[threadIdx.x];
    {
        int v = 7;
        out[threadIdx.x] = v;
    }
    for (int v = 0; v < 2; ++v) out[threadIdx.x] += v;
    out[threadIdx.x] += v;
}
extern "C" __global__ void constant_expressions(const int*, int* out) {
    constexpr int side = 1 << 4;
    static_assert(side == 16, "sixteen");
    const int table[] = {side, side / 3, -side % 5, ~side, !side, side > 3 ? 1 : 2};
    out[threadIdx.x] = table[threadIdx.x % 6] + 0x1F + 010 + 0b101 + 'z' + '\n' + sizeof(long long) + 1'000;
}
__device__ int three_into(int& x) { x = 3; return 1; }
__device__ int two_more(int& x) { x += 2; if (x > 100) return 0; return x; }
extern "C" __global__ void right_side_first(const int* in, int* out) {
    if (threadIdx.x > 0) return;
    int n = in[8], a[8] = {};
    a[n++] = n; out[0] = a[1]; out[1] = a[2];
    n = 0; a[n] = n = 3; out[2] = a[3]; out[3] = a[0];
    a[3] = 0; a[0] = 7; n = 0; a[n] = three_into(n); out[4] = a[0]; out[5] = a[3];
    int* p = a; *p++ = p - a; out[6] = a[0]; out[7] = a[1];
    a[1] = a[2] = 5; n = 1; a[n++] += n; a[n] *= n = 3; out[8] = a[1]; out[9] = a[2]; out[10] = a[3];
    n = 1; a[two_more(n)] = n; out[11] = a[3]; n = 1; a[n] = two_more(n); out[12] = a[3];
    n = 1; out[13] = n << n++; out[14] = n >> --n; out[15] = n;
    bool first = true; out[16] = first ? (first = false, 1) : 2; out[17] = first;
    bool b = true; out[18] = b && (b = false, true);
    n = 1; int t[3] = {n, n++, n}; out[19] = t[0]; out[20] = t[1]; out[21] = t[2];
    n = 1; n = 3, out[22] = two_more(n);
}
extern "C" __global__ void declarations_in_loops(const int* in, int* out) {
    int n = in[threadIdx.x] & 7, sum = 0;
    while (int m = n--) { if (m == 2) continue; sum += m; }
    for (int k = 0; int left = 9 - k; k += 3) { if (left == 3) continue; sum += left * 100; }
    out[threadIdx.x] = sum;
}
