// C++ and CUDA constructs that the emulator does not support, with what to write instead.
#pragma once

#include <string>
#include <string_view>

namespace upsweep::emulator {

/// The sentence about a word of C++ that cannot be a name, `goto`; empty for every other word.
std::string refusal_of_word(std::string_view word);

/// The sentence about a name as it is written, `cub::BlockScan` or `tex2D`; empty if there is nothing to say.
std::string refusal_of_name(std::string_view name);

}  // namespace upsweep::emulator
