// What a file offers to be launched, and what a kernel must be given: for code that builds a launch by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/element_type.h"
#include "core/plan.h"

namespace upsweep::emulator {

/// One number of a scalar, vector or struct; `name` is ".x" or ".left[2]", empty for a scalar.
struct ParameterScalar {
    int64_t offset = 0;  ///< bytes from the start
    ScalarType type = ScalarType::i32;
    std::string name;
};

/// One number or one pointer that a launch passes. A launch's arguments are these, flat and in order: a
/// struct {int width; float* cells;} is a ScalarArgument and a BufferArgument.
struct KernelParameter {
    std::string name;                      ///< "n"; of a struct's member "matrix.width"
    std::string type_name;                 ///< "const float4*"
    bool pointer = false;                  ///< wants a buffer
    std::vector<ParameterScalar> scalars;  ///< of one element pointed to, or the number itself
    int64_t bytes = 4;                     ///< of one element pointed to, or of the number
    ScalarType element = ScalarType::i32;  ///< what a buffer of it is made of; u32 or u8 for mixed structs
    bool variable = false;                 ///< not a parameter: it is outside functions
    int64_t offset = 0;                    ///< bytes from the start of the parameter that it is a part of
    bool leads_further = false;            ///< points to what holds pointers; `scalars` leaves these out
};

/// A parameter as it is declared: several numbers and pointers if it is a struct or a vector by value.
struct DeclaredParameter {
    std::string name, type_name;
    /// What it is where a launch leaves it out: a number as --arg takes it, "null"; empty if it must be
    /// given.
    std::string fallback = {};
    size_t first = 0, count = 1;  ///< in Signature::parameters
    int64_t bytes = 4;            ///< that it has where it is passed
};

/// A __device__ or __constant__ variable that a kernel uses.
struct GlobalVariable {
    KernelParameter as;  ///< described as a pointer to its first element would be; `type_name` is its own
    int64_t bytes = 0;
    bool constant = false;
    bool begins = false;  ///< has an initialiser; without one it begins with zeros
};

struct Signature {
    KernelName kernel;
    std::vector<DeclaredParameter> declared;
    std::vector<KernelParameter> parameters;
    std::vector<GlobalVariable> globals;  ///< without those that hold pointers
    int64_t shared_bytes = 0;             ///< static shared memory a block
    bool dynamic_shared = false;          ///< declares `extern __shared__`
};

struct KernelSummary {
    std::string name;
    std::string space;            ///< the namespaces that it is in, a::b
    bool is_specialised = false;  ///< template <> … k<int>: asked for by its template's name
    std::vector<std::string> template_parameters;  ///< "typename T", "int N"; empty for a plain kernel
    size_t needed_arguments = 0;                   ///< template parameters without a default
    int line = 0;                                  ///< of its name
};

struct Program;
class TranslationUnit;

/// What a checked kernel must be given.
Signature signature_of(const KernelName& kernel, const Program& program);

/// The kernels that a file and what it includes define, in the order of the text; what cannot be read is left
/// out. Throws CompileError for broken directives.
std::vector<KernelSummary> kernels_of(TranslationUnit& unit);

/// Says why a file that seems to define no kernel defines none: a misspelt `__global__`, a kernel in a class
/// or without a body, one whose head is broken. Throws CompileError if it finds something, and returns
/// otherwise.
void explain_no_kernels(TranslationUnit& unit);

}  // namespace upsweep::emulator
