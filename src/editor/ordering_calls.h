// Calls that order what threads do: barriers, __syncwarp and fences. They are taken out of a text, to see
// what goes wrong without them, and put back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "editor/editor.h"

namespace upsweep::editor {

/// "__syncthreads()"; taken out it is a comment in its place, so that the statement stays, empty.
struct OrderingCall {
    Range range;       ///< of the call, or of its comment
    std::string call;  ///< as it is written, or was
    bool out = false;
};

/// Those of a line, from the left. A call that continues in the next line is not one of them.
std::vector<OrderingCall> ordering_calls(Editor& editor, size_t line);
/// Takes it out or puts it back, in one step of the history.
void toggle(Editor& editor, const OrderingCall& call);

}  // namespace upsweep::editor
