// Every row of the language table runs, writes what it must and has no fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulator/helpers/language_rows.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

class LanguageRows : public testing::TestWithParam<LanguageRow> {};

TEST_P(LanguageRows, Runs) {
    const LanguageRow& row = GetParam();
    KernelRun run;
    run.text = std::string(row.before) +
               "\n__global__ void k(const int* in, int* out) {\nint i = threadIdx.x;\n" + row.body +
               "\n}\nint main() { k<<<1, 8>>>(nullptr, nullptr); }\n";
    run.sizes = {8, 8};
    run.dynamic_shared_bytes = 64;
    run.cleared = {1};
    run.options.gpu.lanes = 8;
    try {
        const Trace trace = run.run();
        std::vector<double> written = numbers_of(trace, 1);
        written.resize(row.expected.size());
        EXPECT_EQ(written, row.expected);
        EXPECT_THAT(faults_of(trace), testing::IsEmpty());
    } catch (const CompileError& error) {
        for (const Diagnostic& diagnostic : error.diagnostics()) ADD_FAILURE() << to_string(diagnostic);
    }
}

INSTANTIATE_TEST_SUITE_P(Language, LanguageRows, testing::ValuesIn(language_rows()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace upsweep::emulator
