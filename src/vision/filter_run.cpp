#include "vision/filter_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "pipelines/parts/windows.h"
#include "vision/float_box_filter.h"
#include "vision/picture_plan.h"

namespace upsweep::vision {
namespace {

using backends::Backend;

constexpr std::int64_t filter_run_largest_radius = 2047;  // of the catalog's entry

void check_input(const Array& input, std::int64_t radius) {
    if (radius < 0) throw UsageError(fmt::format("The radius is 0 or more pixels, not {}.", radius));
    if (input.type() != ScalarType::u8 && input.type() != ScalarType::f32)
        throw UsageError(fmt::format("The box filter takes u8 or f32, not {}; convert the array first.",
                                     name_of(input.type())));
}

/// A window that is cut holds nothing more once it is as large as the picture.
std::int64_t radius_in(Extent picture, const FilterRequest& request) {
    std::int64_t radius = request.radius;
    if (request.border == Border::cut) radius = std::min(radius, std::max(picture.width, picture.height) - 1);
    if (radius <= filter_run_largest_radius) return radius;
    throw UsageError(fmt::format("A radius of {} is too large here; take at most {}{}.", radius,
                                 filter_run_largest_radius,
                                 request.border == Border::cut ? ", or filter on the CPU" : ""));
}

const Algorithm& table_of(const FilterRequest& request, const Backend& on) {
    return request.table == nullptr ? usual_table_algorithm(on) : *request.table;
}

Parameters inclusive_table(const Algorithm& algorithm, const Array& input) {
    const Parameters parameters = table_parameters(algorithm, input, Convention::inclusive);
    if (algorithm.layout(parameters) == Layout::transposed ||
        algorithm.convention(parameters) != Convention::inclusive)
        throw UsageError(
            fmt::format("\"{}\" does not make an upright inclusive integral image, which the filter there "
                        "needs; take another.",
                        algorithm.slug));
    return parameters;
}

/// Everywhere but on the CPU the filter is the last launch of a plan.
OperationRun filter_by_plan(const Array& input, const FilterRequest& request, const Backend& on,
                            const std::atomic<bool>* cancel) {
    OperationRun run = run_plan(filter_plan(input, request, on), input, on, cancel);
    run.table = &table_of(request, on);
    return run;
}

Array in_doubles(const Array& input) {
    Array doubles(ScalarType::f64, input.extent());
    const auto from = input.view<float>();
    std::copy(from.begin(), from.end(), doubles.view<double>().begin());
    return doubles;
}

OperationRun filter_on_cpu(const Array& input, const FilterRequest& request,
                           const std::atomic<bool>* cancel) {
    const Algorithm& algorithm = table_of(request, backends::cpu());
    const bool floats = input.type() == ScalarType::f32;
    TableRun table = make_table(floats ? in_doubles(input) : input, algorithm, backends::cpu(),
                                floats ? Convention::padded : Convention::none, cancel);
    const double start = steady_seconds();
    Array picture = floats ? box_filter_floats(table.table, request.radius, request.border, cancel)
                           : box_filter({std::move(table.table), table.convention}, request.radius,
                                        request.border, cancel);
    return {.channels = {std::move(picture)},
            .table = &algorithm,
            .tables_ms = table.milliseconds,
            .filter_ms = milliseconds_since(start)};
}

}  // namespace

Plan filter_plan(const Array& input, const FilterRequest& request, const Backend& on) {
    check_input(input, request.radius);
    const Algorithm& algorithm = table_of(request, on);
    check_table(input, algorithm, on);
    const Parameters parameters = with_defaults(
        find_algorithm("box_filter"), {.extent = input.extent(),
                                       .types = {input.type(), input.type()},
                                       .machine = {},
                                       .options = {{"radius", radius_in(input.extent(), request)},
                                                   {"border", static_cast<std::int64_t>(request.border)}}});
    return make_box_filter_plan(parameters, algorithm, inclusive_table(algorithm, input));
}

OperationRun filter_picture(const Array& input, const FilterRequest& request, const Backend& on,
                            const std::atomic<bool>* cancel) {
    check_input(input, request.radius);
    const auto filter = [&](const Array& of) {
        return &on == &backends::cpu() ? filter_on_cpu(of, request, cancel)
                                       : filter_by_plan(of, request, on, cancel);
    };
    if (input.type() != ScalarType::f32 || all_finite(input)) return filter(input);
    OperationRun run = filter(only_finite(input));
    mark_not_finite(run.channels.front(), input, request.radius, request.border, cancel);
    return run;
}

std::string lost_in_filter(const Array& input, const Backend& on) {
    // Sums that wrap stay right in windows, and NaN is taken out before.
    if (input.type() != ScalarType::f32) return {};
    const bool on_cpu = &on == &backends::cpu();
    return lost_in_table(only_finite(input), on_cpu ? ScalarType::f64 : ScalarType::f32,
                         on_cpu ? "take a smaller picture." : "run it on the CPU, which adds up in f64.");
}

Border parse_border(std::string_view text) {
    if (text == "cut") return Border::cut;
    if (text == "replicate") return Border::replicate;
    if (text == "reflect") return Border::reflect;
    throw UsageError(
        fmt::format("Unknown border {}; use cut (the window), replicate or reflect (the border's pixels).",
                    in_quotes(text)));
}

}  // namespace upsweep::vision
