// The machine: slots for blocks, warps taking turns, barriers, limits. Runs one launch at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <set>
#include <vector>

#include "emulator/machine/interpreter.h"
#include "emulator/machine/scheduler.h"
#include "emulator/trace/toy_gpu.h"

namespace upsweep::emulator {

/// A launch with its arguments as bits: addresses and scalars.
struct LaunchArguments {
    Dim3 grid, block;
    int64_t dynamic_shared_bytes = 0;
    std::vector<uint64_t> parameters;
    std::vector<ArrayId> globals;  ///< beside Code::globals
};

class Machine {
  public:
    Machine(Shared& shared, const ToyGpu& gpu, const Limits& limits, const LaunchContext& context,
            const LaunchArguments& arguments);

    /// Called now and then with the share of blocks done; may throw Cancelled.
    std::function<void(double)> watch;

    /// Runs to the end. False if a limit or a deadlock ended it.
    bool run();

  private:
    struct Turn {
        Block* block;
        Warp* warp;
    };

    void fill_slots();
    void take_slot(Block& block);
    std::unique_ptr<Block> make_block(int64_t number);
    void make_shared(Block& block);
    void make_locals(Block& block);
    void make_warp(Block& block, uint32_t number);
    void make_image();
    std::vector<uint64_t>& image_of(const Block& block, uint32_t warp);
    void find_read_only();
    uint64_t preset_bits(const Preset& preset, const Block& block, int64_t thread) const;
    uint64_t builtin_bits(Builtin builtin, const Block& block, int64_t thread) const;
    void retire(Block& block);
    bool can_run(const Turn& turn) const;
    bool resolve_stall();
    bool release(bool (Paths::*lanes)());
    bool release_anyone();
    void list_turns();
    bool take_turns();
    bool within_limits() {
        return (shared_.recorder.steps() < next_check_ &&
                shared_.memory.bytes() + shared_.ordering.bytes() <= limits_.memory_bytes) ||
               check_limits();
    }
    bool check_limits();
    void find_changing();
    int64_t limited_steps() const;
    void note_steps_of(const Block& block);
    int64_t bytes_of_blocks(size_t blocks) const;
    int64_t bytes_of_arrays() const;
    bool has_room(size_t blocks) const;
    int64_t kept_bytes() const;
    int32_t busiest_loop() const;
    bool many_warps() const;
    void note_limit(FindingKind kind);

    // Deadlock (machine_deadlock.cpp).
    struct Wait;
    std::vector<Wait> waits() const;
    WatchedCells find_writers(const std::vector<Wait>& waits);
    using Blocks = std::vector<std::unique_ptr<Block>>;
    void look_ahead(Blocks blocks, WaitingBlocks waiting, int64_t steps, WatchedCells& watched);
    void look_beyond(const Block& block, uint32_t warp, const std::vector<Wait>& waits,
                     WatchedCells& watched);
    LastChange last_change(Address cell) const;
    struct Standing;
    std::vector<Standing> standings() const;
    Standing standing_of(const Warp& warp, const Path& path) const;
    bool is_single(ArrayId array) const;
    SourceRange statement_of(uint32_t operand) const;
    DeadlockWait fact_of(const Wait& wait, const std::vector<Wait>& waits, const WatchedCells& watched,
                         const std::vector<Standing>& standings, const std::set<uint32_t>& resident) const;
    EndlessLoop endless_loop_of(const Wait& wait) const;
    bool note_endless_loops(const std::vector<Wait>& waits, const WatchedCells* watched);
    void note_deadlock();

    Shared& shared_;
    const ToyGpu& gpu_;
    const Limits& limits_;
    const LaunchContext& context_;
    const LaunchArguments& arguments_;
    const Code& code_;
    Interpreter interpreter_;
    Scheduler scheduler_;
    int lanes_;
    WaitingBlocks waiting_;
    Blocks resident_;              ///< ascending by number
    Blocks spare_;                 ///< ended blocks, whose storage is used again
    std::vector<uint64_t> image_;  ///< registers of a warp at its start
    std::vector<std::vector<uint64_t>>
        images_;                      ///< the same with what each warp of a block knows; made when needed
    std::vector<Register> changing_;  ///< those that do not keep what the image says
    std::vector<Preset> varying_;     ///< presets that differ from block to block or lane to lane
    std::vector<Turn> turns_;         ///< their warps that have not returned
    uint32_t places_ = 0;             ///< that were taken so far
    std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> free_places_;  ///< again
    int64_t done_ = 0;
    int64_t next_check_ = 0;
    int64_t arrays_bytes_ = 0;  ///< of one block
    bool no_room_ = false;      ///< a block's arrays do not fit
};

}  // namespace upsweep::emulator
