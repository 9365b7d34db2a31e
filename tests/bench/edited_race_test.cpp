// An edited kernel over the sizes of a race: on a GPU that is only pretended, and on a real one where there
// is one.
#include "bench/edited_race.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <new>

#include "bench/helpers/pretended_gpu.h"
#include "core/error.h"
#include "device/device.h"
#include "device/isolated.h"

namespace upsweep::bench {
namespace {

using testing::HasSubstr;

/// The kernel's text with the first `from` made `to`.
EditedLine line_of(const char* slug, const std::string& from = "", const std::string& to = "") {
    return {&find_algorithm(slug), {}, [from, to](const std::string& name) {
                std::string text = kernel_text(name);
                if (const size_t at = text.find(from); at != std::string::npos)
                    text.replace(at, from.size(), to);
                return text;
            }};
}

RaceSettings settings_of(std::vector<Extent> extents) {
    RaceSettings made;
    made.types = {ScalarType::u32, ScalarType::u32};
    made.seed = 3;
    made.extents = std::move(extents);
    return made;
}

struct EditedRaceTest : testing::Test {
    EditedLine line = line_of("scan_hillis_steele");
    RaceSettings race = settings_of({{64, 64}, {16, 16}, {32, 32}});
    std::vector<Extent> asked;

    /// Answers rightly, unless `other` has something else to say about this size.
    RunIsolated gpu(std::function<void(IsolatedResult&, const Plan&, Extent)> other = {}) {
        return [this, other](const IsolatedRun& run, const IsolatedOptions&) {
            const Extent extent = run.hosts.front().extent();
            asked.push_back(extent);
            IsolatedResult result = right_result(run, *line.algorithm, race.types, extent, 0.5);
            if (other) other(result, run.plan, extent);
            return result;
        };
    }
};

TEST_F(EditedRaceTest, TakesTheSizesFromTheSmallestOn) {
    std::atomic<int> woken = 0;
    EditedRace one(line, race, gpu(), [&] { ++woken; });
    one.wait();
    EXPECT_TRUE(one.ended());
    EXPECT_FALSE(one.cancelled());
    EXPECT_EQ(one.done(), 3);
    EXPECT_EQ(woken, 4);
    EXPECT_EQ(asked, (std::vector<Extent>{{16, 16}, {32, 32}, {64, 64}}));
    const std::vector<Update> updates = one.poll();
    ASSERT_EQ(updates.size(), 3U);
    for (size_t i = 0; i < 3; ++i) {
        ASSERT_TRUE(std::holds_alternative<Row>(updates[i]));
        EXPECT_EQ(std::get<Row>(updates[i]).extent, asked[i]);
        EXPECT_EQ(std::get<Row>(updates[i]).competitor, 0);
    }
    EXPECT_TRUE(one.poll().empty());
}

TEST_F(EditedRaceTest, EndsAtTheFirstSizeWithoutATime) {
    EditedRace wrong(line, race, gpu([](IsolatedResult& result, const Plan& plan, Extent extent) {
                         Array& output = result.buffers[plan.output.index];
                         if (extent.width == 32) output.set_number(3, output.number(3) + 1);
                     }));
    wrong.wait();
    std::vector<Update> updates = wrong.poll();
    ASSERT_EQ(updates.size(), 2U);
    EXPECT_TRUE(std::get<Refusal>(updates.back()).wrong);
    EXPECT_EQ(std::get<Refusal>(updates.back()).extent, (Extent{32, 32}));
    EXPECT_EQ(wrong.extent(), (Extent{32, 32}));
    asked.clear();
    EditedRace hangs(line, race, gpu([](auto&, auto&, Extent) { throw Error("It did not end."); }));
    hangs.wait();
    EXPECT_EQ(asked.size(), 1U);
    updates = hangs.poll();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(std::get<Refusal>(updates.front()).sentence, "It did not end.");
    EditedRace large(line, race, gpu([](auto&, auto&, Extent) { throw std::bad_alloc(); }));
    large.wait();
    EXPECT_THAT(std::get<Refusal>(large.poll().at(0)).sentence, HasSubstr("16 × 16 u32 does not fit"));
}

TEST_F(EditedRaceTest, CancelEndsTheRunInProgressAndKeepsWhatWasTimed) {
    std::atomic<bool> second = false;
    EditedRace one(line, race, [&](const IsolatedRun& run, const IsolatedOptions& options) {
        const Extent extent = run.hosts.front().extent();
        if (extent.width == 16) return right_result(run, *line.algorithm, race.types, extent, 0.5);
        second = true;
        while (!*options.cancel) std::this_thread::yield();
        throw Cancelled();
    });
    while (!second) std::this_thread::yield();
    EXPECT_EQ(one.extent(), (Extent{32, 32}));
    EXPECT_FALSE(one.ended());
    one.cancel();
    one.wait();
    EXPECT_TRUE(one.ended());
    EXPECT_TRUE(one.cancelled());
    EXPECT_EQ(one.poll().size(), 1U);
}

// The real thing: what a GPU gives, in processes of the program that was built beside these tests.
struct EditedOnAGpu : testing::Test {
    RaceSettings race = settings_of({{256, 256}, {1024, 1024}, {4096, 4096}});

    void SetUp() override {
        if (device::probe().devices.empty()) GTEST_SKIP() << device::probe().reason;
        if (!std::filesystem::exists(UPSWEEP_PROGRAM)) GTEST_SKIP() << "The program itself is not built.";
    }
    std::vector<Update> raced(const EditedLine& line) {
        EditedRace one(line, race, [](const IsolatedRun& run, IsolatedOptions options) {
            options.command = {UPSWEEP_PROGRAM, device::isolated_command};
            options.run_seconds = 3;
            return device::run_isolated(run, options);
        });
        one.wait();
        return one.poll();
    }
    /// Why Hillis and Steele's scan has no time with the first `from` made `to`.
    Refusal refused(const std::string& from, const std::string& to) {
        const std::vector<Update> updates = raced(line_of("scan_hillis_steele", from, to));
        if (updates.size() != 1 || !std::holds_alternative<Refusal>(updates.front())) return {};
        std::cout << std::get<Refusal>(updates.front()).sentence << "\n";
        return std::get<Refusal>(updates.front());
    }
};

TEST_F(EditedOnAGpu, AnUnchangedTextHasATimeAtEverySize) {
    for (const char* slug : {"scan_blelloch", "scan_hillis_steele", "integral_image_one_pass"}) {
        const std::vector<Update> updates = raced(line_of(slug));
        EXPECT_EQ(updates.size(), 3U) << slug;
        for (const Update& update : updates) {
            ASSERT_TRUE(std::holds_alternative<Row>(update)) << std::get<Refusal>(update).sentence;
            const Row& row = std::get<Row>(update);
            EXPECT_GT(row.time.median, 0);
            std::cout << fmt::format("{} edited, {}: {:.1f} µs ({:.1f} to {:.1f}), {:.0f} GB/s\n", slug,
                                     extent_text(row.extent), row.time.median * 1e6, row.time.low * 1e6,
                                     row.time.high * 1e6, row.gb_per_s());
        }
    }
}

TEST_F(EditedOnAGpu, OneThatIsWrongOrNeverEndsSaysSo) {
    EXPECT_TRUE(refused("from[thread - stride] + from[thread]", "from[thread - stride]").wrong);
    const std::string barrier = "__syncthreads();";
    EXPECT_THAT(refused(barrier, "while (clock64() != 1) {}\n" + barrier).sentence, HasSubstr("did not end"));
    const Refusal crashes = refused(barrier, "*(volatile int*)8 = 1;\n" + barrier);
    EXPECT_FALSE(crashes.sentence.empty());
    EXPECT_FALSE(crashes.wrong);
    EXPECT_FALSE(refused(barrier, "__syncthreads()").sentence.empty());
}

}  // namespace
}  // namespace upsweep::bench
