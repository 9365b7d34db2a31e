// Variables without a value: passed on, copied, used.
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

namespace upsweep::emulator {
namespace {

/// Who only hands a value on asks not whether there is one; who uses it does.
TEST(Unset, GoesAlongWithAValueThatIsPassed) {
    const auto fault = [](const std::string& body) {
        KernelRun run =
            run_of("int v;\nif (t % 4 == 0) v = in[t];\nout[16 * blockIdx.x + t] = " + body + ";");
        run.text =
            "__device__ int first(int of) { return __shfl_sync(~0u, of, 0); }\n__device__ int second(int of) "
            "{ return __shfl_sync(~0u, of, 1); }\n__device__ int on(int value) { if (value < 0) value = 0; "
            "return first(value); }\n__device__ int through(float value, int other) { int sum = other; sum "
            "+= first(value);\nreturn sum; }\n__device__ int twice(int of) { int two = of; return two + of; "
            "}\n__device__ int set(int of) { of = 3; return of; }\n" +
            run.text;
        const std::vector<std::string> faults = faults_of(run.run());
        return faults.empty() ? "" : faults.front();
    };
    for (const char* good :
         {"first(v)", "through(v, t)", "set(v)", "first(v) + first(t)", "t % 4 ? t : twice(v)"})
        EXPECT_EQ(fault(good), "") << good;
    const std::string said = ", but the caller passed a variable without a value.";
    EXPECT_EQ(fault("second(v)"), "Lane 1 of warp 0 in block 0 reads of" + said);
    EXPECT_EQ(fault("twice(v)"),
              "Lanes 1, 2 and 3 of warp 0 in block 0 read two, which has no value: the kernel assigned "
              "nothing to it, or only a variable without a value.");
    EXPECT_EQ(fault("on(v)"), "Lanes 1, 2 and 3 of warp 0 in block 0 read value" + said);
}

/// A block gets the storage of one that ended, not its values.
TEST(Unset, NothingIsLeftOfTheBlockBefore) {
    KernelRun run;
    run.text =
        "__global__ void k(int* out) {\nint v;\nif (blockIdx.x == 0) v = 7;\n"
        "out[4 * blockIdx.x + threadIdx.x] = v;\n}\n";
    run.sizes = {8};
    run.grid = {2, 1, 1};
    run.block = {4, 1, 1};
    run.options.gpu.multiprocessors = run.options.gpu.resident_blocks = 1;
    const std::vector<std::string> faults = faults_of(run.run());
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_NE(faults[0].find("in block 1 read v before the kernel assigned"), std::string::npos) << faults[0];
}

/// An unused copy does no harm; one that is used does, as does one that is stored.
TEST(Unset, GoesAlongWithACopy) {
    const auto fault = [](const std::string& body) {
        KernelRun run = run_of("int v;\nif (t % 4 == 0) v = in[t];\nint previous, last = t;\n" + body);
        run.text =
            "__device__ int copy(int of) { int mine = of; return __shfl_sync(~0u, mine, 0); }\n" + run.text;
        const std::vector<std::string> faults = faults_of(run.run());
        return faults.empty() ? "" : faults.front();
    };
    const std::string store = "if (t % 4 == 0) out[4 * blockIdx.x + t / 4] = ";
    const std::vector<std::string> harmless = {
        "previous = v; last = previous; int other = last; float wide = other;" + store + "wide + last;",
        "for (int k = 0; k < 3; ++k) { previous = v; v = last; } out[16 * blockIdx.x + t] = previous;",
        "last = previous = v;" + store + "last;",
        "struct Empty {}; Empty e{}; Empty f = e; f = e; out[16 * blockIdx.x + t] = sizeof(f);",
        "previous = v; v = 1; previous = v; out[16 * blockIdx.x + t] = previous;",
        "out[16 * blockIdx.x + t] = copy(v);"};
    for (const std::string& good : harmless) EXPECT_EQ(fault(good), "") << good;
    const std::string three = "Lanes 1, 2 and 3 of warp 0 in block 0 read ";
    const std::string said =
        ", which has no value: the kernel assigned nothing to it, or only a variable without a value.";
    for (const char* bad :
         {"last = v; out[16 * blockIdx.x + t] = last;",
          "last = v; if (last > 2) out[16 * blockIdx.x + t] = 1;", "int x = t; last = v; x += last;",
          "last = v; out[16 * blockIdx.x + (last & 15)] = t;",
          "for (int k = 0; k < 3; ++k) { if (last < 0) out[16 * blockIdx.x + t] = 1; last = v; }"})
        EXPECT_EQ(fault(bad), three + "last" + said) << bad;
    EXPECT_EQ(fault("int copied = v; out[16 * blockIdx.x + t] = copied;"), three + "copied" + said);
    EXPECT_EQ(fault("last = v; out[16 * blockIdx.x + t] = v;"),
              three + "v before the kernel assigned a value to it.");
}

}  // namespace
}  // namespace upsweep::emulator
