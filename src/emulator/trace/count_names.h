// What the counts are called: in the catalog's formulas, in JSON and lessons by their keys, beside the stage
// in words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

struct CountName {
    std::string_view key;    ///< "shared_wavefronts"
    std::string_view words;  ///< "wavefronts"
    int64_t (*of)(const Counts&) = nullptr;
    std::string_view whole = {}, part = {};  ///< of a part: the key of the whole, and "load" or "store"
    std::string_view meaning = {};           ///< in one line, where the word alone does not say it
};

/// Every count, in the order of reports; parts follow their whole.
std::span<const CountName> count_names();

/// A row by its key, and what it reads. Throws Error with the keys that there are.
const CountName& count_name(std::string_view key);
int64_t count_of(const Counts& counts, std::string_view key);

}  // namespace upsweep::emulator
