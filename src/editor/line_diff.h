// Which lines differ from an original: the bars beside them.
#pragma once

#include <cstddef>
#include <vector>

#include "editor/text_buffer.h"

namespace upsweep::editor {

/// Lines `first` to `first + count - 1` of the text are where the original has the `removed` lines from
/// `original` on. `count` 0: only taken out, before line `first`; `removed` 0: only put in.
struct LineChange {
    size_t first = 0, count = 0;
    size_t original = 0, removed = 0;
    friend bool operator==(const LineChange&, const LineChange&) = default;
};

/// The differences, from the top: as few lines as can be (Myers 1986), but where more than `most` differ all
/// between the first and the last of them are one difference, so that it costs at most lines times `most`.
/// Line ends are not compared.
std::vector<LineChange> changed_lines(const TextBuffer& original, const TextBuffer& text, size_t most = 500);

}  // namespace upsweep::editor
