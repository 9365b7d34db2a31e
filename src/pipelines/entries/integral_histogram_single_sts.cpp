// GIH-Single-STS: all rows of all bins in one scan launch, one 3-D transpose, one more scan.
#include "pipelines/parts/histogram_sts.h"

namespace upsweep::entries::integral_histogram_single_sts {
namespace {

Algorithm entry() {
    Algorithm entry = sts_entry();
    entry.slug = "integral_histogram_single_sts";
    entry.title = "Single scan, transpose, scan";
    entry.source = "Poostchi et al. 2012, algorithm 3 (GIH-Single-STS)";
    entry.teaches =
        "One linear array of all bins: three launches instead of (w + h)b + b, each with work for the whole "
        "GPU";
    entry.opening = {.extent = {8, 8}, .options = {{"bins", 4}, {"levels", 4}}};
    entry.make_plan = [](const Parameters& parameters) {
        return make_single_sts_plan("integral_histogram_single_sts", parameters, false);
    };
    return entry;
}

}  // namespace

extern const Algorithm algorithm = entry();

}  // namespace upsweep::entries::integral_histogram_single_sts
