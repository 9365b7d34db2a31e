// Compiles texts in tests.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "emulator/semantics/compile.h"

namespace upsweep::emulator {

/// Files by name; the first is "kernel.cu".
using Files = std::map<std::string, std::string>;

inline std::shared_ptr<const Program> compile_files(const Files& files, const std::string& function = "f",
                                                    const Definitions& definitions = {}) {
    return compile("kernel.cu", function, definitions, [&](const std::string& name) {
        const auto found = files.find(name);
        if (found == files.end()) throw Error("There is no file " + name + ".");
        return found->second;
    });
}

inline std::shared_ptr<const Program> compile_text(const std::string& text,
                                                   const Definitions& definitions = {}) {
    return compile_files({{"kernel.cu", text}}, "f", definitions);
}

/// What is complained about; empty if the text is accepted.
inline std::vector<Diagnostic> complaints(const std::string& text, const Definitions& definitions = {}) {
    try {
        compile_text(text, definitions);
    } catch (const CompileError& error) {
        return error.diagnostics();
    }
    return {};
}

}  // namespace upsweep::emulator
