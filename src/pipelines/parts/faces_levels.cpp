// What is known of a detector's levels and words before any launch: where they lie, and what kernels read of
// them.
#include "pipelines/parts/faces_levels.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/window_parts.h"

namespace upsweep {

using cascade::Cascade;
using cascade::Rule;

namespace {

constexpr std::int64_t stage_words = 4, most_stages = 253;
/// Room for windows found; no real picture has more faces.
constexpr std::int64_t most_listed = 65536;

}  // namespace

LevelList list_of_levels(const std::vector<FacesLevel>& levels, const LevelPlaces& at, std::int64_t threads,
                         Extent block) {
    LevelList list;
    for (std::size_t i = levels.size(); i-- > 0;) {
        const reference::PyramidLevel& level = levels[i].level;
        const Extent extent = level.extent, places = level.places;
        if (places.count() == 0) continue;
        for (const std::int64_t word :
             {list.shrinking, list.asking, list.rows, at.corners[i].x, at.corners[i].y, extent.width,
              extent.height, places.width, places.height, level.step, levels[i].first_place})
            list.words.push_back(static_cast<std::int32_t>(word));
        ++list.count;
        list.shrinking =
            checked_blocks(list.shrinking + pieces(extent.width, threads) * extent.height, "pixels");
        list.asking = checked_blocks(
            list.asking + pieces(places.width, block.width) * pieces(places.height, block.height), "places");
        list.rows += places.height;
    }
    return list;
}

void append_squares(Plan& plan, BufferId from, BufferId squares, MachineShape machine) {
    const std::int64_t threads = 8 * machine.lanes, pixels = plan[from].extent.count();
    Launch launch;
    launch.kernel = {"square_pixels.cu", "square_pixels",
                     type_definitions({ScalarType::u8, plan[squares].type})};
    launch.grid = {checked_blocks(pieces(pixels, threads), "squares")};
    launch.block = {threads};
    launch.arguments = {BufferArgument{from}, BufferArgument{squares},
                        ScalarArgument{ScalarType::i64, static_cast<std::uint64_t>(pixels)}};
    launch.name = "square pixels";
    launch.bytes_read = plan[from].bytes();
    launch.bytes_written = plan[squares].bytes();
    plan.operations.push_back({std::move(launch)});
}

Array cascade_words(const Cascade& cascade) {
    if (static_cast<std::int64_t>(cascade.stages.size()) > most_stages)
        throw Error(fmt::format("{} has {} stages; a map of stages survived holds at most {}.", cascade.name,
                                cascade.stages.size(), most_stages));
    const cascade::Packed packed = pack(cascade);
    const auto stages = static_cast<std::int64_t>(packed.stages.size()) / 3;
    const std::int64_t words = packed.bytes() / 4 + stages;
    if (4 * words > cascade::constant_memory_bytes)
        throw Error(fmt::format("{} takes {} bytes, but constant memory has {}.", cascade.name, 4 * words,
                                cascade::constant_memory_bytes));
    Array array(ScalarType::u32, {words, 1});
    const auto all = array.view<std::uint32_t>();
    std::uint32_t thirds_before = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(stages); ++i) {
        const std::uint32_t first = packed.stages[3 * i + 1], count = packed.stages[3 * i + 2];
        std::uint32_t thirds = 0;
        for (std::uint32_t s = first; s < first + count; ++s) thirds += packed.stumps[5 * s] >> 31;
        std::copy_n(packed.stages.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                    all.begin() + static_cast<std::ptrdiff_t>(stage_words * i));
        all[stage_words * i + 3] = thirds << 16 | thirds_before;
        thirds_before += thirds;
    }
    auto at = std::copy(packed.stumps.begin(), packed.stumps.end(), all.begin() + stage_words * stages);
    std::copy(packed.thirds.begin(), packed.thirds.end(), at);
    return array;
}

std::vector<FacesLevel> faces_levels(Extent picture, const Cascade& cascade, const FacesSettings& settings) {
    if (settings.scaled_filter && settings.rule == Rule::opencv)
        throw UsageError("OpenCV's rule scales the picture; choose the paper's rule to scale the filter.");
    std::vector<FacesLevel> levels;
    std::int64_t places = 0;
    for (reference::PyramidLevel level :
         reference::pyramid_levels(picture, cascade.window, settings.factor, settings.rule)) {
        if (settings.levels > 0 && static_cast<std::int64_t>(levels.size()) == settings.levels) break;
        if (settings.scaled_filter) {
            level.extent = picture;
            level.places = {picture.width - level.window.width + 1, picture.height - level.window.height + 1};
        }
        levels.push_back({level, places});
        places += level.places.count();
    }
    return levels;
}

Extent maps_extent(const std::vector<FacesLevel>& levels) {
    std::int64_t places = 0;
    for (const FacesLevel& one : levels) places += one.level.places.count();
    const bool alone = levels.size() == 1 && places > 0;
    return alone ? levels.front().level.places : Extent{std::max<std::int64_t>(places, 1), 1};
}

LevelPlaces side_by_side(const std::vector<Extent>& levels, std::int64_t unit) {
    struct Shelf {
        std::int64_t y = 0, used = 0, height = 0;
    };
    LevelPlaces places;
    for (const Extent level : levels)
        places.extent.width = std::max(places.extent.width, pieces(level.width, unit) * unit);
    std::vector<Shelf> shelves;
    for (const Extent level : levels) {
        auto shelf = std::find_if(shelves.begin(), shelves.end(), [&](const Shelf& one) {
            return one.used + level.width <= places.extent.width && level.height <= one.height;
        });
        if (shelf == shelves.end())
            shelf = shelves.insert(
                shelf, {shelves.empty() ? 0 : shelves.back().y + shelves.back().height, 0, level.height});
        places.corners.push_back({shelf->used, shelf->y});
        shelf->used += level.width;
        places.extent.height = std::max(places.extent.height, shelf->y + shelf->height);
    }
    return places;
}

FoundWords found_words(const FacesPlan& plan) {
    return {plan.stages + 1, plan.stages + 2, std::clamp<std::int64_t>(plan.places, 1, most_listed)};
}

Option factor_option() {
    return {.name = "factor",
            .title = "growth of the scale from level to level, in percent",
            .lowest = 105,
            .highest = 400,
            .initial = 110};
}

Launch shrink_launch(const Plan& plan, BufferId picture, Extent extent, BufferId to, std::int64_t first,
                     Extent level, Rule rule, MachineShape machine) {
    Launch launch =
        pixel_launch({"image_pyramid.cu", "shrink_picture", {}}, level, machine, "shrink picture");
    launch.arguments = {BufferArgument{picture},
                        BufferArgument{to, first},
                        int_argument(extent.width),
                        int_argument(extent.height),
                        int_argument(level.width),
                        int_argument(level.height),
                        int_argument(plan[to].extent.width),
                        int_argument(rule == Rule::opencv)};
    launch.bytes_read = plan[picture].bytes();
    launch.bytes_written = level.count();
    launch.subjects = {subject(picture, SubjectRole::picture, SubjectForm::grid),
                       subject(to, SubjectRole::picture, SubjectForm::grid)};
    return launch;
}

}  // namespace upsweep
