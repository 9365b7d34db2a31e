// One source for numbers and plot: the sweep's point at the radius in use.
#include "app/playground/model/playground_time.h"

#include <fmt/format.h>

namespace upsweep::app {

std::string milliseconds_text(double milliseconds) {
    constexpr const char* units[] = {"ns", "µs", "ms", "s"};
    double value = milliseconds * 1e6;
    int unit = 0;
    for (; value >= 999.5 && unit < 3; ++unit) value /= 1000;
    return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, units[unit]);
}

std::string emulated_sentence() {
    return "The **emulator** ran the GPU's kernels here, statement by statement. Its own time says nothing "
           "about a "
           "GPU, so none is shown.";
}

std::string time_sentence(const PlaygroundPicture& picture, const SweepPoint* point) {
    if (picture.on->is_slow()) return emulated_sentence();
    if (point == nullptr || picture.algorithm == nullptr) return {};
    std::string table = fmt::format("Integral image on the {} by “{}” `{}`", picture.on->title(),
                                    picture.algorithm->title, milliseconds_text(picture.table_ms));
    if (picture.on == &backends::gpu())
        table += fmt::format(" and `{}` for transfers", milliseconds_text(picture.transfer_ms));
    return fmt::format("{}, box filter on one core of the CPU `{}`: together `{}` at r = {}.", table,
                       milliseconds_text(point->filter_ms), milliseconds_text(point->integral_ms),
                       point->radius);
}

std::string parts_sentence(const PlaygroundPicture& picture, std::string_view tables, double tables_ms,
                           std::string_view filter, double filter_ms, double transfer_ms) {
    if (picture.on->is_slow()) return emulated_sentence();
    const double all = tables_ms + filter_ms + transfer_ms;
    if (all <= 0) return {};
    const std::string way =
        transfer_ms > 0 ? fmt::format(", transfers `{}`", milliseconds_text(transfer_ms)) : "";
    const double second = 1000 / all;
    const std::string pictures =
        second >= 1.5 ? fmt::format(", {:.{}f} pictures a second", second, second < 9.95 ? 1 : 0) : "";
    return fmt::format("{} `{}`, {} `{}`{} on the {}: together `{}`{}.", tables, milliseconds_text(tables_ms),
                       filter, milliseconds_text(filter_ms), way, picture.on->title(), milliseconds_text(all),
                       pictures);
}

}  // namespace upsweep::app
