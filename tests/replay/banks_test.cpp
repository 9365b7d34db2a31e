// The cells of a bank picture: who asks for them, and how.
#include "replay/data/banks.h"

#include <gmock/gmock.h>

#include "replay/helpers/trace_builder.h"

namespace upsweep::replay {
namespace {

using app::test::TraceBuilder;

TEST(Banks, ACellNamesTheFirstWhoAsksForIt) {
    TraceBuilder build(4, 4, 8, "a\n");
    const emulator::ArrayId tile = build.array("tile", emulator::Space::shared, {8, 1});
    build.phase("all");
    for (const int warp : {1, 0}) {
        build.step(warp, 0xf, 1);
        for (const int lane : {2, 3}) build.read(lane, tile, 5);
    }
    build.write(3, tile, 6, 1);
    const BankPicture banks = make_banks(build.trace, tile, StepRange{0, 2});
    ASSERT_EQ(banks.cells.size(), 2U);
    EXPECT_EQ(banks.cells[0].element, 5);
    EXPECT_EQ(banks.cells[0].warp, 1);
    EXPECT_EQ(banks.cells[0].lane, 2);
    EXPECT_TRUE(banks.cells[0].read);
    EXPECT_FALSE(banks.cells[0].written);
    EXPECT_EQ(banks.cells[1].warp, 0);
    EXPECT_EQ(banks.cells[1].lane, 3);
    EXPECT_TRUE(banks.cells[1].written);
}

}  // namespace
}  // namespace upsweep::replay
