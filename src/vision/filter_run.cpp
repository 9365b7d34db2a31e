#include "vision/filter_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/words.h"
#include "pipelines/parts/windows.h"
#include "reference/fast.h"

namespace upsweep::vision {
namespace {

using backends::Backend;

constexpr int64_t filter_run_largest_radius = 2047;  // of the catalog's entry

void check_input(const Array& input, int64_t radius) {
    if (radius < 0) throw UsageError("The radius is 0 or more pixels, not {}.", radius);
    if (input.type() != ScalarType::u8 && input.type() != ScalarType::f32)
        throw UsageError("The box filter takes u8 or f32, not {}; convert the array first.",
                         name_of(input.type()));
}

/// A window that is cut holds nothing more once it is as large as the picture.
int64_t radius_in(Extent picture, const FilterRequest& request) {
    int64_t radius = request.radius;
    if (request.border == Border::cut) radius = std::min(radius, std::max(picture.width, picture.height) - 1);
    if (radius <= filter_run_largest_radius) return radius;
    throw UsageError("A radius of {} is too large here; take at most {}{}.", radius,
                     filter_run_largest_radius,
                     request.border == Border::cut ? ", or filter on the CPU" : "");
}

const Algorithm& table_of(const FilterRequest& request, const Backend& on) {
    return request.table == nullptr ? usual_table_algorithm(on) : *request.table;
}

Parameters inclusive_table(const Algorithm& algorithm, const Array& input) {
    const Parameters parameters = table_parameters(algorithm, input, Convention::inclusive);
    if (algorithm.layout(parameters) == Layout::transposed ||
        algorithm.convention(parameters) != Convention::inclusive)
        throw UsageError(
            "\"{}\" does not make an upright inclusive integral image, which the filter there "
            "needs; take another.",
            algorithm.slug);
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

/// Whether the sums of all windows fit the 32 bits that roll.
bool can_roll(const Array& input, const FilterRequest& request) {
    const int64_t all = 2 * std::min<int64_t>(request.radius, 1 << 20) + 1;
    const auto side = [&](int64_t size) { return request.border == Border::cut ? std::min(all, size) : all; };
    return input.type() == ScalarType::u8 &&
           side(input.extent().width) * side(input.extent().height) <= reference::pixels_in_32_bits;
}

OperationRun filter_on_cpu(const Array& input, const FilterRequest& request,
                           const std::atomic<bool>* cancel) {
    if (request.table == nullptr && can_roll(input, request)) {
        const double start = steady_seconds();
        Array means = box_filter_rolling(input, 1, request.radius, request.border, cancel);
        return {.channels = {std::move(means)}, .filter_ms = milliseconds_since(start)};
    }
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
        find_algorithm("box_filter"),
        {.extent = input.extent(),
         .types = {input.type(), input.type()},
         .machine = {},
         .options = {{"radius", radius_in(input.extent(), request)}, {"border", int64_t(request.border)}}});
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
    static constexpr std::string_view words[] = {"cut", "replicate", "reflect"};
    return Border(place_of_word(
        text, words, "Unknown border {}; use cut (the window), replicate or reflect (the border's pixels)."));
}

namespace {

/// Of colours and of several passes, each with a table of its own; one pass over grey reads the table that is
/// there.
OperationRun filtered(const OperationInput& picture, const Values& values, const std::atomic<bool>* cancel) {
    if (picture.channels.size() == 1 && values[1] == 1 && picture.integral != nullptr)
        return {.channels = {box_filter(*picture.integral, values[0], cancel)}};
    return smooth_picture(picture.channels,
                          {.filter = {.radius = values[0], .table = picture.table}, .passes = int(values[1])},
                          picture.on, cancel);
}

PixelNumbers filter_numbers(const PixelInput& at, const Values& values) {
    const OperationInput& picture = at.picture;
    const Region window = window_around(at.x, at.y, values[0], picture.grey.extent());
    // Three numbers leave no room for a label as long.
    const bool colours = picture.channels.size() > 1;
    return {.beside = {{colours ? "r, g, b" : "original", samples_text(picture.channels, at.x, at.y), true},
                       {colours         ? "mean"
                        : values[1] > 1 ? "result"
                                        : "box mean",
                        at.result.empty() ? "\u2026" : samples_text(at.result, at.x, at.y), true},
                       {.label = colours ? "grey sum" : "box sum",
                        .value = grouped(region_sum(*picture.integral, window)),
                        .apart = true},
                       {"divided by", grouped(window.count())}}};
}

std::string filter_sentence(const Values& values) {
    const int64_t side = 2 * values[0] + 1;
    if (values[1] > 1)
        return fmt::format(
            "**{}** means of **{} × {}**, one after another, approximate a Gaussian of **σ = {:.1f}**.",
            values[1], side, side, smoothing_deviation(values[0], int(values[1])));
    return fmt::format(
        "Each pixel becomes the mean of **{} × {}** around it, from **four corners** of one table of sums.",
        side, side);
}

std::vector<NumberRow> filter_facts(const Values& values) {
    std::vector<NumberRow> facts;
    if (values[1] > 1)
        facts.push_back({"like a Gaussian of",
                         fmt::format("σ = {:.1f}", smoothing_deviation(values[0], int(values[1]))), true});
    facts.push_back({"edge", "mean of the pixels inside"});
    return facts;
}

}  // namespace

OperationRun smooth_picture(std::span<const Array> channels, const SmoothingRequest& request,
                            const backends::Backend& on, const std::atomic<bool>* cancel) {
    if (request.passes < 1 || request.passes > 3)
        throw UsageError("The box filter is applied 1 to 3 times, not {}.", request.passes);
    OperationRun run;
    for (const Array& channel : channels)
        for (int pass = 0; pass < request.passes; ++pass) {
            OperationRun once =
                filter_picture(pass == 0 ? channel : run.channels.back(), request.filter, on, cancel);
            if (pass == 0) run.channels.emplace_back();
            run.channels.back() = std::move(once.channels.front());
            run.table = once.table;
            run.tables_ms += once.tables_ms;
            run.filter_ms += once.filter_ms;
            run.transfer_ms += once.transfer_ms;
        }
    return run;
}

double smoothing_deviation(int64_t radius, int passes) {
    const auto side = double(2 * radius + 1);
    return std::sqrt(passes * (side * side - 1) / 12);
}

const Operation box_filter_operation = {
    .slug = "box_filter",
    .title = "Box filter",
    .parameters = {radius_parameter("playground.radius", 12),
                   {.name = "passes",
                    .setting = "playground.passes",
                    .least = 1,
                    .most = 3,
                    .initial = 1,
                    .control = Parameter::Control::buttons,
                    .label = "passes",
                    .keys = {{"P", "One, two or three passes"}}}},
    .working = "Filtering",
    .run = filtered,
    .numbers = filter_numbers,
    .marks = window_marks,
    .step =
        [](const Values& values, Extent) {
            return SteppedEntry{.slug = "box_filter", .options = {{"radius", step_radius(values[0])}}};
        },
    .label =
        [](const Values& values) {
            return fmt::format("box filter, r = {}{}", values[0],
                               values[1] == 1 ? "" : fmt::format(", {} passes", values[1]));
        },
    .file_tag =
        [](const Values& values) {
            return fmt::format("box-r{}{}", values[0], values[1] == 1 ? "" : fmt::format("-x{}", values[1]));
        },
    .subject = [](const Values& values) { return fmt::format("Box filter, radius {}", values[0]); },
    .sentence = filter_sentence,
    .facts = filter_facts,
};

}  // namespace upsweep::vision
