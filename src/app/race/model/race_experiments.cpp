// Algorithms of the catalog, put together into what can be compared.
#include "app/race/model/race_experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cascade/cascade.h"
#include "core/ranges.h"

namespace upsweep::app {
namespace {

/// Levels of a picture, windows that survive and frames over a picture have nothing to race with but
/// themselves.
ResultKind kind_apart(const Algorithm& algorithm) {
    const ResultKind kind = algorithm.result;
    const bool apart =
        kind == ResultKind::pyramid || kind == ResultKind::survival || kind == ResultKind::drawing;
    return apart ? kind : ResultKind::none;
}

struct Group {
    std::tuple<std::string_view, Shape, bool, ResultKind> key;
    std::vector<const Algorithm*> algorithms;
};

std::vector<Group> group(std::span<const Algorithm* const> algorithms) {
    std::vector<Group> groups;
    for (const Algorithm* algorithm : algorithms) {
        const std::tuple key(algorithm->chapter, algorithm->shape, algorithm->convention != nullptr,
                             kind_apart(*algorithm));
        auto found = find_if(groups, [&](const Group& g) { return g.key == key; });
        if (found == groups.end()) found = groups.insert(groups.end(), Group{key, {}});
        found->algorithms.push_back(algorithm);
    }
    return groups;
}

constexpr std::string_view chapter_of_scans = "Prefix sums";

// The chapter's name, or where a chapter falls into several experiments what they compare: scans of rows, or
// one algorithm, then the first one's title.
std::string title_of(const Group& group, const std::vector<Group>& groups) {
    const std::string_view chapter = std::get<0>(group.key);
    const auto same = [&](const Group& g) { return std::get<0>(g.key) == chapter; };
    if (count_if(groups, same) == 1) return std::string(chapter);
    if (chapter == chapter_of_scans && std::get<1>(group.key) == Shape::rows) return "Row scans";
    return std::string(group.algorithms.front()->title);
}

std::string gpu_reason(const bench::BackendsHere& here) {
    return here.machine.gpu_missing.empty() ? "There is no GPU." : here.machine.gpu_missing;
}

bool has_backend(const bench::BackendsHere& here, std::string_view name) {
    return any_of(here.backends, [&](const auto& backend) { return backend->name() == name; });
}

class Builder {
  public:
    Builder(RaceExperiment& experiment, const bench::BackendsHere& here)
        : experiment_(experiment), here_(here) {}

    void add(const Algorithm* algorithm, const std::string& on) {
        RaceLine line;
        line.competitor.algorithm = algorithm;
        line.competitor.on = on;
        finish(line);
    }
    /// Frontal faces over all levels, the ways of a detector against each other (Oro et al. 2011).
    void add_cascades(const Algorithm* algorithm) {
        struct Way {
            std::string_view label;
            std::vector<OptionValue> options;
        };
        // Labels of their own: all begin alike, and what differs would not fit behind it.
        const Way ways[] = {{"Faces, levels one by one", {}},
                            {"Faces, features in shared memory", {{"features", 1}}},
                            {"Faces, the filter scaled", {{"rule", 1}}},
                            {"Faces, OpenCV\u2019s rule", {{"rule", 2}}},
                            {"Faces, windows never queued", {{"alone", 25}}},
                            {"Faces, levels in streams", {{"streams", 1}}},
                            {"Faces, levels together", {{"streams", 2}}},
                            {"Faces, together, in shared memory", {{"features", 1}, {"streams", 2}}}};
        for (const Way& way : ways) {
            RaceLine line;
            line.label = way.label;
            line.competitor.algorithm = algorithm;
            line.competitor.on = "gpu";
            line.competitor.options = {{"cascade", 1}};
            append(line.competitor.options, way.options);
            if (cascade::frontal_face_file().empty())
                line.reason = "The frontal face cascade is not installed: it comes with opencv-data.";
            finish(line);
        }
    }
    // The line before, with the way to the device and back.
    void add_transfers() {
        RaceLine line = experiment_.lines.back();
        line.competitor.with_transfers = true;
        line.label += " + transfers";
        finish(line);
    }
    /// `like`: one of those that it is the limit of.
    void add_limit(const Algorithm& like, const std::string& on) {
        RaceLine line;
        line.competitor = bench::copy_beside(like, with_all_options(like), on);
        finish(line);
    }

  private:
    static Parameters with_all_options(const Algorithm& algorithm) {
        Parameters parameters;
        for (const Option& option : algorithm.options)
            parameters.options.push_back({std::string(option.name), option.initial});
        return parameters;
    }

    void finish(RaceLine& line) {
        if (line.label.empty()) line.label = bench::label_of(line.competitor);
        if (!has_backend(here_, line.competitor.on)) line.reason = gpu_reason(here_);
        experiment_.lines.push_back(line);
    }

    RaceExperiment& experiment_;
    const bench::BackendsHere& here_;
};

RaceExperiment make_experiment(const Group& group, const std::vector<Group>& groups,
                               const bench::BackendsHere& here) {
    RaceExperiment experiment;
    const std::string title = title_of(group, groups);
    experiment.title = title;
    experiment.heading = title + (std::get<1>(group.key) == Shape::rows ? ", n rows of n" : ", n × n");
    Builder builder(experiment, here);
    for (const Algorithm* algorithm : group.algorithms)
        if (algorithm->cpu_loop) builder.add(algorithm, "cpu");
    bool kernels = false;
    for (const Algorithm* algorithm : group.algorithms)
        if (!algorithm->cpu_loop) {
            builder.add(algorithm, "gpu");
            if (algorithm->result == ResultKind::survival) builder.add_cascades(algorithm);
            kernels = true;
        }
    if (kernels) builder.add_transfers();
    builder.add_limit(*group.algorithms.front(), "cpu");
    builder.add_limit(*group.algorithms.front(), "gpu");
    for (const Algorithm* algorithm : group.algorithms)
        for (const ElementTypes types : algorithm->types)
            if (!contains(experiment.types, types)) experiment.types.push_back(types);
    return experiment;
}

}  // namespace

std::vector<RaceExperiment> race_experiments(std::span<const Algorithm* const> algorithms,
                                             const bench::BackendsHere& here) {
    const std::vector<Group> groups = group(algorithms);
    std::vector<RaceExperiment> experiments;
    for (const Group& one : groups) experiments.push_back(make_experiment(one, groups, here));
    return experiments;
}

std::string type_reason(const RaceLine& line, ElementTypes types) {
    if (line.limit()) return {};
    const auto& known = line.competitor.algorithm->types;
    if (contains(known, types)) return {};
    return fmt::format("{} has no version for {}.", line.label, bench::types_text(types));
}

}  // namespace upsweep::app
