#include "app/playground/model/playground_task.h"

#include "emulator/trace/trace.h"
#include "replay/data/cell_history.h"
#include "scenes/run_scene.h"

namespace upsweep::app {
namespace {

/// Steps done once the lane of the write has, for the first time in that phase, kept what it made of shared
/// memory; nothing if it never does.
std::optional<int64_t> first_sum_before(const emulator::Trace& trace, const replay::CellWrite& write) {
    const uint32_t phase = nth(trace.steps, write.step).phase;
    bool read = false;
    for (int64_t step = trace.phases[phase].first_step; step < write.step; ++step) {
        const emulator::Step& at = nth(trace.steps, step);
        if (at.phase != phase || at.block != write.block || int(at.warp) != write.warp) continue;
        for (int64_t i = at.first_access; i < trace.end_access(step); ++i) {
            const emulator::Access& access = nth(trace.accesses, i);
            if (int(access.lane) != write.lane) continue;
            const emulator::Space space = trace.arrays[access.array].space;
            read = read || (replay::is_read(access) && space == emulator::Space::shared);
            if (read && !replay::is_read(access) && space == emulator::Space::local && access.origin != 0)
                return step + 1;
        }
    }
    return std::nullopt;
}

}  // namespace

void PlaygroundTask::set(size_t parameter, int64_t value) {
    const auto fitted = operation_.parameters[parameter].fitted(value);
    if (!fitted) return;
    values_[parameter] = *fitted;
    changed(parameter);
}

std::optional<size_t> PlaygroundTask::find(std::string_view parameter) const {
    for (size_t i = 0; i < operation_.parameters.size(); ++i)
        if (operation_.parameters[i].name == parameter) return i;
    return std::nullopt;
}

int64_t PlaygroundTask::most_emulated_pixels() const { return vision::most_emulated_elements; }

std::string PlaygroundTask::value_at(int64_t x, int64_t y) const {
    const auto made = result();
    if (!made) return {};
    return made->place ? made->text(x - made->place->x0, y - made->place->y0) : made->text(x, y);
}

vision::Region cut_out_around(Extent picture, Extent extent, int64_t x, int64_t y) {
    const int64_t width = std::min(picture.width, extent.width),
                  height = std::min(picture.height, extent.height);
    const int64_t x0 = std::clamp<int64_t>(x - width / 2, 0, picture.width - width);
    const int64_t y0 = std::clamp<int64_t>(y - height / 2, 0, picture.height - height);
    return {x0, y0, x0 + width, y0 + height};
}

Array cut_out(const Array& pixels, const vision::Region& region) {
    Array part(pixels.type(), {region.width(), region.height()});
    const size_t size = size_of(pixels.type());
    for (int64_t y = 0; y < region.height(); ++y) {
        const auto from =
            pixels.bytes().subspan(size_t((region.y0 + y) * pixels.extent().width + region.x0) * size,
                                   size_t(region.width()) * size);
        std::copy(from.begin(), from.end(), part.bytes().begin() + y * region.width() * ptrdiff_t(size));
    }
    return part;
}

scenes::Scene scene_on_cut_out(const std::string& slug, const Array& pixels, const vision::Region& region,
                               const std::vector<OptionValue>& options) {
    scenes::Scene scene = scenes::initial_scene(slug);
    scene.step = 0;
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {region.width(), region.height()};
    for (const OptionValue& option : options) parameters.set_option(option.name, option.value);
    scene = scenes::with_parameters(std::move(scene), std::move(parameters));
    scene.catalog().input_kind = scenes::InputKind::given;
    scene.catalog().input = cut_out(pixels, region);
    return scene;
}

int64_t window_about_pixel(const scenes::Scene& scene, int64_t x, int64_t y) {
    const Plan plan = find_algorithm(scene.slug()).make_plan(scene.catalog().parameters);
    const Extent picture = scene.catalog().parameters.extent, places = plan.buffers[plan.output.index].extent;
    const auto nearest = [](int64_t at, int64_t side, int64_t count) {
        return std::clamp<int64_t>(at - (side - count + 1) / 2, 0, count - 1);
    };
    return nearest(y, picture.height, places.height) * places.width + nearest(x, picture.width, places.width);
}

SteppedThrough at_its_step(StepThrough what, const std::atomic<bool>* cancel) {
    SteppedThrough found{std::move(what.scene), {}};
    if (what.cell < 0) return found;
    const scenes::RunScene run = scenes::run_scene(found.scene, cancel);
    const emulator::ArrayId output = run.trace->plan.output.index;
    for (const replay::CellWrite& write : replay::writes_of(*run.trace, {output, what.cell})) {
        if (write.host) continue;
        found.scene.step = write.step + 1;
        if (const auto kept = what.at_first_sum ? first_sum_before(*run.trace, write) : std::nullopt) {
            found.scene.step = *kept;
            found.look = {StepSize::barrier, what.cell};
        }
        break;
    }
    return found;
}

}  // namespace upsweep::app
