// Pieces that several catalog entries share.
#include "pipelines/parts/building_blocks.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"

namespace upsweep {

std::vector<ElementTypes> usual_types() {
    return {{ScalarType::u32, ScalarType::u32},
            {ScalarType::u8, ScalarType::u32},
            {ScalarType::f32, ScalarType::f32},
            {ScalarType::f64, ScalarType::f64}};
}

Option padding_option() {
    Option option = switch_option("padding", "bank-conflict-free indices", true);
    option.cures_bank_conflicts = true;
    return option;
}

Option inclusive_option(bool on) {
    return switch_option("inclusive", "each sum includes its own element", on);
}

Option segment_option() { return power_option("segment", "elements per block", 2, 2048); }

Option tile_option() { return power_option("tile", "side of a block's tile", 2, 32); }

Option turned_back_option() { return switch_option("upright", "transpose the result back"); }

Option thread_rows_option() { return power_option("thread_rows", "rows of threads per block", 1, 32); }

Option block_rows_option() {
    return power_option("block_rows", "BLOCK_ROWS: rows of threads per block of the transpose", 1, 32);
}

Option shuffle_option() {
    return choice_option("shuffle", "where a warp keeps its sums", {"shared memory", "registers"});
}

Definitions definitions_or_types(const Definitions& definitions, ElementTypes types) {
    return definitions.empty() ? type_definitions(types) : definitions;
}

Definitions type_definitions(ElementTypes types) {
    const std::string ending = types.components == 1 ? "" : std::to_string(types.components);
    return {{"Input", std::string(cuda_name_of(types.input)) + ending},
            {"Output", std::string(cuda_name_of(types.output)) + ending}};
}

Plan start_plan(std::string_view slug, const Parameters& parameters, Extent output) {
    Plan plan;
    plan.algorithm = slug;
    const ElementTypes types = parameters.types;
    plan.input = plan.add_buffer({"input", types.input, stored_extent(parameters.extent, types)});
    plan.output = plan.add_buffer({"output", types.output, stored_extent(output, types)});
    plan.operations.push_back({Upload{0, plan.input}});
    return plan;
}

void append_launch(Plan& plan, Launch launch) { plan.operations.push_back({std::move(launch)}); }

void append_pass(Plan& plan, BufferId from, BufferId to, Launch launch) {
    const std::vector<Argument> buffers = arguments(from, to);
    launch.arguments.insert(launch.arguments.begin(), buffers.begin(), buffers.end());
    launch.bytes_read = plan[from].bytes();
    launch.bytes_written = plan[to].bytes();
    append_launch(plan, std::move(launch));
}

BufferId add_buffer(Plan& plan, std::string name, ScalarType type, Extent extent) {
    const auto taken = [&](const std::string& text) {
        return find_by(plan.buffers, &Buffer::name, text) != nullptr;
    };
    std::string free = name;
    for (int number = 2; taken(free); ++number) free = fmt::format("{}_{}", name, number);
    return plan.add_buffer({free, type, extent});
}

void append_plan(Plan& plan, const Plan& part, BufferId from, BufferId to) {
    std::vector<BufferId> places;
    for (size_t i = 0; i < part.buffers.size(); ++i) {
        const BufferId here{int(i)};
        const Buffer& buffer = part.buffers[i];
        places.push_back(here == part.input    ? from
                         : here == part.output ? to
                                               : add_buffer(plan, buffer.name, buffer.type, buffer.extent));
        nth(plan.buffers, places.back().index).role = buffer.role;
    }
    const auto place = [&](BufferId id) { return nth(places, id.index); };
    for (Operation operation : part.operations) {
        if (std::holds_alternative<Upload>(operation.what)) continue;
        if (auto* clear = std::get_if<Clear>(&operation.what)) clear->buffer = place(clear->buffer);
        if (auto* set = std::get_if<SetVariable>(&operation.what)) set->from = place(set->from);
        if (auto* launch = std::get_if<Launch>(&operation.what)) {
            for (Argument& argument : launch->arguments)
                if (auto* buffer = std::get_if<BufferArgument>(&argument))
                    buffer->buffer = place(buffer->buffer);
            for (Subject& one : launch->subjects)
                if (one.buffer.index >= 0) one.buffer = place(one.buffer);
        }
        plan.operations.push_back(std::move(operation));
    }
}

namespace {

BufferId add_cleared(Plan& plan, Buffer buffer) {
    const BufferId id = plan.add_buffer(std::move(buffer));
    // The kernels number their runs, so that what an earlier run left is not taken for this one's.
    plan.operations.push_back({Clear{.buffer = id, .value = 0, .once = true}});
    return id;
}

}  // namespace

int64_t words_a_value(ScalarType type) { return std::max(1, size_of(type) / 4); }

BufferId add_words(Plan& plan, std::string name, Extent values, ScalarType type) {
    const Extent words{values.width * words_a_value(type), values.height};
    return add_cleared(plan, {std::move(name), ScalarType::u64, words, BufferRole::control});
}

BufferId add_tickets(Plan& plan) {
    return add_cleared(plan, {"tickets", ScalarType::u64, {1, 1}, BufferRole::control});
}

void define_warp(Definitions& definitions, MachineShape machine) {
    if (machine.lanes != 32) definitions.emplace_back("WARP", std::to_string(machine.lanes));
}

void define_tile(Definitions& definitions, int64_t tile) {
    if (tile != 32) definitions.emplace_back("TILE", std::to_string(tile));
}

void define_each(Definitions& definitions, int64_t each) {
    if (each != 4) definitions.emplace_back("EACH", std::to_string(each));
}

void append_loop(Plan& plan, std::vector<Argument> arguments) {
    const std::string name(plan.algorithm);
    const ElementTypes types{plan[plan.input].type, plan[plan.output].type};
    append_launch(plan, {.kernel = {name + ".h", name, type_definitions(types)},
                         .grid = {},
                         .block = {},
                         .arguments = std::move(arguments),
                         .name = "loop",
                         .bytes_read = plan[plan.input].bytes(),
                         .bytes_written = plan[plan.output].bytes(),
                         .host_loop = true});
}

Plan make_loop_plan(std::string_view slug, const Parameters& parameters, std::vector<Argument> further,
                    Extent output) {
    Plan plan = start_plan(slug, parameters, output.count() == 0 ? parameters.extent : output);
    std::vector<Argument> all =
        arguments(plan.input, plan.output, parameters.extent.width, parameters.extent.height);
    append(all, further);
    append_loop(plan, std::move(all));
    return plan;
}

}  // namespace upsweep
