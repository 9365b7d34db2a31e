#include "pipelines/parts/faces_plan.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/window_parts.h"

namespace upsweep {
namespace {

using cascade::Cascade;
using cascade::Rule;

constexpr std::int64_t stage_words = 4, most_stages = 253;
/// Room for windows found; a picture with more faces than that is none.
constexpr std::int64_t most_listed = 65536;

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
                "Windows stand at {} places in all levels of {} × {} pixels, and the "
                "plan numbers {}; take a smaller picture or fewer levels.",
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
        return kernel("haar_cascade.cu", queues() ? "cascade_queue" : "cascade_lanes");
    }

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

    /// Squares of u8 pixels in the type of their table.
    void append_squares(BufferId from, BufferId squares) {
        Plan& plan = result_.plan;
        const std::int64_t threads = 8 * settings_.machine.lanes, pixels = plan[from].extent.count();
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
        append_squares(picture, squared);
        append_integral_image(plan, squared, tables.squares, settings_.machine);
        return tables;
    }

    void append_tables_of_picture() { of_picture_ = append_tables(result_.plan.input, ScalarType::f64); }

    void append_level(std::size_t i) {
        Plan& plan = result_.plan;
        const FacesLevel& one = result_.levels[i];
        if (one.level.places.count() == 0) return;
        const auto first = plan.operations.size();
        const int stream = settings_.concurrent ? static_cast<int>(i) : 0;
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
        launch.subjects = {subject(picture, SubjectRole::picture, SubjectForm::grid),
                           subject(tables.sums, SubjectRole::table, SubjectForm::grid),
                           subject(tables.squares, SubjectRole::table, SubjectForm::grid)};
        if (!in_constants()) launch.subjects.push_back(subject(words_));
        launch.subjects.push_back(kept("tile", SubjectRole::table));
        if (queues())
            for (const char* shared : {"norms", "queue", "queued"}) launch.subjects.push_back(kept(shared));
        launch.subjects.push_back(survived_subject());
        plan.operations.push_back({std::move(launch)});
        if (settings_.rule == Rule::opencv) append_visits(one);
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
                            ScalarArgument{ScalarType::f32, std::bit_cast<std::uint32_t>(level.scale)},
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

Array cascade_words(const Cascade& cascade) {
    if (static_cast<std::int64_t>(cascade.stages.size()) > most_stages)
        throw Error(fmt::format("{} has {} stages; a map of stages survived counts to {}.", cascade.name,
                                cascade.stages.size(), most_stages));
    const cascade::Packed packed = pack(cascade);
    const auto stages = static_cast<std::int64_t>(packed.stages.size()) / 3;
    const std::int64_t words = packed.bytes() / 4 + stages;
    if (4 * words > cascade::constant_memory_bytes)
        throw Error(fmt::format("{} takes {} bytes, and constant memory has {}.", cascade.name, 4 * words,
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
        throw UsageError("OpenCV's rule scales the picture; take the paper's to scale the filter.");
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

FacesPlan faces_plan(Extent picture, const Cascade& cascade, const FacesSettings& settings) {
    return Builder(picture, cascade, settings).build();
}

FoundWords found_words(const FacesPlan& plan) {
    return {plan.stages + 1, plan.stages + 2, std::clamp<std::int64_t>(plan.places, 1, most_listed)};
}

Option factor_option() {
    return {.name = "factor",
            .title = "how much larger the scale is from level to level, in percent",
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
