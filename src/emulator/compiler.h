// Kernels of one set of files, each text read once and each kernel compiled once for all callers: code that
// chooses a kernel, looks at its parameters, and runs it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/semantics/signature.h"
#include "emulator/source/preprocessor.h"

namespace upsweep::emulator {

struct Code;

/// Not to be used by two threads at once.
class Compiler {
  public:
    explicit Compiler(SourceProvider sources);
    ~Compiler();
    Compiler& operator=(Compiler&&) = delete;

    /// See kernels_of. Throws CompileError for broken directives, Error where there is no such file.
    std::vector<KernelSummary> kernels(const std::string& file, const Definitions& definitions);
    /// See emulator::explain_no_kernels.
    void explain_no_kernels(const std::string& file, const Definitions& definitions);

    /// The file with what it includes, for code that reads its host code. Throws Error where none exists.
    TranslationUnit& text(const std::string& file, const Definitions& definitions);

    /// The bytes of a file in the program's own folder, if it has one of that name.
    std::optional<std::string> file_beside(const std::string& name) const;

    // Each throws CompileError like a run does.

    /// The kernel's parameters. `kernel.function` has its template arguments, if any, as `compile` takes it.
    const Signature& signature(const KernelName& kernel);
    std::shared_ptr<const Program> program(const KernelName& kernel);
    const Code& code(const KernelName& kernel);
    /// `main` with the host code that it reaches, to be run whole (whole_program.h).
    std::shared_ptr<const Program> whole_program(const std::string& file, const Definitions& definitions);

    /// Lets the variable outside of functions begin with these bytes, as many as it has, whenever the kernel
    /// runs. It must be one of the kernel's Signature::globals.
    void set_global(const KernelName& kernel, const std::string& name, std::span<const std::byte> bytes);

  private:
    struct Unit;
    struct Kernel;
    Unit& unit(const std::string& file, const Definitions& definitions);
    Kernel& checked(const KernelName& name);

    SourceProvider sources_;
    std::vector<std::unique_ptr<Unit>> units_;
    std::vector<std::unique_ptr<Kernel>> kernels_;
};

/// The same as with a SourceProvider, for a plan whose kernels `compiler` may have compiled already.
Trace run(const Plan& plan, const Array& input, Compiler& compiler, const RunOptions& options);

}  // namespace upsweep::emulator
