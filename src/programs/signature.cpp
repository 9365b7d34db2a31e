// Parameters from the checked kernel.
#include "programs/signature.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/quotes.h"
#include "emulator/semantics/compile.h"
#include "emulator/semantics/layout.h"
#include "emulator/semantics/signature.h"

namespace upsweep::programs {
namespace {

using emulator::Type;

[[noreturn]] void refuse(const KernelName& kernel, const Parameter& parameter, const char* why) {
    throw UsageError(
        fmt::format("Parameter {} of {} is {}, {}; write a kernel around it that takes plain buffers.",
                    in_ticks(parameter.name), one_line(kernel.function), one_line(parameter.type_name), why));
}

void describe(const KernelName& kernel, const Type& type, Parameter& parameter) {
    for (const emulator::Leaf& leaf : emulator::leaves_of(type)) {
        if (leaf.pointer) refuse(kernel, parameter, "which leads to further pointers");
        parameter.scalars.push_back({leaf.offset, leaf.type, leaf.name});
    }
    parameter.bytes = type.size;
    parameter.element = emulator::element_of(type);
    if (!type.is_void()) return;
    // Of `void*` only the bytes are known.
    parameter.scalars = {{0, ScalarType::u8, ""}};
    parameter.bytes = 1;
    parameter.element = ScalarType::u8;
}

Parameter parameter_of(const KernelName& kernel, const emulator::Variable& variable,
                       const emulator::Leaf& leaf) {
    Parameter parameter;
    parameter.name = variable.name + leaf.name;
    parameter.pointer = leaf.pointer;
    if (leaf.pointer) {
        parameter.type_name = to_string(*leaf.target) + "*";
        describe(kernel, *leaf.target, parameter);
        if (parameter.scalars.empty()) refuse(kernel, parameter, "which leads to nothing that has members");
        return parameter;
    }
    parameter.type_name = cuda_name_of(leaf.type);
    parameter.scalars = {{0, leaf.type, ""}};
    parameter.bytes = size_of(leaf.type);
    parameter.element = leaf.type;
    return parameter;
}

}  // namespace

std::vector<std::string> kernels_in(const std::string& file, const Definitions& definitions,
                                    const emulator::SourceProvider& sources) {
    std::vector<std::string> names;
    for (const emulator::KernelSummary& kernel : emulator::kernels_of(file, definitions, sources))
        if (std::find(names.begin(), names.end(), kernel.name) == names.end()) names.push_back(kernel.name);
    return names;
}

Signature signature_of(const KernelName& kernel, const emulator::SourceProvider& sources) {
    const auto program = emulator::compile(kernel.file, kernel.function, kernel.definitions, sources);
    Signature signature{kernel, {}, {}};
    for (const emulator::Variable* variable : program->entry->parameters) {
        Declared declared;
        declared.name =
            variable->name.empty() ? fmt::format("#{}", signature.declared.size() + 1) : variable->name;
        declared.type_name = to_string(*variable->type);
        declared.first = signature.parameters.size();
        for (const emulator::Leaf& leaf : emulator::leaves_of(*variable->type)) {
            signature.parameters.push_back(parameter_of(kernel, *variable, leaf));
            if (signature.parameters.back().name.empty()) signature.parameters.back().name = declared.name;
        }
        declared.count = signature.parameters.size() - declared.first;
        signature.declared.push_back(std::move(declared));
    }
    return signature;
}

}  // namespace upsweep::programs
