// An edited kernel as a line of a race, on a GPU that is only pretended, and without any.
#include "bench/edited_race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/helpers/pretended_gpu.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

using testing::HasSubstr;

const RaceSettings settings = [] {
    RaceSettings made;
    made.types = {ScalarType::u32, ScalarType::u32};
    made.seed = 3;
    return made;
}();
constexpr Extent extent{64, 8};

EditedLine edited_line_of(const char* slug, const std::string& comment) {
    return {&find_algorithm(slug), {}, [comment](const std::string& name) {
                return comment + kernel_text(name);
            }};
}

IsolatedResult right_answer(const IsolatedRun& run, const EditedLine& line) {
    return right_result(run, *line.algorithm, settings.types, extent, 0.5);
}

TEST(EditedLine, HasTheTimeOfItsOwnText) {
    const EditedLine line = edited_line_of("scan_hillis_steele", "// mine\n");
    std::string sent;
    const Update update =
        time_edited(line, settings, 2, extent, nullptr, [&](const IsolatedRun& run, const IsolatedOptions&) {
            for (const auto& [name, text] : run.texts)
                if (name == "scan_hillis_steele.cu") sent = text;
            return right_answer(run, line);
        });
    ASSERT_TRUE(std::holds_alternative<Row>(update)) << std::get<Refusal>(update).sentence;
    const Row& row = std::get<Row>(update);
    EXPECT_EQ(sent.rfind("// mine\n", 0), 0U) << "the GPU gets the edited text";
    EXPECT_EQ(row.competitor, 2);
    EXPECT_EQ(row.extent, extent);
    EXPECT_DOUBLE_EQ(row.time.median, 0.5e-3);
    EXPECT_DOUBLE_EQ(row.time.low, 0.4e-3);
    EXPECT_DOUBLE_EQ(row.time.high, 0.8e-3);
    EXPECT_EQ(row.time.runs, 7);
    EXPECT_GE(row.traffic_bytes, 2 * 64 * 8 * 4);
    EXPECT_TRUE(row.settled);
}

TEST(EditedLine, AWrongResultHasNoTime) {
    const EditedLine line = edited_line_of("scan_hillis_steele", "");
    const Update update =
        time_edited(line, settings, 0, extent, nullptr, [&](const IsolatedRun& run, const IsolatedOptions&) {
            IsolatedResult result = right_answer(run, line);
            Array& output = result.buffers[run.plan.output.index];
            output.set_number(9, output.number(9) + 1);
            return result;
        });
    ASSERT_TRUE(std::holds_alternative<Refusal>(update));
    EXPECT_TRUE(std::get<Refusal>(update).wrong);
    EXPECT_THAT(std::get<Refusal>(update).sentence, HasSubstr("No time is shown for a wrong result."));
}

TEST(EditedLine, SaysWhyThereIsNoTime) {
    const auto sentence = [](const Update& update) {
        return std::holds_alternative<Refusal>(update) ? std::get<Refusal>(update).sentence : "";
    };
    const EditedLine line = edited_line_of("scan_hillis_steele", "");
    EXPECT_EQ(sentence(time_edited(line, settings, 0, extent, nullptr,
                                   [](const auto&, const auto&) -> IsolatedResult {
                                       throw BackendMissing("This machine has no NVIDIA GPU.");
                                   })),
              "An edited kernel is timed on a GPU. This machine has no NVIDIA GPU.");
    EXPECT_EQ(sentence(time_edited(line, settings, 0, extent, nullptr,
                                   [](const auto&, const auto&) -> IsolatedResult {
                                       throw Error("The kernel did not end within 10 s.");
                                   })),
              "The kernel did not end within 10 s.");
    EXPECT_THROW(time_edited(line, settings, 0, extent, nullptr,
                             [](const auto&, const auto&) -> IsolatedResult { throw Cancelled(); }),
                 Cancelled);
    for (const Algorithm* algorithm : catalog())
        if (algorithm->cpu_loop) {
            EXPECT_THAT(sentence(time_edited({algorithm, {}, kernel_text}, settings, 0, extent)),
                        HasSubstr("is a loop for the CPU"));
            break;
        }
}

}  // namespace
}  // namespace upsweep::bench
