// Answers, put together from those of src/reference.
#include "exercises/answers.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/array.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "reference/integral_histogram.h"
#include "reference/reference.h"

namespace upsweep::exercises {
namespace {

using Numbers = std::vector<double>;

int64_t value_of(const Values& values, std::string_view name) {
    const auto found = values.find(name);
    if (found == values.end())
        throw Error(fmt::format("The answer needs {}, which the case does not have.", in_ticks(name)));
    return found->second;
}

Array array_of(const Numbers& numbers, Extent extent, ScalarType type = ScalarType::f64) {
    Array array(type, extent);
    for (int64_t i = 0; i < array.count() && i < std::ssize(numbers); ++i) array.set_number(i, numbers[i]);
    return array;
}

Numbers numbers_of(const Array& array) {
    Numbers numbers;
    for (int64_t i = 0; i < array.count(); ++i) numbers.push_back(array.number(i));
    return numbers;
}

Extent row_of(const Numbers& numbers) { return {int64_t(numbers.size()), 1}; }

Numbers scanned(const Numbers& input, bool inclusive) {
    return numbers_of(reference::scan_rows(array_of(input, row_of(input)), ScalarType::f64, inclusive));
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
    const auto section = size_t(std::max<int64_t>(1, value_of(values, "section")));
    Numbers sums;
    for (size_t first = 0; first < input.size(); first += section) {
        const auto begin = input.begin() + ptrdiff_t(first);
        const Numbers part =
            scanned({begin, begin + ptrdiff_t(std::min(section, input.size() - first))}, true);
        append(sums, part);
    }
    return sums;
}

/// For each section the sum of all numbers before it.
Numbers sums_before(const Numbers& input, const Values& values) {
    const auto section = size_t(std::max<int64_t>(1, value_of(values, "section")));
    const Numbers exclusive = scanned(input, false);
    Numbers sums;
    for (size_t first = 0; first < input.size(); first += section) sums.push_back(exclusive[first]);
    return sums;
}

Numbers total(const Numbers& input, const Values&) {
    return {input.empty() ? 0 : scanned(input, true).back()};
}

/// The numbers above zero in their order, then zeros, then how many they are.
Numbers compacted(const Numbers& input, const Values&) {
    Numbers positive = input;
    for (double& number : positive) number = std::max(0.0, number);
    Numbers kept = numbers_of(reference::compact_rows(array_of(positive, row_of(input), ScalarType::u32),
                                                      reference::Keep::not_zero));
    kept.push_back(double(kept.size()) - double(std::count(positive.begin(), positive.end(), 0)));
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

/// The table of all sums from the first pixel on, with a zero row above and a zero column to the left.
Array padded_table(const Numbers& input, Extent extent) {
    return reference::integral_image_padded(array_of(input, extent), ScalarType::f64);
}

/// The sum of columns left … right − 1 and rows top … bottom − 1, from four corners.
double rectangle_sum(const Array& table, int64_t left, int64_t top, int64_t right, int64_t bottom) {
    const auto at = [&](int64_t x, int64_t y) { return table.number(y * table.extent().width + x); };
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
}

/// The sum of each cell's neighbours up to `radius` away, as far as they lie inside.
Numbers box_sums(const Numbers& input, const Values& values) {
    const Extent extent = extent_of(values);
    const int64_t radius = value_of(values, "radius");
    const Array table = padded_table(input, extent);
    Numbers sums;
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x)
            sums.push_back(rectangle_sum(
                table, std::max<int64_t>(0, x - radius), std::max<int64_t>(0, y - radius),
                std::min(extent.width, x + radius + 1), std::min(extent.height, y + radius + 1)));
    return sums;
}

/// Each number is its own bin; those that have none go to one more, which nothing asks for.
reference::Binning binning_of(const Values& values) {
    const int bins = int(value_of(values, "bins")) + 1;
    return {bins, bins};
}

/// How often each bin occurs in a rectangle of rows of the extent's width.
Numbers counted_bins(const Numbers& input, Extent extent, const Values& values,
                     reference::Rectangle rectangle) {
    const std::vector<uint32_t> counts =
        reference::count_bins(array_of(input, extent, ScalarType::u8), binning_of(values), rectangle);
    return {counts.begin(), counts.end() - 1};
}

Numbers histogram(const Numbers& input, const Values& values) {
    const Extent row = row_of(input);
    return counted_bins(input, row, values, {0, 0, row.width, 1});
}

/// A table for every bin, one behind the other: how often the bin occurs up to each cell.
Numbers integral_histogram(const Numbers& input, const Values& values) {
    const Extent extent = extent_of(values);
    Numbers tensor = numbers_of(
        reference::integral_histogram(array_of(input, extent, ScalarType::u8), binning_of(values), true));
    tensor.resize(tensor.size() - size_t(extent.count()));
    return tensor;
}

/// How often each bin occurs in the rectangle left … right, top … bottom, both ends included.
Numbers region_histogram(const Numbers& input, const Values& values) {
    return counted_bins(input, extent_of(values), values,
                        {value_of(values, "left"), value_of(values, "top"), value_of(values, "right") + 1,
                         value_of(values, "bottom") + 1});
}

/// Each number times reach² / (reach² + distance²), from the place `predicted`; rounded down.
Numbers prior_scores(const Numbers& input, const Values& values) {
    const int64_t predicted = value_of(values, "predicted"), reach = value_of(values, "reach");
    Numbers scores;
    for (int64_t place = 0; place < std::ssize(input); ++place) {
        const int64_t away = place - predicted;
        scores.push_back(
            double(int64_t(input[size_t(place)]) * reach * reach / (reach * reach + away * away)));
    }
    return scores;
}

struct Part {
    int64_t x, y, width, height, weight;
};

struct Feature {
    Part parts[2];
    double threshold, below, otherwise;
};

/// The stage that `stage-test` asks to be tested: the same numbers are in its text.
constexpr Feature stage[] = {{{{0, 0, 6, 6, -1}, {0, 2, 6, 2, 3}}, 0, 3, -3},
                             {{{0, 2, 6, 3, -1}, {2, 2, 2, 3, 3}}, 6, -1, 2},
                             {{{1, 4, 4, 2, -1}, {1, 5, 4, 1, 2}}, -2, -2, 2}};
constexpr int64_t stage_window = 6;
constexpr double stage_threshold = 1;

/// 1 for each window of 6 x 6 whose votes reach the stage's threshold, else 0; row by row.
Numbers stage_survivors(const Numbers& input, const Values& values) {
    const Extent extent = extent_of(values);
    const Array table = padded_table(input, extent);
    Numbers survived;
    for (int64_t y = 0; y + stage_window <= extent.height; ++y)
        for (int64_t x = 0; x + stage_window <= extent.width; ++x) {
            double votes = 0;
            for (const Feature& feature : stage) {
                double value = 0;
                for (const Part& part : feature.parts)
                    value += double(part.weight) * rectangle_sum(table, x + part.x, y + part.y,
                                                                 x + part.x + part.width,
                                                                 y + part.y + part.height);
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
                             {"prior_scores", prior_scores},
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
    const size_t rows = argument.ends_with('}') ? argument.find(in_rows) : std::string_view::npos;
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
