// What `upsweep run` does with a kernel's results: writes buffers to files, compares them with what is
// expected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "commands/run_report.h"
#include "core/write_file.h"
#include "programs/fill.h"

namespace upsweep::commands {

/// --out NAME=FILE.npy.
struct Output {
    std::size_t parameter = 0;  ///< in Signature::parameters
    std::filesystem::path file;
};

/// --expect NAME=@FILE.npy or NAME=values:1,2,3.
struct Expectation {
    std::size_t parameter = 0;
    std::vector<programs::Cell> cells;
};

/// Before the run: throws UsageError for a name without a buffer, a file that is one of `inputs`, given
/// twice or `trace`, and Error for one that could not be written.
std::vector<Output> outputs_of(const std::vector<std::string>& texts, const programs::Signature& signature,
                               const programs::Prepared& prepared, const InputFiles& inputs,
                               const std::filesystem::path& trace);
void write_outputs(const std::vector<Output>& outputs, const RunReport& report, const InputFiles& inputs);

/// Before the run: throws UsageError for a name without a buffer, and for more or fewer numbers than it has.
std::vector<Expectation> expectations_of(const std::vector<std::string>& texts,
                                         const programs::Signature& signature,
                                         const programs::Prepared& prepared);
/// Numbers compare as values do: -0 is 0; and NaN is NaN.
std::vector<Comparison> compare(const std::vector<Expectation>& expected, const RunReport& report);

/// Throws Error that tells the first difference of the first buffer that is not as expected.
void require_expected(const std::vector<Comparison>& comparisons);

}  // namespace upsweep::commands
