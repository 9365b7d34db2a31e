// What two processes of this program tell each other about a run on the GPU: plain bytes, checked when read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "device/apart.h"

namespace upsweep::device {

std::string encode(const ApartRun& run);
/// Throws Error for bytes that do not hold it, and for a plan whose numbers lead nowhere.
ApartRun decode_run(std::string_view bytes);

std::string encode(const ApartResult& result);
/// Throws Error for bytes that do not hold it, and for buffers other than the plan's.
ApartResult decode_result(std::string_view bytes, const Plan& plan);

}  // namespace upsweep::device
