// Intervals of waiting for cells, for the trace: when a warp begins to wait and when it continues.
#include "core/ranges.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

/// A pass of a loop has ended. One in vain has changed nothing and read a cell: it waits for that cell.
void Interpreter::note_pass(std::int32_t loop, bool vain) {
    Warp& warp = *warp_;
    const CellRead& read = path_->spins_on;
    const ArrayId array = array_of(read.cell);
    const std::int64_t element = vain ? shared_.memory[array].element_at(offset_of(read.cell)) : 0;
    WaitLog& waits = shared_.recorder.waits;
    if (warp.open_wait >= 0) {
        if ((warp.wait_lanes & path_->mask) == 0) return;  // other lanes of the warp wait elsewhere
        const WaitInterval& open = waits[warp.open_wait];
        const bool same = vain && open.array == static_cast<std::int32_t>(array) && open.element == element;
        if (same) {
            warp.wait_lanes |= path_->mask;
            return;
        }
        end_wait(warp, read.cell != 0 ? read.step : shared_.recorder.current_step());
    }
    if (!vain) return;
    WaitInterval wait;
    wait.operation = shared_.recorder.operation();
    wait.block = block_->number;
    wait.warp = warp.number;
    wait.array = static_cast<std::int32_t>(array);
    wait.element = element;
    wait.first_step = read.step;
    warp.open_wait = waits.open(wait);
    warp.wait_loop = loop;
    warp.wait_lanes = path_->mask;
}

/// A step begins. If it lies behind the loop that its lanes waited in, they have seen what they waited for.
void Interpreter::note_outside(std::uint32_t lanes) {
    if ((warp_->wait_lanes & lanes) == 0) return;
    const LoopInfo& loop = nth(code_.loops, warp_->wait_loop);
    if (pc_ >= loop.top && pc_ <= loop.end) return;
    const bool reads = path_ != nullptr && path_->read.cell != 0;
    end_wait(*warp_, reads ? path_->read.step : shared_.recorder.current_step());
}

void Interpreter::end_wait(Warp& warp, std::int64_t step) {
    shared_.recorder.waits.end(warp.open_wait, step);
    warp.open_wait = -1;
    warp.wait_lanes = 0;
}

}  // namespace upsweep::emulator
