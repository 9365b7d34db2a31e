// Integral histograms of a film, frame after frame: while one frame is computed, the next one goes up and the
// last one's result comes down.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::integral_histogram_stream {
namespace {

/// Uploads, kernels and downloads run side by side, each in order.
enum Stream : int { going_up = 0, computing = 1, coming_down = 2 };

/// The film is `frames` pictures, one below the other; the last one also has the rows that are left over.
struct Film {
    Extent film;
    int64_t frames = 1;

    int64_t top(int64_t frame) const { return film.height / frames * frame; }
    Extent frame(int64_t number) const {
        const int64_t end = number + 1 == frames ? film.height : top(number + 1);
        return {film.width, end - top(number)};
    }
    Extent largest() const { return frame(frames - 1); }
};

Film film_of(const Parameters& parameters) {
    return {parameters.extent, std::min(parameters.option("frames"), parameters.extent.height)};
}

/// Everything twice, so that a frame's buffers are free when the frame after the next needs them.
class DoubleBuffers {
  public:
    DoubleBuffers(Plan& plan, const Film& film) : plan_(plan) {
        for (int side = 0; side < 2; ++side)
            nth(images_, side) = plan.add_buffer({side == 0 ? "frame_a" : "frame_b", u8, film.largest()});
    }

    BufferId image(int64_t frame) const { return nth(images_, frame % 2); }

    /// This frame's own buffer in the place of one that a plan for one picture has.
    BufferId working(const Buffer& buffer, int64_t frame) {
        const std::string name = fmt::format("{}_{}", buffer.name, frame % 2 == 0 ? 'a' : 'b');
        const auto known = working_.find(name);
        if (known != working_.end()) return known->second;
        return working_[name] = plan_.add_buffer({name, buffer.type, buffer.extent});
    }

  private:
    Plan& plan_;
    std::array<BufferId, 2> images_;
    std::map<std::string, BufferId> working_;
};

int last_operation(const Plan& plan) { return int(plan.operations.size()) - 1; }

/// The launches for one picture, with this frame's buffers; the result goes to its place among all frames'.
void append_kernels(Plan& plan, DoubleBuffers& buffers, const Film& film, int64_t frame,
                    reference::Binning binning, MachineShape machine) {
    const Extent picture = film.frame(frame);
    const auto make = [&](Extent extent) {
        Plan one;
        const BufferId image = one.add_buffer({"image", u8, extent});
        const BufferId tensor = one.add_buffer({"tensor", u32, tensor_extent(extent, binning.bins)});
        append_integral_histogram(one, image, tensor, extent, binning, machine);
        return one;
    };
    const Plan one = make(picture), largest = make(film.largest());
    for (const Operation& operation : one.operations) {
        Launch launch = std::get<Launch>(operation.what);
        launch.name = fmt::format("frame {}: {}", frame, launch.name);
        for (Argument& argument : launch.arguments)
            if (auto* buffer = std::get_if<BufferArgument>(&argument)) {
                const int index = buffer->buffer.index;
                if (index == 1) buffer->offset = film.top(frame) * film.film.width * binning.bins;
                buffer->buffer = index == 0   ? buffers.image(frame)
                                 : index == 1 ? plan.output
                                              : buffers.working(largest[buffer->buffer], frame);
            }
        plan.operations.push_back({std::move(launch), computing});
    }
}

Plan make_plan(const Parameters& parameters) {
    const Film film = film_of(parameters);
    const reference::Binning binning = binning_of(parameters);
    Plan plan;
    plan.algorithm = "integral_histogram_stream";
    DoubleBuffers buffers(plan, film);
    plan.input = buffers.image(0);
    plan.output = plan.add_buffer({"output", u32, tensor_extent(film.film, binning.bins)});
    std::vector<int> computed;  // the last launch of each frame
    for (int64_t frame = 0; frame < film.frames; ++frame) {
        const int64_t first = film.top(frame) * film.film.width, count = film.frame(frame).count();
        // A frame's buffer is free once the frame before the last one has been computed.
        if (frame >= 2) plan.operations.push_back({Wait{nth(computed, frame - 2)}, going_up});
        plan.operations.push_back({Upload{0, buffers.image(frame), first, count}, going_up});
        plan.operations.push_back({Wait{last_operation(plan)}, computing});
        append_kernels(plan, buffers, film, frame, binning, parameters.machine);
        computed.push_back(last_operation(plan));
        plan.operations.push_back({Wait{computed.back()}, coming_down});
        plan.operations.push_back(
            {Download{plan.output, int(frame) + 1, first * binning.bins, count * binning.bins}, coming_down});
    }
    return plan;
}

/// One tensor after another.
Array reference_of(const Parameters& parameters, const Array& input) {
    const Film film = film_of(parameters);
    const reference::Binning binning = binning_of(parameters);
    Array all(u32, tensor_extent(film.film, binning.bins));
    auto to = all.view<uint32_t>().begin();
    for (int64_t frame = 0; frame < film.frames; ++frame) {
        const Extent extent = film.frame(frame);
        const Array pixels = input.part(film.top(frame) * extent.width, extent.count());
        const Array picture = Array::of<uint8_t>(extent, pixels.view<uint8_t>());
        const Array tensor = reference::integral_histogram(picture, binning, true);
        const auto from = tensor.view<uint32_t>();
        to = std::copy(from.begin(), from.end(), to);
    }
    return all;
}

/// One frame after another, and the last one, which may have more rows.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const Film film = film_of(parameters);
    const auto cost_of = [&](int64_t frame) {
        return integral_histogram_cost(film.frame(frame), parameters.option("bins"), parameters.machine);
    };
    Cost cost = repeated(film.frames - 1, cost_of(0));
    cost += cost_of(film.frames - 1);
    return work_expectations(cost);
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "integral_histogram_stream",
    .title = "Frames with double buffering",
    .source = "Poostchi et al. 2012, section 3.3 and figure 6",
    .teaches = "Copies and kernels overlap: frames per second = 1 / max(kernel time, transfer time)",
    .options = {number_option("frames", "pictures stacked vertically", 1, 16, 3), bins_option(),
                levels_option()},
    .opening = {.extent = {8, 12}, .at = 1607},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
});

}  // namespace upsweep::entries::integral_histogram_stream
