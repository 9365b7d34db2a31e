// `upsweep orders`, as a lecturer meets it.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/helpers/run_program.h"
#include "core/helpers/own_folder.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

const std::string single_pass =
    "orders scan_single_pass --n 24 --resident 2 --set section=4 --set inclusive=1 ";

TEST(OrdersCommand, FindsTheOrderThatBreaksAndKeepsItAsAScene) {
    const Outcome found = run_program(single_pass + "--set counted=0");
    EXPECT_EQ(found.status, 0) << found.err;
    EXPECT_THAT(found.out, testing::StartsWith("blocks list:"));
    EXPECT_THAT(found.out, HasSubstr("\nupsweep step scan_single_pass --n 24"));
    const std::string file = own_file("broken.toml");
    EXPECT_EQ(run_program(single_pass + "--set counted=0 -o " + file).status, 0);
    // The run that the file says does not end.
    EXPECT_EQ(run_program("step " + file).status, 1);
}

TEST(OrdersCommand, SaysWhereNoneDoes) {
    const Outcome none = run_program("orders scan_single_pass --n 16 --resident 2 --set section=4");
    EXPECT_EQ(none.status, 0) << none.err;
    EXPECT_EQ(none.out, "None of 24 orders of blocks breaks it; there are no others.\n");
    EXPECT_THAT(run_program("orders scan_single_pass --n 16 --resident 2 --set section=4 --most 7").out,
                HasSubstr("None of 7 orders of blocks breaks it; there are more"));
}

TEST(OrdersCommand, SaysWhatIsWrongInOneSentence) {
    for (const auto& [arguments, says] :
         {std::pair("orders scan_loop --n 8", "There is nothing to pick"),
          std::pair("orders scan_single_pass --most 0", "--most takes 1 to 100000, not 0."),
          std::pair("orders scan_single_pass --of lanes", "--of"),
          std::pair("orders scan_nothing", "scan_nothing")}) {
        const Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(says)) << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}

}  // namespace
}  // namespace upsweep::test
