// A position in a trace, and what the panes show there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "emulator/trace/waiting.h"
#include "replay/trace.h"

namespace upsweep::emulator {
class Player;
struct Counts;
struct Trace;
}  // namespace upsweep::emulator

namespace upsweep::scenes {
struct RunScene;
}

namespace upsweep::replay {

class CellSymbols;
class HeldValues;
class PlanOperations;
class StagedLaunch;
class TraceIndex;
struct BankPicture;
struct BlockPlaces;
struct BlocksPicture;
struct CodePicture;
struct CountLine;
struct Diagram;
struct LaunchTiles;
struct SlotTrack;
struct StepPicture;

/// One trace with a position in it: what the stage draws. The Lessons view holds one too.
class StepPosition {
  public:
    explicit StepPosition(std::shared_ptr<const scenes::RunScene> run);
    StepPosition(StepPosition&&) noexcept;
    StepPosition& operator=(StepPosition&&) noexcept;
    ~StepPosition();

    const scenes::RunScene& run() const { return *run_; }
    const std::shared_ptr<const scenes::RunScene>& shared_run() const { return run_; }
    const emulator::Trace& trace() const;
    const TraceIndex& index() const;
    const emulator::Player& player() const;
    /// Steps done: 0 … step count.
    int64_t step() const;
    int64_t step_count() const;
    /// Which steps make up "this step".
    Grain grain() const { return grain_; }
    void set_grain(Grain grain);
    void seek(int64_t step);
    /// Looks ahead: nothing of the step just done is shown, and the diagram's present row is the next one.
    void set_ahead(bool ahead);
    bool ahead() const { return ahead_; }
    /// Follows the array of this name in every block that has it; empty: the stage chooses.
    void follow(const std::string& name);
    const std::string& following() const { return follow_; }
    /// The cell that the sentence takes as its example wherever it is written; an empty name: none.
    void set_example(const std::string& array, int64_t cell);
    /// The lane of the present warp that writes this cell; -1: none is set, or another warp does.
    int example_lane() const;
    /// Whether the sentence says what cells hold, "3…7", where else it says their values.
    void set_symbols(bool symbols);

    const StepPicture& picture() const;
    const CodePicture& code() const;
    const BankPicture& banks() const;
    /// Made when it is first asked for.
    const std::string& sentence() const;
    /// The diagram of the present block, or where another array is followed of that array in the present
    /// launch, and the row of the latest write; -1: none.
    /// Looking ahead: the row after it.
    const Diagram& diagram() const { return *diagram_; }
    int diagram_row() const { return diagram_row_; }
    /// Block and launch of the present step.
    uint32_t block() const { return block_; }
    uint32_t launch() const { return launch_; }
    /// What is on the stage in the present launch.
    const StagedLaunch& staged() const { return *staged_; }
    /// The same of any launch of the trace.
    const StagedLaunch& staged(size_t launch) const;
    /// What each value of the trace is made of; found when it is first asked for.
    const HeldValues& held() const;
    /// Who held which slot when, over the whole trace.
    const std::vector<SlotTrack>& tracks() const;
    /// The blocks of the present launch now.
    const BlocksPicture& blocks() const;
    /// How the present launch is cut into tiles, and the words that they tell each other.
    const LaunchTiles& tiles() const;
    /// Whether the present launch takes sums of rectangles from the corners of a table.
    bool takes_corners() const;
    /// The present steps; those done end at the position.
    StepRange moment() const;
    /// The operations of the trace's plan; found when they are first asked for.
    const PlanOperations& plan() const;
    /// What cells hold now.
    const CellSymbols& symbols() const;
    /// Arrays that the present launch and block use, most used first.
    std::vector<emulator::ArrayId> arrays() const;
    std::vector<CountLine> counts(size_t limit = 5) const;

  private:
    void derive();
    StepPicture own_part(int64_t present) const;
    std::string present_sentence() const;
    std::string told(const StepPicture& picture, bool host) const;
    std::string make_sentence() const;
    void derive_banks(StepRange steps);
    StepRange range() const;
    StepRange last_row(StepRange steps) const;
    void add_partner();
    void align_partner();
    emulator::ArrayId choose_array(int64_t focus);
    const Diagram& diagram_of(emulator::ArrayId array);
    const BlockPlaces& places();
    bool keeps(emulator::ArrayId array);
    std::vector<int64_t> earlier_steps(StepRange range) const;
    std::optional<emulator::Counts> counts_of(int64_t step);

    /// What the panes show, and what was found out once and is kept: what each is says its own header.
    struct Derived;

    std::shared_ptr<const scenes::RunScene> run_;
    std::unique_ptr<Derived> derived_;
    Grain grain_ = Grain::statement;
    bool ahead_ = false;
    std::string follow_;
    std::pair<std::string, int64_t> example_;
    std::vector<std::tuple<uint32_t, int, int>> example_writers_;  ///< block, warp and lane of each write
    bool tells_symbols_ = false;
    uint32_t block_ = 0, launch_ = 0;
    const StagedLaunch* staged_ = nullptr;
    const Diagram* diagram_ = nullptr;
    int diagram_row_ = -1;
    bool beyond_ = false;   ///< looking ahead: what comes next writes another array
    uint64_t changes_ = 0;  ///< of what the panes show: tells one moment from the next
};

/// Where `step` of one trace is in another: the same statement of the same phase and barrier interval, else
/// the end of the phase, else the same part of the whole. Beginning and end stay what they are.
int64_t same_place(const emulator::Trace& from, int64_t step, const emulator::Trace& to);

}  // namespace upsweep::replay
