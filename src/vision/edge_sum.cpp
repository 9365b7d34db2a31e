#include "vision/edge_sum.h"

#include <algorithm>

namespace upsweep::vision {

EdgeSum sum_up_to(std::int64_t edge, std::int64_t size, Border border) {
    if (edge >= 0 && edge <= size) return {.count = edge};
    if (border == Border::cut) return {.count = std::clamp<std::int64_t>(edge, 0, size)};
    // The first or the last element, once for each place that the edge lies outside.
    if (border == Border::replicate && edge < 0) return {.count = 1, .times = edge};
    if (border == Border::replicate) return {size, 1 + edge - size, size - 1, size - edge};
    // Rounds there and back hold everything twice; of the last round, the way there or the way back.
    const std::int64_t turn = (edge % (2 * size) + 2 * size) % (2 * size),
                       rounds = (edge - turn) / (2 * size);
    if (turn > size) return {size, 2 * (rounds + 1), 2 * size - turn, -1};
    return {size, 2 * rounds, turn, 1};
}

}  // namespace upsweep::vision
