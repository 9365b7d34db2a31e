#include "vision/smoothing.h"

#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/words.h"

namespace upsweep::vision {

namespace {

/// Of colours and of several passes, each with a table of its own; one pass over grey reads the table that is
/// there.
OperationRun filtered(const OperationInput& picture, const Values& values, const std::atomic<bool>* cancel) {
    if (picture.channels.size() == 1 && values[1] == 1 && picture.integral != nullptr)
        return {.channels = {box_filter(*picture.integral, values[0], cancel)}};
    return smooth_picture(
        picture.channels,
        {.filter = {.radius = values[0], .table = picture.table}, .passes = static_cast<int>(values[1])},
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
    const std::int64_t side = 2 * values[0] + 1;
    if (values[1] > 1)
        return fmt::format(
            "**{}** means of **{} × {}**, one after another, approximate a Gaussian of **σ = {:.1f}**.",
            values[1], side, side, smoothing_deviation(values[0], static_cast<int>(values[1])));
    return fmt::format(
        "Each pixel becomes the mean of **{} × {}** around it, from **four corners** of one table of sums.",
        side, side);
}

std::vector<NumberRow> filter_facts(const Values& values) {
    std::vector<NumberRow> facts;
    if (values[1] > 1)
        facts.push_back(
            {"like a Gaussian of",
             fmt::format("σ = {:.1f}", smoothing_deviation(values[0], static_cast<int>(values[1]))), true});
    facts.push_back({"edge", "mean of the pixels inside"});
    return facts;
}

}  // namespace

OperationRun smooth_picture(std::span<const Array> channels, const SmoothingRequest& request,
                            const backends::Backend& on, const std::atomic<bool>* cancel) {
    if (request.passes < 1 || request.passes > 3)
        throw UsageError(fmt::format("The box filter is applied 1 to 3 times, not {}.", request.passes));
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

double smoothing_deviation(std::int64_t radius, int passes) {
    const auto side = static_cast<double>(2 * radius + 1);
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
    .marks = [](const Values& values, Extent picture, std::int64_t x,
                std::int64_t y) { return window_marks(values[0], picture, x, y); },
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
