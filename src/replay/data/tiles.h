// Tiles of a launch in two dimensions: what each hears from its neighbours, what it passes on, and where
// what a block keeps came from. From staging and the trace, for any kernel that publishes words.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emulator/trace/player.h"
#include "replay/data/blocks.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// One word that a block read of another, or wrote of its own.
struct WordEvent {
    int64_t step = 0;
    int64_t of = 0;     ///< number of the block whose word it is
    int64_t index = 0;  ///< which of that block's words: row or column of the tile
    bool write = false;
    int lane = 0;
    Word word;
};

/// The words of one array of a launch, and which way they travel.
struct WordWay {
    const StagedArray* words = nullptr;
    bool across = true;  ///< from tile to tile in a row of tiles; false: down a column
    int64_t values = 0;  ///< of a tile: its rows, or its columns
    std::map<int64_t, std::vector<WordEvent>> events;  ///< by number of the block that acts, by step
};

/// What stays the same for a whole launch. Reads the launch once, O(accesses). Points into `staged`.
struct LaunchTiles {
    std::vector<WordWay> ways;
    /// By position in StagedLaunch::arrays: the extent that all parts share, which lie apart; else {0, 0}.
    std::vector<Extent> tile;
    const StagedArray* output = nullptr;  ///< the last grid of data
    std::map<int64_t, uint64_t> stored;   ///< raw bits that stay in the last element of each tile
};
LaunchTiles launch_tiles(const Trace& trace, const StagedLaunch& staged);

/// What reaches one row or column of a tile from the tiles before it.
struct TileCarry {
    int64_t index = 0;
    std::vector<int64_t> from;  ///< numbers of the tiles whose words were counted, nearest first
    MessageState state = MessageState::nothing;  ///< of the nearest tile's word, as it was last read
    std::string said;                            ///< the nearest tile's value
    std::string value;                           ///< the sum of all before; empty: not known yet
    uint64_t bits = 0;                           ///< of the value
    int lane = -1;                               ///< who read it
    bool now = false;                            ///< read by the present steps
};

/// What one row or column of a tile adds, and what it passes on.
struct TileSum {
    int64_t index = 0;
    MessageState state = MessageState::nothing;
    std::string own, so_far;  ///< empty: not published yet
    uint64_t own_bits = 0;
    bool now = false;
};

struct TileSide {
    const WordWay* way = nullptr;
    std::vector<TileCarry> carries;  ///< by row or column; empty at the picture's edge
    std::vector<TileSum> sums;
    int64_t next = -1;  ///< number of the tile that looks here next; -1: none exists
};

/// The last element of a tile: what lies above it and left of it, and what the tile adds itself.
struct LastElement {
    int64_t element = 0;                ///< of the output
    std::string above, left, own, sum;  ///< above and left empty at the picture's edges
    std::vector<std::string> left_parts, own_parts;
};

struct TilePicture {
    int64_t number = 0;
    std::optional<TileSide> rows, columns;
    std::optional<LastElement> last;  ///< where the sum is what the kernel stores in the end
};

/// Tile `number` after the steps before `range.end`; `range` are the present steps.
TilePicture make_tile(const StagedLaunch& staged, const LaunchTiles& tiles, int64_t number, StepRange range);

/// Where the values that a shared array holds now were copied from: the box around them in one array.
struct KeptSource {
    int array = -1;  ///< ArrayId; -1: nothing was copied, or it came from several arrays
    ElementBox box;
};
KeptSource kept_source(const Trace& trace, const emulator::Player& player, const StagedLaunch& staged,
                       ArrayId kept);

}  // namespace upsweep::replay
