// Whether a plan that the user sent can be carried out.
#pragma once

#include "device/isolated.h"

namespace upsweep::device {

/// Whether every number in it names something that there is, and every copy fits.
bool leads_somewhere(const IsolatedRun& run);

}  // namespace upsweep::device
