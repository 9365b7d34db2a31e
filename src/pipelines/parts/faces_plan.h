// Face detection as a plan: a pyramid of the picture, tables of each level, a cascade over every place, and
// what is left.
#pragma once

#include <cstdint>
#include <vector>

#include "cascade/cascade.h"
#include "pipelines/algorithm.h"
#include "reference/haar_cascade.h"

namespace upsweep {

/// Where the kernel reads the cascade's features: one fetch of constant memory serves a warp; stage by stage
/// through shared memory; straight from global memory.
enum class FeaturesIn : uint8_t { constant, shared, global };

/// How levels are launched: one after another; each in a stream of its own (Oro's Figure 2); or all at once,
/// side by side in one picture, which has one pair of tables, by one launch a step. A scaled filter has no
/// levels to be put together: streams then.
enum class LevelOrder : uint8_t { serial, concurrent, together };

struct FacesSettings {
    double factor = 1.1;
    cascade::Rule rule = cascade::Rule::paper;
    bool scaled_filter = false;  ///< the window grows instead of the picture; the paper's rule alone
    FeaturesIn features = FeaturesIn::constant;
    LevelOrder order = LevelOrder::concurrent;
    /// Stages after which the windows that are left are queued, so that warps are full again; 0: never.
    int64_t alone = 1;
    Extent block{32, 8};  ///< places of a block of threads; Oro's is 28 x 28
    int64_t levels = 0;   ///< the first so many alone; 0: all
    /// The output is a list (see found_words) and not the maps; what comes back is small.
    bool listed = false;
    MachineShape machine = {};
};

/// A level and where it lies.
struct FacesLevel {
    reference::PyramidLevel level;
    int64_t first_place = 0;  ///< of its map in the row of all maps
};

/// The plan of one picture. Its output are all levels' maps one after another, u8, as
/// reference::stages_survived makes them (maps_extent); where no window fits into the picture, a single 0.
struct FacesPlan {
    Plan plan;
    std::vector<Array> further_inputs;  ///< host slots from 1 on: the cascade's words, the list of levels
    std::vector<FacesLevel> levels;
    int64_t places = 0;  ///< of all levels
    int64_t stages = 0;
};

/// Throws UsageError for the scaled filter under OpenCV's rule and for pictures with more places than a grid
/// or a list holds; Error where the cascade does not fit constant memory.
FacesPlan faces_plan(Extent picture, const cascade::Cascade& cascade, const FacesSettings& settings);

/// Where the output of a listed plan, u32, holds what: for s = 0 … stages the windows that survived s stages
/// and no more, then the number of windows that survived all, then the places of these in the row of all
/// maps, in no order.
struct FoundWords {
    int64_t count = 0;  ///< the word with the number of windows found
    int64_t first = 0;  ///< the word with the first of them
    int64_t most = 0;   ///< how many there is room for; of more the maps have to tell
};
FoundWords found_words(const FacesPlan& plan);

/// What kernels/haar_cascade.cuh reads: stages, stumps, third parts. Throws Error as cascade::pack does, and
/// for more than 253 stages.
Array cascade_words(const cascade::Cascade& cascade);

/// The levels that the settings ask for; none where no window fits.
std::vector<FacesLevel> faces_levels(Extent picture, const cascade::Cascade& cascade,
                                     const FacesSettings& settings);

/// Of all maps together: of one level its places, of several one row.
Extent maps_extent(const std::vector<FacesLevel>& levels);

/// The option "factor", in percent.
Option factor_option();
/// One level of `picture` into `to`, from element `first` on, rows being as far apart as `to` is wide.
Launch shrink_launch(const Plan& plan, BufferId picture, Extent extent, BufferId to, int64_t first,
                     Extent level, cascade::Rule rule, MachineShape machine);

/// Where each level lies in a picture that holds them all, and how large that is: as wide as the widest, or
/// up to `unit` - 1 pixels wider, so that `unit` divides it.
struct LevelPlaces {
    Extent extent;
    struct Corner {
        int64_t x = 0, y = 0;
    };
    std::vector<Corner> corners;
};
/// Levels become smaller, as a pyramid's do: each goes to the right of larger ones where it fits.
LevelPlaces side_by_side(const std::vector<Extent>& levels, int64_t unit = 1);

/// The words of kernels/levels.cuh of all levels that have places, the smallest level first: so the blocks
/// that begin last are the largest level's, where a face's windows are few. Then how many levels, blocks that
/// make pixels, blocks that ask windows and rows of places there are.
struct LevelList {
    std::vector<int32_t> words;
    int64_t count = 0, shrinking = 0, asking = 0, rows = 0;
};
/// `threads` make as many pixels of a row; a block asks the windows of `block` places.
LevelList list_of_levels(const std::vector<FacesLevel>& levels, const LevelPlaces& at, int64_t threads,
                         Extent block);

/// Squares of u8 pixels in the type of their table.
void append_squares(Plan& plan, BufferId from, BufferId squares, MachineShape machine);

}  // namespace upsweep
