// The front end from text to typed tree: preprocess, outline, parse and check what is reached.
#include "emulator/semantics/compile.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/ranges.h"
#include "emulator/semantics/checker.h"
#include "emulator/source/diagnostics.h"

namespace upsweep::emulator {

namespace {

/// Perhaps only host code needs it: something else is wrong for sure.
bool is_missing_header(const Diagnostic& diagnostic) {
    return diagnostic.message.starts_with("There is no file `");
}

/// Within a file by place: the parser complains before the checker does. Missing headers come last.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> found) {
    const auto sure = std::find_if_not(found.begin(), found.end(), is_missing_header);
    const std::string first = (sure != found.end() ? *sure : found.front()).file;
    stable_sort(found, [&](const Diagnostic& a, const Diagnostic& b) {
        const bool a_later = a.file != first;
        const bool b_later = b.file != first;
        const bool a_suspected = is_missing_header(a), b_suspected = is_missing_header(b);
        return std::tie(a_suspected, a_later, a.file, a.line, a.column) <
               std::tie(b_suspected, b_later, b.file, b.line, b.column);
    });
    return found;
}

}  // namespace

std::shared_ptr<const Program> compile(TranslationUnit& unit, const std::string& function) {
    Diagnostics& diagnostics = unit.diagnostics();
    const Diagnostics::Episode episode(diagnostics);
    const Preprocessed& text = unit.ask_for(function);
    auto program = std::make_shared<Program>();
    ++front_end_work().kernels_checked;
    // After a broken #include or macro the rest would only be noise.
    if (diagnostics.empty()) Checker(text, *program, diagnostics).run(unit.file());
    if (!diagnostics.empty()) throw CompileError(in_order(diagnostics.found()));
    program->files.assign(diagnostics.files().begin(), diagnostics.files().end());
    return program;
}

std::shared_ptr<const Program> compile(const std::string& file, const std::string& function,
                                       const Definitions& definitions, const SourceProvider& sources) {
    Diagnostics diagnostics;
    TranslationUnit unit(file, definitions, sources, diagnostics);
    return compile(unit, function);
}

}  // namespace upsweep::emulator
