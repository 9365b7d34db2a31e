#include "vision/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "pipelines/parts/conventions.h"
#include "vision/integral_image.h"

namespace upsweep::vision {
namespace {

using backends::Backend;

/// A picture has one channel here.
bool is_table_algorithm(const Algorithm& algorithm) {
    return algorithm.result == ResultKind::table && algorithm.types.front().components == 1;
}

/// The plan of an upright table of a picture; none where the entry does not take bytes.
std::optional<Plan> plan_of(const Algorithm& algorithm, int64_t side) {
    const Array picture(ScalarType::u8, {side, side});
    if (none_of(algorithm.types, [&](ElementTypes types) { return types.input == picture.type(); }))
        return std::nullopt;
    return algorithm.make_plan(table_parameters(algorithm, picture, Convention::inclusive));
}

/// What decides on a GPU: first whether larger pictures take more launches, each waiting for the
/// one before; then the bytes to and from memory.
std::pair<bool, int64_t> time_on_a_gpu(const Algorithm& algorithm) {
    const std::optional<Plan> small = plan_of(algorithm, 64);
    if (!small) return {true, std::numeric_limits<int64_t>::max()};
    return {plan_of(algorithm, 512)->operations.size() > small->operations.size(), small->traffic_bytes()};
}

std::string slugs(const Backend& on) { return with_commas(table_algorithms(on), &Algorithm::slug); }

ElementTypes types_for(const Algorithm& algorithm, ScalarType input) {
    for (ElementTypes types : algorithm.types)
        if (types.input == input) return types;
    throw UsageError("\"{}\" takes {}, not {}; convert the array first.", algorithm.slug,
                     with_commas(algorithm.types, [](ElementTypes types) { return name_of(types.input); }),
                     name_of(input));
}

/// What an inclusive table of an input is like, added up in doubles.
struct TableFacts {
    double largest = 0;    ///< an entry's magnitude, of those that are finite
    int64_t odd = 0;       ///< elements that are NaN or infinite
    int64_t odd_sums = 0;  ///< entries with one of them
};

TableFacts facts_of(const Array& input) {
    TableFacts facts;
    const Extent extent = input.extent();
    std::vector<double> above(size_t(extent.width));
    int64_t first_odd = extent.width;
    visit_type(input.type(), [&](auto zero) {
        const auto* from = input.view<decltype(zero)>().data();
        for (int64_t y = 0; y < extent.height; ++y) {
            double row = 0;
            for (int64_t x = 0; x < extent.width; ++x) {
                const auto value = double(*from++);
                const bool odd = !std::isfinite(value);
                facts.odd += odd ? 1 : 0;
                if (odd) first_odd = std::min(first_odd, x);
                row += odd ? 0 : value;
                double& sum = above[x] += row;
                if (x < first_odd) facts.largest = std::max(facts.largest, std::fabs(sum));
            }
            facts.odd_sums += extent.width - first_odd;
        }
    });
    return facts;
}

}  // namespace

std::vector<const Algorithm*> table_algorithms(const Backend& on) {
    std::vector<const Algorithm*> found;
    for (const Algorithm* algorithm : catalog())
        if (is_table_algorithm(*algorithm) && on.refusal(*algorithm).empty()) found.push_back(algorithm);
    return found;
}

const Algorithm& usual_table_algorithm(const Backend& on) {
    std::vector<const Algorithm*> all = table_algorithms(on);
    if (all.empty()) throw Error("No algorithm here makes integral images on the {}.", on.title());
    if (&on == &backends::cpu())
        for (const Algorithm* algorithm : all)
            if (algorithm->fast) return *algorithm;
    if (&on == &backends::gpu())
        return **min_element(all, [](const Algorithm* a, const Algorithm* b) {
            return time_on_a_gpu(*a) < time_on_a_gpu(*b);
        });
    // On the emulator the kernels are what there is to see.
    for (bool loops : {&on == &backends::cpu(), true})
        for (const Algorithm* algorithm : all) {
            Array input(algorithm->types.front().input, {3, 2});
            Parameters parameters = table_parameters(*algorithm, input, Convention::none);
            if (algorithm->cpu_loop == loops && algorithm->convention(parameters) != Convention::exclusive)
                return *algorithm;
        }
    return *all.front();
}

Parameters table_parameters(const Algorithm& algorithm, const Array& input, Convention wanted) {
    Parameters parameters;
    parameters.extent = input.extent();
    parameters.types = types_for(algorithm, input.type());
    return upright_in(algorithm, std::move(parameters), wanted);
}

void check_table(const Array& input, const Algorithm& algorithm, const Backend& on) {
    if (!is_table_algorithm(algorithm))
        throw UsageError("\"{}\" does not make integral images; those that do here: {}.", algorithm.slug,
                         slugs(on));
    if (!on.refusal(algorithm).empty())
        throw UsageError("\"{}\" does not run on the {}; those that do: {}.", algorithm.slug, on.title(),
                         slugs(on));
    if (on.is_slow() && input.count() > most_emulated_elements)
        throw UsageError(
            "{} × {} is too large for the {}, which takes up to {} elements; "
            "run it on the CPU, or make the picture smaller.",
            input.extent().width, input.extent().height, on.title(), most_emulated_elements);
}

std::string lost_in_table(const Array& input, ScalarType sums, std::string_view cure) {
    const TableFacts facts = facts_of(input);
    if (sums == ScalarType::u32 && facts.largest >= 0x1p32)
        return "The whole sum is over 2^32, so entries wrap; the sum of a box stays right while it is below "
               "that.";
    if (!is_floating(sums)) return {};
    std::string text;
    if (facts.odd > 0)
        text = fmt::format(
            "{} of the {} numbers {} NaN or infinite, and so {} {} of the sums, right of {} and below: boxes "
            "that need one of them have no sum; replace {} first.",
            facts.odd, input.count(), facts.odd == 1 ? "is" : "are", facts.odd_sums == 1 ? "is" : "are",
            facts.odd_sums, facts.odd == 1 ? "it" : "them", facts.odd == 1 ? "it" : "them");
    const int bits = sums == ScalarType::f32 ? 24 : 53;
    if (facts.largest > std::ldexp(1, bits))
        text += fmt::format(
            "{}The largest sum is {:.0f}, over 2^{}, where {} holds whole numbers only in steps of {:.0f}: "
            "sums are rounded, and the sum of a box may be off by several steps; {}",
            text.empty() ? "" : "\n", facts.largest, bits, name_of(sums),
            std::ldexp(1, std::ilogb(facts.largest) - bits + 1), cure);
    return text;
}

backends::Result run_rightly(const backends::Task& task, const Backend& on, const std::atomic<bool>* cancel) {
    backends::Result result = on.run(task, {.cancel = cancel});
    if (!result.faults.empty()) throw Error(result.faults.front());
    if (cancel && *cancel) throw Cancelled();
    return result;
}

TableRun make_table(const Array& input, const Algorithm& algorithm, const Backend& on, Convention wanted,
                    const std::atomic<bool>* cancel) {
    check_table(input, algorithm, on);
    const Parameters parameters = table_parameters(algorithm, input, wanted);
    backends::Result made =
        run_rightly({.algorithm = &algorithm, .parameters = parameters, .input = &input}, on, cancel);
    if (algorithm.layout(parameters) == Layout::transposed) made.output = transposed(made.output);
    Convention own = algorithm.convention(parameters);
    Convention to = wanted != Convention::none     ? wanted
                    : own == Convention::exclusive ? Convention::padded
                                                   : own;
    return {to == own ? std::move(made.output) : convert(made.output, own, to, input), to, made.milliseconds,
            made.transfer_ms};
}

}  // namespace upsweep::vision
