#include "vision/operation.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "vision/box_filter.h"

namespace upsweep::vision {

std::optional<int64_t> Parameter::fitted(int64_t value) const {
    if (!words.empty() && (value < least || value > most)) return std::nullopt;
    value = std::clamp(value, least, most);
    if (!power_of_two) return value;
    int64_t nearest = least;
    while (nearest * 3 / 2 < value) nearest *= 2;
    return nearest;
}

int64_t Parameter::moved(int64_t value, int64_t by) const {
    return goes_round() && value + by > most ? least : value + by;
}

int64_t Parameter::read(std::string_view word) const {
    return place_of_word(word, option.words, option.unknown);
}

int64_t Parameter::read(int64_t size) const {
    const auto place = std::find(sizes.begin(), sizes.end(), size);
    if (place == sizes.end()) throw UsageError(fmt::runtime(option.unknown), size);
    return place - sizes.begin();
}

int64_t place_of_word(std::string_view text, std::span<const std::string_view> words,
                      std::string_view unknown) {
    const auto place = std::find(words.begin(), words.end(), text);
    if (place == words.end()) throw UsageError(fmt::runtime(unknown), in_quotes(text));
    return place - words.begin();
}

std::span<const Operation* const> operations() {
    static constexpr std::array all = {&box_filter_operation, &contrast_operation,   &threshold_operation,
                                       &difference_operation, &likelihood_operation, &track_operation,
                                       &faces_operation};
    return all;
}

Values initial_values(const Operation& operation) {
    Values values;
    for (const Parameter& parameter : operation.parameters) values.push_back(parameter.initial);
    return values;
}

Parameter radius_parameter(std::string_view setting, int64_t initial) {
    return {.name = "radius",
            .setting = setting,
            .most = 255,
            .initial = initial,
            .control = Parameter::Control::radius,
            .label = "Radius",
            .keys = {{"Left", "Smaller radius", -1}, {"Right", "Larger radius"}},
            .option = {"--radius", "the window is 2 R + 1 pixels wide and high"}};
}

PixelMarks window_marks(const Values& values, Extent picture, int64_t x, int64_t y) {
    return {window_around(x, y, values[0], picture)};
}

std::string samples_text(std::span<const Array> channels, int64_t x, int64_t y) {
    const Extent extent = channels.front().extent();
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return {};
    std::string text;
    for (const Array& channel : channels.first(std::min<size_t>(3, channels.size())))
        text += (text.empty() ? "" : " ") + channel.text(y * extent.width + x);
    return text;
}

int64_t step_radius(int64_t radius) { return std::min<int64_t>(radius, 3); }

void check_bytes(const Array& grey, std::string_view what) {
    if (grey.type() != ScalarType::u8)
        throw UsageError("{} takes u8, not {}; convert the array first.", what, name_of(grey.type()));
    if (grey.count() == 0) throw UsageError("{} needs a picture with pixels.", what);
}

void check_emulated(Extent picture, int64_t elements, const backends::Backend& on) {
    if (!on.is_slow() || elements <= most_emulated_elements) return;
    throw UsageError(
        "{} × {} is too large for the {}: {} elements would be worked out there, and it takes up "
        "to {}; run it on the CPU, or make the picture smaller.",
        picture.width, picture.height, on.title(), elements, most_emulated_elements);
}

OperationRun run_plan(Plan plan, const Array& grey, const backends::Backend& on,
                      const std::atomic<bool>* cancel) {
    backends::Result result = run_rightly({.input = &grey, .plan = std::move(plan)}, on, cancel);
    return {.channels = {std::move(result.output)},
            .tables_ms = std::max(0.0, result.milliseconds - result.last_launch_ms),
            .filter_ms = result.last_launch_ms,
            .transfer_ms = result.transfer_ms};
}

OperationRun run_entry(std::string_view slug, const Array& grey, std::vector<OptionValue> options,
                       const backends::Backend& on, const std::atomic<bool>* cancel) {
    const Algorithm& algorithm = find_algorithm(slug);
    check_emulated(grey.extent(), grey.count(), on);
    Parameters parameters{.extent = grey.extent(),
                          .types = algorithm.types.front(),
                          .machine = {},
                          .options = std::move(options)};
    return run_plan(algorithm.make_plan(with_defaults(algorithm, std::move(parameters))), grey, on, cancel);
}

void stop_if(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
}

}  // namespace upsweep::vision
