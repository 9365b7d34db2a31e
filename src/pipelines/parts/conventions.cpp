// Conventions, found by trying the options that choose them.
#include "pipelines/parts/conventions.h"

#include <array>
#include <optional>

#include "core/ranges.h"
#include "pipelines/parts/tables.h"

namespace upsweep {
namespace {

bool chooses_convention(const Option& option) {
    return option.name == "inclusive" || option.name == "padded" || option.name == "convention";
}

/// Every setting of those options, the initial one first, then those that change least.
std::vector<std::vector<OptionValue>> settings_of(const Algorithm& algorithm) {
    std::vector<std::vector<OptionValue>> settings = {{}};
    for (const Option& option : algorithm.options) {
        if (!chooses_convention(option)) continue;
        const std::vector<std::vector<OptionValue>> before = settings;
        for (int64_t value = option.lowest; value <= option.highest; ++value) {
            if (value == option.initial) continue;
            for (std::vector<OptionValue> setting : before) {
                setting.push_back({std::string(option.name), value});
                settings.push_back(std::move(setting));
            }
        }
    }
    stable_sort(settings, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return settings;
}

ConventionMade made_by(const Algorithm& algorithm, std::vector<OptionValue> options) {
    Parameters parameters;
    parameters.extent = {5, algorithm.shape == Shape::rows ? 1 : 3};
    parameters.types = algorithm.types.front();
    parameters.options = options;
    parameters = with_defaults(algorithm, std::move(parameters));
    return {algorithm.convention(parameters), std::move(options),
            shifting_pass(algorithm.make_plan(parameters))};
}

}  // namespace

std::vector<ConventionMade> conventions_of(const Algorithm& algorithm) {
    std::array<std::optional<ConventionMade>, 4> found;
    for (const std::vector<OptionValue>& options : settings_of(algorithm)) {
        ConventionMade made = made_by(algorithm, options);
        std::optional<ConventionMade>& known = nth(found, made.convention);
        if (!known) known = std::move(made);
    }
    std::vector<ConventionMade> all;
    for (const Convention convention : {Convention::inclusive, Convention::exclusive, Convention::padded})
        if (const auto& made = nth(found, convention)) all.push_back(*made);
    return all;
}

Parameters upright_in(const Algorithm& algorithm, Parameters parameters, Convention wanted) {
    parameters = with_defaults(algorithm, std::move(parameters));
    for (const std::vector<OptionValue>& options : settings_of(algorithm)) {
        Parameters tried = parameters;
        for (const OptionValue& option : options) tried.set_option(option.name, option.value);
        const Convention made = algorithm.convention(tried);
        if (wanted == Convention::none ? made == Convention::exclusive : made != wanted) continue;
        parameters = std::move(tried);
        break;
    }
    if (algorithm.layout(parameters) == Layout::transposed) parameters.set_option("upright", 1);
    return parameters;
}

}  // namespace upsweep
