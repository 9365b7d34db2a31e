// Any text as a whole program: it is refused or runs to an end, within its limits.
#include "fuzz/fuzz.h"

#include <string>

#include "core/error.h"
#include "emulator/whole_program.h"

namespace {

const char* const programs[] = {
    "#include <cstdio>\n__global__ void k(int* a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }\n"
    "int main(int argc, char** argv) { int h[8], *d; cudaMalloc((void**)&d, sizeof h); k<<<1, 8>>>(d, 8);\n"
    "cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); for (int i = 0; i < 8; i++) printf(\"%d %s\\n\", "
    "h[i], "
    "argv[0]); cudaFree(d); return h[7]; }\n",
    "struct P { int a; float b[3]; };\nint f(P p, int n) { return n > 0 ? f(p, n - 1) + p.a : 0; }\n"
    "int main() { P p = {1, {2, 3}}; P* q = (P*)malloc(2 * sizeof(P)); q[0] = p; q[1].b[2] = f(p, 9); "
    "free(q); "
    "memset(&p, 0, sizeof p); switch (p.a) { case 0: return 1; default: exit(2); } }\n",
    "__constant__ int c[4];\n__global__ void k(int* a) { a[threadIdx.x] = c[threadIdx.x % 4]; }\nint main() "
    "{ int* m; "
    "cudaMallocManaged(&m, 64); int h[4] = {1, 2}; cudaMemcpyToSymbol(c, h, sizeof h); k<<<dim3(1, 1), "
    "16>>>(m); "
    "cudaDeviceSynchronize(); while (m[0]--) ; return m[1]; }\n",
    "__global__ void k(int* a, int v) { a[threadIdx.x] += v; }\nvoid done(void* p) { *(int*)p = 1; }\n"
    "int main(int c, char**) { int n = c + 3, f = 0, h[n], *d; void (*q)(int*, int) = k; cudaGraph_t g; "
    "cudaGraphExec_t e; cudaStream_t s; cudaStreamCreate(&s); cudaMalloc(&d, 4 * n); "
    "cudaStreamBeginCapture(s); cudaMemsetAsync(d, 0, 4 * n, s); q<<<1, n, 0, s>>>(d, 2); "
    "cudaLaunchHostFunc(s, done, &f); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0); "
    "again: cudaGraphLaunch(e, s); cudaMemcpy(h, d, 4 * n, cudaMemcpyDefault); if (f++ < 2) goto again; "
    "return h[n - 1]; }\n",
    "#include <thrust/device_vector.h>\n#include <thrust/sort.h>\nint main() { thrust::device_vector<int> "
    "v(9); for (int i = 0; i < 9; ++i) v[i] = (i * 5) % 9; thrust::sort(v.begin(), v.end()); return v[8]; "
    "}\n",
};

}  // namespace

std::vector<std::string> fuzz_seeds() { return {std::begin(programs), std::end(programs)}; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string text(reinterpret_cast<const char*>(data), size);
    emulator::Compiler compiler([&](const std::string& name) -> std::string {
        if (name != "p.cu") throw Error("There is no {}.", name);
        return text;
    });
    emulator::WholeProgramOptions options;
    options.limits.steps = 20'000;
    options.limits.memory_bytes = 64 << 20;
    options.host_instructions = 200'000;
    try {
        (void)emulator::run_whole_program(compiler, "p.cu", {}, options);
    } catch (const Error&) {
        // Refused, with a sentence.
    }
    return 0;
}
