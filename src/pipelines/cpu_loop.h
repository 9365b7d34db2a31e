// The plan that every CPU loop has: one lane runs the function of kernels/SLUG.h over the whole matrix.
#pragma once

#include "pipelines/algorithm.h"

namespace upsweep {

/// Arguments are input, output, width, height and then `further`.
Plan make_loop_plan(std::string_view slug, const Parameters& parameters, std::vector<Argument> further = {});

}  // namespace upsweep
