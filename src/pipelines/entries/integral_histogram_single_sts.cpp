// GIH-Single-STS: all rows of all bins in one scan launch, one 3-D transpose, one more scan.
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::integral_histogram_single_sts {

extern const Algorithm algorithm = histogram_entry({
    .slug = "integral_histogram_single_sts",
    .title = "Single scan, transpose, scan",
    .source = "Poostchi et al. 2012, algorithm 3 (GIH-Single-STS)",
    .teaches =
        "One linear array of all bins: three launches instead of (w + h)b + b, each with work for the whole "
        "GPU",
    .options = sts_options(),
    .opening = {.extent = {8, 8}, .at = 27},
    .make_plan =
        [](const Parameters& parameters) {
            return make_single_sts_plan("integral_histogram_single_sts", parameters, false);
        },
    .expectations = [](const Parameters& parameters) { return sts_expectations(parameters, false); },
});

}  // namespace upsweep::entries::integral_histogram_single_sts
