// The diagram of a block: its places, rows and links.
#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/position/position.h"
#include "replay/structure/places.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using testing::ElementsAre;

std::unique_ptr<StepPosition> opened(const std::string& slug, int64_t n) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {n, 1};
    scene = scenes::with_parameters(scene, parameters);
    auto at =
        std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at->seek(at->step_count());
    return at;
}

const DiagramNode& node(const Diagram& diagram, int id) { return diagram.nodes[id]; }

TEST(BlockDiagram, EveryPassOfHillisAndSteeleReadsTheOtherBuffer) {
    const auto at = opened("scan_hillis_steele", 8);
    const Diagram& diagram = at->diagram();
    std::vector<std::string> names;
    for (const DiagramRow& row : diagram.rows) names.push_back(diagram.places[row.place].name);
    EXPECT_THAT(names, ElementsAre("input", "buffer 0", "buffer 1", "buffer 0", "buffer 1", "output"));
    int64_t stride = 1;
    for (size_t r = 2; r < 5; ++r, stride *= 2) {
        EXPECT_EQ(diagram.rows[r].label, "stride " + std::to_string(stride));
        ASSERT_EQ(diagram.rows[r].nodes.size(), 8U);
        for (const int id : diagram.rows[r].nodes) {
            std::vector<int64_t> from;
            for (const DiagramLink& link : node(diagram, id).links) {
                EXPECT_EQ(node(diagram, link.node).row, int(r) - 1);
                from.push_back(node(diagram, link.node).column);
            }
            const int64_t column = node(diagram, id).column;
            if (column < stride)
                EXPECT_THAT(from, ElementsAre(column));
            else
                EXPECT_THAT(from, testing::UnorderedElementsAre(column - stride, column));
        }
    }
}

TEST(BlockDiagram, AnExclusiveSumComesFromTheCellBefore) {
    for (const char* slug : {"scan_hillis_steele", "scan_kogge_stone"}) {
        const auto at = opened(slug, 8);
        const Diagram& diagram = at->diagram();
        ASSERT_TRUE(diagram.has_output_row());
        for (const int id : diagram.rows.back().nodes) {
            const DiagramNode& one = node(diagram, id);
            EXPECT_EQ(one.column, one.cell);
            if (one.column == 0) continue;
            ASSERT_EQ(one.links.size(), 1U) << slug << " " << one.column;
            EXPECT_EQ(node(diagram, one.links.front().node).column, one.column - 1);
        }
    }
}

TEST(BlockDiagram, ASectionsPartsStandUnderEachOther) {
    const auto at = opened("scan_segmented", 16);
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        at->seek(step);
        const Diagram& diagram = at->diagram();
        if (!diagram.has_input_row() || !diagram.has_output_row()) continue;
        const auto& places = diagram.places;
        const DiagramPlace &in = places[diagram.input], &out = places[diagram.output];
        EXPECT_EQ(in.first, out.first) << "launch " << at->launch() << ", block " << at->block();
        EXPECT_EQ(in.count, out.count);
    }
}

/// Blocks that run at once have shared arrays of one name; only the present block's are on the tape.
TEST(Partner, IsNoOtherBlocksArray) {
    scenes::Scene scene = scenes::initial_scene("scan_segmented");
    scene.gpu.multiprocessors = 2;
    scene.gpu.resident_blocks = 2;
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at.set_grain(Grain::barrier);
    for (int64_t step = 1; step <= at.step_count(); ++step) {
        at.seek(step);
        const int partner = at.picture().partner;
        if (partner < 0) continue;
        const emulator::ArrayInfo& array = at.trace().arrays[partner];
        if (array.space != emulator::Space::shared) continue;
        const auto own = at.arrays();
        EXPECT_NE(std::find(own.begin(), own.end(), static_cast<emulator::ArrayId>(partner)), own.end())
            << array.name << " at " << step;
    }
}

/// A block's own cells begin at 0, wherever in the input its part begins: loaded values are over their
/// cell.
TEST(Partner, StandsOverTheCellsThatItsElementsMoveTo) {
    int64_t moved = 0;
    for (const char* slug : {"scan_single_pass", "scan_lookback"}) {
        SCOPED_TRACE(slug);
        const auto at = opened(slug, 32);
        for (int64_t step = 1; step <= at->step_count(); ++step) {
            at->seek(step);
            const StepPicture& picture = at->picture();
            if (picture.partner < 0) continue;
            for (const Flow& flow : picture.flows) {
                const auto shift = shift_of(flow, picture.followed, picture.partner);
                if (!shift || flow.sources.size() != 1 || flow.keeps) continue;
                ASSERT_EQ(picture.partner_shift, *shift) << "step " << step;
                moved += *shift != 0;
            }
        }
    }
    EXPECT_GT(moved, 0);
}

}  // namespace
}  // namespace upsweep::replay
