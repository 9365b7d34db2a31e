// Loads and stores that run all lanes at once where nothing is recorded find and count what they do lane by
// lane where it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/untraced.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

struct Body {
    const char* name;
    const char* text;
    FindingKind finds;  ///< so that it is the intended case
};

class Rows : public testing::TestWithParam<Body> {};

TEST_P(Rows, AreAsWithATrace) {
    for (int lanes : {4, 8, 32})
        for (int banks : {4, 32}) {
            KernelRun run;
            run.text = std::string("__global__ void k(const int* in, int* out) {\nint t = threadIdx.x;\n") +
                       GetParam().text + "\n}\n";
            run.sizes = {4096, 4096};
            run.cleared = {1};
            run.grid = {2, 1, 1};
            run.block = {64, 1, 1};
            run.options.gpu.lanes = lanes;
            run.options.gpu.banks = banks;
            const Trace recorded = run.run();
            run.options.record = false;
            EXPECT_THAT(differences_without_trace(recorded, run.run()), testing::IsEmpty())
                << lanes << " lanes, " << banks << " banks";
            EXPECT_THAT(recorded.findings,
                        testing::Contains(testing::Field(&Finding::kind, GetParam().finds)))
                << lanes << " lanes, " << banks << " banks";
        }
}

INSTANTIATE_TEST_SUITE_P(
    Access, Rows,
    testing::Values(
        // Notes on accesses come in pages of 1024 elements: a row lies across two of them.
        Body{"across_pages", "out[1022 + t] = in[1021 + t] + blockIdx.x;", FindingKind::race},
        Body{"reads_across_pages", "int x = out[1023 + t]; if (blockIdx.x == 1) out[1023 + t] = x + t;",
             FindingKind::race},
        Body{"gathered", "if (t % 2 == 0) out[t / 2] = in[t / 2] + blockIdx.x;", FindingKind::race},
        Body{"some_of_a_row", "if (t % 3 != 0) out[t] = in[t] + blockIdx.x;", FindingKind::race},
        Body{"strided", "out[(blockIdx.x * 64 + t) * 17] = in[t * 33] + 1;", FindingKind::uncoalesced},
        Body{"backwards", "out[63 - t] = in[63 - t] + blockIdx.x;", FindingKind::race},
        Body{"one_for_all", "out[0] = in[5] + blockIdx.x;", FindingKind::race},
        Body{"in_banks", "__shared__ int s[2048]; s[t * 32] = in[t]; out[t] = s[t * 32] + blockIdx.x;",
             FindingKind::bank_conflict},
        Body{"doubles",
             "__shared__ double s[65]; s[t + 1] = in[t]; double d = s[t + 1]; double* wide = (double*)out; "
             "wide[t] = d + blockIdx.x;",
             FindingKind::race},
        Body{"bytes", "__shared__ char s[80]; s[t + 3] = in[t]; out[t] = s[t + 3] + blockIdx.x;",
             FindingKind::race},
        Body{"deep",
             "int sum = in[t]; for (int i = 1; i < 4; ++i) sum += in[t + i]; out[t] = sum; "
             "__syncthreads(); out[t] += out[t + 1];",
             FindingKind::race},
        // Notes on rows are one for all their elements, until lanes go to some of these alone.
        Body{"written_again",
             "__shared__ int s[64]; for (int i = 0; i < 3; ++i) { s[t] = in[t] + i; __syncthreads(); "
             "out[blockIdx.x * 64 + t] = s[0] + s[(t + 1) % 64]; if (i != 1) __syncthreads(); }",
             FindingKind::race},
        Body{"halves", "out[t % 16 + t / 32 * 16] = t + blockIdx.x; out[64 + t % 16] = in[t / 16];",
             FindingKind::race},
        Body{"past_the_end", "out[4070 + t] = in[t];", FindingKind::out_of_bounds},
        Body{"before_the_start", "out[t + 64] = in[t - 3];", FindingKind::out_of_bounds},
        Body{"unset", "__shared__ int s[128]; if (t < 40) s[t] = in[t]; __syncthreads(); out[t] = s[t];",
             FindingKind::read_before_write}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace upsweep::emulator
