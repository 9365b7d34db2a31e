#include "commands/run_results.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "media/npy.h"

namespace upsweep::commands {

std::vector<Output> outputs_of(const std::vector<std::string>& texts, const programs::Signature& signature,
                               const programs::Prepared& prepared, const InputFiles& inputs,
                               const std::filesystem::path& trace) {
    std::vector<Output> outputs;
    for (const std::string& text : texts) {
        const auto [name, file] = programs::halves(text, "--out", "NAME=FILE.npy");
        const Output output{programs::buffer_named(name, "--out", signature, prepared), file};
        check_output(output.file, inputs);
        const bool twice = std::any_of(outputs.begin(), outputs.end(),
                                       [&](const Output& other) { return other.file == output.file; });
        if (twice || output.file == trace)
            throw UsageError(fmt::format("Two results go to {}; give each its own file.", in_quotes(file)));
        outputs.push_back(output);
    }
    return outputs;
}

void write_outputs(const std::vector<Output>& outputs, const RunReport& report, const InputFiles& inputs) {
    for (const Output& output : outputs)
        write_file(output.file, media::encode_npy_row(contents_after(report, output.parameter)), inputs);
}

void require_expected(const std::vector<programs::Comparison>& comparisons) {
    for (const programs::Comparison& one : comparisons)
        if (one.different > 0)
            throw Error(fmt::format("{}[{}] is {}, expected {}; {} of {} numbers {}.", one.parameter,
                                    one.first, bits_to_text(one.is.type, one.is.bits),
                                    bits_to_text(one.should_be.type, one.should_be.bits), one.different,
                                    one.count, one.different == 1 ? "differs" : "differ, this one first"));
}

}  // namespace upsweep::commands
