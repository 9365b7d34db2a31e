// Answers, by the reference where it has them, else by the simplest loop.
#include "exercises/answers.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/array.h"
#include "core/error.h"
#include "core/quotes.h"
#include "reference/reference.h"

namespace upsweep::exercises {
namespace {

using Numbers = std::vector<double>;

std::int64_t value_of(const Values& values, std::string_view name) {
    const auto found = values.find(name);
    if (found == values.end())
        throw Error(fmt::format("The answer needs {}, which the case does not have.", in_ticks(name)));
    return found->second;
}

Array array_of(const Numbers& numbers, Extent extent) {
    Array array(ScalarType::f64, extent);
    for (std::int64_t i = 0; i < array.count() && i < static_cast<std::int64_t>(numbers.size()); ++i)
        array.set_number(i, numbers[i]);
    return array;
}

Numbers numbers_of(const Array& array) {
    Numbers numbers;
    for (std::int64_t i = 0; i < array.count(); ++i) numbers.push_back(array.number(i));
    return numbers;
}

Numbers scanned(const Numbers& input, bool inclusive) {
    const Extent row = {static_cast<std::int64_t>(input.size()), 1};
    return numbers_of(reference::scan_rows(array_of(input, row), ScalarType::f64, inclusive));
}

Numbers inclusive_sums(const Numbers& input, const Values&) { return scanned(input, true); }
Numbers exclusive_sums(const Numbers& input, const Values&) { return scanned(input, false); }

/// The maximum of all before; of nothing the lowest int.
Numbers exclusive_maxima(const Numbers& input, const Values&) {
    Numbers maxima;
    double most = std::numeric_limits<int>::min();
    for (const double number : input) {
        maxima.push_back(most);
        most = std::max(most, number);
    }
    return maxima;
}

/// Inclusive sums of each `section` numbers by themselves.
Numbers section_sums(const Numbers& input, const Values& values) {
    const auto section = static_cast<std::size_t>(std::max<std::int64_t>(1, value_of(values, "section")));
    Numbers sums;
    for (std::size_t first = 0; first < input.size(); first += section) {
        const auto begin = input.begin() + static_cast<std::ptrdiff_t>(first);
        const Numbers part = scanned(
            {begin, begin + static_cast<std::ptrdiff_t>(std::min(section, input.size() - first))}, true);
        sums.insert(sums.end(), part.begin(), part.end());
    }
    return sums;
}

/// For each section the sum of all numbers before it.
Numbers sums_before(const Numbers& input, const Values& values) {
    const auto section = static_cast<std::size_t>(std::max<std::int64_t>(1, value_of(values, "section")));
    const Numbers exclusive = scanned(input, false);
    Numbers sums;
    for (std::size_t first = 0; first < input.size(); first += section) sums.push_back(exclusive[first]);
    return sums;
}

Numbers total(const Numbers& input, const Values&) {
    return {input.empty() ? 0 : scanned(input, true).back()};
}

/// The numbers above zero in their order, then zeros, then how many they are.
Numbers compacted(const Numbers& input, const Values&) {
    Numbers kept;
    std::copy_if(input.begin(), input.end(), std::back_inserter(kept), [](double one) { return one > 0; });
    const auto count = static_cast<double>(kept.size());
    kept.resize(input.size());
    kept.push_back(count);
    return kept;
}

Extent extent_of(const Values& values) { return {value_of(values, "width"), value_of(values, "height")}; }

Numbers transposed(const Numbers& input, const Values& values) {
    return numbers_of(reference::transpose(array_of(input, extent_of(values)), ScalarType::f64));
}

Numbers row_sums(const Numbers& input, const Values& values) {
    return numbers_of(reference::scan_rows(array_of(input, extent_of(values)), ScalarType::f64, true));
}

Numbers integral_image(const Numbers& input, const Values& values) {
    return numbers_of(
        reference::integral_image_inclusive(array_of(input, extent_of(values)), ScalarType::f64));
}

/// The sum of each cell's neighbours up to `radius` away, as far as they lie inside.
Numbers box_sums(const Numbers& input, const Values& values) {
    const Extent extent = extent_of(values);
    const std::int64_t radius = value_of(values, "radius");
    Numbers sums;
    for (std::int64_t y = 0; y < extent.height; ++y)
        for (std::int64_t x = 0; x < extent.width; ++x) {
            double sum = 0;
            for (std::int64_t v = std::max<std::int64_t>(0, y - radius);
                 v <= std::min(extent.height - 1, y + radius); ++v)
                for (std::int64_t u = std::max<std::int64_t>(0, x - radius);
                     u <= std::min(extent.width - 1, x + radius); ++u)
                    sum += input[v * extent.width + u];
            sums.push_back(sum);
        }
    return sums;
}

Numbers histogram(const Numbers& input, const Values& values) {
    Numbers bins(static_cast<std::size_t>(value_of(values, "bins")));
    for (const double number : input) {
        const auto bin = static_cast<std::int64_t>(number);
        if (bin >= 0 && bin < static_cast<std::int64_t>(bins.size())) ++bins[bin];
    }
    return bins;
}

/// A table for every bin, one behind the other: how often the bin occurs up to each cell.
Numbers integral_histogram(const Numbers& input, const Values& values) {
    Numbers tensor;
    for (std::int64_t bin = 0; bin < value_of(values, "bins"); ++bin) {
        Numbers marks;
        for (const double number : input) marks.push_back(number == static_cast<double>(bin) ? 1 : 0);
        const Numbers table = integral_image(marks, values);
        tensor.insert(tensor.end(), table.begin(), table.end());
    }
    return tensor;
}

/// How often each bin occurs in the rectangle left … right, top … bottom, both ends included.
Numbers region_histogram(const Numbers& input, const Values& values) {
    const std::int64_t width = value_of(values, "width");
    Numbers inside;
    for (std::int64_t y = value_of(values, "top"); y <= value_of(values, "bottom"); ++y)
        for (std::int64_t x = value_of(values, "left"); x <= value_of(values, "right"); ++x)
            inside.push_back(input[y * width + x]);
    return histogram(inside, values);
}

struct Part {
    std::int64_t x, y, width, height, weight;
};

struct Feature {
    Part parts[2];
    double threshold, below, otherwise;
};

/// The stage that `stage-test` asks to be tested: the same numbers are in its text.
constexpr Feature stage[] = {{{{0, 0, 6, 6, -1}, {0, 2, 6, 2, 3}}, 0, 3, -3},
                             {{{0, 2, 6, 3, -1}, {2, 2, 2, 3, 3}}, 6, -1, 2},
                             {{{1, 4, 4, 2, -1}, {1, 5, 4, 1, 2}}, -2, -2, 2}};
constexpr std::int64_t stage_window = 6;
constexpr double stage_threshold = 1;

/// Weight times sum of the part's pixels, in the window whose first pixel is in column x, row y.
double weighed(const Numbers& picture, std::int64_t pitch, const Part& part, std::int64_t x, std::int64_t y) {
    double sum = 0;
    for (std::int64_t v = 0; v < part.height; ++v)
        for (std::int64_t u = 0; u < part.width; ++u)
            sum += picture[(y + part.y + v) * pitch + x + part.x + u];
    return static_cast<double>(part.weight) * sum;
}

/// 1 for each window of 6 x 6 whose votes reach the stage's threshold, else 0; row by row.
Numbers stage_survivors(const Numbers& input, const Values& values) {
    const auto [width, height] = extent_of(values);
    Numbers survived;
    for (std::int64_t y = 0; y + stage_window <= height; ++y)
        for (std::int64_t x = 0; x + stage_window <= width; ++x) {
            double votes = 0;
            for (const Feature& feature : stage) {
                const double value = weighed(input, width, feature.parts[0], x, y) +
                                     weighed(input, width, feature.parts[1], x, y);
                votes += value < feature.threshold ? feature.below : feature.otherwise;
            }
            survived.push_back(votes >= stage_threshold ? 1 : 0);
        }
    return survived;
}

struct Named {
    std::string_view name;
    Numbers (*make)(const Numbers&, const Values&);
};

constexpr Named answers[] = {{"inclusive_sums", inclusive_sums},
                             {"exclusive_sums", exclusive_sums},
                             {"exclusive_maxima", exclusive_maxima},
                             {"section_sums", section_sums},
                             {"sums_before", sums_before},
                             {"total", total},
                             {"compacted", compacted},
                             {"transposed", transposed},
                             {"row_sums", row_sums},
                             {"integral_image", integral_image},
                             {"box_sums", box_sums},
                             {"histogram", histogram},
                             {"integral_histogram", integral_histogram},
                             {"region_histogram", region_histogram},
                             {"stage_survivors", stage_survivors}};

const Named& find_answers(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Named& one : answers) {
        if (one.name == name) return one;
        names.push_back(one.name);
    }
    throw Error(fmt::format("There is no answer {}; there are: {}.", in_ticks(name), fmt::join(names, ", ")));
}

}  // namespace

void check_answer(std::string_view name) { find_answers(name); }

ArgumentForm form_of(std::string_view argument) {
    constexpr std::string_view in_rows = " in rows of {";
    ArgumentForm form;
    const std::size_t rows = argument.ends_with('}') ? argument.find(in_rows) : std::string_view::npos;
    const std::string_view source = argument.substr(0, rows);
    form.input = source == "input";
    if (source.substr(0, 2) == "= ") form.answer = source.substr(2);
    if (rows != std::string_view::npos) {
        form.row = argument.substr(rows + in_rows.size());
        form.row.remove_suffix(1);
    }
    return form;
}

std::vector<double> answer(std::string_view name, const std::vector<double>& input, const Values& values) {
    return find_answers(name).make(input, values);
}

}  // namespace upsweep::exercises
