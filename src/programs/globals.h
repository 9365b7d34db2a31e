// Initial values of variables outside functions, as a person types them.
#pragma once

#include <string>
#include <vector>

#include "emulator/compiler.h"
#include "programs/signature.h"

namespace upsweep::programs {

/// Lets variables of the kernel begin with what `settings` say, each NAME=NUMBERS with commas between, or
/// NAME= and what `fill` reads. Throws UsageError for a variable that the kernel does not use, numbers that
/// are more or fewer than it has, and what `fill` refuses.
void set_globals(const Signature& signature, const std::vector<std::string>& settings,
                 emulator::Compiler& compiler);

/// The __constant__ variables that the kernel reads and that have neither an initialiser nor a setting: they
/// hold zeros. (A __device__ variable may well begin with zeros, and a kernel can write it.)
std::vector<std::string> never_set(const Signature& signature, const std::vector<std::string>& settings);

}  // namespace upsweep::programs
