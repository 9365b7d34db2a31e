// GIH-Single-STS1: the three launches of GIH-Single-STS, with the whole tensor down to the host and up again
// between them.
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::integral_histogram_single_sts1 {

extern const Algorithm algorithm = histogram_entry({
    .slug = "integral_histogram_single_sts1",
    .title = "Single scan, transpose, scan, with copies",
    .source = "Poostchi et al. 2012, section 3.3 (GIH-Single-STS1)",
    .teaches = "The same kernels, but five tensors cross the bus instead of one: the copies, not the "
               "kernels, take the time",
    .options = sts_options(),
    .opening = {.extent = {8, 8}, .at = 27},
    .make_plan =
        [](const Parameters& parameters) {
            return make_single_sts_plan("integral_histogram_single_sts1", parameters, true);
        },
    .expectations = [](const Parameters& parameters) { return sts_expectations(parameters, false); },
});

}  // namespace upsweep::entries::integral_histogram_single_sts1
