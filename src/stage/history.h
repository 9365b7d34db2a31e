// The history of a cell as a picture: every write of it, and the tree of what its value was made of, with the
// value at the left and the inputs at the right.
//
// Places by name: history.write.N (a row; N: position in Trace::accesses), history.node.N (a value of the
// tree; position in CellHistory::nodes), history.more.N (what is folded away there).
#pragma once

#include <optional>
#include <string_view>

#include "canvas/canvas.h"
#include "replay/position/history_words.h"
#include "replay/position/position.h"
#include "stage/stage.h"

namespace upsweep::stage {

/// Draws it below `area`'s upper edge, as high as it needs; the picture's area says how high. With
/// `most_rows` values one under the other the rest is folded.
canvas::Picture draw_history(canvas::Box area, float em, const replay::StepPosition& at,
                             const replay::CellHistoryView& view, int most_rows = 40);

/// The number behind a place's name: of history.node.7 with "history.node." 7.
std::optional<int64_t> number_behind(std::string_view name, std::string_view prefix);

}  // namespace upsweep::stage
