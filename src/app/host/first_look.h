// How a scene that the user chose is looked at when it opens.
#pragma once

#include <optional>

#include "pipelines/algorithm.h"
#include "stage/stage.h"

namespace upsweep::app {

struct FirstLook {
    StepSize by = StepSize::statement;  ///< how far one step goes, and so from how far it is seen
    int64_t cell = -1;  ///< of the plan's output: waited for, "?" until it is written; -1: none
    std::optional<stage::Zoom> zoom = {};  ///< none: as goes with the size of step
    friend constexpr bool operator==(const FirstLook&, const FirstLook&) = default;
};

}  // namespace upsweep::app
