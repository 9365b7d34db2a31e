// What a file offers to be launched, and what a kernel must be given: for whoever builds a launch by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/element_type.h"
#include "core/plan.h"
#include "emulator/source/diagnostic.h"
#include "emulator/source/source_text.h"

namespace upsweep::emulator {

/// One scalar or address of a parameter. A launch's arguments are these, flat and in order: a struct
/// {int width; float* cells;} is a ScalarArgument and a BufferArgument.
struct ParameterLeaf {
    std::string name;                   ///< "n", "matrix.width"
    ScalarType type = ScalarType::i32;  ///< u64 of an address
    bool pointer = false;
    ScalarType element = ScalarType::i32;  ///< of an address: the scalar that its target is made of
    std::int64_t element_bytes = 0;        ///< of an address: its target; 0 for void
    std::string element_name;              ///< of an address: its target as written, "const float4"
    std::int64_t offset = 0;               ///< bytes from the parameter's start
};

struct KernelParameter {
    std::string name;
    std::string type_name;       ///< "const float*", "Matrix"
    std::int64_t bytes = 0;      ///< as the parameter lies in a launch's argument buffer
    std::int64_t alignment = 1;  ///< bytes
    std::vector<ParameterLeaf> leaves;
    bool is_pointer() const { return leaves.size() == 1 && leaves[0].pointer; }
};

struct Signature {
    std::string function;  ///< the name without template arguments
    std::vector<KernelParameter> parameters;
    std::int64_t shared_bytes = 0;  ///< static shared memory a block
    bool dynamic_shared = false;    ///< declares `extern __shared__`
};

/// The parameters of `function` (with its template arguments, if any, as emulator::compile takes it). Throws
/// CompileError like a run does.
Signature signature_of(const KernelName& kernel, const SourceProvider& sources);

struct KernelSummary {
    std::string name;
    std::string space;            ///< the namespaces that it stands in, a::b
    bool is_specialised = false;  ///< template <> … k<int>: asked for by its template's name
    std::vector<std::string> template_parameters;  ///< "typename T", "int N"; empty for a plain kernel
    std::size_t needed_arguments = 0;              ///< template parameters without a default
    int line = 0;                                  ///< of its name
};

/// The kernels that `file` and what it includes define, in the order of the text; what cannot be read is left
/// out. Throws CompileError for broken directives.
std::vector<KernelSummary> kernels_of(const std::string& file, const Definitions& definitions,
                                      const SourceProvider& sources);

/// Says why a file that seems to define no kernel defines none: a misspelt `__global__`, a kernel in a class
/// or without a body, one whose head is broken. Throws CompileError if it finds something, and returns
/// otherwise.
void explain_no_kernels(const std::string& file, const Definitions& definitions,
                        const SourceProvider& sources);

}  // namespace upsweep::emulator
