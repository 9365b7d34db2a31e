// Pieces that the integral histograms share.
#include "pipelines/parts/histogram_parts.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/cpu_loop.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

void check_blocks(std::int64_t blocks, Extent picture) {
    if (blocks > std::numeric_limits<std::int32_t>::max())
        throw UsageError(
            fmt::format("A picture of {} x {} needs {} blocks, and a grid holds {}; choose a smaller one.",
                        picture.width, picture.height, blocks, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

std::vector<ElementTypes> histogram_types() { return {{ScalarType::u8, ScalarType::u32}}; }

Option bins_option() {
    return {.name = "bins",
            .title = "bins of each histogram",
            .lowest = 2,
            .highest = 256,
            .initial = 4,
            .power_of_two = true};
}

Option levels_option() {
    return {.name = "levels",
            .title = "the bins divide the values below this",
            .lowest = 2,
            .highest = 256,
            .initial = 0,
            .automatic = true};
}

reference::Binning binning_of(const Parameters& parameters) {
    // Small pictures are made of digits (see random_input).
    constexpr std::int64_t readable_count = 64;
    std::int64_t levels = parameters.option("levels");
    if (levels == 0) levels = parameters.extent.count() <= readable_count ? 10 : 256;
    return {static_cast<int>(parameters.option("bins")), static_cast<int>(levels)};
}

Extent tensor_extent(Extent picture, std::int64_t bins) { return {picture.width, picture.height * bins}; }

Array inclusive_tensor(const Parameters& parameters, const Array& input) {
    return reference::integral_histogram(input, binning_of(parameters), true);
}

Plan make_histogram_loop_plan(std::string_view slug, const Parameters& parameters) {
    const reference::Binning binning = binning_of(parameters);
    return make_loop_plan(slug, parameters, {int_argument(binning.bins), int_argument(binning.levels)},
                          tensor_extent(parameters.extent, binning.bins));
}

void append_binning(Plan& plan, BufferId image, BufferId tensor, Extent picture, reference::Binning binning,
                    MachineShape machine) {
    const std::int64_t pixels = picture.count(), threads = 8 * machine.lanes;
    const std::int64_t blocks = pieces(pixels, threads);
    check_blocks(blocks, picture);
    const ElementTypes types{plan[image].type, plan[tensor].type};
    plan.operations.push_back({Clear{tensor}});
    plan.operations.push_back(
        {Launch{.kernel = {"histogram_binning.cu", "mark_bins", type_definitions(types)},
                .grid = {blocks},
                .block = {threads},
                .arguments = {BufferArgument{image}, BufferArgument{tensor},
                              ScalarArgument{ScalarType::i64, static_cast<std::uint64_t>(pixels)},
                              int_argument(binning.bins), int_argument(binning.levels)},
                .name = "mark bins",
                .bytes_read = pixels * size_of(types.input),
                .bytes_written = pixels * size_of(types.output)}});
}

void append_pieces(Plan& plan, BufferId from, BufferId to, const Pieces& pieces,
                   const std::function<void(Plan&, BufferId, BufferId)>& append,
                   const std::function<std::string(std::int64_t)>& name_of) {
    Plan one;
    const BufferId piece_from = one.add_buffer({"from", plan[from].type, pieces.from});
    const BufferId piece_to = one.add_buffer({"to", plan[to].type, pieces.to});
    append(one, piece_from, piece_to);
    // What a piece needs besides serves all pieces in turn.
    std::vector<BufferId> places = {from, to};
    for (std::size_t i = places.size(); i < one.buffers.size(); ++i)
        places.push_back(add_buffer(plan, one.buffers[i].name, one.buffers[i].type, one.buffers[i].extent));
    const std::int64_t strides[] = {pieces.from.count(), pieces.to.count()};
    for (std::int64_t piece = 0; piece < pieces.count; ++piece)
        for (const Operation& operation : one.operations) {
            Launch launch = std::get<Launch>(operation.what);
            launch.name = name_of(piece);
            for (Argument& argument : launch.arguments) {
                auto* buffer = std::get_if<BufferArgument>(&argument);
                if (buffer == nullptr) continue;
                const int index = buffer->buffer.index;
                if (index < 2) buffer->offset += piece * strides[index];
                buffer->buffer = places[static_cast<std::size_t>(index)];
            }
            for (Subject& subject : launch.subjects) {
                if (subject.buffer.index < 0) continue;
                // Where a piece begins is not said twice: the trace shows it.
                if (subject.buffer.index < 2) subject.parts = {};
                subject.buffer = places[static_cast<std::size_t>(subject.buffer.index)];
            }
            plan.operations.push_back({std::move(launch)});
        }
}

}  // namespace upsweep
