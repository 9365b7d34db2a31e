// What the catalog says of an entry's result is what its plan and its reference give, whatever the options.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/conventions.h"
#include "pipelines/parts/row_scans.h"
#include "reference/integral_histogram.h"
#include "reference/reference.h"

namespace upsweep {
namespace {

/// The initial options, and each value of each other one alone (of numbers the ends).
std::vector<Parameters> cases_of(const Algorithm& algorithm, ElementTypes types, Extent extent) {
    Parameters initial;
    initial.extent = {extent.width, algorithm.shape == Shape::rows ? 1 : extent.height};
    initial.types = types;
    initial.machine = {4, 8};
    initial = with_defaults(algorithm, initial);
    std::vector<Parameters> cases = {initial};
    const std::vector<Parameters> conventions = [&] {
        std::vector<Parameters> all;
        for (const ConventionMade& made : conventions_of(algorithm)) {
            Parameters one = initial;
            one.options = made.options;
            all.push_back(with_defaults(algorithm, one));
        }
        return all;
    }();
    cases.insert(cases.end(), conventions.begin(), conventions.end());
    for (size_t i = 0; i < algorithm.options.size(); ++i) {
        const Option& option = algorithm.options[i];
        if (option.value_names.empty()) continue;
        const size_t before = cases.size();
        for (size_t one = 0; one < before; ++one)
            for (int64_t value = option.lowest; value <= option.highest; ++value) {
                if (value == cases[one].options[i].value) continue;
                Parameters changed = cases[one];
                changed.options[i].value = value;
                try {
                    cases.push_back(with_defaults(algorithm, changed));
                } catch (const UsageError&) {
                    // An option that these types do not have.
                }
            }
    }
    return cases;
}

std::string in_words(const Algorithm& algorithm, const Parameters& parameters) {
    std::string text = std::string(algorithm.slug) + " " + to_string(parameters.types);
    for (const OptionValue& option : parameters.options)
        text += " " + option.name + "=" + std::to_string(option.value);
    return text;
}

Extent turned(Extent extent, bool is) { return is ? extent.transposed() : extent; }

Array upright_table(const Parameters& parameters, const Array& input, Convention convention) {
    const ScalarType type = parameters.types.output;
    if (convention == Convention::padded) return reference::integral_image_padded(input, type);
    return convention == Convention::inclusive ? reference::integral_image_inclusive(input, type)
                                               : reference::integral_image_exclusive(input, type);
}

/// Of the input's extent: w x h as long as nothing else is said.
struct Seen {
    const Algorithm& algorithm;
    const Parameters& parameters;
    const Array& input;
    Extent output;
    Array expected;
    bool is_turned = false;

    void check() const {
        const Extent picture = parameters.extent;
        const ScalarType type = parameters.types.output;
        const Convention convention = algorithm.convention(parameters);
        switch (algorithm.result) {
            case ResultKind::scan:
                EXPECT_EQ(output, picture);
                EXPECT_FALSE(is_turned);
                if (algorithm.shape == Shape::rows) {
                    ASSERT_NE(convention, Convention::none);
                    const bool inclusive = convention == Convention::inclusive;
                    EXPECT_EQ(expected,
                              operator_of(parameters) == reference::Operator::sum
                                  ? reference::scan_rows(input, type, inclusive)
                                  : reference::fold_rows(input, operator_of(parameters), inclusive));
                }
                return;
            case ResultKind::transpose:
                EXPECT_TRUE(is_turned);
                EXPECT_EQ(output.width * output.height, picture.count());
                // A stack of planes is turned plane by plane.
                if (output == picture.transposed())
                    EXPECT_EQ(expected, reference::transpose(input, type));
                else
                    EXPECT_EQ(picture.height % output.width, 0);
                return;
            case ResultKind::table: {
                ASSERT_NE(convention, Convention::none);
                const int64_t more = convention == Convention::padded ? 1 : 0;
                EXPECT_EQ(output,
                          stored_extent(turned({picture.width + more, picture.height + more}, is_turned),
                                        parameters.types));
                if (parameters.types.components != 1) return;
                const Array table = upright_table(parameters, input, convention);
                EXPECT_EQ(expected, is_turned ? reference::transpose(table, type) : table);
                return;
            }
            case ResultKind::tensor: {
                const int64_t bins = parameters.option("bins");
                ASSERT_NE(convention, Convention::none);
                EXPECT_EQ(output, is_turned ? Extent(picture.height, picture.width * bins)
                                            : Extent(picture.width, picture.height * bins));
                if (convention != Convention::inclusive) return;
                // Pictures of a film have a tensor each, one after another.
                for (const OptionValue& option : parameters.options)
                    if (option.name == "frames" && option.value > 1) return;
                // The last of each bin's table counts the whole picture's pixels of that bin.
                double pixels = 0;
                for (int64_t bin = 1; bin <= bins; ++bin)
                    pixels += expected.number(bin * picture.count() - 1);
                EXPECT_EQ(pixels, double(picture.count()));
                return;
            }
            case ResultKind::histogram:
                EXPECT_EQ(output, Extent(parameters.option("bins"), 1));
                return;
            case ResultKind::filter:
                // Of several features one below the other.
                EXPECT_EQ(output.width, picture.width);
                EXPECT_EQ(output.height % picture.height, 0);
                return;
            case ResultKind::statistics:
                EXPECT_EQ(output, Extent(picture.width, 2 * picture.height));
                return;
            case ResultKind::likelihood:
                EXPECT_TRUE(is_floating(type));
                EXPECT_LE(output.width, picture.width);
                EXPECT_LE(output.height, picture.height);
                return;
            case ResultKind::compaction:
            case ResultKind::sorted: {
                EXPECT_EQ(output, picture);
                EXPECT_EQ(parameters.types.input, type);
                // Nothing but the input's elements, and zeros.
                std::multiset<double> left;
                for (int64_t i = 0; i < input.count(); ++i) left.insert(input.number(i));
                for (int64_t i = 0; i < expected.count(); ++i)
                    if (const auto at = left.find(expected.number(i)); at != left.end())
                        left.erase(at);
                    else
                        EXPECT_EQ(expected.number(i), 0) << i;
                EXPECT_TRUE(algorithm.result != ResultKind::sorted || left.empty());
                return;
            }
            case ResultKind::pyramid:
                EXPECT_EQ(output.width, picture.width);
                EXPECT_GE(output.height, picture.height);
                return;
            case ResultKind::survival:
                EXPECT_EQ(type, ScalarType::u8);
                return;
            case ResultKind::drawing:
                EXPECT_EQ(output, picture);
                EXPECT_EQ(parameters.types.input, type);
                return;
            case ResultKind::none:
                break;
        }
        ADD_FAILURE() << "does not say what it gives";
    }
};

TEST(Results, AreWhatTheCatalogSays) {
    for (const Algorithm* algorithm : catalog()) {
        ASSERT_NE(algorithm->layout, nullptr) << algorithm->slug;
        for (const ElementTypes types : algorithm->types)
            for (const Parameters& parameters : cases_of(*algorithm, types, {6, 4})) {
                SCOPED_TRACE(in_words(*algorithm, parameters));
                const Array input = random_input(*algorithm, parameters, 3);
                const Plan plan = algorithm->make_plan(parameters);
                const Array expected = algorithm->reference(parameters, input);
                EXPECT_EQ(expected.extent(), plan[plan.output].extent);
                Seen{*algorithm, parameters,
                     input,      plan[plan.output].extent,
                     expected,   algorithm->layout(parameters) == Layout::transposed}
                    .check();
            }
    }
}

/// Frames are yellow in a picture of colours, white in a grey one; the rest of the picture stays.
TEST(Results, FramesHaveTheirColour) {
    const Algorithm& algorithm = find_algorithm("draw_rectangles");
    for (const auto& [type, colour] :
         {std::pair(ScalarType::u8, 0xffU), std::pair(ScalarType::u32, 0xff00e5ffU)}) {
        Parameters parameters;
        parameters.extent = {16, 8};
        parameters.types = {type, type};
        parameters = with_defaults(algorithm, parameters);
        Array grey(type, {16, 8});
        for (int64_t i = 0; i < grey.count(); ++i) grey.set_number(i, 7);
        const Array drawn = algorithm.reference(parameters, grey);
        int64_t frames = 0;
        for (int64_t i = 0; i < drawn.count(); ++i) {
            EXPECT_TRUE(drawn.number(i) == 7 || drawn.number(i) == colour) << i;
            frames += drawn.number(i) == colour;
        }
        EXPECT_GT(frames, 8);
    }
}

/// A grid holds 65535 rows of tiles, and not one more.
TEST(Plans, OfAHistogramFitTheGrid) {
    const Algorithm& algorithm = find_algorithm("integral_histogram_tiled");
    const auto plan = [&](int64_t height) {
        Parameters parameters;
        parameters.extent = {1, height};
        parameters.types = algorithm.types.front();
        return algorithm.make_plan(with_defaults(algorithm, parameters));
    };
    const auto fits = [&](int64_t height) {
        try {
            plan(height);
            return true;
        } catch (const UsageError&) {
            return false;
        }
    };
    int64_t rows = 1;  // of a tile
    while (rows < 256 && fits(65535 * rows + 1)) rows *= 2;
    ASSERT_LT(rows, 256);
    EXPECT_TRUE(fits(65535 * rows));
}

TEST(Results, AreUprightAndInTheConventionThatIsAskedFor) {
    int tables = 0;
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->result != ResultKind::table) continue;
        ++tables;
        Parameters parameters;
        parameters.extent = {5, 2};
        parameters.types = algorithm->types.front();
        for (const ConventionMade& made : conventions_of(*algorithm)) {
            const Parameters chosen = upright_in(*algorithm, parameters, made.convention);
            EXPECT_EQ(algorithm->convention(chosen), made.convention) << algorithm->slug;
            EXPECT_EQ(algorithm->layout(chosen), Layout::upright) << algorithm->slug;
        }
        // As it is, but whole where it can be.
        const Convention whole = algorithm->convention(upright_in(*algorithm, parameters, Convention::none));
        EXPECT_EQ(whole == Convention::exclusive,
                  conventions_of(*algorithm).size() == 1 &&
                      algorithm->convention(with_defaults(*algorithm, parameters)) == Convention::exclusive)
            << algorithm->slug;
    }
    EXPECT_GE(tables, 13);
}

}  // namespace
}  // namespace upsweep
