// Mean and variance of every window from two integral images.
#include <algorithm>

#include "core/ranges.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"

namespace upsweep::entries::local_statistics {
namespace {

void append_squares(Plan& plan, BufferId squares, const Parameters& parameters) {
    const int64_t threads = 8 * parameters.machine.lanes, pixels = parameters.extent.count();
    append_pass(plan, plan.input, squares,
                {.kernel = {"local_statistics.cu", "square_pixels", type_definitions(parameters.types)},
                 .grid = {pieces(pixels, threads)},
                 .block = {threads},
                 .arguments = arguments(long_argument(pixels)),
                 .name = "square pixels"});
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    Plan plan = start_plan("local_statistics", parameters, {picture.width, 2 * picture.height});
    const BufferId squares = plan.add_buffer({"squares", u32, picture});
    const BufferId sums = plan.add_buffer({"sum_table", u32, picture});
    const BufferId square_sums = plan.add_buffer({"square_table", u32, picture});
    Launch statistics =
        pixel_launch({"local_statistics.cu", "local_statistics", type_definitions(parameters.types)}, picture,
                     parameters.machine, "mean and variance of each window");
    statistics.arguments =
        arguments(sums, square_sums, plan.output, picture.width, picture.height, parameters.option("radius"));
    statistics.bytes_read = plan[sums].bytes() + plan[square_sums].bytes();
    statistics.bytes_written = plan[plan.output].bytes();
    statistics.subjects = {on_grid(plan.input, SubjectRole::picture), on_grid(sums, SubjectRole::table),
                           on_grid(square_sums, SubjectRole::table), on_grid(plan.output, SubjectRole::data)};
    append_squares(plan, squares, parameters);
    append_integral_image(plan, plan.input, sums, parameters.machine);
    append_integral_image(plan, squares, square_sums, parameters.machine);
    append_launch(plan, std::move(statistics));
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::local_statistics(input, parameters.option("radius"));
}

/// The largest window whose squares surely fit 32 bits; others are taken in quarters.
constexpr int64_t radius_in_one_piece = 128;

/// Two integral images, whose tiles are not the same; then three additions between a window's four corners in
/// each, and one difference. What quarters add is not worked out.
std::vector<Expectation> expectations(const Parameters& parameters) {
    if (parameters.option("radius") > radius_in_one_piece) return {};
    const auto table_of = [&](ScalarType values) {
        return integral_image_expectations(parameters.extent, {values, u32}, parameters.machine);
    };
    std::vector<Expectation> all = table_of(u8);
    const std::vector<Expectation> squares = table_of(u32);
    // Where the table of squares has no formula for a count, nor have both together.
    const auto is_known = [&](const Expectation& one) {
        return find_by(squares, &Expectation::count, one.count) != nullptr;
    };
    std::erase_if(all, [&](const Expectation& one) { return !is_known(one); });
    append_expectations(all, squares);
    if (all.size() == 1) return all;
    append_expectations(all, {{"additions", "7wh", 7 * parameters.extent.count()}, {"rounds", "1", 1}});
    return all;
}

}  // namespace

extern const Algorithm algorithm = filter_entry({
    .slug = "local_statistics",
    .title = "Local mean and variance",
    .source = "two integral images, of the pixels and of their squares (Viola and Jones 2001)",
    .teaches = "A second table, of squares, gives the variance of any window from Σx² and Σx",
    // 256² squares of 255, a quarter of the largest window, are the last whose sum fits 32 bits.
    .options = {radius_option(255)},
    .types = {{u8, f32}},
    .opening = {.extent = {10, 8}, .launch = "mean and variance of each window", .at = 7625},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::statistics,
});

}  // namespace upsweep::entries::local_statistics
