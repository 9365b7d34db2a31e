// The acting tile seen close by, for tiles.cpp.
#pragma once

#include <vector>

#include "stage/grid.h"

namespace upsweep::replay {
struct BlocksPicture;
}

namespace upsweep::stage {

/// What the lens shows, and how large: found once for a launch and a room.
struct Lens {
    const replay::StagedArray* array =
        nullptr;  ///< whose elements: the block's shared grid, or its part of a grid
    std::vector<const replay::StagedArray*> further =
        {};                                   ///< shared grids of the same size, one under the other
    Extent cells;                             ///< of a tile; a larger one than fits is cut
    bool rows = false, columns = false;       ///< words from the left, from above
    bool senders = false;                     ///< the neighbours' words are beside the carries
    float pitch = 3.9F;                       ///< E a cell
    float width(const Canvas& canvas) const;  ///< pixels
    float height(const Canvas& canvas) const;
};

/// The array nullptr where there is nothing to see closer.
Lens lens_of(const Context& stage);
/// Which tile the lens shows: the acting one, else the first that runs, else the first.
int64_t tile_to_show(const replay::BlocksPicture& blocks);
void draw_lens(Context& stage, const Lens& lens, Box rect, int64_t number);
/// The same on a presented page: larger cells, without the neighbours' words and without notes.
void draw_present_lens(Context& stage, Lens lens, Box rect, int64_t number);

}  // namespace upsweep::stage
