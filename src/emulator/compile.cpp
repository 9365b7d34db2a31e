// The front end from text to typed tree: preprocess, outline, parse and check what is reached.
#include "emulator/compile.h"

#include <memory>
#include <string>

#include "emulator/checker.h"
#include "emulator/diagnostics.h"
#include "emulator/preprocessor.h"

namespace upsweep::emulator {

std::shared_ptr<const Program> compile(const std::string& file, const std::string& function,
                                       const Definitions& definitions, const SourceProvider& sources) {
    Diagnostics diagnostics;
    const Preprocessed text = preprocess(file, definitions, sources, diagnostics);
    auto program = std::make_shared<Program>();
    // After a broken #include or macro the rest would only be noise.
    if (diagnostics.empty()) Checker(text.tokens, text.phases, *program, diagnostics).run(file, function);
    if (!diagnostics.empty()) throw CompileError(diagnostics.found());
    program->files.assign(diagnostics.files().begin(), diagnostics.files().end());
    return program;
}

}  // namespace upsweep::emulator
