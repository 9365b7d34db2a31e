// Signatures of kernels whose arguments a person can type.
#include "programs/signature.h"

#include "core/quotes.h"
#include "core/ranges.h"

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

}  // namespace upsweep::programs
