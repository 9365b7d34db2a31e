// Pieces of sentences, for sentence.cpp and those that are beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

inline std::string in_backticks(const std::string& text) { return "`" + text + "`"; }
inline std::string in_backticks(int64_t number) { return in_backticks(std::to_string(number)); }

using Writes = std::vector<const Flow*>;

/// What sentences of a launch speak of. Without `staged`, blocks are called by their blockIdx.
struct Narration {
    const Trace& trace;
    const StagedLaunch* staged = nullptr;
    const HeldValues* symbols = nullptr;         ///< values are reported as the stage shows them: "3…7"
    std::span<const DiagramPlace> buffers = {};  ///< that the block keeps, by the names that the stage has
    /// Array and cell that is to be the example, where it is written.
    std::optional<std::pair<std::string, int64_t>> example = {};
};

/// As sentence_of of sentence.h, with this narration.
std::string sentence_of(const Narration& narration, const StepPicture& picture);

/// Whether the step's launch has several blocks, so that a sentence has to say which.
bool has_several_blocks(const Narration& narration, const Step& step);
/// "block `3`" by its number; "the block with blockIdx `4`" before it has one.
std::string block_name(const Narration& narration, int64_t step);
/// Who runs a step: "Block `3`", "Warp `1` of block `3`", "Warp `1`" where there is one block, or "The loop".
std::string runner(const Narration& narration, int64_t step);
/// "In block `3`, each of …": the sentence with the block in front where there are several.
std::string in_block(const Narration& narration, int64_t step, const std::string& sentence);
/// The value after an access, as its array's type writes it.
std::string value_text(const Trace& trace, const Access& access);
/// The same, or with symbols, what the value is made of.
std::string shown_value(const Narration& narration, int64_t access);
/// As cell_name, with the extent that the stage shows the array in.
std::string cell_name(const Narration& narration, ArrayId array, int64_t element);
/// Whether a write is an atomic operation, and one that adds.
bool is_atomic(const Trace& trace, const Flow& flow);
bool adds_atomically(const Trace& trace, const Flow& flow);
/// " Lanes 2 and 3 sit this out.", or nothing.
std::string idle_lanes(const Trace& trace, const Step& step);

/// What the writes of the picture's focus have in common, and one of them with its numbers. `flows` are the
/// focus step's.
std::string writes_sentence(const Narration& narration, const StepPicture& picture, const Writes& flows);
/// The rule of writes of one statement: "each of four cells adds the cell `2` places to its left", without an
/// example; empty if they have none.
std::string rule_of(const Narration& narration, const Writes& writes);
/// " from row `7` of `A` and column `4` of `B`": what a sum that was made in a register came from; empty
/// where there is nothing to tell.
std::string origin_of_sum(const Narration& narration, const Flow& flow);
/// The rule of a pass in which cells change places and add, as in a down-sweep; empty if it is not one.
std::string pair_rule(const Narration& narration, const Writes& copies, const Writes& adds);

/// A step that writes no memory which blocks share: what it puts into a local, calls, returns or orders.
std::string local_sentence(const Narration& narration, int64_t index);
/// A condition: its text, its values, and which lanes continue where.
std::string condition_sentence(const Narration& narration, int64_t index);

}  // namespace upsweep::replay
