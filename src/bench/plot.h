// Times as a picture to take away: a line a competitor over the size, both axes logarithmic.
#pragma once

#include "bench/recording.h"
#include "canvas/canvas.h"

namespace upsweep::bench {

/// The lines of a recording: median and spread over the number of elements, with the machine below, and
/// beside the plot who each line is. Lines beyond the first twelve are left out, and the picture says so.
canvas::Picture plot_of(const Recording& recording);

/// A Markdown page: machine, the picture `plot` (a file's name; none where it is empty) and the table.
std::string markdown_of(const Recording& recording, const std::string& plot);

}  // namespace upsweep::bench
