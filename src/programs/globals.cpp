#include "programs/globals.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "programs/fill.h"

namespace upsweep::programs {
namespace {

using emulator::GlobalVariable;

std::string name_in(const std::string& setting) { return setting.substr(0, setting.find('=')); }

const GlobalVariable& variable_of(const Signature& signature, const std::string& setting) {
    const std::string name = name_in(setting);
    if (name.empty() || name.size() == setting.size())
        throw UsageError("--set is {}; write NAME=NUMBER, NAME=values:1,2,3 or NAME=@FILE.npy.",
                         in_quotes(setting));
    std::vector<std::string> known;
    for (const GlobalVariable& variable : signature.globals) {
        if (variable.as.name == name) return variable;
        known.push_back(in_ticks(variable.as.name));
    }
    const std::string uses =
        known.empty() ? "it uses no such variables" : fmt::format("it uses {}", fmt::join(known, ", "));
    throw UsageError("{} does not use a __constant__ or __device__ variable {}; {}.",
                     one_line(signature.kernel.function), in_ticks(name), uses);
}

/// Numbers alone are a list of values.
std::string as_fill(const std::string& text) {
    return text.find_first_of(":@") == std::string::npos ? "values:" + text : text;
}

}  // namespace

void set_globals(const Signature& signature, const std::vector<std::string>& settings,
                 emulator::Compiler& compiler) {
    for (const std::string& setting : settings) {
        const GlobalVariable& variable = variable_of(signature, setting);
        const Filled filled = fill(variable.as, as_fill(setting.substr(setting.find('=') + 1)));
        const auto numbers = [&](int64_t bytes) {
            return bytes / variable.as.bytes * length(variable.as.scalars);
        };
        const auto given = length(filled.contents.bytes());
        if (given != variable.bytes)
            throw UsageError("{} is {} and takes {}, but got {}.", in_ticks(variable.as.name),
                             variable.as.type_name, counted(numbers(variable.bytes), "number"),
                             numbers(given));
        compiler.set_global(signature.kernel, variable.as.name, filled.contents.bytes());
    }
}

std::vector<std::string> never_set(const Signature& signature, const std::vector<std::string>& settings) {
    std::vector<std::string> names;
    for (const GlobalVariable& variable : signature.globals) {
        const bool set = variable.begins || any_of(settings, [&](const std::string& setting) {
                             return name_in(setting) == variable.as.name;
                         });
        if (variable.constant && !set) names.push_back(variable.as.name);
    }
    return names;
}

}  // namespace upsweep::programs
