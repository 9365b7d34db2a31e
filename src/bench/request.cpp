// Groups the competitors that can share sizes and types, so that their rows can be compared.
#include "bench/request.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"

namespace upsweep::bench {
namespace {

constexpr int64_t longest_side = int64_t{1} << 31;

int64_t parse_side(std::string_view text, const std::string& whole) {
    const auto value = parse_whole_number(text);
    if (!value || *value < 1 || *value > longest_side)
        throw UsageError("{} is not a size: write n or WIDTHxHEIGHT, each from 1 to {}.", in_quotes(whole),
                         longest_side);
    return *value;
}

Extent parse_size(const std::string& part, Shape shape) {
    const size_t x = part.find('x');
    Extent extent;
    if (x == std::string::npos) {
        const int64_t n = parse_side(part, part);
        extent = shape == Shape::rows ? Extent{n, 1} : Extent{n, n};
    } else {
        const std::string_view view = part;
        extent = {parse_side(view.substr(0, x), part), parse_side(view.substr(x + 1), part)};
    }
    check_extent(extent);
    return extent;
}

}  // namespace

std::vector<Extent> parse_sizes(const std::string& text, Shape shape) {
    std::vector<Extent> extents;
    size_t from = 0;
    while (true) {
        const size_t comma = text.find(',', from);
        const size_t length = comma == std::string::npos ? comma : comma - from;
        extents.push_back(parse_size(text.substr(from, length), shape));
        if (comma == std::string::npos) return extents;
        from = comma + 1;
    }
}

std::vector<Extent> square_sizes(int64_t lowest, int64_t highest, int steps_per_octave) {
    std::vector<Extent> extents;
    for (int i = 0;; ++i) {
        const double side = double(lowest) * std::exp2(double(i) / steps_per_octave);
        const auto n = int64_t(std::llround(side));
        if (n > highest) return extents;
        if (extents.empty() || extents.back().width != n) extents.push_back({n, n});
    }
}

namespace {

using backends::Backend;

struct Setting {
    std::string name, value;
    bool used = false;
};

std::vector<Setting> parse_settings(const std::vector<std::string>& texts) {
    std::vector<Setting> settings;
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError("{} does not set an option: write option=value.", in_quotes(text));
        settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return settings;
}

// A number, or the name of a choice.
int64_t option_value(const Option& option, const std::string& text) {
    for (size_t i = 0; i < option.value_names.size(); ++i)
        if (option.value_names[i] == text) return option.lowest + int64_t(i);
    const auto value = parse_whole_number(text);
    if (!value)
        throw UsageError("{} is not a value of the option {}: write a number.", in_quotes(text), option.name);
    return *value;
}

std::vector<OptionValue> options_for(const Algorithm& algorithm, std::vector<Setting>& settings) {
    std::vector<OptionValue> values;
    for (Setting& setting : settings)
        for (const Option& option : algorithm.options)
            if (option.name == setting.name) {
                values.push_back({setting.name, option_value(option, setting.value)});
                setting.used = true;
            }
    return values;
}

std::vector<const Algorithm*> algorithms_for(const Request& request) {
    std::vector<const Algorithm*> algorithms;
    for (const std::string& slug : request.algorithms) algorithms.push_back(&find_algorithm(slug));
    if (!algorithms.empty()) return algorithms;
    const auto all = catalog();
    algorithms.assign(all.begin(), all.end());
    if (request.types)
        std::erase_if(algorithms, [&](const Algorithm* algorithm) {
            return !contains(algorithm->types, *request.types);
        });
    if (algorithms.empty())
        throw UsageError("No algorithm of the catalog takes {}; `upsweep list --json` has the types of each.",
                         to_string(*request.types));
    return algorithms;
}

constexpr std::string_view gpu_frames = "gpu+transfers";

std::vector<const Backend*> backends_for(const Request& request, const BackendsHere& here,
                                         std::vector<std::string>& notes) {
    for (const std::string& name : request.on) {
        if (name == gpu_frames) continue;
        if (const std::string why = backends::find(name).untimed(); !why.empty()) throw UsageError(why);
    }
    const auto wanted = [&](std::string_view name) {
        return request.on.empty() || contains(request.on, name) ||
               (name == "gpu" && contains(request.on, gpu_frames));
    };
    std::vector<const Backend*> found;
    for (const auto& backend : here.backends)
        if (wanted(backend->name())) found.push_back(backend.get());
    const bool gpu_wanted = wanted("gpu");
    if (gpu_wanted && !here.machine.gpu_missing.empty()) {
        if (found.empty()) throw BackendMissing(here.machine.gpu_missing);
        notes.push_back(here.machine.gpu_missing + " The CPU is measured alone.");
    }
    return found;
}

// The race that takes this shape and type.
RaceSettings& race_of(std::vector<RaceSettings>& races, std::vector<Shape>& shapes, const Request& request,
                      Shape shape, ElementTypes types) {
    for (size_t i = 0; i < races.size(); ++i)
        if (shapes[i] == shape && races[i].types == types) return races[i];
    RaceSettings race;
    race.extents = parse_sizes(request.sizes, shape);
    race.types = types;
    race.stop = request.stop;
    shapes.push_back(shape);
    races.push_back(race);
    return races.back();
}

// What the algorithm's bytes cost when they are only copied, once for all that move as many.
void add_copies(RaceSettings& race, const Algorithm& algorithm, const Parameters& parameters,
                const Request& request, const std::vector<const Backend*>& on) {
    for (const Backend* backend : on) {
        Competitor copy = copy_beside(algorithm, parameters, std::string(backend->name()));
        copy.cold = request.cold;
        const auto same = [&](const Competitor& other) { return key_of(other) == key_of(copy); };
        if (none_of(race.competitors, same)) race.competitors.push_back(std::move(copy));
    }
}

}  // namespace

std::vector<RaceSettings> races_for(const Request& request, const BackendsHere& here,
                                    std::vector<std::string>& notes) {
    std::vector<Setting> settings = parse_settings(request.set);
    parse_sizes(request.sizes, Shape::rows);
    const std::vector<const Backend*> on = backends_for(request, here, notes);
    std::vector<RaceSettings> races;
    std::vector<Shape> shapes;
    for (const Algorithm* algorithm : algorithms_for(request)) {
        Parameters parameters;
        parameters.extent = algorithm->opening.extent;
        parameters.types = request.types.value_or(algorithm->types.front());
        parameters.options = options_for(*algorithm, settings);
        const std::vector<OptionValue> given = parameters.options;
        parameters = with_defaults(*algorithm, std::move(parameters));
        std::string refusal;
        bool runs = false;
        for (const Backend* backend : on) {
            refusal = backend->refusal(*algorithm);
            if (!refusal.empty()) continue;
            runs = true;
            RaceSettings& race = race_of(races, shapes, request, algorithm->shape, parameters.types);
            add_copies(race, *algorithm, parameters, request, on);
            Competitor competitor{algorithm, given, std::string(backend->name()), false, request.cold};
            const bool frames = contains(request.on, gpu_frames), gpu = competitor.on == "gpu";
            if (!gpu || !frames || contains(request.on, "gpu")) race.competitors.push_back(competitor);
            // Frames that follow each other leave no cache cold or warm by choice.
            if (gpu && (frames || request.transfers))
                race.competitors.push_back({algorithm, given, competitor.on, true});
        }
        if (!runs && !request.algorithms.empty()) notes.push_back(refusal);
    }
    for (const Setting& setting : settings)
        if (!setting.used)
            throw UsageError("None of the requested algorithms has the option {}.", in_quotes(setting.name));
    if (races.empty())
        throw BackendMissing(notes.empty() ? "Nothing in the catalog takes these element types."
                                           : notes.back());
    return races;
}

}  // namespace upsweep::bench
