// Walks a trace: memory, locals and counts as they were after any number of steps, forwards and backwards.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// Keeps one copy of all memory and applies or undoes accesses to move it. Key frames bound the cost of a
/// jump (at most 5 ms in a trace of 100 000 steps).
class Player {
  public:
    explicit Player(std::shared_ptr<const Trace> trace);
    ~Player();
    Player(Player&&) noexcept;
    Player& operator=(Player&&) noexcept;

    const Trace& trace() const;
    /// Steps done: 0 is before the first, trace().step_count() is after the last. The step "just done" is
    /// step() - 1.
    int64_t step() const;
    int64_t step_count() const;
    /// Moves to any position; clamped to 0 … step_count().
    void seek(int64_t step);

    /// Element `index` of an array as raw bits, zero-extended.
    uint64_t bits(ArrayId array, int64_t index) const;
    /// False while nothing has been written there (and nothing was uploaded).
    bool defined(ArrayId array, int64_t index) const;
    std::span<const std::byte> bytes(ArrayId array) const;
    /// Every byte of every array, one after another: for tests that seeking restores memory exactly.
    std::vector<std::byte> memory() const;
    /// Counts of the steps done so far. At the end they equal trace().counts.
    Counts counts() const;
    /// The last step before the present position that wrote this element, if any.
    std::optional<int64_t> last_write(ArrayId array, int64_t index) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::emulator
