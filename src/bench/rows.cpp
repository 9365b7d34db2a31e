// Names of competitors, sizes and types as people read them.
#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/machine.h"
#include "core/ranges.h"
#include "media/clips.h"

namespace upsweep::bench {
namespace {

// "padding off", "segment 64": an option that is not at its default.
std::string option_text(const Algorithm& algorithm, const OptionValue& value) {
    for (const Option& option : algorithm.options) {
        if (option.name != value.name) continue;
        const auto index = size_t(value.value - option.lowest);
        if (value.value >= option.lowest && index < option.value_names.size())
            return fmt::format("{} {}", option.name, option.value_names[index]);
    }
    return fmt::format("{} {}", value.name, value.value);
}

bool is_default(const Algorithm& algorithm, const OptionValue& value) {
    return any_of(algorithm.options, [&](const Option& option) {
        return option.name == value.name && option.initial == value.value;
    });
}

}  // namespace

Competitor copy_beside(const Algorithm& algorithm, const Parameters& parameters, std::string on) {
    Competitor copy;
    copy.on = std::move(on);
    if (algorithm.result == ResultKind::tensor) copy.options = {{"bins", parameters.option("bins")}};
    return copy;
}

std::vector<OptionValue> chosen_options(std::string_view slug, std::vector<OptionValue> options) {
    for (const Algorithm* algorithm : catalog())
        if (algorithm->slug == slug)
            std::erase_if(options, [&](const OptionValue& value) { return is_default(*algorithm, value); });
    sort(options, [](const auto& a, const auto& b) { return a.name < b.name; });
    return options;
}

std::string line_text(std::string_view slug, const std::vector<OptionValue>& options) {
    std::string text(slug);
    for (const OptionValue& value : options)
        text += fmt::format("{}{}={}", &value == &options.front() ? ":" : ",", value.name, value.value);
    return text;
}

std::string slug_of(const Competitor& competitor) {
    return competitor.algorithm == nullptr ? "copy" : std::string(competitor.algorithm->slug);
}

std::vector<OptionValue> options_of(const Competitor& competitor) {
    if (competitor.edited) return {};
    std::vector<OptionValue> options = competitor.options;
    if (!competitor.film.empty()) {
        options.push_back(
            {"film", std::find(film_names.begin(), film_names.end(), competitor.film) - film_names.begin()});
        options.push_back({"frame", competitor.frame});
    }
    return chosen_options(slug_of(competitor), std::move(options));
}

Array input_of(const Competitor& competitor, const Parameters& parameters, uint64_t seed) {
    if (competitor.film.empty()) return random_input(*competitor.algorithm, parameters, seed);
    return media::draw_people_frame(competitor.film, competitor.frame, parameters.extent);
}

std::string key_of(const Competitor& competitor) {
    return line_text(slug_of(competitor), options_of(competitor)) + " " + place_of(competitor);
}

std::string place_of(const Competitor& competitor) {
    if (competitor.edited) return competitor.on + "+edited";
    return competitor.on + (competitor.with_transfers ? "+transfers" : "") + (competitor.cold ? "+cold" : "");
}

std::string label_of(const Competitor& competitor) {
    if (competitor.algorithm == nullptr) {
        std::string label = competitor.on == "cpu" ? "Copy on the CPU" : "Copy on the GPU";
        for (const OptionValue& value : competitor.options)
            label += fmt::format(", {} {}", value.value, value.name);
        return label + (competitor.cold ? ", cold cache" : "");
    }
    std::string label(competitor.algorithm->title);
    for (const OptionValue& value : competitor.options)
        label += ", " + option_text(*competitor.algorithm, value);
    if (!competitor.film.empty())
        label += fmt::format(", frame {} of clip:{}", competitor.frame, competitor.film);
    if (competitor.with_transfers) label += " + transfers";
    if (competitor.cold) label += ", cold cache";
    if (competitor.edited) label += ", edited";
    return label;
}

RaceSettings sorted_by_size(RaceSettings settings) {
    stable_sort(settings.extents, [](Extent a, Extent b) { return a.count() < b.count(); });
    return settings;
}

std::string extent_text(Extent extent) { return fmt::format("{} × {}", extent.width, extent.height); }

std::string types_text(ElementTypes types) {
    return types.input == types.output && types.components == 1 ? std::string(name_of(types.input))
                                                                : to_string(types);
}

std::string too_big_text(Extent extent, ElementTypes types, int64_t needed, int64_t free) {
    return fmt::format("{} {} needs {}; {} are free.", extent_text(extent), types_text(types),
                       bytes_text(needed), bytes_text(free));
}

}  // namespace upsweep::bench
