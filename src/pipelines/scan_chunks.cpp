// Rows cut into chunks.
#include "pipelines/scan_chunks.h"

#include "pipelines/building_blocks.h"
#include "pipelines/look_back.h"

namespace upsweep {

Chunks cut_into_chunks(ChunkKernel kernel, std::int64_t width, ScalarType output, MachineShape machine) {
    const bool toy = machine.lanes != 32;
    Chunks cut;
    cut.warps = toy ? 2 : 8;
    cut.rounds = toy ? 1 : (kernel == ChunkKernel::look_back ? 48 : 32) / size_of(output);
    cut.chunk = cut.warps * cut.rounds * 4 * machine.lanes;
    cut.in_a_row = (width + cut.chunk - 1) / cut.chunk;
    return cut;
}

Definitions chunk_definitions(ElementTypes types, MachineShape machine, const Chunks& chunks) {
    Definitions definitions = type_definitions(types);
    if (machine.lanes == 32) return definitions;
    define_warp(definitions, machine);
    definitions.emplace_back("WARPS", std::to_string(chunks.warps));
    definitions.emplace_back("ROUNDS", std::to_string(chunks.rounds));
    return definitions;
}

double chunk_roundings(MachineShape machine, const Chunks& chunks) {
    double scan = 0;
    for (std::int64_t lanes = 1; lanes < machine.lanes; lanes *= 2) ++scan;
    return 8 + 2 * scan + static_cast<double>(2 * chunks.rounds + 2 * chunks.warps + chunks.in_a_row);
}

}  // namespace upsweep
