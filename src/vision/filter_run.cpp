#include "vision/filter_run.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "device/device.h"
#include "pipelines/parts/box_filter.h"
#include "vision/emulated_table.h"
#include "vision/float_box_filter.h"

namespace upsweep::vision {
namespace {

constexpr std::int64_t largest_radius = 2047;  // of the catalog's entry

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void check_input(const Array& input, std::int64_t radius) {
    if (radius < 0) throw UsageError(fmt::format("The radius is {}; it is 0 or more pixels.", radius));
    if (input.type() != ScalarType::u8 && input.type() != ScalarType::f32)
        throw UsageError(fmt::format("The box filter takes u8 or f32, not {}; convert the array first.",
                                     name_of(input.type())));
}

/// A window that is cut holds nothing more once it is as large as the picture.
std::int64_t radius_in(Extent picture, const FilterRequest& request) {
    std::int64_t radius = request.radius;
    if (request.border == Border::cut) radius = std::min(radius, std::max(picture.width, picture.height) - 1);
    if (radius <= largest_radius) return radius;
    throw UsageError(fmt::format("A radius of {} is too large here; take at most {}{}.", radius,
                                 largest_radius,
                                 request.border == Border::cut ? ", or filter on the CPU" : ""));
}

const Algorithm& table_of(const FilterRequest& request, Where where) {
    return request.table == nullptr ? usual_table_algorithm(where) : *request.table;
}

Parameters inclusive_table(const Algorithm& algorithm, const Array& input) {
    const Parameters parameters = table_parameters(algorithm, input, Convention::inclusive);
    if (gives_transposed(algorithm, parameters) || algorithm.convention(parameters) != Convention::inclusive)
        throw UsageError(fmt::format(
            "\"{}\" gives no upright inclusive integral image, which the filter there needs; take another.",
            algorithm.slug));
    return parameters;
}

FilterRun filter_on_gpu(const Array& input, const FilterRequest& request) {
    device::require_device();
    device::Runner runner(filter_plan(input, request, Where::gpu), input, {.sources = kernel_text});
    // The first run also loads the kernels; the second one is timed.
    runner.run();
    device::Result result = runner.run();
    const double filter_ms = result.launches.back().milliseconds;
    return {std::move(result.output), &table_of(request, Where::gpu),
            std::max(0.0, result.kernels_ms - filter_ms), filter_ms, result.upload_ms + result.download_ms};
}

FilterRun filter_on_emulator(const Array& input, const FilterRequest& request,
                             const std::atomic<bool>* cancel) {
    return {emulated_output(filter_plan(input, request, Where::emulator), {}, input, cancel),
            &table_of(request, Where::emulator)};
}

Array in_doubles(const Array& input) {
    Array doubles(ScalarType::f64, input.extent());
    const auto from = input.view<float>();
    std::copy(from.begin(), from.end(), doubles.view<double>().begin());
    return doubles;
}

FilterRun filter_on_cpu(const Array& input, const FilterRequest& request, const std::atomic<bool>* cancel) {
    const Algorithm& algorithm = table_of(request, Where::cpu);
    const bool floats = input.type() == ScalarType::f32;
    TableRun table = make_table(floats ? in_doubles(input) : input, algorithm, Where::cpu,
                                floats ? Convention::padded : Convention::none, cancel);
    const auto start = std::chrono::steady_clock::now();
    Array picture = floats ? box_filter_floats(table.table, request.radius, request.border, cancel)
                           : box_filter({std::move(table.table), table.convention}, request.radius,
                                        request.border, cancel);
    return {std::move(picture), &algorithm, table.milliseconds, milliseconds_since(start)};
}

}  // namespace

Plan filter_plan(const Array& input, const FilterRequest& request, Where where) {
    check_input(input, request.radius);
    const Algorithm& algorithm = table_of(request, where);
    check_table(input, algorithm, where);
    const Parameters parameters = with_defaults(
        find_algorithm("box_filter"), {.extent = input.extent(),
                                       .types = {input.type(), input.type()},
                                       .machine = {},
                                       .options = {{"radius", radius_in(input.extent(), request)},
                                                   {"border", static_cast<std::int64_t>(request.border)}}});
    return make_box_filter_plan(parameters, algorithm, inclusive_table(algorithm, input));
}

FilterRun filter_picture(const Array& input, const FilterRequest& request, Where where,
                         const std::atomic<bool>* cancel) {
    check_input(input, request.radius);
    if (where == Where::cpu) return filter_on_cpu(input, request, cancel);
    return where == Where::gpu ? filter_on_gpu(input, request) : filter_on_emulator(input, request, cancel);
}

Border parse_border(std::string_view text) {
    if (text == "cut") return Border::cut;
    if (text == "replicate") return Border::replicate;
    if (text == "reflect") return Border::reflect;
    throw UsageError(fmt::format(
        "Unknown border {}; beyond the picture the window is cut, or its border's pixels go on: cut, "
        "replicate or reflect.",
        in_quotes(text)));
}

}  // namespace upsweep::vision
