#include "pipelines/parts/faces_plan.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/faces_levels.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/window_parts.h"

namespace upsweep {
namespace {

using cascade::Cascade;
using cascade::Rule;

std::int64_t stumps_of(const Cascade& cascade) { return static_cast<std::int64_t>(cascade.stumps.size()); }

/// Words of a stage with its third parts, for the longest stage.
std::int64_t longest_stage(const Cascade& cascade) {
    std::int64_t longest = 0;
    for (const cascade::Stage& stage : cascade.stages)
        longest = std::max<std::int64_t>(longest, 6 * stage.count);
    return longest;
}

/// Puts operations together, each level's in its stream.
class Builder {
  public:
    Builder(Extent picture, const Cascade& cascade, const FacesSettings& settings)
        : picture_(picture), cascade_(cascade), settings_(settings) {
        result_.levels = faces_levels(picture, cascade, settings);
        result_.stages = static_cast<std::int64_t>(cascade.stages.size());
        for (const FacesLevel& one : result_.levels) result_.places += one.level.places.count();
        if (result_.places > std::numeric_limits<std::int32_t>::max())
            throw UsageError(fmt::format(
                "The pyramid has {} window positions in all levels of {} × {} pixels, but the plan numbers "
                "at most {}; choose a smaller picture or fewer levels.",
                result_.places, picture.width, picture.height, std::numeric_limits<std::int32_t>::max()));
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
        begin_ = static_cast<int>(plan.operations.size()) - 1;
        if (together())
            append_together();
        else
            for (std::size_t i = 0; i < result_.levels.size(); ++i) append_level(i);
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

    std::string name_of(std::size_t level, std::string_view what) const {
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
        Array words(ScalarType::i32, {static_cast<std::int64_t>(list.words.size()), 1});
        std::copy(list.words.begin(), list.words.end(), words.view<std::int32_t>().begin());
        const BufferId levels =
            plan.add_buffer({"levels", ScalarType::i32, words.extent(), BufferRole::control});
        result_.further_inputs.push_back(std::move(words));
        plan.operations.push_back({Upload{static_cast<int>(result_.further_inputs.size()), levels}});
        return levels;
    }

    void append_shrinking(BufferId all, BufferId levels, const LevelList& list) {
        Plan& plan = result_.plan;
        Launch launch;
        launch.kernel = {"image_pyramid.cu", "shrink_levels", {}};
        launch.grid = {list.shrinking};
        launch.block = {8 * settings_.machine.lanes};
        launch.arguments = {BufferArgument{plan.input},
                            BufferArgument{all},
                            BufferArgument{levels},
                            int_argument(list.count),
                            int_argument(picture_.width),
                            int_argument(picture_.height),
                            int_argument(plan[all].extent.width),
                            int_argument(settings_.rule == Rule::opencv)};
        launch.name = "shrink picture";
        launch.bytes_read = plan[plan.input].bytes();
        launch.bytes_written = plan[all].bytes();
        launch.subjects = {subject(plan.input, SubjectRole::picture, SubjectForm::grid),
                           subject(all, SubjectRole::picture, SubjectForm::grid)};
        plan.operations.push_back({std::move(launch)});
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
        std::int64_t shared = 0;
        for (const FacesLevel& one : result_.levels)
            shared = std::max(shared, cascade_launch(one, tables).dynamic_shared_bytes);
        Launch launch = cascade_launch(result_.levels.front(), tables);
        const Argument features = launch.arguments[2];
        launch.grid = {list.asking};
        launch.dynamic_shared_bytes = shared;
        launch.arguments = {BufferArgument{tables.sums},
                            BufferArgument{tables.squares},
                            features,
                            BufferArgument{maps_},
                            BufferArgument{levels},
                            int_argument(list.count),
                            int_argument(plan[all].extent.width),
                            int_argument(cascade_.window.width),
                            int_argument(cascade_.window.height),
                            int_argument(result_.stages),
                            int_argument(stumps_of(cascade_)),
                            int_argument(settings_.rule == Rule::opencv),
                            int_argument(queues() ? settings_.alone : result_.stages)};
        launch.bytes_written = result_.places;
        launch.subjects = cascade_subjects(all, tables, true);
        plan.operations.push_back({std::move(launch)});
    }

    void append_visits_of_all(BufferId levels, const LevelList& list) {
        const std::int64_t threads = 4 * settings_.machine.lanes;
        Launch launch;
        launch.kernel = {"haar_visits.cu", "pass_over_levels", {}};
        launch.grid = {pieces(list.rows, threads)};
        launch.block = {threads};
        launch.arguments = {BufferArgument{maps_}, BufferArgument{levels}, int_argument(list.count),
                            int_argument(list.rows)};
        launch.name = "pass over places";
        launch.bytes_read = launch.bytes_written = result_.places;
        result_.plan.operations.push_back({std::move(launch)});
    }

    void append_level(std::size_t i) {
        Plan& plan = result_.plan;
        const FacesLevel& one = result_.levels[i];
        if (one.level.places.count() == 0) return;
        const auto first = plan.operations.size();
        const int stream = settings_.order == LevelOrder::serial ? 0 : static_cast<int>(i);
        // What all levels need comes from the first stream.
        if (stream > 0) plan.operations.push_back({Wait{begin_}});
        const auto named = plan.operations.size();
        if (settings_.scaled_filter)
            append_scaled_cascade(one);
        else
            append_scaled_picture(one);
        for (std::size_t k = first; k < plan.operations.size(); ++k) plan.operations[k].stream = stream;
        for (std::size_t k = named; k < plan.operations.size(); ++k)
            if (auto* launch = std::get_if<Launch>(&plan.operations[k].what))
                launch->name = name_of(i, launch->name);
        ends_.push_back(static_cast<int>(plan.operations.size()) - 1);
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
        plan.operations.push_back({std::move(launch)});
        if (settings_.rule == Rule::opencv) append_visits(one);
    }

    std::vector<Subject> cascade_subjects(BufferId picture, const Tables& tables, bool queued) const {
        std::vector<Subject> subjects = {subject(picture, SubjectRole::picture, SubjectForm::grid),
                                         subject(tables.sums, SubjectRole::table, SubjectForm::grid),
                                         subject(tables.squares, SubjectRole::table, SubjectForm::grid)};
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
        const std::int64_t tile = ((block.width - 1) * level.step + window.width + 1) *
                                  ((block.height - 1) * level.step + window.height + 1);
        const std::int64_t fetched = settings_.features == FeaturesIn::shared ? longest_stage(cascade_) : 0;
        Launch launch;
        launch.kernel = cascade_kernel();
        launch.grid = {checked_blocks(pieces(places.width, block.width) * pieces(places.height, block.height),
                                      "places")};
        launch.block = {block.width, block.height};
        launch.dynamic_shared_bytes = 4 * (tile + fetched);
        const Argument features = settings_.features == FeaturesIn::constant
                                      ? Argument(ScalarArgument{ScalarType::u64, 0})
                                      : Argument(BufferArgument{words_});
        launch.arguments = {BufferArgument{tables.sums},
                            BufferArgument{tables.squares},
                            features,
                            BufferArgument{maps_, one.first_place},
                            int_argument(level.extent.width),
                            int_argument(level.extent.height),
                            int_argument(places.width),
                            int_argument(places.height),
                            int_argument(level.step),
                            int_argument(window.width),
                            int_argument(window.height),
                            int_argument(result_.stages),
                            int_argument(stumps_of(cascade_)),
                            int_argument(settings_.rule == Rule::opencv)};
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
        launch.arguments = {BufferArgument{of_picture_.sums},
                            BufferArgument{of_picture_.squares},
                            BufferArgument{maps_, one.first_place},
                            int_argument(picture_.width),
                            int_argument(level.places.width),
                            ScalarArgument{ScalarType::f32, bit_cast<std::uint32_t>(level.scale)},
                            int_argument(cascade_.window.width),
                            int_argument(cascade_.window.height),
                            int_argument(level.window.width),
                            int_argument(level.window.height),
                            int_argument(result_.stages),
                            int_argument(stumps_of(cascade_))};
        launch.bytes_read = plan[of_picture_.sums].bytes() + plan[of_picture_.squares].bytes();
        launch.bytes_written = level.places.count();
        launch.subjects = {subject(plan.input, SubjectRole::picture, SubjectForm::grid),
                           subject(of_picture_.sums, SubjectRole::table, SubjectForm::grid),
                           subject(of_picture_.squares, SubjectRole::table, SubjectForm::grid),
                           survived_subject()};
        plan.operations.push_back({std::move(launch)});
    }

    void append_visits(const FacesLevel& one) {
        const Extent places = one.level.places;
        const std::int64_t threads = 4 * settings_.machine.lanes;
        Launch launch;
        launch.kernel = {"haar_visits.cu", "pass_over_places", {}};
        launch.grid = {pieces(places.height, threads)};
        launch.block = {threads};
        launch.arguments = {BufferArgument{maps_, one.first_place}, int_argument(places.width),
                            int_argument(places.height)};
        launch.name = "pass over places";
        launch.bytes_read = launch.bytes_written = places.count();
        result_.plan.operations.push_back({std::move(launch)});
    }

    /// The first stream waits for the others: what comes next needs all levels.
    void join() {
        Plan& plan = result_.plan;
        for (const int end : ends_)
            if (plan.operations[static_cast<std::size_t>(end)].stream > 0)
                plan.operations.push_back({Wait{end}});
    }

    void append_list() {
        Plan& plan = result_.plan;
        const FoundWords words = found_words(result_);
        const BufferId found = plan.add_buffer({"found", ScalarType::u32, {words.first + words.most, 1}});
        plan.output = found;
        plan.operations.push_back({Clear{found}});
        if (result_.places == 0) return;
        const std::int64_t threads = 8 * settings_.machine.lanes, a_thread = 16;
        Launch launch;
        launch.kernel = {"haar_visits.cu", "list_windows", {}};
        launch.grid = {pieces(result_.places, threads * a_thread)};
        launch.block = {threads};
        launch.arguments = {BufferArgument{maps_}, BufferArgument{found},
                            ScalarArgument{ScalarType::i64, static_cast<std::uint64_t>(result_.places)},
                            int_argument(result_.stages), int_argument(words.most)};
        launch.name = "list windows";
        launch.bytes_read = result_.places;
        launch.bytes_written = 4 * words.first;
        plan.operations.push_back({std::move(launch)});
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
