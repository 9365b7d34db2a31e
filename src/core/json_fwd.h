// The name of JSON's type, for headers; json.h is for those who make or read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace upsweep {

/// Keys keep their order.
using Json = nlohmann::ordered_json;

}  // namespace upsweep
