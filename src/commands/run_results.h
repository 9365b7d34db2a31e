// What `upsweep run` does with a kernel's results: writes buffers to files, says where they are not as
// expected.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commands/run_report.h"
#include "core/write_file.h"

namespace upsweep::commands {

/// --out NAME=FILE.npy.
struct Output {
    std::size_t parameter = 0;  ///< in Signature::parameters
    std::filesystem::path file;
};

/// Before the run: throws UsageError for a name without a buffer, a file that is one of `inputs`, given
/// twice or `trace`, and Error for one that could not be written.
std::vector<Output> outputs_of(const std::vector<std::string>& texts, const programs::Signature& signature,
                               const programs::Prepared& prepared, const InputFiles& inputs,
                               const std::filesystem::path& trace);
void write_outputs(const std::vector<Output>& outputs, const RunReport& report, const InputFiles& inputs);

/// Throws Error that tells the first difference of the first buffer that is not as expected.
void require_expected(const std::vector<programs::Comparison>& comparisons);

}  // namespace upsweep::commands
