// Buffers after a run compared with their expected values.
#include "programs/expected.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"

namespace upsweep::programs {
namespace {

Comparison compared(const Expected& expected, const Signature& signature, const Prepared& prepared,
                    const emulator::Trace& trace) {
    const Parameter& parameter = result_at(signature, expected.parameter);
    const std::vector<Cell> cells =
        cells_of(parameter, contents_after(signature, prepared, trace, expected.parameter));
    Comparison comparison;
    comparison.parameter = parameter.name;
    comparison.count = length(expected.cells);
    for (size_t i = 0; i < expected.cells.size(); ++i) {
        if (are_alike(cells[i], expected.cells[i])) continue;
        if (comparison.different++ > 0) continue;
        comparison.first = i;
        comparison.is = cells[i];
        comparison.should_be = expected.cells[i];
    }
    return comparison;
}

/// The variable's position in Trace::arrays and in Trace::buffers, if the trace has it.
struct VariablePlace {
    size_t array = 0, held = 0;
};

std::optional<VariablePlace> variable_place(const std::string& name, const emulator::Trace& trace) {
    VariablePlace place{trace.plan.buffers.size(), trace.plan.buffers.size()};
    for (; place.array < trace.arrays.size() && place.held < trace.buffers.size(); ++place.array) {
        const emulator::ArrayInfo& info = trace.arrays[place.array];
        if (info.space != emulator::Space::global) continue;
        if (info.name == name) return place;
        ++place.held;
    }
    return std::nullopt;
}

bool is_variable(const Signature& signature, size_t result) { return result >= signature.parameters.size(); }

/// By number of the parameter's buffer: whether it holds anything but what lay in memory before.
std::vector<bool> written_of(const Signature& signature, size_t place, const Prepared& prepared,
                             const emulator::Trace& trace, size_t count) {
    // A variable begins with zeros at least.
    if (is_variable(signature, place)) return std::vector<bool>(count, true);
    const Parameter& parameter = signature.parameters[place];
    const size_t buffer = prepared.buffer_of[place];
    Array mask(trace.buffers[buffer].type(), trace.buffers[buffer].extent());
    const std::span<std::byte> bytes = mask.bytes();
    if (trace.initial[buffer].count() > 0) std::fill(bytes.begin(), bytes.end(), std::byte{0xff});
    for (const emulator::Access& access : trace.accesses)
        if (access.array == buffer && access.kind != emulator::AccessKind::read &&
            access.offset + access.size <= bytes.size())
            std::fill_n(bytes.begin() + access.offset, access.size, std::byte{0xff});
    std::vector<bool> written;
    for (const Cell& cell : cells_of(parameter, seen_by(prepared, place, mask)))
        written.push_back(cell.bits != 0);
    return written;
}

Outcome outcome_of(size_t parameter, const Expected* expected, const Signature& signature,
                   const Prepared& prepared, const emulator::Trace& trace, size_t most) {
    Outcome outcome;
    outcome.parameter = parameter;
    outcome.name = result_at(signature, parameter).name;
    const std::vector<Cell> all =
        cells_of(result_at(signature, parameter), contents_after(signature, prepared, trace, parameter));
    outcome.count = std::ssize(all);
    size_t first = 0;
    if (expected != nullptr) {
        const Comparison comparison = compared(*expected, signature, prepared, trace);
        outcome.different = comparison.different;
        // A wrong number far behind is shown with a few before it.
        constexpr int64_t before = 4;
        if (comparison.first >= before * 2) first = comparison.first - before;
    }
    const size_t count = std::min(most, all.size() - first);
    outcome.first = first;
    const auto part = [&](const std::vector<Cell>& cells) {
        const auto begin = cells.begin() + first;
        return std::vector<Cell>(begin, begin + ptrdiff_t(count));
    };
    outcome.cells = part(all);
    const std::vector<bool> written = written_of(signature, parameter, prepared, trace, all.size());
    outcome.written.assign(written.begin() + outcome.first,
                           written.begin() + outcome.first + ptrdiff_t(count));
    if (expected != nullptr) outcome.expected = part(expected->cells);
    return outcome;
}

}  // namespace

std::vector<size_t> results_of(const Signature& signature, const Prepared& prepared) {
    std::vector<size_t> results;
    for (size_t i = 0; i < signature.parameters.size(); ++i)
        if (prepared.buffer_of[i] >= 0) results.push_back(i);
    for (size_t i = 0; i < signature.globals.size(); ++i)
        if (!signature.globals[i].constant) results.push_back(signature.parameters.size() + i);
    return results;
}

const Parameter& result_at(const Signature& signature, size_t result) {
    return is_variable(signature, result) ? nth(signature.globals, result - signature.parameters.size()).as
                                          : nth(signature.parameters, result);
}

Array contents_before(const Signature& signature, const Prepared& prepared, const emulator::Trace& trace,
                      size_t result) {
    if (is_variable(signature, result)) {
        const auto place = variable_place(result_at(signature, result).name, trace);
        return place ? trace.initial[place->array] : Array();
    }
    const Array& initial = trace.initial[size_t(prepared.buffer_of[result])];
    return initial.count() == 0 ? Array() : seen_by(prepared, result, initial);
}

Array contents_after(const Signature& signature, const Prepared& prepared, const emulator::Trace& trace,
                     size_t result) {
    if (is_variable(signature, result)) {
        const auto place = variable_place(result_at(signature, result).name, trace);
        return place ? trace.buffers[place->held] : Array();
    }
    return seen_by(prepared, result, trace.buffers[size_t(prepared.buffer_of[result])]);
}

std::pair<std::string, std::string> halves(const std::string& text, const char* option, const char* form) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        throw UsageError("{} is {}; write {} {}.", option, in_quotes(text), option, form);
    return {text.substr(0, equals), text.substr(equals + 1)};
}

size_t buffer_named(const std::string& name, const char* option, const Signature& signature,
                    const Prepared& prepared) {
    std::vector<std::string> known;
    for (const size_t i : results_of(signature, prepared)) {
        if (result_at(signature, i).name == name) return i;
        known.push_back(in_ticks(result_at(signature, i).name));
    }
    const std::string has =
        known.empty() ? "it has no such parameter" : fmt::format("it has {}", fmt::join(known, ", "));
    throw UsageError("{} names {}, which is not a buffer parameter of {}; {}.", option, in_ticks(name),
                     one_line(signature.kernel.function), has);
}

std::vector<Expected> expected_of(const std::vector<std::string>& texts, const Signature& signature,
                                  const Prepared& prepared) {
    std::vector<Expected> all;
    for (const std::string& text : texts) {
        const auto [name, numbers] = halves(text, "--expect", "NAME=@FILE.npy or NAME=values:1,2,3");
        const size_t place = buffer_named(name, "--expect", signature, prepared);
        const Parameter& parameter = result_at(signature, place);
        Expected expected{place, cells_of(parameter, fill(parameter, as_fill(numbers)).contents)};
        size_t count = 0;
        if (is_variable(signature, place)) {
            const emulator::GlobalVariable& variable =
                nth(signature.globals, place - signature.parameters.size());
            count = size_t(variable.bytes / variable.as.bytes) * variable.as.scalars.size();
        } else {
            const Buffer& buffer = nth(prepared.plan.buffers, prepared.buffer_of[place]);
            count = cells_of(parameter, seen_by(prepared, place, Array(buffer.type, buffer.extent))).size();
        }
        if (expected.cells.size() != count)
            throw UsageError("{} has {}, but --expect gives {}; give as many.", in_ticks(name),
                             counted(count, "number"), expected.cells.size());
        all.push_back(std::move(expected));
    }
    return all;
}

std::vector<Outcome> outcomes_of(const std::vector<Expected>& expected, const Signature& signature,
                                 const Prepared& prepared, const emulator::Trace& trace, size_t most) {
    std::vector<Outcome> outcomes;
    for (const size_t i : results_of(signature, prepared)) {
        const auto* wanted = find_by(expected, &Expected::parameter, i);
        const Array after = contents_after(signature, prepared, trace, i);
        if (wanted == nullptr && contents_before(signature, prepared, trace, i) == after) continue;
        if (is_variable(signature, i)) {
            if (after.count() > 0)
                outcomes.push_back(outcome_of(i, wanted, signature, prepared, trace, most));
            continue;
        }
        const size_t buffer = prepared.buffer_of[i];
        Outcome outcome = outcome_of(i, wanted, signature, prepared, trace, most);
        const bool stored =
            trace.initial[buffer].count() > 0 || any_of(trace.accesses, [&](const emulator::Access& access) {
                return access.array == buffer && access.kind != emulator::AccessKind::read;
            });
        if (wanted != nullptr || stored) outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

bool are_alike(const Cell& a, const Cell& b) {
    if (a.bits == b.bits) return true;
    if (!is_floating(a.type)) return false;
    const double left = bits_to_number(a.type, a.bits), right = bits_to_number(b.type, b.bits);
    return left == right || (std::isnan(left) && std::isnan(right));
}

std::vector<Comparison> compare(const std::vector<Expected>& expected, const Signature& signature,
                                const Prepared& prepared, const emulator::Trace& trace) {
    std::vector<Comparison> comparisons;
    for (const Expected& one : expected) comparisons.push_back(compared(one, signature, prepared, trace));
    return comparisons;
}

}  // namespace upsweep::programs
