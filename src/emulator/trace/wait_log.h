// Intervals of waiting for cells while a run is recorded: opened, ended, and who ended them. Who waited at a
// barrier is in the steps, see waits_of().
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/ranges.h"
#include "emulator/trace/trace_fwd.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {

class WaitLog {
  public:
    explicit WaitLog(std::vector<WaitInterval>& ended) : ended_(ended) {}

    /// A warp begins to wait: gives the number by which it is ended.
    int32_t open(const WaitInterval& wait);
    const WaitInterval& operator[](int32_t number) const { return nth(open_, number); }
    /// A step of this warp changed a cell: another warp that waits for it may continue soon.
    void changed(ArrayId array, int64_t element, uint32_t block, uint32_t warp, int64_t step) {
        if (!watchers_.empty()) note_change({array, element}, block, warp, step);
    }
    /// The wait is over: `step` is where the warp saw what it waited for. The cell's last change by another
    /// has ended it, if there was one. No one has waited if the step is that in which the wait began.
    void end(int32_t number, int64_t step);
    /// The launch is over: those that wait still are kept without an end.
    void end_launch();

    int64_t bytes() const { return int64_t((ended_.size() + open_.size()) * sizeof(WaitInterval)); }

  private:
    struct Cell {
        ArrayId array = 0;
        int64_t element = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    struct Hash {
        size_t operator()(const Cell& cell) const {
            return size_t(cell.element) * 0x9e3779b97f4a7c15ull ^ cell.array;
        }
    };
    void note_change(const Cell& cell, uint32_t block, uint32_t warp, int64_t step);

    std::vector<WaitInterval>& ended_;
    std::vector<WaitInterval> open_;  ///< those that ended leave a place, kept in `free_`
    std::vector<int32_t> free_;
    std::unordered_map<Cell, std::vector<int32_t>, Hash> watchers_;  ///< who waits for a cell
};

}  // namespace upsweep::emulator
