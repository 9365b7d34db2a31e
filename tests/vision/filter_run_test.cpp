// The box filter on every machine: the same picture on the CPU, on the emulator and, on there is one, on a
// GPU.
#include "vision/filter_run.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "device/device.h"
#include "vision/helpers/tables.h"

namespace upsweep::vision {
namespace {

const Border borders[] = {Border::cut, Border::replicate, Border::reflect};

Array random_floats(Extent extent, uint64_t seed) {
    const Array bytes = random_picture(extent, seed);
    Array floats(ScalarType::f32, extent);
    for (int64_t i = 0; i < floats.count(); ++i) floats.set_number(i, bytes.number(i) / 7);
    return floats;
}

/// u8 to the bit; f32 to what a table of floats loses: 2^-20 of the table's largest entry, at most.
void expect_filtered(const Array& input, const FilterRequest& request, const backends::Backend& on) {
    const Array expected = reference::box_filter(input, request.radius, request.border);
    const OperationRun run = filter_picture(input, request, on);
    ASSERT_EQ(run.picture().type(), input.type());
    ASSERT_EQ(run.picture().extent(), input.extent());
    // Bytes on the CPU take no table unless the request names one.
    const bool rolls = &on == &backends::cpu() && input.type() == ScalarType::u8 && request.table == nullptr;
    ASSERT_EQ(run.table == nullptr, rolls);
    if (input.type() == ScalarType::u8) {
        EXPECT_EQ(run.picture(), expected) << request.radius << " " << int(request.border);
        return;
    }
    double whole = 0;
    for (int64_t i = 0; i < input.count(); ++i) whole += input.number(i);
    for (int64_t i = 0; i < input.count(); ++i)
        ASSERT_NEAR(run.picture().number(i), expected.number(i), 1e-5 + whole * 0x1p-20)
            << i << " " << request.radius << " " << int(request.border);
}

void expect_every_filter(const backends::Backend& on) {
    for (Extent extent : {Extent{1, 1}, Extent{9, 4}, Extent{37, 21}})
        for (Border border : borders)
            for (int64_t radius : {0, 1, 3, 20, 60}) {
                expect_filtered(random_picture(extent, 6), {radius, border}, on);
                expect_filtered(random_floats(extent, 6), {radius, border}, on);
            }
}

TEST(FilterRun, OnTheCpuIsRight) {
    expect_every_filter(backends::cpu());
    for (Border border : borders)
        expect_filtered(random_picture({37, 21}, 6), {5, border, &usual_table_algorithm(backends::cpu())},
                        backends::cpu());
}

TEST(FilterRun, OnTheEmulatorIsRight) { expect_every_filter(backends::emulator()); }

TEST(FilterRun, OnTheGpuIsRight) {
    if (!device::probe().reason.empty()) GTEST_SKIP() << device::probe().reason;
    expect_every_filter(backends::gpu());
    const Array picture = random_picture({1920, 1080}, 6);
    const OperationRun run = filter_picture(picture, {.radius = 100}, backends::gpu());
    EXPECT_GT(run.filter_ms, 0);
    EXPECT_GT(run.tables_ms, 0);
    EXPECT_GT(run.transfer_ms, 0);
}

/// A window has NaN or infinity where it holds one, and nowhere else, on every machine.
TEST(FilterRun, NanAndInfinityStayInTheirWindows) {
    constexpr double infinity = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    Array input = random_floats({23, 17}, 6), finite = input;
    const auto put = [&](int64_t x, int64_t y, double value) {
        input.set_number(y * 23 + x, value);
        finite.set_number(y * 23 + x, 0);
    };
    put(2, 3, nan);
    put(12, 4, infinity);
    put(14, 4, -infinity);
    put(0, 15, -infinity);
    for (const backends::Backend* on : {&backends::cpu(), &backends::emulator()})
        for (const Border border : borders)
            for (const int64_t radius : {0, 1, 2, 30}) {
                const Array got = filter_picture(input, {radius, border}, *on).picture();
                const Array other = filter_picture(finite, {radius, border}, *on).picture();
                for (int64_t y = 0; y < 17; ++y)
                    for (int64_t x = 0; x < 23; ++x) {
                        // In the window, or in what goes on beyond a border: up to the radius away either
                        // way.
                        const auto near = [&](int64_t at_x, int64_t at_y) {
                            return std::abs(x - at_x) <= radius && std::abs(y - at_y) <= radius;
                        };
                        const bool up = near(12, 4), down = near(14, 4) || near(0, 15), odd = near(2, 3);
                        const int64_t i = y * 23 + x;
                        const double value = got.number(i);
                        if (odd || (up && down))
                            ASSERT_TRUE(std::isnan(value)) << x << " " << y << " " << radius;
                        else if (up || down)
                            ASSERT_EQ(value, up ? infinity : -infinity) << x << " " << y << " " << radius;
                        else
                            ASSERT_EQ(value, other.number(i)) << x << " " << y << " " << radius;
                    }
            }
}

/// f32 on the CPU is added up in doubles: as exact as the reference.
TEST(FilterRun, OfFloatsOnTheCpuLosesNothing) {
    const Array input = random_floats({64, 50}, 6);
    for (Border border : borders) {
        const Array got = filter_picture(input, {9, border}, backends::cpu()).picture();
        const Array expected = reference::box_filter(input, 9, border);
        for (int64_t i = 0; i < input.count(); ++i)
            ASSERT_NEAR(got.number(i), expected.number(i), expected.number(i) * 1e-6);
    }
}

/// What the GPU gets is the catalog's own plan.
TEST(FilterRun, PlanIsThatOfTheCatalog) {
    const Array input = random_picture({50, 40}, 6);
    const Plan plan = filter_plan(input, {4, Border::reflect}, backends::gpu());
    const Algorithm& entry = find_algorithm("box_filter");
    const Plan own = entry.make_plan(with_defaults(entry, {.extent = {50, 40},
                                                           .types = {ScalarType::u8, ScalarType::u8},
                                                           .machine = {},
                                                           .options = {{"radius", 4}, {"border", 2}}}));
    ASSERT_EQ(plan.operations.size(), own.operations.size());
    for (size_t i = 0; i < own.operations.size(); ++i) {
        const auto* here = std::get_if<Launch>(&plan.operations[i].what);
        const auto* there = std::get_if<Launch>(&own.operations[i].what);
        ASSERT_EQ(here == nullptr, there == nullptr);
        if (here == nullptr) continue;
        EXPECT_EQ(here->kernel, there->kernel);
        EXPECT_EQ(here->grid, there->grid);
        EXPECT_EQ(here->arguments.size(), there->arguments.size());
    }
    EXPECT_EQ(plan.traffic_bytes(), own.traffic_bytes());
    EXPECT_EQ(plan.emulator_only, "");
}

TEST(FilterRun, TakesTheTableOfEveryKernel) {
    const Array input = random_picture({21, 13}, 6);
    for (const Algorithm* algorithm : table_algorithms(backends::gpu()))
        for (Border border : borders) expect_filtered(input, {3, border, algorithm}, backends::emulator());
}

TEST(FilterRun, WithoutAGpuSaysSo) {
    if (device::probe().reason.empty()) GTEST_SKIP() << "here is a GPU";
    EXPECT_THROW(filter_picture(random_picture({8, 8}, 6), {.radius = 1}, backends::gpu()), BackendMissing);
}

TEST(FilterRun, RefusesWhatItCannotDo) {
    const Array picture = random_picture({8, 8}, 6);
    const auto refused = [&](const Array& input, const FilterRequest& request, const backends::Backend& on) {
        try {
            filter_picture(input, request, on);
        } catch (const UsageError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refused(picture, {.radius = -1}, backends::cpu()),
                testing::HasSubstr("The radius is 0 or more pixels, not -1"));
    EXPECT_THAT(refused(picture, {2048, Border::reflect}, backends::emulator()),
                testing::HasSubstr("at most 2047"));
    EXPECT_EQ(refused(picture, {5000, Border::cut}, backends::emulator()), "");
    EXPECT_THAT(refused(Array(ScalarType::f64, {2, 2}), {.radius = 1}, backends::cpu()),
                testing::HasSubstr("takes u8 or f32"));
    EXPECT_THAT(refused(picture, {1, Border::cut, &find_algorithm("integral_image_bilgic_loop")},
                        backends::emulator()),
                testing::HasSubstr("does not make an upright inclusive"));
    EXPECT_THAT(refused(picture, {1, Border::cut, &find_algorithm("scan_blelloch")}, backends::emulator()),
                testing::HasSubstr("does not make integral images"));
    EXPECT_THROW(parse_border("mirror"), UsageError);
}

}  // namespace
}  // namespace upsweep::vision
