// What fences, flags and barriers order between blocks, and what they do not.
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// Blocks of eight threads (two warps) hand over `data` by flags; buffers: in, data, flags, out. `roles` is
/// the kernel's body, in which `b` is the block and `t` the thread.
KernelRun handing_over(const std::string& body, int blocks) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* data, volatile int* flags, int* out) {\n"
        "int b = blockIdx.x, t = threadIdx.x;\n" +
        body + "\n}\n";
    run.sizes = {8, 8, 8, 8};
    run.cleared = {1, 2, 3};
    run.grid = {blocks, 1, 1};
    run.options.gpu.resident_blocks = blocks;
    return run;
}

/// The data races about `data`: accesses to flags themselves may race too where a scope is too narrow.
std::vector<std::string> races_on_data(const Trace& trace) {
    std::vector<std::string> messages;
    for (const Finding& finding : trace.findings)
        if (finding.kind == FindingKind::race && finding.array == 1)
            messages.push_back(sentence_of(trace, finding));
    return messages;
}

/// In every order of warps and blocks.
void expect_races(const std::string& body, int blocks, bool races) {
    for (const char* schedule :
         {"in-order", "reversed", "round-robin", "random:1", "random:2", "adversarial"}) {
        KernelRun run = handing_over(body, blocks);
        run.options.gpu.schedule = parse_schedule(schedule);
        const Trace trace = run.run();
        EXPECT_TRUE(trace.complete) << schedule;
        const std::vector<std::string> messages = races_on_data(trace);
        EXPECT_EQ(!messages.empty(), races) << schedule << "\n"
                                            << body << "\n"
                                            << (messages.empty() ? "" : messages[0]);
        if (!races) {
            EXPECT_EQ(numbers_of(trace, 3)[0], 7) << schedule << "\n" << body;
        }
    }
}

constexpr const char* raise_0 = "if (b == 0 && t == 0) { data[0] = 7; __threadfence(); flags[0] = 1; }\n";
constexpr const char* await_0 = "while (flags[0] == 0) {}\n";

/// Block 0 writes the data and tells block 1, which tells block 2: that has heard of block 0 too.
TEST(Ordering, AChainOfThreeBlocksHandsOnWhatTheFirstDid) {
    const std::string first = raise_0;
    const std::string second =
        std::string("if (b == 1 && t == 0) { ") + await_0 + "__threadfence(); flags[1] = 1; }\n";
    expect_races(first + second +
                     "if (b == 2 && t == 0) { while (flags[1] == 0) {}\n__threadfence(); out[0] = data[0]; }",
                 3, false);
    // Who passes it on has to have taken it over.
    expect_races(
        first + "if (b == 1 && t == 0) { __threadfence(); " + await_0 +
            "flags[1] = 1; }\nif (b == 2 && t == 0) { while (flags[1] == 0) {}\n__threadfence(); out[0] = "
            "data[0]; }",
        3, true);
    // By release and acquire.
    expect_races(
        "int* f = (int*)flags;\n"
        "if (b == 0 && t == 0) { data[0] = 7; __nv_atomic_store_n(&f[0], 1, __NV_ATOMIC_RELEASE, "
        "__NV_THREAD_SCOPE_DEVICE); }\n"
        "if (b == 1 && t == 0) { while (__nv_atomic_load_n(&f[0], __NV_ATOMIC_ACQUIRE, "
        "__NV_THREAD_SCOPE_DEVICE) == 0) {}\n__nv_atomic_store_n(&f[1], 1, __NV_ATOMIC_RELEASE, "
        "__NV_THREAD_SCOPE_DEVICE); }\n"
        "if (b == 2 && t == 0) { while (__nv_atomic_load_n(&f[1], __NV_ATOMIC_ACQUIRE, "
        "__NV_THREAD_SCOPE_DEVICE) == 0) {}\nout[0] = data[0]; }",
        3, false);
}

/// The device's release reaches only those who take it over for the device.
TEST(Ordering, AFenceOrAcquireForTheBlockTakesOverNoReleaseOfAnotherBlock) {
    const std::string reads = "if (b == 1 && t == 0) { " + std::string(await_0);
    expect_races(raise_0 + reads + "__threadfence(); out[0] = data[0]; }", 2, false);
    expect_races(raise_0 + reads + "__threadfence_block(); out[0] = data[0]; }", 2, true);
    for (const bool device : {true, false})
        expect_races(
            "int* f = (int*)flags;\n"
            "if (b == 0 && t == 0) { data[0] = 7; __nv_atomic_store_n(&f[0], 1, __NV_ATOMIC_RELEASE, "
            "__NV_THREAD_SCOPE_DEVICE); }\n"
            "if (b == 1 && t == 0) { while (__nv_atomic_load_n(&f[0], __NV_ATOMIC_ACQUIRE, " +
                std::string(device ? "__NV_THREAD_SCOPE_DEVICE" : "__NV_THREAD_SCOPE_BLOCK") +
                ") == 0) {}\nout[0] = data[0]; }",
            2, !device);
    // And the block's fence hands nothing on to other blocks.
    expect_races("if (b == 0 && t == 0) { data[0] = 7; __threadfence_block(); flags[0] = 1; }\n" + reads +
                     "__threadfence(); out[0] = data[0]; }",
                 2, true);
}

TEST(Ordering, AFenceForTheBlockDoesNotForgetTheDevices) {
    const std::string reads = "if (b == 1 && t == 0) { " + std::string(await_0);
    expect_races(
        "if (b == 0 && t == 0) { data[0] = 7; __threadfence(); __threadfence_block(); flags[0] = 1; }\n" +
            reads + "__threadfence(); out[0] = data[0]; }",
        2, false);
    // Nor does it forget what a device's fence has still to take over.
    expect_races(raise_0 + reads + "__threadfence_block(); __threadfence(); out[0] = data[0]; }", 2, false);
}

/// Thread 0 sees the flag, the barrier passes that on, and the fence that counts is another warp's.
TEST(Ordering, ABarrierPassesOnTheFlagThatOneThreadHasSeen) {
    expect_races(raise_0 + std::string("if (b == 1) { if (t == 0) ") + await_0 +
                     "__syncthreads(); __threadfence(); if (t == 6) out[0] = data[0]; }",
                 2, false);
    expect_races(raise_0 + std::string("if (b == 1) { if (t == 0) ") + await_0 +
                     "__syncthreads(); if (t == 6) out[0] = data[0]; }",
                 2, true);
    // The other way round: one warp's fence, and another one's flag behind a barrier.
    expect_races(
        "if (b == 0) { if (t == 6) { data[0] = 7; __threadfence(); } __syncthreads(); if (t == 0) "
        "flags[0] = 1; }\nif (b == 1 && t == 0) { " +
            std::string(await_0) + "__threadfence(); out[0] = data[0]; }",
        2, false);
}

}  // namespace
}  // namespace upsweep::emulator
