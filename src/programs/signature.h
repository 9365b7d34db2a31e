// What a kernel of somebody's own file wants to be given: its parameters, as the file declares them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan.h"
#include "emulator/emulator.h"

namespace upsweep::programs {

/// One number of a scalar, vector or struct; `name` is ".x" or ".left[2]", empty for a scalar.
struct Scalar {
    std::int64_t offset = 0;  ///< bytes from the start
    ScalarType type = ScalarType::i32;
    std::string name;
};

/// One number or one pointer that a launch passes.
struct Parameter {
    std::string name;                      ///< "n"; of a struct's member "matrix.width"
    std::string type_name;                 ///< "const float4*"
    bool pointer = false;                  ///< wants a buffer
    std::vector<Scalar> scalars;           ///< of one element pointed to, or the number itself
    std::int64_t bytes = 4;                ///< of one element pointed to, or of the number
    ScalarType element = ScalarType::i32;  ///< what a buffer of it is made of; u32 or u8 for mixed structs
};

/// A parameter as it is declared: several numbers and pointers if it is a struct or a vector by value.
struct Declared {
    std::string name, type_name;
    std::size_t first = 0, count = 1;  ///< in Signature::parameters
};

struct Signature {
    KernelName kernel;
    std::vector<Declared> declared;
    std::vector<Parameter> parameters;
};

/// The names of the `__global__` functions of a file, in its order, each once; of a template only the name.
/// Throws CompileError for broken directives.
std::vector<std::string> kernels_in(const std::string& file, const Definitions& definitions,
                                    const emulator::SourceProvider& sources);

/// Compiles the kernel. Throws CompileError, or UsageError for a parameter that nobody can be asked to type
/// (a pointer to pointers).
Signature signature_of(const KernelName& kernel, const emulator::SourceProvider& sources);

}  // namespace upsweep::programs
