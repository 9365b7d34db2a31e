// What the diagram of a block shows: the stretches of arrays that take part, and where they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Cells of an array side by side: column c holds element `first` + c.
struct DiagramPlace {
    ArrayId array = 0;
    int64_t first = 0, count = 0;
    std::string name;
    bool holds(ArrayId of, int64_t element) const {
        return of == array && element >= first && element < first + count;
    }
    int64_t end() const { return first + count; }
};

/// What a block keeps, and its parts of what it reads and writes. Element i of the output is under
/// element i of the input where both have the same parts, or the same number of elements.
struct BlockPlaces {
    std::vector<DiagramPlace> kept;             ///< one, or two buffers: each pass reads one and writes
                                                ///< another; empty: the block keeps no row of data
    std::optional<DiagramPlace> input, output;  ///< none: the kept values come or go elsewhere
    int64_t columns() const;
};

/// Finds the places of a block of a launch, in one read of its accesses. What it keeps is declared
/// (core/subject.h), else the largest array of a row that the block shares; two halves of it, or two arrays
/// of one size, are two places where each pass writes one of them with values of the other.
BlockPlaces places_of(const Trace& trace, const StagedLaunch& staged, uint32_t block);

}  // namespace upsweep::replay
