// What the integral images share: the three conventions, and the last step that makes one of another.
#pragma once

#include "pipelines/algorithm.h"
#include "pipelines/cost.h"

namespace upsweep {

/// "convention": inclusive (the default), exclusive, padded.
Option convention_option();
Convention table_convention(const Parameters& parameters);
/// The table by the reference, in the convention that is asked for.
Array reference_table(const Parameters& parameters, const Array& input);

/// A plan whose output has the convention's extent, and the buffer that the inclusive table has to go to: the
/// output itself, or one that finish_table moves there.
struct TablePlan {
    Plan plan;
    BufferId table;
};
TablePlan start_table(std::string_view slug, const Parameters& parameters);
/// Appends the last step, if there is one.
Plan finish_table(TablePlan started, const Parameters& parameters);

}  // namespace upsweep
