#include "commands/run_results.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "media/npy.h"

namespace upsweep::commands {
namespace {

namespace fs = std::filesystem;

/// "out=f.npy" in its two parts; `form` is what it must look like.
std::pair<std::string, std::string> halves(const std::string& text, const char* option, const char* form) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        throw UsageError(fmt::format("{} is {}; write {} {}.", option, in_quotes(text), option, form));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::size_t buffer_named(const std::string& name, const char* option, const programs::Signature& signature,
                         const programs::Prepared& prepared) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        if (prepared.buffer_of[i] < 0) continue;
        if (signature.parameters[i].name == name) return i;
        known.push_back(in_ticks(signature.parameters[i].name));
    }
    const std::string has = known.empty() ? "it has none" : fmt::format("it has {}", fmt::join(known, ", "));
    throw UsageError(fmt::format("{} names {}, which is no parameter of {} with a buffer; {}.", option,
                                 in_ticks(name), one_line(signature.kernel.function), has));
}

bool are_alike(const programs::Cell& a, const programs::Cell& b) {
    if (a.bits == b.bits) return true;
    if (!is_floating(a.type)) return false;
    const double left = bits_to_number(a.type, a.bits), right = bits_to_number(b.type, b.bits);
    return left == right || (std::isnan(left) && std::isnan(right));
}

Comparison compared(const Expectation& expected, const RunReport& report) {
    const programs::Parameter& parameter = report.signature.parameters[expected.parameter];
    const std::vector<programs::Cell> cells =
        programs::cells_of(parameter, contents_after(report, expected.parameter));
    Comparison comparison;
    comparison.parameter = parameter.name;
    comparison.count = static_cast<std::int64_t>(expected.cells.size());
    for (std::size_t i = 0; i < expected.cells.size(); ++i) {
        if (are_alike(cells[i], expected.cells[i])) continue;
        if (comparison.different++ > 0) continue;
        comparison.first = static_cast<std::int64_t>(i);
        comparison.is = cells[i];
        comparison.should_be = expected.cells[i];
    }
    return comparison;
}

}  // namespace

std::vector<Output> outputs_of(const std::vector<std::string>& texts, const programs::Signature& signature,
                               const programs::Prepared& prepared, const InputFiles& inputs,
                               const std::filesystem::path& trace) {
    std::vector<Output> outputs;
    for (const std::string& text : texts) {
        const auto [name, file] = halves(text, "--out", "NAME=FILE.npy");
        const Output output{buffer_named(name, "--out", signature, prepared), file};
        check_output(output.file, inputs);
        const bool twice = std::any_of(outputs.begin(), outputs.end(),
                                       [&](const Output& other) { return other.file == output.file; });
        if (twice || output.file == trace)
            throw UsageError(fmt::format("Two results are to be written to {}; give each a file of its own.",
                                         in_quotes(file)));
        outputs.push_back(output);
    }
    return outputs;
}

void write_outputs(const std::vector<Output>& outputs, const RunReport& report, const InputFiles& inputs) {
    for (const Output& output : outputs)
        write_file(output.file, media::encode_npy_row(contents_after(report, output.parameter)), inputs);
}

std::vector<Expectation> expectations_of(const std::vector<std::string>& texts,
                                         const programs::Signature& signature,
                                         const programs::Prepared& prepared) {
    std::vector<Expectation> all;
    for (const std::string& text : texts) {
        const auto [name, numbers] = halves(text, "--expect", "NAME=@FILE.npy or NAME=values:1,2,3");
        const std::size_t place = buffer_named(name, "--expect", signature, prepared);
        const programs::Parameter& parameter = signature.parameters[place];
        const Buffer& buffer = prepared.plan.buffers[static_cast<std::size_t>(prepared.buffer_of[place])];
        const Array whole(buffer.type, buffer.extent);
        const std::size_t count =
            programs::cells_of(parameter, programs::seen_by(prepared, place, whole)).size();
        Expectation expected{place,
                             programs::cells_of(parameter, programs::fill(parameter, numbers).contents)};
        if (expected.cells.size() != count)
            throw UsageError(fmt::format("{} has {} number{}, and --expect gives {}; give as many.",
                                         in_ticks(name), count, count == 1 ? "" : "s",
                                         expected.cells.size()));
        all.push_back(std::move(expected));
    }
    return all;
}

std::vector<Comparison> compare(const std::vector<Expectation>& expected, const RunReport& report) {
    std::vector<Comparison> comparisons;
    for (const Expectation& one : expected) comparisons.push_back(compared(one, report));
    return comparisons;
}

void require_expected(const std::vector<Comparison>& comparisons) {
    for (const Comparison& one : comparisons)
        if (one.different > 0)
            throw Error(fmt::format("{}[{}] is {} and was expected to be {}; {} of {} numbers {}.",
                                    one.parameter, one.first, bits_to_text(one.is.type, one.is.bits),
                                    bits_to_text(one.should_be.type, one.should_be.bits), one.different,
                                    one.count, one.different == 1 ? "differs" : "differ, this one first"));
}

}  // namespace upsweep::commands
