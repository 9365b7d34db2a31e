#include "stage/tape_pair.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

#include <utility>

namespace upsweep::stage {

using namespace replay;

std::vector<Partner> pair_of(const Context& stage) {
    if (stage.at.run().algorithm != nullptr || stage.at.diagram().kept > 1) return {};
    const auto& nodes = stage.at.diagram().nodes;
    if (nodes.empty() || nodes.front().step < 0 || nodes.front().access < 0) return {};
    const Flow flow = flow_of(stage.trace(), nodes.front().step, nodes.front().access);
    if (flow.sources.size() != 2 || flow.keeps || flow.running) return {};
    std::vector<Partner> pair;
    for (const Leaf& leaf : flow.sources) {
        if (leaf.array == flow.array || stage.info(leaf.array).space != emulator::Space::global) return {};
        pair.push_back({static_cast<int>(leaf.array), leaf.element - flow.cell});
    }
    if (pair[0].array == pair[1].array) return {};
    if (pair[1].array < pair[0].array) std::swap(pair[0], pair[1]);
    return pair;
}

}  // namespace upsweep::stage
