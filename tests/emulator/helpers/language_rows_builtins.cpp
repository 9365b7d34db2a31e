// The language's table: built-ins.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

std::vector<LanguageRow> language_rows_builtins() {
    return {
        {"Bits",
         "",
         "out[i] = __popc(0xF0F0) + __ffs(8) * 10 + __clz(1) * 100 + (int)(__brev(1) >> 31) * 10000 + "
         "__popcll(~0ull) * 100000;",
         {6413148}},
        {"ClockCountsSteps",
         "",
         "long long first = clock64(); clock_t second = clock(); out[i] = second > first ? 1 : 0;",
         {1}},
        {"HintsThatChangeNothing",
         "",
         "asm volatile(\"prefetch.global.L2 [%0];\" : : \"l\"(out + i + 4096)); "
         "asm(\"prefetch.global.L1 [%0];\" :: \"l\"(out)); __nanosleep(20); out[i] = 5;",
         {5}},
        {"BytesAndDots",
         "",
         "unsigned a = 0x04030201, b = 0x01010101; out[i] = __byte_perm(a, b, 0x0021) + 0; out[i] = "
         "__dp4a((int)a, (int)b, 5) * 100 + __dp4a(a, b, 1u) + __sad(3, 10, 1) * 10000 + __usad(3u, 10u, "
         "1u);",
         {81519}},
        {"Permutation", "", "out[i] = __byte_perm(0x33221100, 0x77665544, 0x7410) == 0x77441100;", {1}},
        {"FunnelShifts",
         "",
         "out[i] = __funnelshift_l(0x80000000u, 1u, 1) + __funnelshift_r(2u, 1u, 1) % 1000 + "
         "__funnelshift_lc(0u, 5u, 40) + __funnelshift_rc(7u, 0u, 0);",
         {659}},
        {"Multiplication",
         "",
         "out[i] = __mul24(1000, 1000) + __umul24(3, 4) + __mulhi(1 << 30, 8) + (int)__umulhi(0x80000000u, "
         "4u) + (int)__mul64hi(1ll << 62, 8);",
         {1000018}},
        {"Averages",
         "",
         "out[i] = __hadd(5, 8) + __rhadd(5, 8) * 10 + (int)__uhadd(1, 2) * 100 + (int)__urhadd(1, 2) * "
         "1000;",
         {2176}},
        {"FloatBits",
         "",
         "out[i] = __float_as_int(1.f) == 0x3f800000 && __int_as_float(0x40000000) == 2.f && "
         "__double_as_longlong(1.0) == 0x3ff0000000000000ll && __hiloint2double(0x3ff00000, 0) == 1.0 && "
         "__double2hiint(1.0) == 0x3ff00000 && __double2loint(1.0) == 0;",
         {1}},
        {"Rounding",
         "",
         "out[i] = floorf(2.7f) + ceilf(2.1f) * 10 + rintf(2.5f) * 100 + roundf(2.5f) * 1000 + truncf(-2.5f) "
         "+ __float2int_rn(3.5f) * 10000 + lroundf(1.5f) + nearbyintf(0.4f) + llrint(2.4);",
         {43232 + 2}},
        {"FloatMaths",
         "",
         "out[i] = sqrtf(9.f) + rsqrtf(0.25f) * 10 + fabsf(-3.f) * 100 + fminf(1, 2) * 1000 + fmaxf(1, 2) * "
         "10000 + __saturatef(3.f) * 100000 + __fmaf_rn(2, 3, 4) + fmodf(7, 4);",
         {121336}},
        {"DoubleMaths",
         "",
         "out[i] = (int)(exp(0.0) + log(1.0) + pow(2.0, 10) + sin(0.0) + cos(0.0) + tan(0.0) + sqrt(16.0) + "
         "fabs(-2.0) + fma(2.0, 3.0, 1.0) + floor(2.5) + hypot(3.0, 4.0) + cbrt(27.0) + exp2(3.0) + "
         "log2(8.0) + log10(1000.0) + atan2(0.0, 1.0) + fmin(1.0, 2.0) + fmax(1.0, 2.0) + 0.5);",
         {1066}},
        {"MoreFloatMaths",
         "",
         "out[i] = (int)(expf(0) + exp2f(3) + exp10f(2) + log2f(8) + log10f(100) + logf(1) + powf(2, 5) + "
         "sinf(0) + cosf(0) + tanf(0) + asinf(0) + acosf(1) + atanf(0) + sinhf(0) + coshf(0) + tanhf(0) + "
         "erff(0) + erfcf(0) + cbrtf(8) + hypotf(3, 4) + log1pf(0) + expm1f(0) + fdimf(5, 3) + copysignf(2, "
         "-1) + ldexpf(1, 3) + scalbnf(1, 2) + norm3df(1, 2, 2) + rhypotf(3, 4) * 5 + rcbrtf(8) * 2 + "
         "tgammaf(5) + lgammaf(1) + remainderf(5, 3) + logbf(8) + ilogbf(16) + fdividef(6, 3) + 0.5f);",
         {205}},
        {"OutParameters",
         "",
         "float s, c; sincosf(0.f, &s, &c); float whole; float part = modff(2.75f, &whole); int e; float m = "
         "frexpf(8.f, &e); double ds, dc; sincos(0.0, &ds, &dc); sincospif(0.5f, &s, &c); out[i] = (int)(s + "
         "whole * 10 + part * 100) + e * 1000 + (int)(m * 2) * 10000 + (int)dc * 100000;",
         {114096}},
        {"IntegerMinMax",
         "",
         "out[i] = min(3u, 4) + max(-1, 2) + min(5ll, 6) + umin(7, 8) + llmax(1, 9) + abs(-3) + ullmin(2, 3) "
         "+ max(1.5f, 0.5f) * 2 + labs(-2) + fabs(-1.f);",
         {37}},
        {"Atomics",
         "__device__ unsigned long long wide; __device__ float sum; __device__ double dsum; __device__ "
         "unsigned word = 12; __device__ int cas;",
         "atomicAdd(&wide, 3ull); atomicAdd(&sum, 0.5f); atomicAdd(&dsum, 0.25); atomicMax(&word, i); "
         "atomicCAS(&cas, 0, 5); atomicExch(&out[i], 1); atomicSub(&out[i], 3); atomicOr(&out[i], 8); "
         "atomicXor(&out[i], 1); atomicInc(&word, 100); atomicAnd_block(&cas, 7); __syncthreads();\n"
         "out[i] += (int)wide + (int)sum * 100 + (int)dsum * 1000 + cas * 10000 + (int)word * 100000;",
         {2052423}},
        {"NvAtomics",
         "__device__ int a = 3, b; __device__ unsigned long long w;",
         "if (i == 0) { int expected = 3; bool ok = __nv_atomic_compare_exchange_n(&a, &expected, 8, false, "
         "__NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n"
         "bool not_ok = __nv_atomic_compare_exchange_n(&a, &expected, 9, false, __NV_ATOMIC_SEQ_CST, "
         "__NV_ATOMIC_RELAXED); __nv_atomic_fetch_add(&b, 5, __NV_ATOMIC_RELAXED); __nv_atomic_add(&b, 1, "
         "__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);\n"
         "int got = __nv_atomic_load_n(&b, __NV_ATOMIC_ACQUIRE); __nv_atomic_store_n(&a, 9, "
         "__NV_ATOMIC_RELEASE); __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE); "
         "out[i] = ok * 100 + not_ok * 1000 + expected * 10 + got + a * 10000; }",
         {90186}},
        {"Fences",
         "",
         "__threadfence(); __threadfence_block(); __threadfence_system(); __syncwarp(); __syncwarp(0xff); "
         "out[i] = i;",
         {0, 1}},
        {"VotingBarriers",
         "",
         "int n = __syncthreads_count(i > 2); int a = __syncthreads_and(i >= 0); int o = __syncthreads_or(i "
         "== 9); out[i] = n * 100 + (a != 0) * 10 + (o != 0);",
         {510, 510}},
        {"Shuffles",
         "",
         "double d = __shfl_down_sync(0xff, (double)i, 2); long long l = __shfl_xor_sync(0xff, (long long)i "
         "<< 33, 1); float f = __shfl_sync(0xff, i * 0.5f, 3); unsigned u = __shfl_up_sync(0xff, "
         "(unsigned)i, 1, 4);\n"
         "out[i] = (int)d * 1000 + (int)(l >> 33) * 100 + (int)(f * 2) * 10 + u;",
         {2130, 3030}},
        // Lanes of a segment may read an earlier segment, never a later one: there they keep their own.
        {"ShufflesBeyondTheirSegment",
         "",
         "int x = __shfl_xor_sync(0xff, i, 4, 4); int d = __shfl_down_sync(0xff, i, 3, 4); int u = "
         "__shfl_up_sync(0xff, i, 3, 4); out[i] = x * 100 + d * 10 + u;",
         {30, 111, 222, 330, 74, 155, 266, 374}},
        {"Votes",
         "",
         "out[i] = __ballot_sync(0xff, i & 1) + __any_sync(0xff, i == 3) * 1000 + __all_sync(0xff, i < 8) * "
         "10000 + __popc(__activemask()) * 100000;",
         {811170}},
        {"MatchAndReduce",
         "",
         "int p; unsigned same = __match_any_sync(0xff, i / 2); unsigned all = __match_all_sync(0xff, 5, "
         "&p); out[i] = same + all * 1000 + p * 1000000 + __reduce_add_sync(0xff, i) * 10000000 + "
         "(int)(__reduce_max_sync(0xff, (unsigned)i) - 7);",
         {281255003, 281255003, 281255012}},
        {"HintedLoads",
         "",
         "out[i] = __ldg(in + i) + __ldg(&in[i]) + __ldcg(in + i) + __ldca(in + i) + __ldcs(in + i) + "
         "__ldlu(in + i) + __ldcv(in + i); __stcg(out + i, out[i] + 1); __stcs(out + i, out[i] + 1); "
         "__stwb(out + i, out[i]); __stwt(out + i, out[i]);",
         {2, 9}},
        {"HintedVectorLoads",
         "",
         "int4 v = __ldg(reinterpret_cast<const int4*>(in) + (i & 1)); out[i] = v.x + v.w;",
         {3, 11}},
        {"PrintfAndAssert",
         "",
         "printf(\"%d %5.2f %c %s %% %x %llu %p\\n\", i, 1.5, 'x', \"text\", 255u, 1ull, out); assert(i >= 0 "
         "&& \"fine\"); out[i] = printf(\"\"); out[i] = i;",
         {0, 1}},
        {"Isnan",
         "",
         "float z = 0; out[i] = isnan(z / z) + isinf(1 / z) * 10 + isfinite(z) * 100 + signbit(-1.f) * 1000 "
         "+ (std::isnan(1.0));",
         {1111}},
        {"Intrinsics",
         "",
         "out[i] = (int)(__fdividef(6, 3) + __expf(0) + __logf(1) + __powf(2, 3) + __sinf(0) + __cosf(0) + "
         "__fadd_rn(1, 2) + __fmul_rn(2, 3) + __fsqrt_rn(4) + __frcp_rn(0.5f) + __frsqrt_rn(0.25f) + "
         "__ddiv_rn(6.0, 3.0) + __fsub_rn(3, 1) + __fma_rn(1.0, 2.0, 3.0));",
         {36}},
        {"FloatConversions",
         "",
         "out[i] = __float2int_rz(2.9f) + __float2uint_rn(2.5f) * 10 + (int)__int2float_rn(3) * 100 + "
         "__double2int_rn(2.5) * 1000 + (int)__float2ll_rn(3.5f) * 10000 + __double2int_rz(-1.5) + "
         "__float2int_rd(-1.5f) + __float2int_ru(1.2f);",
         {42321}},
        {"CooperativeGroups",
         "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
         "__device__ int sum(cg::thread_block_tile<4> tile, int v) { for (int d = tile.size() / 2; d > 0; d "
         "/= 2) v += tile.shfl_down(v, d); return v; }\n"
         "template <typename Group> __device__ int reduce(Group g, int v) { for (int d = g.num_threads() / "
         "2; d > 0; d >>= 1) v += g.shfl_xor(v, d); return v; }",
         "cg::thread_block block = cg::this_thread_block(); auto tile = cg::tiled_partition<4>(block); int s "
         "= sum(tile, i); block.sync(); tile.sync(); cg::sync(block);\n"
         "out[i] = s + tile.thread_rank() * 100 + tile.meta_group_rank() * 1000 + block.size() * 10000 + "
         "reduce(tile, 1) * 100000 + tile.any(i == 1) * 1000000 + (tile.ballot(1) & 15) * 10000000;",
         {151480006}},
        {"GridLoop",
         "",
         "for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < 8; k += gridDim.x * blockDim.x) out[k] = "
         "in[k] * in[k];",
         {0, 1, 4, 9, 16, 25, 36, 49}},
        {"WarpAggregatedAtomics",
         "__device__ int next(int* counter) { unsigned active = __activemask(); int leader = __ffs(active) - "
         "1;\n"
         "unsigned rank = __popc(active & ((1u << (threadIdx.x & 31)) - 1)); int first; if (rank == 0) first "
         "= "
         "atomicAdd(counter, __popc(active));\n"
         "first = __shfl_sync(active, first, leader); return first + rank; }",
         "__shared__ int counter; if (i == 0) counter = 10; __syncthreads(); if (i > 2) out[i] = "
         "next(&counter);",
         {0, 0, 0, 10, 11, 12, 13, 14}},
        {"CopiedBytes",
         "",
         "float f = in[i] * 0.5f; int bits; memcpy(&bits, &f, sizeof(bits)); int a[2]; memset(a, 1, "
         "sizeof(a)); "
         "out[i] = (bits == __float_as_int(f)) + a[1];",
         {16843010, 16843010}},
        {"AnyGroup",
         "#include <cooperative_groups.h>\nusing namespace cooperative_groups;\n"
         "__device__ int sum(thread_group g, int* room, int v) { for (int half = g.size() / 2; half > 0; "
         "half /= 2) {\n"
         "room[g.thread_rank()] = v; g.sync(); if (g.thread_rank() < half) v += room[g.thread_rank() + "
         "half]; "
         "g.sync(); } return v; }",
         "__shared__ int room[8]; auto block = this_thread_block(); auto four = tiled_partition<4>(block); "
         "int s = "
         "sum(block, room, i); block.sync(); s = s * 100 + sum(four, room + i / 4 * 4, i); out[i] = i % 4 == "
         "0 ? s : "
         "0;",
         {2806}},
        {"Limits",
         "#include <limits>\n#include <math_constants.h>\ntemplate <typename T> __device__ T least(const T* "
         "p) { T m = "
         "std::numeric_limits<T>::max(); for (int k = 1; k < 8; ++k) m = min(m, p[k]); return m; }",
         "float low = -std::numeric_limits<float>::infinity(), x[8] = {}; for (int k = 0; k < 8; ++k) x[k] = "
         "in[k] + "
         "0.5f; out[i] = least(in) + (int)(least(x) * 2) * 10 + (low < std::numeric_limits<float>::lowest()) "
         "* 100 + "
         "std::numeric_limits<unsigned char>::max() * 1000 + (int)(CUDART_PI_F * 2) * 1000000;",
         {6255131}},
        {"AtomicReferences",
         "#include <cuda/atomic>\n__shared__ int flag, data, sum;",
         "cuda::atomic_ref<int, cuda::thread_scope_block> f(flag), total{sum}; if (i == 0) { flag = data = "
         "sum = 0; } "
         "__syncthreads(); if (i == 5) { data = 42; f.store(1, cuda::std::memory_order_release); } while "
         "(f.load(cuda::memory_order_acquire) == 0) {}\n total.fetch_add(i, "
         "cuda::std::memory_order_relaxed); int "
         "seen = data; __syncthreads(); int wanted = 28; bool won = i == 0 && "
         "total.compare_exchange_strong(wanted, "
         "100); __syncthreads(); out[i] = seen * 1000 + sum + won;",
         {42101, 42100}},
        {"OwnNamesBeforeTheLibrarys",
         "#include <limits>\ntemplate <typename T> struct plus { __device__ T operator()(T a, T b) const { "
         "return a + b + "
         "100; } };\n template <typename T> __device__ T lroundf(T x) { return 7; } struct thread_group { "
         "int n; };",
         "thread_group g{3}; out[i] = plus<int>()(i, 1) + lroundf(2.6f) + g.n + "
         "(std::numeric_limits<int>::max() > 0);",
         {112, 113}},
    };
}

}  // namespace upsweep::emulator
