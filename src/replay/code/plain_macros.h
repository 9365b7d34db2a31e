// Calls of macros that give their argument back in a launch, as PAD(right) does without padding.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "replay/code/kept_lines.h"

namespace upsweep::replay {

/// What can be left out of such a call on one line: "PAD(" and ")".
struct PlainCall {
    SourceRange before, behind;
};

/// All of them in the launch's files. Each is tried at indices from 0 to 1000, with the launch's scalar
/// arguments.
std::vector<PlainCall> plain_calls(const Trace& trace, size_t launch, const KeptLines& code);

/// Names and values of the launched kernel's parameters that are whole numbers (`int`). The names are of the
/// texts that `code` has read.
std::map<std::string_view, std::string> scalars_of(const Trace& trace, size_t launch, const KeptLines& code);

}  // namespace upsweep::replay
