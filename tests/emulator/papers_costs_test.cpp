// What reading the papers closely showed of banks and sectors: each cost is found and counted, and its fixed
// twin has none.
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// One load or store of shared memory by a warp: lane t touches word index(t).
Trace touch(const std::string& access, int lanes, int banks) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* out) {\n    __shared__ int s[4096];\n    int t = "
        "threadIdx.x;\n    " +
        access + "\n}\n";
    run.sizes = {64, 64};
    run.block = {lanes, 1, 1};
    run.options.gpu.lanes = lanes;
    run.options.gpu.banks = banks;
    return run.run();
}

int64_t turns(const std::string& index, int lanes, int banks) {
    return touch("s[" + index + "] = t;", lanes, banks).counts.shared_store_wavefronts;
}

/// Turns of the first warp at one level of the tree over `n` elements: every right child, padded by one cell
/// in `banks`, on as many lanes as banks.
int64_t padded_turns(int n, int stride, int banks) {
    const std::string right = "((2 * t + 2) * " + std::to_string(stride) + " - 1)";
    const std::string padded = "s[" + right + " + " + right + " / " + std::to_string(banks) + "] = t;";
    const std::string active = "if (t < " + std::to_string(n / 2 / stride) + ") ";
    return touch(active + padded, banks, banks).counts.shared_store_wavefronts;
}

TEST(PapersBanks, OneLevelOfPaddingStillConflicts) {
    for (int stride = 1; stride < 512; stride *= 2)
        EXPECT_EQ(padded_turns(512, stride, 16), stride >= 16 && stride <= 128 ? 2 : 1) << stride;
    for (int stride = 1; stride < 1024; stride *= 2) EXPECT_EQ(padded_turns(1024, stride, 32), 1) << stride;
    EXPECT_EQ(padded_turns(2048, 32, 32), 2);
}

TEST(PapersBanks, NeighboursOfOneThreadMeetTwoByTwo) {
    const Trace printed = touch("s[2 * t] = in[2 * t];\n    s[2 * t + 1] = in[2 * t + 1];", 32, 32);
    ASSERT_NE(find(printed, FindingKind::bank_conflict), nullptr);
    EXPECT_EQ(printed.counts.shared_store_wavefronts, 4);
    EXPECT_EQ(printed.counts.global_load_sectors, 16) << "each instruction uses half of its sectors";
    const Trace mended = touch("s[t] = in[t];\n    s[t + 32] = in[t + 32];", 32, 32);
    EXPECT_EQ(find(mended, FindingKind::bank_conflict), nullptr);
    EXPECT_EQ(mended.counts.shared_store_wavefronts, 2);
    EXPECT_EQ(mended.counts.global_load_sectors, 8);
}

TEST(PapersBanks, ATileOf16By17SuitsSixteenBanksOnly) {
    // A warp of 32 takes two rows of 16 threads.
    const auto store = [](int pitch, int lanes) {
        return turns("t / 16 * " + std::to_string(pitch) + " + t % 16", lanes, lanes);
    };
    const auto load = [](int pitch, int lanes) {
        return turns("t % 16 * " + std::to_string(pitch) + " + t / 16", lanes, lanes);
    };
    EXPECT_EQ(store(17, 16), 1);
    EXPECT_EQ(load(17, 16), 1);
    EXPECT_EQ(store(16, 16), 1);
    EXPECT_EQ(load(16, 16), 16);
    EXPECT_EQ(store(17, 32), 2);
    EXPECT_EQ(load(17, 32), 2);
    EXPECT_EQ(store(16, 32), 1);
    EXPECT_EQ(load(16, 32), 8);
    EXPECT_EQ(store(18, 32), 2);
    EXPECT_EQ(load(18, 32), 1);
}

// Oro et al. call it a conflict that all lanes read one address.
TEST(PapersBanks, OneAddressForAllLanesIsABroadcast) {
    const Trace trace =
        touch("if (t == 0) s[7] = 1;\n    __syncwarp();\n    out[t] = s[7] + s[t / 32];", 32, 32);
    EXPECT_EQ(find(trace, FindingKind::bank_conflict), nullptr);
    EXPECT_EQ(trace.counts.bank_conflicts, 0);
    EXPECT_EQ(trace.counts.shared_load_wavefronts, 2);
}

// A row a thread: lanes touch what lies a row apart.
TEST(BugettisNaiveScan, IsUncoalescedAndItsTransposedTwinIsNot) {
    const auto scan = [](const std::string& index) {
        KernelRun run;
        run.text =
            "__global__ void k(const int* in, int* out) {\n    int sum = 0;\n    for (int i = 0; i < 32; "
            "++i) {\n"
            "        sum += in[" +
            index + "];\n        out[" + index + "] = sum;\n    }\n}\n";
        run.sizes = {1024, 1024};
        run.block = {32, 1, 1};
        run.options.gpu.lanes = run.options.gpu.banks = 32;
        return run.run();
    };
    const Trace printed = scan("threadIdx.x * 32 + i"), twin = scan("i * 32 + threadIdx.x");
    ASSERT_NE(find(printed, FindingKind::uncoalesced), nullptr);
    EXPECT_EQ(printed.counts.global_load_sectors, 32 * 32);
    EXPECT_EQ(find(twin, FindingKind::uncoalesced), nullptr);
    EXPECT_EQ(twin.counts.global_load_sectors, 32 * 4);
}

}  // namespace
}  // namespace upsweep::emulator
