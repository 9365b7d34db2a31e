// Puts the lanes together: the CPU is always there, the GPU where the probe found one.
#include "bench/lanes.h"

#include "device/device.h"

namespace upsweep::bench {

LanesHere lanes_here() {
    LanesHere here;
    here.machine = this_machine();
    here.lanes.push_back(make_cpu_lane());
    const device::Probe& probe = device::probe();
    here.machine.driver = probe.driver;
    here.machine.toolkit = probe.toolkit;
    here.machine.gpu_missing = probe.reason;
    if (probe.devices.empty()) return here;
    here.machine.gpu = probe.devices.front().name;
    here.lanes.push_back(make_gpu_lane());
    return here;
}

}  // namespace upsweep::bench
