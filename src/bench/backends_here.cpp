// Asks each backend whether it is there and has times.
#include "bench/backends_here.h"

namespace upsweep::bench {

BackendsHere backends_here() {
    BackendsHere here;
    here.machine = this_machine();
    for (const backends::Backend* backend : backends::all())
        if (backend->untimed().empty() && backend->missing().empty())
            // They live as long as the program.
            here.backends.emplace_back(std::shared_ptr<void>(), backend);
    const GpuProbe& probe = backends::gpu_backend().probe();
    here.machine.driver = probe.driver;
    here.machine.toolkit = probe.toolkit;
    here.machine.gpu_missing = probe.reason;
    if (!probe.devices.empty()) {
        here.machine.gpu = probe.devices.front().name;
        here.machine.gpu_l2_bytes = probe.devices.front().l2_bytes;
    }
    return here;
}

}  // namespace upsweep::bench
