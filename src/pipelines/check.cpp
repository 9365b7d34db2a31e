// Compares a result with the reference.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

constexpr size_t most_wrong = 1024;

/// Every element for which `differs` is true.
template <typename Differs>
CheckResult compared(const Array& expected, const Array& output, Differs differs,
                     reference::Operator operation = reference::Operator::sum) {
    CheckResult result;
    for (int64_t i = 0; i < output.count() && result.wrong.size() < most_wrong; ++i)
        if (differs(i)) result.wrong.push_back(i);
    if (result.wrong.empty()) return result;
    const auto text = [&](const Array& array) {
        if (operation == reference::Operator::sum) return array.text(result.wrong.front());
        return reference::word_text(operation, nth(array.view<uint32_t>(), result.wrong.front()));
    };
    result.right = false;
    result.element = result.wrong.front();
    result.expected = text(expected);
    result.got = text(output);
    result.message =
        fmt::format("Element {} should be {}, but is {}.", result.element, result.expected, result.got);
    return result;
}

CheckResult same_bits(const Array& expected, const Array& output,
                      reference::Operator operation = reference::Operator::sum) {
    if (expected == output) return {};
    const auto size = ptrdiff_t(size_of(output.type()));
    const auto at = [size](const Array& array, int64_t i) { return array.bytes().begin() + i * size; };
    return compared(
        expected, output,
        [&](int64_t i) { return !std::equal(at(expected, i), at(expected, i) + size, at(output, i)); },
        operation);
}

Array absolute(Array array) {
    visit_type(array.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>)
            for (T& value : array.view<T>()) value = std::fabs(value);
    });
    return array;
}

/// |output - expected| <= (roundings + 2) * u * magnitude, element by element. u is half the distance from 1
/// to the next number; the magnitude is what the reference makes of the input's absolute values; the 2 is for
/// the reference's own rounding to the output's type and that of the magnitude.
template <typename T>
CheckResult within_bound(const Array& expected, const Array& magnitude, const Array& output,
                         double roundings) {
    const double factor = (roundings + 2) * std::numeric_limits<T>::epsilon() / 2;
    const auto want = expected.view<T>(), size = magnitude.view<T>(), got = output.view<T>();
    return compared(expected, output, [&](int64_t element) {
        const auto i = size_t(element);
        const double difference = std::fabs(double(got[i]) - double(want[i]));
        if (difference <= factor * double(size[i])) return false;
        // Infinities are equal to themselves; NaN is what sums of both leave.
        return want[i] != got[i] && !(std::isnan(want[i]) && std::isnan(got[i]));
    });
}

/// The largest of all, in every place. A filter subtracts corners of a table: what they were rounded by comes
/// from the whole picture, however small the numbers under the window are.
Array largest_everywhere(Array magnitude) {
    visit_type(magnitude.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>) {
            const auto values = magnitude.view<T>();
            if (!values.empty()) std::fill(values.begin(), values.end(), *max_element(values));
        }
    });
    return magnitude;
}

CheckResult check_floats(const Array& expected, const Array& magnitude, const Array& output,
                         double roundings) {
    return output.type() == ScalarType::f32 ? within_bound<float>(expected, magnitude, output, roundings)
                                            : within_bound<double>(expected, magnitude, output, roundings);
}

}  // namespace

CheckResult check_result(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                         const Array& output) {
    const Array expected = algorithm.reference(parameters, input);
    if (output.type() != expected.type() || output.extent() != expected.extent())
        return {false,
                -1,
                "",
                "",
                fmt::format("The result should be {} × {} of {}, but is {} × {} of {}.",
                            expected.extent().width, expected.extent().height, name_of(expected.type()),
                            output.extent().width, output.extent().height, name_of(output.type())),
                {}};
    const double roundings = algorithm.roundings(parameters);
    if (!is_floating(output.type()) || roundings == 0)
        return same_bits(expected, output, operator_of(parameters));
    Array magnitude = algorithm.reference(parameters, absolute(input));
    if (algorithm.result == ResultKind::filter) magnitude = largest_everywhere(std::move(magnitude));
    const CheckResult result = check_floats(expected, magnitude, output, roundings);
    if (!result.right || algorithm.run_on_cpu == nullptr) return result;
    // Every backend adds in the loop's order.
    Array native(output.type(), output.extent());
    algorithm.run_on_cpu(parameters, input, native);
    return same_bits(native, output);
}

}  // namespace upsweep
