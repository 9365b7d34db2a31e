// The diagram of a followed array on traces made by hand: a row for each interval, an edge for each cell
// read.
#include <gmock/gmock.h>

#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/helpers/trace_builder.h"
#include "replay/structure/index.h"

namespace upsweep::app {

using namespace replay;

namespace {

using emulator::Space;
using test::TraceBuilder;
using test::UpSweep;
using testing::ElementsAre;

std::vector<std::string> row_names(const Diagram& diagram) {
    std::vector<std::string> names;
    for (const DiagramRow& row : diagram.rows) names.push_back(row.phase + "/" + row.label);
    return names;
}

TEST(StepDiagram, RowsAreBarrierIntervalsNamedByTheLoopVariable) {
    const UpSweep scene;
    const Diagram diagram = make_diagram(scene.build.trace, scene.sums, 0);
    EXPECT_THAT(row_names(diagram),
                ElementsAre("load/input", "up-sweep/stride 1", "up-sweep/stride 2", "up-sweep/stride 4"));
    EXPECT_EQ(diagram.rows[0].nodes.size(), 8U);
    EXPECT_EQ(diagram.rows[1].nodes.size(), 4U);
    EXPECT_EQ(diagram.rows[3].nodes.size(), 1U);
    EXPECT_TRUE(diagram.rows[1].opens_phase);
    EXPECT_FALSE(diagram.rows[2].opens_phase);
}

TEST(StepDiagram, EdgesComeFromTheCellsRead) {
    const UpSweep scene;
    const Diagram diagram = make_diagram(scene.build.trace, scene.sums, 0);
    const DiagramNode& root = diagram.nodes[diagram.rows[3].nodes[0]];
    EXPECT_EQ(root.cell, 7);
    EXPECT_EQ(root.value, 25U);
    EXPECT_THAT(root.sources, ElementsAre(3));
    EXPECT_TRUE(root.keeps);
    EXPECT_TRUE(root.operation);
    const DiagramNode& used = diagram.nodes[diagram.rows[2].nodes[0]];
    EXPECT_EQ(used.cell, 3);
    EXPECT_EQ(used.last_use, 3);
}

TEST(StepDiagram, ARowIsPresentFromItsFirstWriteOn) {
    const UpSweep scene;
    const Diagram diagram = make_diagram(scene.build.trace, scene.sums, 0);
    EXPECT_EQ(diagram.row_at(0), -1);
    EXPECT_EQ(diagram.row_at(1), 0);
    EXPECT_EQ(diagram.row_at(scene.first_add), 0);
    EXPECT_EQ(diagram.row_at(scene.first_add + 1), 1);
    EXPECT_EQ(diagram.row_at(scene.build.trace.step_count()), 3);
}

TEST(StepDiagram, ASerialLoopGoesDownOneRowAWrite) {
    TraceBuilder build(1, 4, 1, "for (int x = 0; x < 4; x++) {\n        out[x] = sum += in[x];\n}\n");
    const auto in = build.array("in", Space::global, {4, 1});
    const auto out = build.array("out", Space::global, {4, 1});
    build.fill(in, {3, 1, 7, 2});
    build.phase("loop");
    emulator::OriginId sum = 0;
    int total = 0;
    for (int x = 0; x < 4; ++x) {
        build.step(0, 1, 2);
        sum = build.operation('+', sum, build.read(0, in, x));
        total += build.value(in, x);
        build.write(0, out, x, total, sum);
    }
    const Diagram diagram = make_diagram(build.trace, out, 0);
    ASSERT_EQ(diagram.rows.size(), 5U);  // "in", then four writes
    EXPECT_EQ(diagram.rows[0].label, "in");
    const DiagramNode& last = diagram.nodes[diagram.rows[4].nodes[0]];
    EXPECT_EQ(last.cell, 3);
    EXPECT_THAT(last.sources, ElementsAre(2));
    EXPECT_THAT(last.outside, ElementsAre(3));
    EXPECT_EQ(last.value, 13U);
}

TEST(StepDiagram, SaysWhenThereAreMoreWritesThanTheLimit) {
    const UpSweep scene;
    const Diagram diagram = make_diagram(scene.build.trace, scene.sums, 0, 5);
    EXPECT_TRUE(diagram.cut);
    EXPECT_EQ(diagram.nodes.size(), 5U);
}

TEST(StepDiagram, TwoBlindWritesToACellAreTwoRows) {
    TraceBuilder build(2, 4, 4, "out[1] = t;\n");
    const auto out = build.array("out", Space::global, {4, 1});
    build.phase("store");
    build.step(0, 1, 1);
    build.write(0, out, 1, 5);
    build.step(1, 1, 1);
    build.write(0, out, 1, 6);
    build.write(1, out, 2, 7);
    const Diagram diagram = make_diagram(build.trace, out, 0);
    ASSERT_EQ(diagram.rows.size(), 2U);
    ASSERT_EQ(diagram.nodes.size(), 3U);
    EXPECT_EQ(diagram.nodes[0].row, 0);
    EXPECT_EQ(diagram.nodes[1].row, 1);
    EXPECT_EQ(diagram.nodes[1].value, 6U);
    EXPECT_EQ(diagram.nodes[2].row, 0) << "another cell needs no row of its own";
}

}  // namespace
}  // namespace upsweep::app
