// More slips of the papers' kernels as printed, each next to its fixed twin: what is left out of the text, or
// of the launch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

void expect_printed_slips_clean(const Trace& trace) {
    EXPECT_TRUE(trace.complete);
    const std::vector<std::string> faults = faults_of(trace);
    EXPECT_TRUE(faults.empty()) << faults[0];
}

void expect_finding(const Trace& trace, FindingKind kind, const char* says) {
    const Finding* finding = find(trace, kind);
    ASSERT_NE(finding, nullptr) << name_of(kind);
    EXPECT_EQ(finding->severity, Severity::fault);
    const FindingWords words = words_of(trace, *finding);
    EXPECT_THAT(words.sentence + " " + words.cause, HasSubstr(says));
}

/// The work-efficient scan of 8 numbers a block. `block` is the block's part of the arrays, `save` who stores
/// the total before it is cleared, `pad` how an index is padded.
KernelRun tree_scan(const std::string& block, const std::string& save, const std::string& pad, int room) {
    KernelRun run;
    run.text = "#define PAD(i) (" + pad + ")\n__global__ void k(const int* in, int* out, int* totals) {\n" +
               "    const int n = 8;\n    __shared__ int s[" + std::to_string(room) + "];\n" +
               "    int t = threadIdx.x, base = " + block + R"(;
    int offset = 1;
    s[PAD(2 * t)] = in[base + 2 * t];
    s[PAD(2 * t + 1)] = in[base + 2 * t + 1];
    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[PAD(offset * (2 * t + 2) - 1)] += s[PAD(offset * (2 * t + 1) - 1)];
        offset *= 2;
    }
    if (t == )" +
               save + R"() totals[blockIdx.x] = s[PAD(n - 1)];
    if (t == 0) s[PAD(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int kept = s[PAD(left)];
            s[PAD(left)] = s[PAD(right)];
            s[PAD(right)] += kept;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[PAD(2 * t)];
    out[base + 2 * t + 1] = s[PAD(2 * t + 1)];
})";
    run.sizes = {16, 16, 2};
    run.block = {4, 1, 1};
    run.grid = {2, 1, 1};
    run.cleared = {2};
    run.options.gpu.lanes = 2;
    return run;
}

TEST(BilgicsScan, NeedsAnOffsetForEachBlock) {
    // As printed both blocks take the first part: they write the same places.
    const Trace printed = tree_scan("0", "0", "i", 8).run();
    ASSERT_NE(find(printed, FindingKind::race), nullptr);
    EXPECT_THAT(sentence_of(printed, *find(printed, FindingKind::race)), HasSubstr("buffer1["));
    EXPECT_EQ(numbers_of(printed, 2), (std::vector<double>{28, 28}));
    const Trace mended = tree_scan("8 * blockIdx.x", "0", "i", 8).run();
    expect_printed_slips_clean(mended);
    EXPECT_EQ(numbers_of(mended, 2), (std::vector<double>{28, 92}));
    EXPECT_EQ(mended.buffers[1].number(15), 84 - 7);
}

TEST(BilgicsScan, TheThreadThatClearsMustSaveTheTotal) {
    expect_finding(tree_scan("8 * blockIdx.x", "3", "i", 8).run(), FindingKind::race, "s[7]");
    expect_printed_slips_clean(tree_scan("8 * blockIdx.x", "0", "i", 8).run());
}

TEST(PoostchisPadding, IsAShareOfTheIndexAndNotAFixedOffset) {
    expect_finding(tree_scan("8 * blockIdx.x", "0", "(i) + 32", 12).run(), FindingKind::out_of_bounds,
                   "of s");
    expect_printed_slips_clean(tree_scan("8 * blockIdx.x", "0", "(i) + (i) / 2", 12).run());
}

TEST(BilgicsDownSweep, WithoutItsIndexLinesDoesNotCompile) {
    KernelRun run;
    run.text =
        "__global__ void k(int* s, int* out) {\n    int t = s[ai];\n    s[ai] = s[bi];\n    s[bi] += t;\n}\n";
    run.sizes = {8, 8};
    try {
        run.run();
        FAIL() << "the names ai and bi are declared nowhere";
    } catch (const CompileError& error) {
        EXPECT_THAT(error.diagnostics().at(0).message, HasSubstr("ai"));
        EXPECT_EQ(error.diagnostics().at(0).line, 2);
        EXPECT_GE(error.diagnostics().size(), 2u);
    }
}

/// The CPU loop: an exclusive integral image of the input's own size, row after row.
KernelRun loop(const std::string& last_column) {
    KernelRun run;
    run.text = R"(void k(const int* in, int* out, int width, int height) {
    for (int x = 0; x < width; ++x) out[x] = 0;
    for (int y = 1; y < height; ++y) {
        int row = 0;
        out[y * width] = 0;
        for (int x = 0; x < )" +
               last_column + R"(; ++x) {
            row += in[(y - 1) * width + x];
            out[y * width + x + 1] = row + out[(y - 1) * width + x + 1];
        }
    }
})";
    run.sizes = {12, 12};
    run.numbers = {4, 3};
    run.block = {1, 1, 1};
    run.host_loop = true;
    run.input = {2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1};
    return run;
}

TEST(BilgicsLoop, WritesPastTheLastRow) {
    const Trace printed = loop("width").run();
    const Finding* finding = find(printed, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(printed, *finding), HasSubstr("12"));
    const Trace mended = loop("width - 1").run();
    expect_printed_slips_clean(mended);
    EXPECT_EQ(numbers_of(mended, 1), (std::vector<double>{0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12}));
}

/// Bugetti's single-pass scan of `rows` rows of 3 sections of 4: flags and sums are indexed by receiver.
struct Sections {
    int entries = 8;                       ///< of flags and sums: rows · (sections + 1)
    std::vector<int> cleared = {2, 3, 4};  ///< flags, sums, counter
    int blocks = 6;
};

Trace run_sections(const Sections& given) {
    constexpr int rows = 2, sections = 3;
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, volatile int* flags, int* sums, int* counter) {
    __shared__ int tile[4];
    __shared__ int number, carry;
    int t = threadIdx.x;
    if (t == 0) number = atomicAdd(counter, 1);
    __syncthreads();
    int row = number % 2, section = number / 2, i = row * 12 + section * 4 + t;
    tile[t] = in[i];
    for (int stride = 1; stride < 4; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? tile[t - stride] : 0;
        __syncthreads();
        tile[t] += left;
    }
    __syncthreads();
    if (t == 0) {
        if (section > 0) {
            while (flags[number] == 0) {}
            __threadfence();
        }
        carry = sums[number];
        sums[number + 2] = carry + tile[3];
        __threadfence();
        flags[number + 2] = 1;
    }
    __syncthreads();
    out[i] = tile[t] + carry;
})";
    run.sizes = {rows * sections * 4, rows * sections * 4, given.entries, given.entries, 1};
    run.grid = {given.blocks, 1, 1};
    run.block = {4, 1, 1};
    run.cleared = given.cleared;
    run.options.gpu.resident_blocks = 6;  // a block may look at flags before anybody raised them
    run.options.record = false;
    return run.run();
}

TEST(BugettisScan, MendedIsClean) {
    const Trace trace = run_sections({});
    expect_printed_slips_clean(trace);
    EXPECT_EQ(trace.buffers[1].number(11), 66);
    EXPECT_EQ(trace.buffers[1].number(23), 210);
}

TEST(BugettisScan, NeedsAnEntryMoreForEachRow) {
    Sections short_by_a_row;
    short_by_a_row.entries = 6;
    expect_finding(run_sections(short_by_a_row), FindingKind::out_of_bounds, "which has elements 0 to 5");
}

TEST(BugettisScan, NeedsFlagsSumsAndCounterCleared) {
    for (int forgotten : {2, 3, 4}) {
        Sections given;
        std::erase(given.cleared, forgotten);
        expect_finding(run_sections(given), FindingKind::read_before_write,
                       ("buffer" + std::to_string(forgotten)).c_str());
    }
}

TEST(BugettisScan, NeedsExactlyAsManyBlocksAsSections) {
    Sections given;
    given.blocks = 7;
    expect_finding(run_sections(given), FindingKind::out_of_bounds, "buffer");
}

TEST(BugettisNumbaScan, ABarrierForOneThreadIsNotReachedByAll) {
    KernelRun run;
    run.sizes = {8, 8};
    const auto text = [](const char* barrier_inside, const char* barrier_behind) {
        return std::string(R"(__global__ void k(const int* in, int* out) {
    __shared__ int carry;
    if (threadIdx.x == 0) {
        carry = in[0];
        )") + barrier_inside +
               "\n    }\n    " + barrier_behind + "\n    out[threadIdx.x] = in[threadIdx.x] + carry;\n}\n";
    };
    run.text = text("__syncthreads();", "");
    expect_finding(run.run(), FindingKind::barrier_not_reached, "");
    run.text = text("", "__syncthreads();");
    expect_printed_slips_clean(run.run());
}

TEST(BugettisIndex, IsAnIntAndOverflowsInLargePictures) {
    KernelRun run;
    run.sizes = {8, 8};
    run.numbers = {65536};
    const auto text = [](const char* type) {
        return std::string(
                   "__global__ void k(const int* in, int* out, int width) {\n    int row = blockIdx.x;\n   "
                   " ") +
               type + " i = (" + type + ")row * width + threadIdx.x;\n    if (i < 8) out[i] = in[i];\n}\n";
    };
    run.grid = {32769, 1, 1};
    run.block = {1, 1, 1};
    run.options.record = false;
    run.text = text("int");
    expect_finding(run.run(), FindingKind::out_of_bounds, "as when a product of ints passes 2147483647");
    run.text = text("long long");
    expect_printed_slips_clean(run.run());
}

TEST(UnsignedIndex, BelowZeroIsNamed) {
    KernelRun run;
    run.sizes = {8, 8};
    run.text =
        "__global__ void k(const int* in, int* out) { unsigned i = threadIdx.x; out[i] = in[i - 1]; }\n";
    expect_finding(run.run(), FindingKind::out_of_bounds, "as when an unsigned number goes below zero");
}

/// Bugetti's naive scan works in place: `times` launches, the row uploaded again before each or only once.
Trace scan_in_place(int times, bool reloaded) {
    KernelRun run;
    run.text = R"(__global__ void k(unsigned* row) {
    unsigned sum = 0;
    for (int i = 0; i < 32; ++i) {
        sum += row[i];
        row[i] = sum;
    }
})";
    run.type = ScalarType::u32;
    run.sizes = {32};
    run.block = {1, 1, 1};
    Plan plan = run.plan();
    const Operation upload = plan.operations[0], launch = plan.operations[1];
    for (int i = 1; i < times; ++i) {
        plan.operations.insert(plan.operations.begin() + 2, launch);
        if (reloaded) plan.operations.insert(plan.operations.begin() + 2, upload);
    }
    Array input(ScalarType::u32, {32, 1});
    for (int64_t i = 0; i < 32; ++i) input.set_number(i, 255);
    return emulator::run(
        plan, input, [&](const std::string&) { return run.text; }, run.options);
}

TEST(BugettisNaiveScan, RepeatedInPlaceScansItsOwnSumsUntilTheyWrap) {
    const Trace printed = scan_in_place(12, false);
    const Finding* finding = find(printed, FindingKind::wrapped_sum);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(printed, *finding), HasSubstr("does not fit in 32 bits and wraps"));
    const Trace mended = scan_in_place(12, true);
    EXPECT_EQ(find(mended, FindingKind::wrapped_sum), nullptr);
    expect_printed_slips_clean(mended);
    EXPECT_EQ(mended.buffers[0].number(31), 32 * 255);
}

}  // namespace
}  // namespace upsweep::emulator
