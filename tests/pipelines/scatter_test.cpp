// What scans are for: elements that move to where a scan of flags says.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"
#include "reference/reference.h"

namespace upsweep {
namespace {

using test::parameters_of;
using Values = std::vector<uint32_t>;

Array row_of(const Values& values) {
    return Array::of<uint32_t>({static_cast<int64_t>(values.size()), 1}, values);
}

Values values_of(const Array& array) {
    const auto view = array.view<uint32_t>();
    return {view.begin(), view.end()};
}

const Values digits = {3, 1, 7, 0, 4, 1, 6, 3};

emulator::Trace trace_of(const char* slug, const Array& input, std::vector<OptionValue> options) {
    const Algorithm& algorithm = find_algorithm(slug);
    const Parameters parameters = parameters_of(algorithm, input.extent(), std::move(options), {4, 8});
    emulator::RunOptions run = test::machine_of(parameters);
    run.record = true;
    return test::run_entry(algorithm, parameters, input, run).trace;
}

/// What the run leaves in a buffer.
Values left_in(emulator::Trace trace, std::string_view buffer) {
    const auto shared = std::make_shared<const emulator::Trace>(std::move(trace));
    emulator::Player player(shared);
    player.seek(shared->step_count());
    const auto& buffers = shared->plan.buffers;
    const auto at =
        std::find_if(buffers.begin(), buffers.end(), [&](const Buffer& one) { return one.name == buffer; });
    Values values;
    if (at == buffers.end()) return values;
    for (int64_t i = 0; i < at->extent.count(); ++i)
        values.push_back(uint32_t(player.bits(static_cast<emulator::ArrayId>(at - buffers.begin()), i)));
    return values;
}

TEST(Scatter, ReferencesAreThoseWorkedOutByHand) {
    using reference::Keep;
    const Array input = row_of(digits);
    EXPECT_EQ(values_of(reference::compact_rows(input, Keep::even)), (Values{0, 4, 6, 0, 0, 0, 0, 0}));
    EXPECT_EQ(values_of(reference::compact_rows(input, Keep::odd)), (Values{3, 1, 7, 1, 3, 0, 0, 0}));
    EXPECT_EQ(values_of(reference::compact_rows(input, Keep::not_zero)), (Values{3, 1, 7, 4, 1, 6, 3, 0}));
    EXPECT_EQ(values_of(reference::radix_pass(input, 1, 0)), (Values{0, 4, 6, 3, 1, 7, 1, 3}));
    EXPECT_EQ(values_of(reference::radix_pass(input, 2, 0)), (Values{0, 4, 1, 1, 6, 3, 7, 3}));
    EXPECT_EQ(values_of(reference::radix_pass(input, 1, 2)), (Values{3, 1, 0, 1, 3, 7, 4, 6}));
}

TEST(Scatter, ACompactionTellsHowManyItKeepsInEachRow) {
    const Array input = Array::of<uint32_t>({4, 3}, Values{2, 1, 4, 0, 1, 1, 1, 1, 3, 3, 5, 8});
    const emulator::Trace trace = trace_of("compact", input, {});
    EXPECT_EQ(left_in(trace, "lengths"), (Values{3, 0, 1}));
    EXPECT_EQ(values_of(trace.output()), (Values{2, 4, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0}));
}

/// Three passes of one bit, or one of two bits and one of one, sort digits below 8.
TEST(Scatter, PassesOneAfterAnotherSort) {
    Array values = row_of(digits);
    for (int64_t bit = 0; bit < 3; ++bit) values = trace_of("radix_pass", values, {{"shift", bit}}).output();
    EXPECT_EQ(values_of(values), (Values{0, 1, 1, 3, 3, 4, 6, 7}));
    values = trace_of("radix_pass", row_of(digits), {{"bits", 2}}).output();
    values = trace_of("radix_pass", values, {{"shift", 2}}).output();
    EXPECT_EQ(values_of(values), (Values{0, 1, 1, 3, 3, 4, 6, 7}));
}

}  // namespace
}  // namespace upsweep
