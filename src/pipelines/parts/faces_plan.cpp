// Face detection as a plan, and what is known of its levels and words before any launch.
#include "pipelines/parts/faces_plan.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/error.h"
#include "core/ranges.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/windows.h"

namespace upsweep {

using cascade::Cascade;
using cascade::Rule;

namespace {

constexpr int64_t stage_words = 4, most_stages = 253;
/// Room for windows found; no real picture has more faces.
constexpr int64_t most_listed = 65536;

}  // namespace

LevelList list_of_levels(const std::vector<FacesLevel>& levels, const LevelPlaces& at, int64_t threads,
                         Extent block) {
    LevelList list;
    for (size_t i = levels.size(); i-- > 0;) {
        const reference::PyramidLevel& level = levels[i].level;
        const Extent extent = level.extent, places = level.places;
        if (places.count() == 0) continue;
        for (const int64_t word :
             {list.shrinking, list.asking, list.rows, at.corners[i].x, at.corners[i].y, extent.width,
              extent.height, places.width, places.height, level.step, levels[i].first_place})
            list.words.push_back(int32_t(word));
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
    const int64_t threads = 8 * machine.lanes, pixels = plan[from].extent.count();
    append_pass(plan, from, squares,
                {.kernel = {"square_pixels.cu", "square_pixels",
                            type_definitions({ScalarType::u8, plan[squares].type})},
                 .grid = {checked_blocks(pieces(pixels, threads), "squares")},
                 .block = {threads},
                 .arguments = arguments(long_argument(pixels)),
                 .name = "square pixels"});
}

Array cascade_words(const Cascade& cascade) {
    if (length(cascade.stages) > most_stages)
        throw Error("{} has {} stages; a map of stages survived holds at most {}.", cascade.name,
                    cascade.stages.size(), most_stages);
    const cascade::Packed packed = pack(cascade);
    const auto stages = length(packed.stages) / 3;
    const int64_t words = packed.bytes() / 4 + stages;
    if (4 * words > cascade::constant_memory_bytes)
        throw Error("{} takes {} bytes, but constant memory has {}.", cascade.name, 4 * words,
                    cascade::constant_memory_bytes);
    Array array(ScalarType::u32, {words, 1});
    const auto all = array.view<uint32_t>();
    uint32_t thirds_before = 0;
    for (size_t i = 0; i < size_t(stages); ++i) {
        const uint32_t first = packed.stages[3 * i + 1], count = packed.stages[3 * i + 2];
        uint32_t thirds = 0;
        for (uint32_t s = first; s < first + count; ++s) thirds += packed.stumps[5 * s] >> 31;
        std::copy_n(packed.stages.begin() + ptrdiff_t(3 * i), 3, all.begin() + ptrdiff_t(stage_words * i));
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
    int64_t places = 0;
    for (reference::PyramidLevel level :
         reference::pyramid_levels(picture, cascade.window, settings.factor, settings.rule)) {
        if (settings.levels > 0 && length(levels) == settings.levels) break;
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
    int64_t places = 0;
    for (const FacesLevel& one : levels) places += one.level.places.count();
    const bool alone = levels.size() == 1 && places > 0;
    return alone ? levels.front().level.places : Extent{std::max<int64_t>(places, 1), 1};
}

LevelPlaces side_by_side(const std::vector<Extent>& levels, int64_t unit) {
    struct Shelf {
        int64_t y = 0, used = 0, height = 0;
    };
    LevelPlaces places;
    for (const Extent level : levels)
        places.extent.width = std::max(places.extent.width, pieces(level.width, unit) * unit);
    std::vector<Shelf> shelves;
    for (const Extent level : levels) {
        auto shelf = find_if(shelves, [&](const Shelf& one) {
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
    return {plan.stages + 1, plan.stages + 2, std::clamp<int64_t>(plan.places, 1, most_listed)};
}

Option factor_option() {
    return number_option("factor", "growth of the scale from level to level, in percent", 105, 400, 110);
}

Launch shrink_launch(const Plan& plan, BufferId picture, Extent extent, BufferId to, int64_t first,
                     Extent level, Rule rule, MachineShape machine) {
    Launch launch =
        pixel_launch({"image_pyramid.cu", "shrink_picture", {}}, level, machine, "shrink picture");
    launch.arguments = arguments(picture, BufferArgument{to, first}, extent.width, extent.height, level.width,
                                 level.height, plan[to].extent.width, rule == Rule::opencv);
    launch.bytes_read = plan[picture].bytes();
    launch.bytes_written = level.count();
    launch.subjects = {on_grid(picture, SubjectRole::picture), on_grid(to, SubjectRole::picture)};
    return launch;
}

namespace {

int64_t stumps_of(const Cascade& cascade) { return length(cascade.stumps); }

/// Words of a stage with its third parts, for the longest stage.
int64_t longest_stage(const Cascade& cascade) {
    int64_t longest = 0;
    for (const cascade::Stage& stage : cascade.stages) longest = std::max<int64_t>(longest, 6 * stage.count);
    return longest;
}

/// Puts operations together, each level's in its stream.
class Builder {
  public:
    Builder(Extent picture, const Cascade& cascade, const FacesSettings& settings)
        : picture_(picture), cascade_(cascade), settings_(settings) {
        result_.levels = faces_levels(picture, cascade, settings);
        result_.stages = length(cascade.stages);
        for (const FacesLevel& one : result_.levels) result_.places += one.level.places.count();
        if (result_.places > std::numeric_limits<int32_t>::max())
            throw UsageError(
                "The pyramid has {} window positions in all levels of {} × {} pixels, but the plan numbers "
                "at most {}; choose a smaller picture or fewer levels.",
                result_.places, picture.width, picture.height, std::numeric_limits<int32_t>::max());
    }

    FacesPlan build() {
        Plan& plan = result_.plan;
        plan.algorithm = "haar_cascade";
        plan.input = plan.add_buffer({"input", ScalarType::u8, picture_});
        maps_ = plan.add_buffer({"survived", ScalarType::u8, maps_extent(result_.levels)});
        plan.output = maps_;
        plan.operations.push_back({Upload{0, plan.input}});
        if (result_.places == 0) plan.operations.push_back({Clear{maps_}});
        if (result_.places > 0) append_cascade();
        if (settings_.scaled_filter && result_.places > 0) append_tables_of_picture();
        begin_ = int(plan.operations.size()) - 1;
        if (together())
            append_together();
        else
            for (size_t i = 0; i < result_.levels.size(); ++i) append_level(i);
        join();
        if (settings_.listed) append_list();
        return std::move(result_);
    }

  private:
    bool in_constants() const {
        return settings_.features == FeaturesIn::constant || settings_.scaled_filter;
    }

    /// A toy's constants are no longer than its cascade, so that the eye finds them.
    KernelName kernel(std::string file, std::string function) const {
        KernelName name{std::move(file), std::move(function), {}};
        if (settings_.features != FeaturesIn::constant && name.file == "haar_cascade.cu")
            name.definitions.emplace_back("FEATURES", settings_.features == FeaturesIn::shared ? "1" : "2");
        if (settings_.machine.lanes != 32)
            name.definitions.emplace_back(
                "WORDS", std::to_string(in_constants() ? result_.further_inputs.front().count() : 1));
        return name;
    }

    KernelName cascade_kernel() const {
        if (settings_.scaled_filter) return kernel("haar_cascade_scaled.cu", "cascade_scaled");
        return kernel("haar_cascade.cu", together() ? "cascade_levels"
                                         : queues() ? "cascade_queue"
                                                    : "cascade_lanes");
    }

    bool together() const { return settings_.order == LevelOrder::together && !settings_.scaled_filter; }

    bool queues() const { return settings_.alone > 0 && settings_.alone < result_.stages; }

    void append_cascade() {
        Plan& plan = result_.plan;
        result_.further_inputs = {cascade_words(cascade_)};
        words_ = plan.add_buffer({"features", ScalarType::u32, result_.further_inputs.front().extent()});
        plan.operations.push_back({Upload{1, words_}});
        if (in_constants()) plan.operations.push_back({SetVariable{words_, cascade_kernel(), "cascade"}});
    }

    std::string name_of(size_t level, std::string_view what) const {
        if (result_.levels.size() == 1) return std::string(what);
        return fmt::format("level {}: {}", level + 1, what);
    }

    struct Tables {
        BufferId sums, squares;
    };

    /// Of the pixels and of their squares.
    Tables append_tables(BufferId picture, ScalarType of_squares) {
        Plan& plan = result_.plan;
        const Extent extent = plan[picture].extent;
        const BufferId squared = add_buffer(plan, "squares", of_squares, extent);
        Tables tables;
        tables.sums = add_buffer(plan, "table", ScalarType::u32, extent);
        tables.squares = add_buffer(plan, "square_table", of_squares, extent);
        append_integral_image(plan, picture, tables.sums, settings_.machine);
        append_squares(plan, picture, squared, settings_.machine);
        append_integral_image(plan, squared, tables.squares, settings_.machine);
        return tables;
    }

    void append_tables_of_picture() { of_picture_ = append_tables(result_.plan.input, ScalarType::f64); }

    BufferId append_list_of_levels(const LevelList& list) {
        Plan& plan = result_.plan;
        Array words(ScalarType::i32, {length(list.words), 1});
        std::copy(list.words.begin(), list.words.end(), words.view<int32_t>().begin());
        const BufferId levels =
            plan.add_buffer({"levels", ScalarType::i32, words.extent(), BufferRole::control});
        result_.further_inputs.push_back(std::move(words));
        plan.operations.push_back({Upload{int(result_.further_inputs.size()), levels}});
        return levels;
    }

    void append_shrinking(BufferId all, BufferId levels, const LevelList& list) {
        Plan& plan = result_.plan;
        append_pass(
            plan, plan.input, all,
            {.kernel = {"image_pyramid.cu", "shrink_levels", {}},
             .grid = {list.shrinking},
             .block = {8 * settings_.machine.lanes},
             .arguments = arguments(levels, list.count, picture_.width, picture_.height,
                                    plan[all].extent.width, settings_.rule == Rule::opencv),
             .name = "shrink picture",
             .subjects = {on_grid(plan.input, SubjectRole::picture), on_grid(all, SubjectRole::picture)}});
    }

    void append_together() {
        if (result_.places == 0) return;
        Plan& plan = result_.plan;
        std::vector<Extent> extents;
        for (const FacesLevel& one : result_.levels) extents.push_back(one.level.extent);
        const LevelPlaces at = side_by_side(extents, settings_.machine.lanes == 32 ? 16 : 1);
        const LevelList list =
            list_of_levels(result_.levels, at, 8 * settings_.machine.lanes, settings_.block);
        const BufferId levels = append_list_of_levels(list);
        const BufferId all = add_buffer(plan, "pyramid", ScalarType::u8, at.extent);
        // Between the levels nothing is written, and tables add it up.
        plan.operations.push_back({Clear{all, 0, true}});
        append_shrinking(all, levels, list);
        const Tables tables = append_tables(all, ScalarType::u32);
        append_cascade_of_all(all, levels, list, tables);
        if (settings_.rule == Rule::opencv) append_visits_of_all(levels, list);
    }

    void append_cascade_of_all(BufferId all, BufferId levels, const LevelList& list, const Tables& tables) {
        Plan& plan = result_.plan;
        int64_t shared = 0;
        for (const FacesLevel& one : result_.levels)
            shared = std::max(shared, cascade_launch(one, tables).dynamic_shared_bytes);
        Launch launch = cascade_launch(result_.levels.front(), tables);
        const Argument features = launch.arguments[2];
        launch.grid = {list.asking};
        launch.dynamic_shared_bytes = shared;
        launch.arguments = arguments(tables.sums, tables.squares, features, maps_, levels, list.count,
                                     plan[all].extent.width, cascade_.window.width, cascade_.window.height,
                                     result_.stages, stumps_of(cascade_), settings_.rule == Rule::opencv,
                                     queues() ? settings_.alone : result_.stages);
        launch.bytes_written = result_.places;
        launch.subjects = cascade_subjects(all, tables, true);
        append_launch(plan, std::move(launch));
    }

    void append_visits_of_all(BufferId levels, const LevelList& list) {
        const int64_t threads = 4 * settings_.machine.lanes;
        append_launch(result_.plan, {.kernel = {"haar_visits.cu", "pass_over_levels", {}},
                                     .grid = {pieces(list.rows, threads)},
                                     .block = {threads},
                                     .arguments = arguments(maps_, levels, list.count, list.rows),
                                     .name = "pass over places",
                                     .bytes_read = result_.places,
                                     .bytes_written = result_.places});
    }

    void append_level(size_t i) {
        Plan& plan = result_.plan;
        const FacesLevel& one = result_.levels[i];
        if (one.level.places.count() == 0) return;
        const auto first = plan.operations.size();
        const int stream = settings_.order == LevelOrder::serial ? 0 : int(i);
        // What all levels need comes from the first stream.
        if (stream > 0) plan.operations.push_back({Wait{begin_}});
        const auto named = plan.operations.size();
        if (settings_.scaled_filter)
            append_scaled_cascade(one);
        else
            append_scaled_picture(one);
        for (size_t k = first; k < plan.operations.size(); ++k) plan.operations[k].stream = stream;
        for (size_t k = named; k < plan.operations.size(); ++k)
            if (auto* launch = std::get_if<Launch>(&plan.operations[k].what))
                launch->name = name_of(i, launch->name);
        ends_.push_back(int(plan.operations.size()) - 1);
    }

    void append_scaled_picture(const FacesLevel& one) {
        Plan& plan = result_.plan;
        BufferId picture = plan.input;
        if (one.level.extent != picture_) {
            picture = add_buffer(plan, "level", ScalarType::u8, one.level.extent);
            plan.operations.push_back({shrink_launch(plan, plan.input, picture_, picture, 0, one.level.extent,
                                                     settings_.rule, settings_.machine)});
        }
        const Tables tables = append_tables(picture, ScalarType::u32);
        Launch launch = cascade_launch(one, tables);
        launch.subjects = cascade_subjects(picture, tables, queues());
        append_launch(plan, std::move(launch));
        if (settings_.rule == Rule::opencv) append_visits(one);
    }

    std::vector<Subject> cascade_subjects(BufferId picture, const Tables& tables, bool queued) const {
        std::vector<Subject> subjects = {on_grid(picture, SubjectRole::picture),
                                         on_grid(tables.sums, SubjectRole::table),
                                         on_grid(tables.squares, SubjectRole::table)};
        if (!in_constants()) subjects.push_back(subject(words_));
        subjects.push_back(kept("tile", SubjectRole::table));
        if (queued)
            for (const char* shared : {"norms", "queue", "queued"}) subjects.push_back(kept(shared));
        subjects.push_back(survived_subject());
        return subjects;
    }

    Subject survived_subject() const {
        const bool row = result_.plan[maps_].extent.height == 1;
        return subject(maps_, SubjectRole::data, row ? SubjectForm::row : SubjectForm::grid);
    }

    Launch cascade_launch(const FacesLevel& one, const Tables& tables) const {
        const Plan& plan = result_.plan;
        const reference::PyramidLevel& level = one.level;
        const Extent block = settings_.block, places = level.places, window = cascade_.window;
        const int64_t tile = ((block.width - 1) * level.step + window.width + 1) *
                             ((block.height - 1) * level.step + window.height + 1);
        const int64_t fetched = settings_.features == FeaturesIn::shared ? longest_stage(cascade_) : 0;
        Launch launch;
        launch.kernel = cascade_kernel();
        launch.grid = {checked_blocks(pieces(places.width, block.width) * pieces(places.height, block.height),
                                      "places")};
        launch.block = {block.width, block.height};
        launch.dynamic_shared_bytes = 4 * (tile + fetched);
        const Argument features = settings_.features == FeaturesIn::constant
                                      ? Argument(ScalarArgument{ScalarType::u64, 0})
                                      : Argument(BufferArgument{words_});
        launch.arguments = arguments(
            tables.sums, tables.squares, features, BufferArgument{maps_, one.first_place}, level.extent.width,
            level.extent.height, places.width, places.height, level.step, window.width, window.height,
            result_.stages, stumps_of(cascade_), settings_.rule == Rule::opencv);
        if (queues()) launch.arguments.push_back(int_argument(settings_.alone));
        launch.name = "cascade";
        launch.bytes_read = plan[tables.sums].bytes() + plan[tables.squares].bytes();
        launch.bytes_written = places.count();
        return launch;
    }

    void append_scaled_cascade(const FacesLevel& one) {
        Plan& plan = result_.plan;
        const reference::PyramidLevel& level = one.level;
        Launch launch = pixel_launch(cascade_kernel(), level.places, settings_.machine, "cascade");
        launch.arguments = arguments(
            of_picture_.sums, of_picture_.squares, BufferArgument{maps_, one.first_place}, picture_.width,
            level.places.width, ScalarArgument{ScalarType::f32, bit_cast<uint32_t>(level.scale)},
            cascade_.window.width, cascade_.window.height, level.window.width, level.window.height,
            result_.stages, stumps_of(cascade_));
        launch.bytes_read = plan[of_picture_.sums].bytes() + plan[of_picture_.squares].bytes();
        launch.bytes_written = level.places.count();
        launch.subjects = {on_grid(plan.input, SubjectRole::picture),
                           on_grid(of_picture_.sums, SubjectRole::table),
                           on_grid(of_picture_.squares, SubjectRole::table), survived_subject()};
        append_launch(plan, std::move(launch));
    }

    void append_visits(const FacesLevel& one) {
        const Extent places = one.level.places;
        const int64_t threads = 4 * settings_.machine.lanes;
        append_launch(result_.plan, {.kernel = {"haar_visits.cu", "pass_over_places", {}},
                                     .grid = {pieces(places.height, threads)},
                                     .block = {threads},
                                     .arguments = arguments(BufferArgument{maps_, one.first_place},
                                                            places.width, places.height),
                                     .name = "pass over places",
                                     .bytes_read = places.count(),
                                     .bytes_written = places.count()});
    }

    /// The first stream waits for the others: what comes next needs all levels.
    void join() {
        Plan& plan = result_.plan;
        for (const int end : ends_)
            if (nth(plan.operations, end).stream > 0) plan.operations.push_back({Wait{end}});
    }

    void append_list() {
        Plan& plan = result_.plan;
        const FoundWords words = found_words(result_);
        const BufferId found = plan.add_buffer({"found", ScalarType::u32, {words.first + words.most, 1}});
        plan.output = found;
        plan.operations.push_back({Clear{found}});
        if (result_.places == 0) return;
        const int64_t threads = 8 * settings_.machine.lanes, a_thread = 16;
        append_launch(plan, {.kernel = {"haar_visits.cu", "list_windows", {}},
                             .grid = {pieces(result_.places, threads * a_thread)},
                             .block = {threads},
                             .arguments = arguments(maps_, found, long_argument(result_.places),
                                                    result_.stages, words.most),
                             .name = "list windows",
                             .bytes_read = result_.places,
                             .bytes_written = 4 * words.first});
    }

    Extent picture_;
    const Cascade& cascade_;
    FacesSettings settings_;
    FacesPlan result_;
    BufferId maps_, words_;
    Tables of_picture_;
    int begin_ = 0;          ///< the operation after which levels may begin
    std::vector<int> ends_;  ///< each level's last operation
};

}  // namespace

FacesPlan faces_plan(Extent picture, const Cascade& cascade, const FacesSettings& settings) {
    return Builder(picture, cascade, settings).build();
}

}  // namespace upsweep
