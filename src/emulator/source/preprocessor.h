// Directives and macros: files in, one list of tokens out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan.h"
#include "emulator/source/diagnostics.h"
#include "emulator/source/lexer.h"

namespace upsweep::emulator {

struct Preprocessed {
    std::vector<Token>
        tokens;          ///< the files' end with one `end` token; behind it, those of the requested function
    size_t library = 0;  ///< the first token of the library, or of what follows if it is missing
    size_t asked_for = 0;           ///< where these begin: one past the `end` token
    std::vector<PhaseMark> phases;  ///< of all files, each file's in order
};

/// A file and what it includes, read once; what is wanted of it can be asked for again and again.
class TranslationUnit {
  public:
    /// Headers in <> and headers of CUDA and the standard library are accepted and ignored; `-D` definitions
    /// count as #define. Errors go to `diagnostics`, which also keeps the texts; the tokens up to a broken
    /// #include or #error are still given.
    TranslationUnit(std::string file, const Definitions& definitions, const SourceProvider& sources,
                    Diagnostics& diagnostics);
    ~TranslationUnit();
    TranslationUnit& operator=(TranslationUnit&&) = delete;

    const std::string& file() const { return file_; }
    Diagnostics& diagnostics() const { return diagnostics_; }
    /// The text, and behind it the tokens of `wanted`, `scan<float, N>`, in which the file's macros hold too.
    /// It is valid until the next call.
    const Preprocessed& ask_for(const std::string& wanted);

  private:
    std::string file_;
    Diagnostics& diagnostics_;
    class Preprocessor;
    std::unique_ptr<Preprocessor> preprocessor_;
};

/// The #define lines of what the ignored headers and the compiler would have defined.
std::string_view predefined_macros();

/// How much the front end has done in this thread since it began, for tests.
struct FrontEndWork {
    int64_t texts_read = 0;       ///< translation units, each with what it includes
    int64_t kernels_checked = 0;  ///< each with what it calls
};
FrontEndWork& front_end_work();

}  // namespace upsweep::emulator
