// Signatures of kernels whose arguments a person can type, and which kernel of a file that is.
#include "programs/signature.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/source/near_names.h"
#include "emulator/source/type_names.h"

namespace upsweep::programs {

namespace {

[[noreturn]] void refuse(const KernelName& kernel, const Parameter& parameter, const char* why) {
    throw UsageError(
        "Parameter {} of {} is {}, {}; write a kernel that takes plain buffers and calls this one.",
        in_ticks(parameter.name), one_line(kernel.function), one_line(parameter.type_name), why);
}

}  // namespace

std::vector<std::string> kernels_in(const std::string& file, const Definitions& definitions,
                                    emulator::Compiler& compiler) {
    std::vector<std::string> names;
    for (const emulator::KernelSummary& kernel : compiler.kernels(file, definitions))
        if (!contains(names, kernel.name)) names.push_back(kernel.name);
    return names;
}

Signature signature_of(const KernelName& kernel, emulator::Compiler& compiler) {
    const Signature& signature = compiler.signature(kernel);
    for (const Parameter& parameter : signature.parameters) {
        if (!parameter.pointer) continue;
        if (parameter.leads_further) refuse(kernel, parameter, "which points to more pointers");
        if (parameter.scalars.empty()) refuse(kernel, parameter, "which points to a type without members");
    }
    return signature;
}

std::vector<Declared> given_parameters(const Signature& signature) {
    std::vector<Declared> all = signature.declared;
    std::erase_if(all, [](const Declared& declared) { return declared.count == 0; });
    return all;
}

namespace {

/// `b::k` names k in a::b.
bool is_named(const emulator::KernelSummary& kernel, const std::string& name) {
    return ("::" + qualified(kernel)).ends_with(name.starts_with("::") ? name : "::" + name);
}

/// The kernels that --kernel may mean; each of several specialisations of a template is requested by the
/// template's name.
std::vector<emulator::KernelSummary> kernels_named(const std::vector<emulator::KernelSummary>& all,
                                                   const std::string& name) {
    std::vector<emulator::KernelSummary> found;
    for (const emulator::KernelSummary& kernel : all)
        if (!kernel.is_specialised && (name.empty() || is_named(kernel, name))) found.push_back(kernel);
    return found;
}

/// The names of the kernels, each once.
std::vector<std::string> names_of(const std::vector<emulator::KernelSummary>& kernels) {
    std::vector<std::string> names;
    for (const emulator::KernelSummary& kernel : kernels)
        if (!contains(names, qualified(kernel))) names.push_back(qualified(kernel));
    return names;
}

[[noreturn]] void refuse_name(const std::string& file, const std::string& name,
                              const std::vector<emulator::KernelSummary>& all) {
    const std::vector<std::string> names = names_of(all);
    emulator::NearestName nearest(name);
    for (const std::string& known : names) nearest.consider(known);
    throw UsageError(
        "{} is not a __global__ function of {}, which contains the kernel{} {}; choose {} with --kernel.{}",
        one_line(name), one_line(file), names.size() == 1 ? "" : "s", fmt::join(names, ", "),
        names.size() == 1 ? "it" : "one", nearest.question());
}

/// Several kernels of one name: those in different namespaces are distinct.
[[noreturn]] void refuse_overloads(const std::string& file,
                                   const std::vector<emulator::KernelSummary>& same) {
    const std::vector<std::string> names = names_of(same);
    std::vector<std::string> places;
    for (const emulator::KernelSummary& kernel : same) places.push_back(fmt::format("line {}", kernel.line));
    const std::string what =
        names.size() == same.size()
            ? fmt::format("choose one with --kernel {}", fmt::join(names, " or --kernel "))
            : fmt::format("choose one by the types of its parameters: --kernel \"{}(TYPE, …)\"",
                          same[0].name);
    throw UsageError("{} contains {} kernels {}, in {}; {}.", one_line(file), same.size(), same[0].name,
                     fmt::join(places, " and "), what);
}

/// What is wrong with the text of a template argument; empty if nothing is that can be seen here.
std::string slip_of_argument(const std::string& parameter, const std::string& text) {
    const std::string kind = parameter.substr(0, parameter.rfind(' '));
    const std::string name = parameter.substr(parameter.rfind(' ') + 1);
    if (text.find_first_not_of(' ') == std::string::npos) return fmt::format("`{}` gets no value", name);
    const bool digit = text.find_first_of("0123456789") == (text[0] == '-' ? 1u : 0u);
    const bool truth = text == "true" || text == "false";
    const std::string first_word = text.substr(0, text.find_first_of(" *"));
    const bool type = emulator::is_type_word(first_word) || first_word == "unsigned" ||
                      first_word == "signed" || first_word == "long" || first_word == "short" ||
                      emulator::fixed_type_named(first_word) || emulator::vector_named(first_word);
    if (kind == "typename" || kind == "class")
        return digit || truth ? fmt::format("`{}` is a type, but {} is not", name, in_quotes(text))
                              : std::string();
    const bool cast = text.find('(') != std::string::npos;
    if (type && !cast) return fmt::format("`{}` is {}, but {} is a type", name, kind, in_quotes(text));
    const bool whole = kind != "float" && kind != "double";
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (whole && digit && !hexadecimal && text.find_first_of(".eE") != std::string::npos && !cast)
        return fmt::format("`{}` is {}, but {} is not a whole number", name, kind, in_quotes(text));
    return {};
}

std::string example_for(const emulator::KernelSummary& kernel) {
    return fmt::format("{}", fmt::join(usual_template_arguments(kernel), ","));
}

}  // namespace

std::vector<std::string> usual_template_arguments(const emulator::KernelSummary& kernel) {
    std::vector<std::string> usual;
    for (size_t i = 0; i < kernel.needed_arguments; ++i) {
        const std::string& parameter = kernel.template_parameters[i];
        usual.push_back(parameter.starts_with("typename ") ? "float"
                        : parameter.starts_with("bool ")   ? "true"
                                                           : "256");
    }
    return usual;
}

std::string qualified(const emulator::KernelSummary& kernel) {
    return kernel.space.empty() ? kernel.name : kernel.space + "::" + kernel.name;
}

emulator::KernelSummary chosen_kernel(const std::string& asked_for, const std::string& file,
                                      const Definitions& definitions, emulator::Compiler& compiler) {
    const std::vector<emulator::KernelSummary> all = compiler.kernels(file, definitions);
    const std::string name = asked_for.substr(0, asked_for.find_first_of("<("));
    const std::vector<emulator::KernelSummary> found = kernels_named(all, name);
    if (found.empty()) compiler.explain_no_kernels(file, definitions);
    if (all.empty())
        throw UsageError("{} contains no __global__ function, so there is nothing to launch.",
                         one_line(file));
    if (found.empty()) refuse_name(file, name, all);
    if (found.size() == 1) return found[0];
    const auto same_name = [&](const emulator::KernelSummary& kernel) {
        return kernel.name == found[0].name;
    };
    if (all_of(found, same_name)) {
        // Templates of one name are reported apart by their arguments.
        const bool templates = any_of(
            found, [](const emulator::KernelSummary& kernel) { return !kernel.template_parameters.empty(); });
        const bool chosen = asked_for.ends_with(')');
        if (!templates && !chosen) refuse_overloads(file, found);
        return found[0];
    }
    const std::vector<std::string> names = names_of(found);
    throw UsageError("{} contains {} kernels, {}; choose one with --kernel.", one_line(file), names.size(),
                     fmt::join(names, ", "));
}

void check_template(const emulator::KernelSummary& kernel, const std::string& file,
                    const std::vector<std::string>& given) {
    const std::vector<std::string>& wanted = kernel.template_parameters;
    if (wanted.empty() && given.empty()) return;
    if (wanted.empty())
        throw UsageError("{} in {} is not a template; remove --template.", kernel.name, in_quotes(file));
    const bool nothing = given.empty() || (given.size() == 1 && given[0].empty());
    if (nothing && kernel.needed_arguments == 0 && given.empty()) return;
    if (nothing)
        throw UsageError("{} in {} is a template over {}; give each with --template, as in --template {}.",
                         kernel.name, in_quotes(file), fmt::join(wanted, ", "), example_for(kernel));
    if (given.size() < kernel.needed_arguments || given.size() > wanted.size())
        throw UsageError(
            "{} in {} is a template over {}, which takes {}{}, but --template gives {}; write "
            "--template {}.",
            kernel.name, in_quotes(file), fmt::join(wanted, ", "),
            kernel.needed_arguments < wanted.size() ? fmt::format("{} to ", kernel.needed_arguments) : "",
            counted(wanted.size(), "argument"), given.size(), example_for(kernel));
    for (size_t i = 0; i < given.size(); ++i)
        if (const std::string slip = slip_of_argument(wanted[i], given[i]); !slip.empty())
            throw UsageError("Template parameter {}; write --template {}.", slip, example_for(kernel));
}

}  // namespace upsweep::programs
