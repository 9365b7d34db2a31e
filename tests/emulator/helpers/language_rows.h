// One small kernel for each part of the language, and what it writes.
#pragma once

#include <vector>

namespace upsweep::emulator {

struct LanguageRow {
    const char* name;    ///< letters only
    const char* before;  ///< the text above the kernel
    const char* body;  ///< of `__global__ void k(const int* in, int* out)`; `int i = threadIdx.x` comes first
    std::vector<double> expected;  ///< the first elements of `out`; in[i] = i; 8 threads, one warp
};

const std::vector<LanguageRow>& language_rows();

/// Its parts, each in a file of its own.
std::vector<LanguageRow> language_rows_declarations();
std::vector<LanguageRow> language_rows_types();
std::vector<LanguageRow> language_rows_statements();
std::vector<LanguageRow> language_rows_builtins();
std::vector<LanguageRow> language_rows_further();
std::vector<LanguageRow> language_rows_functions();
std::vector<LanguageRow> language_rows_objects();

}  // namespace upsweep::emulator
