// A cascade over every place of a window, level by level of a pyramid: its catalog entry.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/ranges.h"
#include "pipelines/parts/faces_plan.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"
#include "reference/haar_cascade.h"

namespace upsweep::entries::haar_cascade {
namespace {

enum RuleOption : int64_t { paper, paper_scaled_filter, opencv };

bool is_toy(const Parameters& parameters) { return !parameters.is_on("cascade"); }

const cascade::Cascade& cascade_of(const Parameters& parameters) {
    if (is_toy(parameters)) return cascade::toy_cascade();
    // A file that is missing is the user's to install.
    static const cascade::Cascade faces = [] {
        try {
            return cascade::frontal_face_cascade();
        } catch (const Error& error) {
            throw UsageError(error.what());
        }
    }();
    return faces;
}

FacesSettings settings_of(const Parameters& parameters) {
    constexpr Extent blocks[] = {{32, 16}, {28, 28}, {32, 8}};
    FacesSettings settings;
    settings.factor = double(parameters.option("factor")) / 100;
    settings.rule = parameters.option("rule") == opencv ? cascade::Rule::opencv : cascade::Rule::paper;
    settings.scaled_filter = parameters.option("rule") == paper_scaled_filter;
    settings.features = FeaturesIn(parameters.option("features"));
    settings.order = LevelOrder(parameters.option("streams"));
    settings.alone = parameters.option("alone");
    // Of a toy every lane keeps its window, so that the eye sees it drop out.
    if (settings.alone == 0 && !is_toy(parameters)) settings.alone = 1;
    settings.block = parameters.machine.lanes == 32 ? nth(blocks, parameters.option("block"))
                                                    : Extent{parameters.machine.lanes, 2};
    settings.levels = parameters.option("scales");
    if (settings.levels == 0 && is_toy(parameters))
        settings.levels = settings.order == LevelOrder::serial ? 1 : 3;
    settings.machine = parameters.machine;
    return settings;
}

Plan make_plan(const Parameters& parameters) {
    return faces_plan(parameters.extent, cascade_of(parameters), settings_of(parameters)).plan;
}

std::vector<Array> further_inputs(const Parameters& parameters) {
    return faces_plan(parameters.extent, cascade_of(parameters), settings_of(parameters)).further_inputs;
}

Array map_of(const Parameters& parameters, const Array& input, const FacesLevel& one) {
    const FacesSettings settings = settings_of(parameters);
    const cascade::Cascade& cascade = cascade_of(parameters);
    if (settings.scaled_filter) return reference::stages_survived_by_scaled_filter(input, cascade, one.level);
    const Array picture = reference::resized(input, one.level.extent, settings.rule);
    return reference::stages_survived(picture, cascade, settings.rule, one.level);
}

constexpr int64_t many_places = 100'000;

Array reference_of(const Parameters& parameters, const Array& input) {
    const std::vector<FacesLevel> levels =
        faces_levels(parameters.extent, cascade_of(parameters), settings_of(parameters));
    int64_t places = 0;
    for (const FacesLevel& one : levels) places += one.level.places.count();
    Array all(u8, maps_extent(levels));
    // A whole film frame takes the plain code a minute: its levels side by side.
    const auto count = length(levels);
    std::vector<Array> maps(levels.size());
    parallel_rows(
        count,
        [&](int64_t first, int64_t last) {
            for (auto i = size_t(first); i < size_t(last); ++i)
                if (levels[i].level.places.count() > 0) maps[i] = map_of(parameters, input, levels[i]);
        },
        places > many_places ? int(count) : 1);
    auto at = all.bytes().begin();
    for (const Array& map : maps) at = std::copy(map.bytes().begin(), map.bytes().end(), at);
    return all;
}

/// What a block waits for does not depend on the picture as long as lanes stay with their windows: the tile
/// once, and the tables.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const FacesSettings settings = settings_of(parameters);
    const cascade::Cascade& cascade = cascade_of(parameters);
    const bool queues = settings.alone > 0 && settings.alone < length(cascade.stages);
    if (settings.scaled_filter || queues || settings.features == FeaturesIn::shared ||
        settings.order == LevelOrder::together)
        return {};
    Cost cost;
    for (const FacesLevel& one : faces_levels(parameters.extent, cascade, settings)) {
        const Extent places = one.level.places;
        if (places.count() == 0) continue;
        for (const ScalarType values : {u8, u32})
            for (const Expectation& table :
                 integral_image_expectations(one.level.extent, {values, u32}, parameters.machine))
                if (table.count == "barriers")
                    cost.barriers += {table.value, fmt::format("{} of tables", table.value)};
        const int64_t blocks =
            pieces(places.width, settings.block.width) * pieces(places.height, settings.block.height);
        cost.barriers += {blocks, fmt::format("{} blocks of windows", blocks)};
    }
    std::vector<Expectation> all = work_expectations(cost);
    std::erase_if(all, [](const Expectation& one) { return one.count != "barriers"; });
    return all;
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "haar_cascade",
    .title = "Cascade over every window",
    .chapter = "Faces",
    .source = "Oro et al. 2011, section 3; Viola and Jones 2001; OpenCV 4.6, detectMultiScale",
    .teaches =
        "Most windows fail early: lanes drop out stage by stage, and a warp is busy until its last window "
        "fails",
    .options =
        {choice_option("features", "where the kernel reads the cascade's features",
                       {"constant memory", "shared memory", "global memory"}),
         choice_option("rule", "what changes size from level to level, and by which rule",
                       {"the picture", "the filter", "the picture, OpenCV's rule"}),
         choice_option("cascade", "the cascade", {"toy", "frontal face"}),
         automatic_option(
             "scales",
             "levels of the pyramid; the toy cascade has one, or three if not serial; otherwise all", 1, 40),
         factor_option(),
         choice_option("streams",
                       "the levels one after another, each in its own stream, or all in one picture and "
                       "one launch; scaled filters then use streams",
                       {"serial", "concurrent", "together"}),
         automatic_option("alone",
                          "stages after which the remaining windows go into a queue; never for a toy, nor "
                          "after the last stage",
                          1, 25),
         choice_option("block", "windows per block; a toy's are two rows of a warp",
                       {"32 × 16", "28 × 28", "32 × 8"}, 2)},
    .types = {{u8, u8}},
    .opening = {.extent = {16, 12}, .lanes = 8, .launch = "cascade", .at = 8491},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::survival,
    .further_inputs = further_inputs,
};

}  // namespace upsweep::entries::haar_cascade
