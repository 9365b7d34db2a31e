// The plan that every CPU loop has: one lane runs the function of kernels/SLUG.h over the whole matrix.
#pragma once

#include "pipelines/algorithm.h"

namespace upsweep {

/// Appends the loop of the plan's algorithm, which reads the plan's input and writes its output.
void append_loop(Plan& plan, std::vector<Argument> arguments);

/// A plan of that alone. Arguments are input, output, width, height and then `further`; the output has the
/// extent `output`, or the input's.
Plan make_loop_plan(std::string_view slug, const Parameters& parameters, std::vector<Argument> further = {},
                    Extent output = {0, 0});

}  // namespace upsweep
