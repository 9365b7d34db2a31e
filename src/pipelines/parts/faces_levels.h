// The levels of a pyramid in one picture, and the list that tells kernels where each is.
#pragma once

#include <cstdint>
#include <vector>

#include "pipelines/parts/faces_plan.h"

namespace upsweep {

/// Where each level lies in a picture that holds them all, and how large that is: as wide as the widest, or
/// up to `unit` - 1 pixels wider, so that `unit` divides it.
struct LevelPlaces {
    Extent extent;
    struct Corner {
        std::int64_t x = 0, y = 0;
    };
    std::vector<Corner> corners;
};
/// Levels become smaller, as a pyramid's do: each goes to the right of larger ones where it fits.
LevelPlaces side_by_side(const std::vector<Extent>& levels, std::int64_t unit = 1);

/// The words of kernels/levels.cuh of all levels that have places, the smallest level first: so the blocks
/// that begin last are the largest level's, where a face's windows are few. Then how many levels, blocks that
/// make pixels, blocks that ask windows and rows of places there are.
struct LevelList {
    std::vector<std::int32_t> words;
    std::int64_t count = 0, shrinking = 0, asking = 0, rows = 0;
};
/// `threads` make as many pixels of a row; a block asks the windows of `block` places.
LevelList list_of_levels(const std::vector<FacesLevel>& levels, const LevelPlaces& at, std::int64_t threads,
                         Extent block);

/// Squares of u8 pixels in the type of their table.
void append_squares(Plan& plan, BufferId from, BufferId squares, MachineShape machine);

}  // namespace upsweep
