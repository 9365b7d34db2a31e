#include "app/playground/model/playground_task.h"

#include <algorithm>

#include "core/array.h"
#include "replay/cell_history.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

std::string PlaygroundTask::value_at(std::int64_t x, std::int64_t y) const {
    const auto made = result();
    if (!made) return {};
    return made->place ? made->text(x - made->place->x0, y - made->place->y0) : made->text(x, y);
}

vision::Region cut_out_around(Extent picture, Extent extent, std::int64_t x, std::int64_t y) {
    const std::int64_t width = std::min(picture.width, extent.width),
                       height = std::min(picture.height, extent.height);
    const std::int64_t x0 = std::clamp<std::int64_t>(x - width / 2, 0, picture.width - width);
    const std::int64_t y0 = std::clamp<std::int64_t>(y - height / 2, 0, picture.height - height);
    return {x0, y0, x0 + width, y0 + height};
}

Array cut_out(const Array& pixels, const vision::Region& region) {
    Array part(pixels.type(), {region.width(), region.height()});
    const std::size_t size = size_of(pixels.type());
    for (std::int64_t y = 0; y < region.height(); ++y) {
        const auto from = pixels.bytes().subspan(
            static_cast<std::size_t>((region.y0 + y) * pixels.extent().width + region.x0) * size,
            static_cast<std::size_t>(region.width()) * size);
        std::copy(from.begin(), from.end(),
                  part.bytes().begin() + y * region.width() * static_cast<std::ptrdiff_t>(size));
    }
    return part;
}

StepThrough step_through_pixel(const std::string& slug, const Array& grey, std::int64_t x, std::int64_t y,
                               const std::vector<std::pair<std::string, std::int64_t>>& options,
                               Extent most) {
    const vision::Region region = cut_out_around(grey.extent(), most, x, y);
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.parameters;
    parameters.extent = {region.width(), region.height()};
    for (const auto& [name, value] : options) parameters.set_option(name, value);
    scene = scenes::with_parameters(std::move(scene), std::move(parameters));
    scene.input_kind = scenes::InputKind::given;
    scene.input = cut_out(grey, region);
    return {std::move(scene), (y - region.y0) * region.width() + x - region.x0};
}

int step_radius(int radius) { return std::min(radius, 3); }

scenes::Scene at_its_write(StepThrough what, const std::atomic<bool>* cancel) {
    if (what.cell < 0) return std::move(what.scene);
    const scenes::RunScene run = scenes::run_scene(what.scene, cancel);
    const emulator::ArrayId output = run.trace->plan.output.index;
    for (const replay::CellWrite& write : replay::writes_of(*run.trace, {output, what.cell}))
        if (!write.host) {
            what.scene.step = write.step + 1;
            break;
        }
    return std::move(what.scene);
}

}  // namespace upsweep::app
