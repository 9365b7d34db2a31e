// The front end's interface: a kernel's text in, a typed Program out.
#pragma once

#include <memory>
#include <string>

#include "core/plan.h"
#include "emulator/semantics/typed.h"
#include "emulator/source/preprocessor.h"

namespace upsweep::emulator {

/// Checks `function` of the text (a kernel, or a plain function to be run by one lane) and what it calls. Of
/// a template it names the arguments, as in C++: "scan<float, 256>"; the file's own types, constants and
/// macros may be there.
/// Everything else in the file, host code too, is skipped. Throws CompileError with all diagnostics found.
std::shared_ptr<const Program> compile(TranslationUnit& unit, const std::string& function);

/// The same of a text that is read for this alone.
std::shared_ptr<const Program> compile(const std::string& file, const std::string& function,
                                       const Definitions& definitions, const SourceProvider& sources);

}  // namespace upsweep::emulator
