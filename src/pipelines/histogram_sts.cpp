// What the three scan-transpose-scan integral histograms share.
#include "pipelines/histogram_sts.h"

namespace upsweep {

std::vector<Option> sts_options() {
    return {bins_option(), levels_option(), inclusive_option(), upright_option()};
}

bool sts_upright(const Parameters& parameters) { return parameters.option("upright") != 0; }

ScanSettings sts_scan(const Parameters& parameters, std::int64_t row) {
    std::int64_t segment = 2;
    while (segment < 2048 && segment < row) segment *= 2;
    return {segment, true, parameters.option("inclusive") != 0};
}

Plan start_sts(std::string_view slug, const Parameters& parameters, StsBuffers& buffers) {
    const Extent picture = parameters.extent, turned = picture.transposed();
    const std::int64_t bins = parameters.option("bins");
    const Extent tensor = tensor_extent(picture, bins), turned_tensor = tensor_extent(turned, bins);
    Plan plan = start_plan(slug, parameters, sts_upright(parameters) ? tensor : turned_tensor);
    const ScalarType type = parameters.types.output;
    buffers.marks = plan.add_buffer({"marks", type, tensor});
    buffers.row_sums = plan.add_buffer({"row_sums", type, tensor});
    buffers.columns = plan.add_buffer({"columns", type, turned_tensor});
    buffers.sums = sts_upright(parameters) ? plan.add_buffer({"sums", type, turned_tensor}) : plan.output;
    return plan;
}

Convention sts_convention(const Parameters& parameters) {
    return parameters.option("inclusive") != 0 ? Convention::inclusive : Convention::exclusive;
}

Array sts_reference(const Parameters& parameters, const Array& input) {
    const Array tensor = reference::integral_histogram(input, binning_of(parameters),
                                                       sts_convention(parameters) == Convention::inclusive);
    return sts_upright(parameters) ? tensor : reference::transpose_planes(tensor, parameters.extent.height);
}

}  // namespace upsweep
