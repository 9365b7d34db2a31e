// Functions of CUDA's headers that are written in the kernel language itself: they join a text that names
// one.
#pragma once

#include <string_view>
#include <vector>

#include "emulator/lexer.h"

namespace upsweep::emulator {

/// The file's name in messages and traces.
inline constexpr std::string_view library_name = "cuda_library.cuh";
std::string_view library_text();
/// The parts of it that are about types and about numbers; they stand first.
std::string_view library_traits();
std::string_view library_mathematics();

/// Whether `tokens` name something that only the library has.
bool needs_library(const std::vector<Token>& tokens);

}  // namespace upsweep::emulator
