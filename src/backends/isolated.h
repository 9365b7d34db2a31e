// Edited kernels and the user's own on the GPU, in an isolated process, beside what the emulator says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/gpu.h"
#include "core/plan.h"
#include "emulator/compiler.h"
#include "programs/user_program.h"

namespace upsweep::backends {

/// gpu_backend().run_isolated(run, options).
IsolatedResult run_isolated(const IsolatedRun& run, const IsolatedOptions& options = {});

/// Memory that was never written holds on the GPU what it holds on the emulator. The user's own program, with
/// the device part of its texts; `compiler` is the one that opened it: what its variables begin with is
/// there.
IsolatedRun isolated_run(const programs::OpenedProgram& opened, emulator::Compiler& compiler);

/// A plan of the catalog's with the kernels' texts as `sources` has them, and its further inputs.
IsolatedRun isolated_run(const Plan& plan, const Array& input, const emulator::SourceProvider& sources,
                         const std::vector<Array>& further_inputs = {});

/// How far floating-point numbers may be apart and still count as equal: by units in the last place, as
/// CUDA's sin, exp and rsqrt may differ, or by a part of the larger one or of the buffer's
/// mean magnitude, what comes of such a difference when
/// a kernel continues with it. Integers are equal to the bit.
struct Tolerance {
    int64_t ulps = 4;
    double part_of_float = 1e-5, part_of_double = 1e-13;
};
/// For kernels of sums alone: no part, only units in the last place.
inline constexpr Tolerance strict{4, 0, 0};

/// One element that is not the same.
struct Difference {
    int64_t element = 0;
    uint64_t emulator = 0, gpu = 0;  ///< bits, zero-extended
};

/// One buffer after the run, on the emulator and on the GPU.
struct BufferComparison {
    std::string name;
    ScalarType type = ScalarType::u32;
    int64_t count = 0;
    int64_t different = 0;          ///< elements
    int64_t most_ulps = 0;          ///< of those that count as equal, by how much they differ
    double most_part = 0;           ///< likewise, as a part of that
    std::vector<Difference> first;  ///< the first of those that differ, four at most
};

/// Of each buffer of the plan, in its order. Both lists have the plan's buffers.
std::vector<BufferComparison> compare_buffers(const Plan& plan, const std::vector<Array>& emulated,
                                              const std::vector<Array>& gpu, const Tolerance& tolerance = {});

bool are_equal(const std::vector<BufferComparison>& comparisons);

/// "out: 256 numbers, all equal." or "out[3] is 7 on the emulator and 8 on the GPU; 12 of 256 numbers
/// differ."
std::string sentence_of(const BufferComparison& comparison);

/// "0.0124 ms, the median of 20 runs (0.0120 to 0.0139)".
std::string time_text(const IsolatedResult& result);

}  // namespace upsweep::backends
