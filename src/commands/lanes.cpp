// The registry of lanes.
#include "commands/lanes.h"

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::commands {

extern const Lane cpu_lane;
#ifdef UPSWEEP_WITH_EMULATOR
extern const Lane emulator_lane;
#endif
#ifdef UPSWEEP_WITH_DEVICE
extern const Lane gpu_lane;
#endif

std::span<const Lane> lanes() {
    static const std::vector<Lane> all = {
#ifdef UPSWEEP_WITH_EMULATOR
        emulator_lane,
#endif
        cpu_lane,
#ifdef UPSWEEP_WITH_DEVICE
        gpu_lane,
#endif
    };
    return all;
}

const Lane& find_lane(std::string_view name) {
    std::string known;
    for (const Lane& lane : lanes()) {
        if (lane.name == name) return lane;
        known += (known.empty() ? "" : ", ") + std::string(lane.name);
    }
    throw UsageError("There is no lane " + in_quotes(name) + " to run on; this build has " + known + ".");
}

}  // namespace upsweep::commands
