// Compares a result with the reference.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/algorithm.h"

namespace upsweep {
namespace {

CheckResult wrong(const Array& expected, const Array& output, std::int64_t element) {
    CheckResult result{false, element, expected.text(element), output.text(element), ""};
    result.message = fmt::format("Element {} should be {} and is {}.", element, result.expected, result.got);
    return result;
}

CheckResult same_bits(const Array& expected, const Array& output) {
    if (expected == output) return {};
    const auto size = static_cast<std::ptrdiff_t>(size_of(output.type()));
    for (std::int64_t i = 0; i < output.count(); ++i) {
        const auto at = [&](const Array& array) { return array.bytes().begin() + i * size; };
        if (!std::equal(at(expected), at(expected) + size, at(output))) return wrong(expected, output, i);
    }
    return {};
}

Array absolute(const Array& array) {
    Array result(array.type(), array.extent());
    for (std::int64_t i = 0; i < array.count(); ++i) result.set_number(i, std::fabs(array.number(i)));
    return result;
}

/// |output - expected| <= (roundings + 2) * u * magnitude, element by element. u is half the distance from 1
/// to the next number; the magnitude is what the reference makes of the input's absolute values; the 2 is for
/// the reference's own rounding to the output's type and that of the magnitude.
CheckResult within_bound(const Array& expected, const Array& magnitude, const Array& output,
                         double roundings) {
    const double unit = output.type() == ScalarType::f32 ? std::numeric_limits<float>::epsilon() / 2
                                                         : std::numeric_limits<double>::epsilon() / 2;
    for (std::int64_t i = 0; i < output.count(); ++i) {
        const double want = expected.number(i), got = output.number(i);
        // Infinities are equal to themselves; NaN is what overflow of both signs leaves.
        if (want == got || (std::isnan(want) && std::isnan(got))) continue;
        if (!(std::fabs(got - want) <= (roundings + 2) * unit * magnitude.number(i)))
            return wrong(expected, output, i);
    }
    return {};
}

}  // namespace

CheckResult check_result(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                         const Array& output) {
    const Array expected = algorithm.reference(parameters, input);
    if (output.type() != expected.type() || output.extent() != expected.extent())
        return {false, -1, "", "",
                fmt::format("The result should be {} x {} of {} and is {} x {} of {}.",
                            expected.extent().width, expected.extent().height, name_of(expected.type()),
                            output.extent().width, output.extent().height, name_of(output.type()))};
    const double roundings = algorithm.roundings == nullptr ? 0 : algorithm.roundings(parameters);
    if (!is_floating(output.type()) || roundings == 0) return same_bits(expected, output);
    const CheckResult result =
        within_bound(expected, algorithm.reference(parameters, absolute(input)), output, roundings);
    if (!result.right || algorithm.run_on_cpu == nullptr) return result;
    // Whoever runs a loop adds in the loop's order.
    Array native(output.type(), output.extent());
    algorithm.run_on_cpu(parameters, input, native);
    return same_bits(native, output);
}

}  // namespace upsweep
