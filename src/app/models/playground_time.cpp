// One source for numbers and plot: the sweep's point at the radius in use.
#include "app/models/playground_time.h"

#include <fmt/format.h>

namespace upsweep::app {

std::string milliseconds_text(double milliseconds) {
    constexpr const char* units[] = {"ns", "µs", "ms", "s"};
    double value = milliseconds * 1e6;
    int unit = 0;
    for (; value >= 999.5 && unit < 3; ++unit) value /= 1000;
    return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, units[unit]);
}

std::string time_sentence(const PlaygroundPicture& picture, const SweepPoint* point) {
    if (point == nullptr) return {};
    const std::string table = milliseconds_text(picture.table_ms),
                      filter = milliseconds_text(point->filter_ms),
                      all = milliseconds_text(point->integral_ms);
    if (picture.where == vision::Where::gpu)
        return fmt::format(
            "Integral image `{}` on the GPU and `{}` for the way there and back, box filter `{}` on one core "
            "of "
            "the CPU: `{}` at r = {}.",
            table, milliseconds_text(picture.transfer_ms), filter, all, point->radius);
    return fmt::format(
        "Integral image `{}` and box filter `{}`, both on one core of the CPU: `{}` at r = {}.", table,
        filter, all, point->radius);
}

}  // namespace upsweep::app
