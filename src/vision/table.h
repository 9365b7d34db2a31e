// Integral images of pictures through the catalog: any entry, on any backend.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "core/array.h"
#include "pipelines/algorithm.h"

namespace upsweep::vision {

/// The catalog's entries that make integral images and can run there, in teaching order.
std::vector<const Algorithm*> table_algorithms(const backends::Backend& on);

/// On the CPU the quickest of them, on the GPU the one that moves the fewest bytes; on the emulator the first
/// that gives sums which hold the whole picture (inclusive or padded).
const Algorithm& usual_table_algorithm(const backends::Backend& on);

/// What came of a run.
struct TableRun {
    Array table;  ///< upright, in the convention asked for
    Convention convention = Convention::inclusive;
    double milliseconds = 0;  ///< of the loop, or of the GPU's kernels; 0 on the emulator
    double transfer_ms = 0;   ///< to the GPU and back
};

/// Pictures over this many elements are not given to the emulator, which takes seconds for so many already.
constexpr int64_t most_emulated_elements = 1'048'576;

/// Throws UsageError for an entry that makes no integral images or does not run there, or a picture too large
/// for the emulator.
void check_table(const Array& input, const Algorithm& algorithm, const backends::Backend& on);

/// The integral image of `input` (u8, u32, f32 or f64) by `algorithm`, turned upright and brought into
/// `wanted`; with Convention::none it stays in the entry's own convention, or becomes padded if that is
/// exclusive. Conversion is not part of the time. Throws UsageError for types or a place that the entry does
/// not take, or a picture too large for the emulator; BackendMissing without a GPU; Error if it fails.
TableRun make_table(const Array& input, const Algorithm& algorithm, const backends::Backend& on,
                    Convention wanted, const std::atomic<bool>* cancel = nullptr);

/// The entry's parameters for this input, see upright_in.
Parameters table_parameters(const Algorithm& algorithm, const Array& input, Convention wanted);

/// What a table of this type cannot hold of the input's sums, in a sentence or two; empty if nothing. u32
/// wraps at 2^32; whole numbers over 2^24 in f32, and over 2^53 in f64, are rounded, for which `cure` says
/// what to do; NaN and infinity reach every entry right of them and below.
std::string lost_in_table(const Array& input, ScalarType sums, std::string_view cure);

/// A task's result. Throws as Backend::run does, and Error for a fault (a wrong sum would be the result).
backends::Result run_rightly(const backends::Task& task, const backends::Backend& on,
                             const std::atomic<bool>* cancel);

}  // namespace upsweep::vision
