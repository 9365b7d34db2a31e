#include "pipelines/parts/depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace upsweep {

std::int64_t depth_of_sum(std::int64_t a, std::int64_t b) {
    const std::int64_t deeper = std::max(a, b);
    return deeper < 0 ? -1 : deeper + 1;
}

std::int64_t deepest(const Depths& depths) {
    return depths.empty() ? 0 : std::max<std::int64_t>(0, *std::max_element(depths.begin(), depths.end()));
}

Term doubling_depth(std::int64_t elements) {
    if (elements < 2) return {};
    const auto steps = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(elements - 1)));
    return {steps, fmt::format("log₂ {}", std::int64_t{1} << steps)};
}

std::int64_t sweep_tree(Depths& leaves) {
    const std::size_t n = leaves.size();
    for (std::size_t stride = 1; stride < n; stride *= 2)
        for (std::size_t right = 2 * stride - 1; right < n; right += 2 * stride)
            leaves[right] = depth_of_sum(leaves[right], leaves[right - stride]);
    const std::int64_t total = leaves[n - 1];
    leaves[n - 1] = -1;
    for (std::size_t stride = n / 2; stride > 0; stride /= 2)
        for (std::size_t right = 2 * stride - 1; right < n; right += 2 * stride) {
            const std::int64_t left = leaves[right - stride];
            leaves[right - stride] = leaves[right];
            leaves[right] = depth_of_sum(leaves[right], left);
        }
    return total;
}

void double_reach(Depths& values) {
    for (std::size_t stride = 1; stride < values.size(); stride *= 2)
        for (std::size_t i = values.size(); i-- > stride;)
            values[i] = depth_of_sum(values[i], values[i - stride]);
}

std::optional<Term> both_ways(const std::optional<Term>& along, const std::optional<Term>& down) {
    if (!along || !down) return {};
    Term both = *along;
    both += *down;
    return both;
}

}  // namespace upsweep
