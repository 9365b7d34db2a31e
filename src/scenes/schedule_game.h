// You are the scheduler: orders of blocks, or of warps, that are picked by hand or looked for, against a
// kernel. An order breaks it where its result is wrong or its run never ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenes/run_scene.h"

namespace upsweep::scenes {

/// Whose order is picked: the block that starts next, or the warp that has the next turn.
enum class Turn : uint8_t { block, warp };

/// The scene with an order that begins like this; what the list leaves open is as usual (ToyGpu's Order).
Scene with_order(Scene scene, Turn turn, const std::vector<int>& list);

/// Why a run is broken, one sentence: "Element 17 should be 12 and is 9.", or why every warp is stuck. Empty
/// where it ended with the right result.
std::string breakage(const RunScene& run);

/// Picks one after another; each runs the scene again, from the beginning. For scenes that run in
/// milliseconds.
class ScheduleGame {
  public:
    /// Throws UsageError where there is nothing to pick (one block, one warp), more than `most` to pick from,
    /// or several launches; and what run_scene throws.
    ScheduleGame(Scene scene, Turn turn);
    static constexpr int64_t most = 64;

    Turn turn() const { return turn_; }
    /// Blocks by blockIdx that have not started, or warps by their number in the launch that can have the
    /// next turn; ascending. Empty: all is picked.
    const std::vector<int>& may_run() const { return may_run_; }
    const std::vector<int>& picked() const { return picked_; }
    /// Throws UsageError, naming those that can, for one that cannot.
    void pick(int number);
    /// Takes the last pick back; nothing where none exists.
    void undo();
    /// The run that begins with the picks.
    const RunScene& run() const { return run_; }
    /// Steps done where the picks end: what the stage shows.
    int64_t step() const;
    /// As breakage(), of that run.
    std::string broken() const { return breakage(run_); }

  private:
    void run_again();
    std::vector<int> find_warps() const;

    Scene scene_;
    Turn turn_;
    std::vector<int> picked_, may_run_;
    RunScene run_;
};

struct ScheduleSearch {
    int64_t tried = 0;             ///< orders that were run
    bool all = false;              ///< there are no others
    std::optional<Scene> failing;  ///< with the shortest list that was found to break it
    std::vector<int> list;         ///< that one
    std::string why;               ///< its breakage
};
/// Looks for an order that breaks the scene. Of blocks the shortest lists first, each order once, until all
/// or `most` were tried: the first found is the shortest. Of warps the orders that are named, then random
/// ones; what breaks it is written as a list and made shorter while it still does. Throws UsageError as
/// ScheduleGame does, Cancelled.
ScheduleSearch find_breaking_order(const Scene& scene, Turn turn, int64_t most = 500,
                                   const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::scenes
