// Functions of CUDA's headers that are written in the kernel language itself: they join a text that names
// one.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/embedded.h"
#include "emulator/source/lexer.h"

namespace upsweep::emulator {

/// The file's name in messages and traces.
inline constexpr std::string_view library_name = "cuda_library.cuh";
std::string_view library_text();
/// The parts of it that are about types and about numbers; they are first.
std::string_view library_traits();
std::string_view library_mathematics();
/// The text of a header of NVIDIA's samples as kernels need it, by its file's name in whatever folder:
/// helper_math.h, helper_cuda.h. Empty if it is not one of them.
std::string_view sample_header(std::string_view file);
/// Whether host code has functions of it as well, those of standard/cuda_samples.cuh.
bool is_samples_header(std::string_view file);

/// The texts of the standard's headers that a program includes, `vector` for <vector>, each once and behind
/// those that it needs. A header that has none is left out.
std::vector<EmbeddedFile> standard_headers(const std::set<std::string>& included);

/// What the library's own plain text defines outside of all braces: functions, structs, aliases and
/// constants. (The outline of a student's text needs the whole parser; this stage lies below it.)
std::unordered_set<std::string_view> names_defined_by(const std::vector<Token>& tokens);

/// What host code has of the standard's and CUDA's headers: it joins a text that has a `main`. What it only
/// declares, the emulator itself does (emulator/host).
std::string_view host_library_text();
inline constexpr std::string_view host_library_name = "host_library.cuh";

/// Whether `tokens` name something that only the library has.
bool needs_library(const std::vector<Token>& tokens);

}  // namespace upsweep::emulator
