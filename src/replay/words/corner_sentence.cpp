// Sentences about corners.
#include "replay/words/corner_sentence.h"

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

/// Everything up to D, less what lies left of the window and above it; A was taken away twice.
std::string formula_of(const CornerSum& sum) {
    std::string text;
    for (const char letter : std::string_view("DCBA"))
        for (const Corner& corner : sum.corners)
            if (corner.letter == letter) {
                const std::string_view sign = corner.added ? "+" : "−";
                text += text.empty() ? (corner.added ? "" : "−") : " " + std::string(sign) + " ";
                text += corner.value;
            }
    return sum.corners.size() == 1 ? text : text + " = " + sum.sum;
}

/// "; the mean of its `25` pixels is `5`", where that is what was written.
std::string mean_of(const CornersPicture& corners) {
    const int64_t pixels = corners.sums[0].window.size.count();
    if (corners.sums[0].window.empty() || pixels < 2) return {};
    const double mean = std::atof(corners.sums[0].sum.c_str()) / double(pixels);
    if (std::abs(mean - std::atof(corners.value.c_str())) > 1) return {};
    return "; the mean of its " + in_backticks(pixels) + " pixels is " + in_backticks(corners.value);
}

}  // namespace

std::string corner_sentence(const Trace& trace, const StagedLaunch& staged, const CornersPicture& corners) {
    if (corners.sums.size() != 1 || corners.array < 0 || corners.sums[0].sum.empty()) return {};
    const CornerSum& sum = corners.sums[0];
    const auto array = static_cast<ArrayId>(corners.array);
    const std::string cell = cell_name({trace, &staged}, array, corners.element) + " of " +
                             in_backticks(trace.arrays[array].name),
                      table = in_backticks(trace.arrays[sum.table].name);
    const std::string from = sum.corners.size() == 4 ? "four corners in " : "corners in ";
    // A row is not a picture, and its cells have no windows around them: they are the counts of a histogram.
    if (cell.starts_with("cell "))
        return emulator::in_sentence_case(cell) + " adds up to " + in_backticks(formula_of(sum)) + ", from " +
               from + table + ".";
    return "The window around " + cell + " adds up to " + in_backticks(formula_of(sum)) + ", from its " +
           from + table + mean_of(corners) + ".";
}

}  // namespace upsweep::replay
