// Numbers, lanes and cells in words, as the sentences of findings need them: short, and right for one as for
// many.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/source/source_text.h"
#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// "3", "0 and 2", "0, 1 and 3", "0 to 7", "0 to 3 and 8 to 11", "0, 2, 4 … 30"; what is longer ends with how
/// many there are. Equal numbers count once.
std::string list_in_words(std::vector<int64_t> numbers);

/// "word 3", "words 0 and 8".
std::string counted_in_words(std::string_view noun, const std::vector<int64_t>& numbers);

/// "lane 3", "lanes 0 and 2".
std::string lanes_in_words(const std::vector<int>& lanes);
std::vector<int> lanes_of(uint32_t mask);

/// "sums[3]"; of a shared array with rows "tile[1][0]".
std::string cell_in_words(const ArrayInfo& array, int64_t element);
/// "sums[3]", "sums[0] and sums[4]", "sums[1] to sums[7]"; as `list_in_words`.
std::string cells_in_words(const ArrayInfo& array, const std::vector<int64_t>& elements);

/// "line 7", "line 7 of order.cuh": the file where it is not the kernel's of that launch.
std::string line_in_words(const Trace& trace, int32_t launch, const SourceRange& where);

/// A verb for `count` of something: "work" of several, "works" of one.
std::string verb(size_t count, std::string_view plural);

/// With a capital letter.
std::string in_sentence_case(std::string text);

}  // namespace upsweep::emulator
