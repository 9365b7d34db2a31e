// A condition, lane by lane, along a trace: for stops.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/trace/player.h"
#include "scenes/condition.h"

namespace upsweep::replay {

/// Names mean what the lane keeps: its locals, the arrays that its block can see, and besides `lane`, `warp`,
/// `thread`, `block`, `line`, `step`, `threadIdx.x` and the like. Asked from the first step to the last.
class ConditionLanes {
  public:
    ConditionLanes(const emulator::Trace& trace, scenes::Condition condition);
    ~ConditionLanes();
    ConditionLanes(const ConditionLanes&) = delete;
    ConditionLanes& operator=(const ConditionLanes&) = delete;

    /// "`stryde` is not a variable of this kernel; it has …"; empty if all names are known.
    const std::string& missing() const { return missing_; }
    /// Whether it holds for a lane of the step, after it.
    bool any_at(int64_t step);
    /// Whether it holds for a lane for which it did not hold at the step before that lane ran.
    bool begins_at(int64_t step);

  private:
    class Lane;
    void go_behind(int64_t step);
    bool holds(int64_t step, int lane) const;
    /// The array that a name means in a block: of locals of the same name the one written last; -1: none.
    int array_of(size_t name, int64_t launch, uint32_t block) const;

    const emulator::Trace& trace_;
    scenes::Condition condition_;
    std::unique_ptr<emulator::Player> player_;
    std::vector<int> built_in_;                           ///< by name; -1: none
    std::vector<std::vector<int>> arrays_named_;          ///< by name: all of this name, ascending
    std::map<std::pair<uint64_t, size_t>, int> current_;  ///< by block of a launch, and name
    std::vector<int> name_of_array_;                      ///< -1: in no condition
    std::unordered_map<uint64_t, bool> held_;             ///< by launch, block and thread
    std::string missing_;
    int64_t seen_ = 0;  ///< steps whose accesses were looked at
};

}  // namespace upsweep::replay
