// GIH-Single-STS1: the three launches of GIH-Single-STS, with the whole tensor down to the host and up again
// between them.
#include "pipelines/parts/histogram_sts.h"

namespace upsweep::entries::integral_histogram_single_sts1 {
namespace {

Algorithm entry() {
    Algorithm entry = sts_entry();
    entry.slug = "integral_histogram_single_sts1";
    entry.title = "Single scan, transpose, scan, with copies";
    entry.source = "Poostchi et al. 2012, section 3.3 (GIH-Single-STS1)";
    entry.teaches =
        "The same kernels, but five tensors cross the bus instead of one: the copies, not the kernels, take "
        "the time";
    entry.opening = {.extent = {8, 8}, .options = {{"bins", 4}, {"levels", 4}}};
    entry.make_plan = [](const Parameters& parameters) {
        return make_single_sts_plan("integral_histogram_single_sts1", parameters, true);
    };
    return entry;
}

}  // namespace

extern const Algorithm algorithm = entry();

}  // namespace upsweep::entries::integral_histogram_single_sts1
