// What two processes of this program tell each other about a run on the GPU: plain bytes, checked when read.
#pragma once

#include <string>
#include <string_view>

#include "device/isolated.h"

namespace upsweep::device {

std::string encode(const IsolatedRun& run);
/// Throws Error for bytes that do not hold it, and for a plan whose numbers lead nowhere.
IsolatedRun decode_run(std::string_view bytes);

std::string encode(const IsolatedResult& result);
/// Throws Error for bytes that do not hold it, and for buffers other than the plan's.
IsolatedResult decode_result(std::string_view bytes, const Plan& plan);

}  // namespace upsweep::device
