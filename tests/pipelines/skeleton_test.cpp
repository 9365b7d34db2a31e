// The skeleton that CONTRIBUTING.md gives to copy is right and meets its formulas, as an entry of the catalog
// would.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/parameters_of.h"

namespace upsweep {
namespace entries::scan_skeleton {
extern const Algorithm algorithm;
}
namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(UPSWEEP_SKELETON "/" + name);
    if (!file) throw Error("There is no " + name + " beside the skeleton.");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

int64_t count_skeleton_of(const emulator::Counts& counts, std::string_view name) {
    if (name == "additions") return counts.additions;
    if (name == "copies") return counts.copies;
    if (name == "barriers") return counts.barriers;
    if (name == "rounds") return counts.rounds;
    if (name == "depth") return counts.depth;
    if (name == "shared_wavefronts") return counts.shared_wavefronts();
    if (name == "bank_conflicts") return counts.bank_conflicts;
    throw Error("There is no count " + std::string(name) + ".");
}

TEST(Skeleton, IsRightAndMeetsItsFormulas) {
    const Algorithm& skeleton = entries::scan_skeleton::algorithm;
    for (const Extent extent : {Extent{1, 1}, {5, 3}, {8, 1}, {16, 4}, {33, 2}, {64, 5}})
        for (const int64_t segment : {0, 4, 16})
            for (const int64_t inclusive : {0, 1})
                for (const ElementTypes types : skeleton.types) {
                    Parameters parameters = test::parameters_of(
                        skeleton, extent, {{"segment", segment}, {"inclusive", inclusive}}, {4, 8});
                    parameters.types = types;
                    emulator::RunOptions options;
                    options.gpu.lanes = 4;
                    options.gpu.banks = 8;
                    const Array input = random_input(skeleton, parameters, 3);
                    const emulator::Trace trace =
                        emulator::run(skeleton.make_plan(parameters), input, text_of, options);
                    const CheckResult check = check_result(skeleton, parameters, input, trace.output());
                    EXPECT_TRUE(check.right) << check.message;
                    for (const emulator::Finding& finding : trace.findings)
                        EXPECT_NE(finding.severity, emulator::Severity::fault) << sentence_of(trace, finding);
                    for (const Expectation& expectation : skeleton.expectations(parameters))
                        EXPECT_EQ(count_skeleton_of(trace.counts, expectation.count), expectation.value)
                            << extent.width << "x" << extent.height << " segment " << segment << ": "
                            << expectation.count << " = " << expectation.formula;
                }
}

}  // namespace
}  // namespace upsweep
