// The front end from text to typed tree: preprocess, outline, parse and check what is reached.
#include "emulator/semantics/compile.h"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/semantics/checker.h"
#include "emulator/source/diagnostics.h"
#include "emulator/source/preprocessor.h"

namespace upsweep::emulator {

namespace {

/// Within a file by place: the parser complains before the checker does.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> found) {
    const std::string first = found.front().file;
    std::stable_sort(found.begin(), found.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        const bool a_later = a.file != first;
        const bool b_later = b.file != first;
        return std::tie(a_later, a.file, a.line, a.column) < std::tie(b_later, b.file, b.line, b.column);
    });
    return found;
}

}  // namespace

std::shared_ptr<const Program> compile(const std::string& file, const std::string& function,
                                       const Definitions& definitions, const SourceProvider& sources) {
    Diagnostics diagnostics;
    const Preprocessed text = preprocess(file, function, definitions, sources, diagnostics);
    auto program = std::make_shared<Program>();
    // After a broken #include or macro the rest would only be noise.
    if (diagnostics.empty()) Checker(text, *program, diagnostics).run(file);
    if (!diagnostics.empty()) throw CompileError(in_order(diagnostics.found()));
    program->files.assign(diagnostics.files().begin(), diagnostics.files().end());
    return program;
}

}  // namespace upsweep::emulator
