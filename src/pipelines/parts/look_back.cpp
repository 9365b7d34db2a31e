// Buffers of the single-pass algorithms.
#include "pipelines/parts/look_back.h"

#include <algorithm>

namespace upsweep {
namespace {

BufferId add_cleared(Plan& plan, Buffer buffer) {
    const BufferId id = plan.add_buffer(std::move(buffer));
    // The kernels number their runs, so that what an earlier run left is not taken for this one's.
    plan.operations.push_back({Clear{.buffer = id, .value = 0, .once = true}});
    return id;
}

}  // namespace

std::int64_t words_a_value(ScalarType type) { return std::max(1, size_of(type) / 4); }

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

void define_each(Definitions& definitions, std::int64_t each) {
    if (each != 4) definitions.emplace_back("EACH", std::to_string(each));
}

}  // namespace upsweep
