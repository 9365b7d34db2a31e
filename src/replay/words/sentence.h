// One plain sentence about a step, with its own numbers, made from the trace and the kernel's comments.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/data/picture.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// The sentence for a picture's focus step. Numbers and names that change are between back quotes, for
/// the view to set in the code face. Position 0 (focus -1) has a sentence as well.
/// With `staged`, blocks are called by the numbers of their parts.
std::string sentence_of(const Trace& trace, const StepPicture& picture, const StagedLaunch* staged = nullptr);

/// The same without the back quotes.
std::string plain(const std::string& sentence);

/// "4 + 7 = 11" for a write whose operation is known from its sources, else "11".
std::string equation_of(const Trace& trace, int64_t access);

/// A value, raw bits, and how it is shown.
struct Value {
    ScalarType type = ScalarType::u32;
    uint64_t bits = 0;
    std::string text;
};
/// "4 + 7 = 11", "max(4, 7) = 7": values that the operation puts together, in their order, to the one that
/// was made; empty where that is not what it gives.
std::string equation_of(const Trace& trace, char symbol, const std::vector<Value>& values, const Value& made);

/// Cells of `array` that a sentence about it says get a value, in its order: "cell `3` becomes `11`".
std::vector<int64_t> told_cells(const std::string& sentence, const StagedLaunch& staged,
                                const ArrayInfo& info, ArrayId array);

/// "block 3" by its number; "blockIdx 4" while it has none after so many steps.
std::string block_name(const StagedLaunch& staged, int64_t block, int64_t steps);

/// "cell 3", or "row 1, column 2" in a matrix.
std::string cell_name(const ArrayInfo& info, int64_t element);

}  // namespace upsweep::replay
