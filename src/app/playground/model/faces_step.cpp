#include "app/playground/model/faces_step.h"

#include <algorithm>
#include <utility>

#include "cascade/cascade.h"
#include "media/image.h"
#include "pipelines/algorithm.h"

namespace upsweep::app {
namespace {

constexpr std::string_view slug = "haar_cascade";

}  // namespace

bool has_cascade_entry() {
    const auto all = catalog();
    return std::any_of(all.begin(), all.end(), [](const Algorithm* one) { return one->slug == slug; });
}

StepThrough step_through_window(const Array& level, const vision::Region& window) {
    const Extent toy = cascade::toy_cascade().window;
    const std::int64_t factor = std::max<std::int64_t>(1, window.width() / toy.width);
    const Array small = media::reduced(level, factor);
    const std::int64_t x = (window.x0 + window.width() / 2) / factor,
                       y = (window.y0 + window.height() / 2) / factor;
    const vision::Region region = cut_out_around(small.extent(), {16, 12}, x, y);
    scenes::Scene scene = scene_on_cut_out(std::string(slug), small, region);
    // A part that is smaller than the toy's window has no window.
    if (region.width() < toy.width || region.height() < toy.height) return {std::move(scene)};
    const std::int64_t place = window_about_pixel(scene, x - region.x0, y - region.y0);
    return {std::move(scene), place, true};
}

}  // namespace upsweep::app
