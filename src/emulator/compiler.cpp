#include "emulator/compiler.h"

#include <optional>
#include <utility>

#include "emulator/bytecode/bytecode.h"
#include "emulator/bytecode/lower.h"
#include "emulator/semantics/compile.h"

namespace upsweep::emulator {

/// A text with its definitions.
struct Compiler::Unit {
    Unit(const std::string& file, Definitions with, const SourceProvider& sources)
        : definitions(std::move(with)), text(file, definitions, sources, diagnostics) {}

    Definitions definitions;
    Diagnostics diagnostics;
    TranslationUnit text;
};

struct Compiler::Kernel {
    KernelName name;
    std::shared_ptr<const Program> program;
    Signature signature;
    std::optional<Code> code;
};

Compiler::Compiler(SourceProvider sources) : sources_(std::move(sources)) {}
Compiler::~Compiler() = default;

Compiler::Unit& Compiler::unit(const std::string& file, const Definitions& definitions) {
    for (const auto& known : units_)
        if (known->text.file() == file && known->definitions == definitions) return *known;
    units_.push_back(std::make_unique<Unit>(file, definitions, sources_));
    return *units_.back();
}

Compiler::Kernel& Compiler::checked(const KernelName& name) {
    for (const auto& known : kernels_)
        if (known->name == name) return *known;
    auto kernel = std::make_unique<Kernel>();
    kernel->name = name;
    kernel->program = compile(unit(name.file, name.definitions).text, name.function);
    kernel->signature = signature_of(name, *kernel->program);
    kernels_.push_back(std::move(kernel));
    return *kernels_.back();
}

std::vector<KernelSummary> Compiler::kernels(const std::string& file, const Definitions& definitions) {
    return kernels_of(unit(file, definitions).text);
}

void Compiler::explain_no_kernels(const std::string& file, const Definitions& definitions) {
    emulator::explain_no_kernels(unit(file, definitions).text);
}

TranslationUnit& Compiler::text(const std::string& file, const Definitions& definitions) {
    return unit(file, definitions).text;
}

std::optional<std::string> Compiler::file_beside(const std::string& name) const {
    // No way leads out of the folder.
    if (name.empty() || name[0] == '/' || name.find("..") != std::string::npos ||
        name.find_first_of(":\\") != std::string::npos)
        return {};
    try {
        return sources_(name);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        return {};
    }
}

const Signature& Compiler::signature(const KernelName& kernel) { return checked(kernel).signature; }

std::shared_ptr<const Program> Compiler::program(const KernelName& kernel) { return checked(kernel).program; }

const Code& Compiler::code(const KernelName& kernel) {
    Kernel& found = checked(kernel);
    if (!found.code) found.code = lower(*found.program);
    return *found.code;
}

std::shared_ptr<const Program> Compiler::whole_program(const std::string& file,
                                                       const Definitions& definitions) {
    return compile(unit(file, definitions).text, "main");
}

void Compiler::set_global(const KernelName& kernel, const std::string& name,
                          std::span<const std::byte> bytes) {
    code(kernel);
    for (GlobalArray& array : checked(kernel).code->globals) {
        if (array.text || array.name != name) continue;
        array.initial.assign(bytes.begin(), bytes.end());
        array.links.clear();
    }
}

}  // namespace upsweep::emulator
