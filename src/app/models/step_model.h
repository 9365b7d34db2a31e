// The Step view's state and behaviour: a scene that runs in the background, a position in its trace, and
// what the panes show there. Knows no window.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/jobs.h"
#include "app/models/step_banks.h"
#include "app/models/step_code.h"
#include "app/models/step_counts.h"
#include "app/models/step_diagram.h"
#include "app/models/step_index.h"
#include "app/models/step_picture.h"
#include "app/models/step_scene.h"
#include "emulator/trace/player.h"

namespace upsweep::app {

/// One trace with a position in it: what the stage draws. The Lessons view holds one too.
class StepPosition {
  public:
    explicit StepPosition(std::shared_ptr<const RunScene> run);

    const RunScene& run() const { return *run_; }
    const emulator::Trace& trace() const { return *run_->trace; }
    const TraceIndex& index() const { return index_; }
    const emulator::Player& player() const { return player_; }
    /// Steps done: 0 … step count.
    std::int64_t step() const { return player_.step(); }
    std::int64_t step_count() const { return player_.step_count(); }
    /// Which steps make up "this step".
    Grain grain() const { return grain_; }
    void set_grain(Grain grain);
    void seek(std::int64_t step);
    /// Looks ahead: nothing of the step just done is shown, and the diagram's present row is the next one.
    void set_ahead(bool ahead);
    bool ahead() const { return ahead_; }
    /// Follows the array of this name in every block that has it; empty: the stage chooses.
    void follow(const std::string& name);
    const std::string& following() const { return follow_; }

    const StepPicture& picture() const { return picture_; }
    const CodePicture& code() const { return code_; }
    const BankPicture& banks() const { return banks_; }
    const std::string& sentence() const { return sentence_; }
    /// The diagram of the followed array in the present launch, and the row of the latest write; -1: none.
    /// Looking ahead: the row after it.
    const Diagram& diagram() const { return *diagram_; }
    int diagram_row() const { return diagram_row_; }
    /// Block and launch of the present step.
    std::uint32_t block() const { return block_; }
    std::uint32_t launch() const { return launch_; }
    /// Arrays that the present launch and block use, most used first.
    std::vector<emulator::ArrayId> arrays() const { return index_.arrays_of(launch_, block_); }
    std::vector<CountLine> counts(std::size_t limit = 5) const;

  private:
    void derive();
    StepRange range() const;
    StepRange last_row(StepRange steps) const;
    void add_partner();
    emulator::ArrayId choose_array(std::int64_t focus) const;
    const Diagram& diagram_of(emulator::ArrayId array, std::uint32_t launch);
    std::vector<std::int64_t> earlier_steps(StepRange range) const;
    std::optional<emulator::Counts> counts_of(std::int64_t step);

    std::shared_ptr<const RunScene> run_;
    TraceIndex index_;
    emulator::Player player_;
    Grain grain_ = Grain::statement;
    bool ahead_ = false;
    std::string follow_;
    std::uint32_t block_ = 0, launch_ = 0;
    std::map<std::pair<emulator::ArrayId, std::uint32_t>, Diagram> diagrams_;
    const Diagram* diagram_ = nullptr;
    int diagram_row_ = -1;
    StepPicture picture_;
    CodePicture code_;
    BankPicture banks_;
    std::string sentence_;
};

class StepModel {
  public:
    explicit StepModel(Jobs& jobs) : jobs_(jobs) {}
    ~StepModel();
    StepModel(const StepModel&) = delete;
    StepModel& operator=(const StepModel&) = delete;

    /// Runs a scene in the background; the present one stays until it is there. With `keep_place` and the
    /// same algorithm the position stays (see same_place), else it is the scene's.
    void open(Scene scene, bool keep_place);
    /// Reads a trace file in the background. If that fails, the scene shown (or being run) stays, and
    /// `failed` gets the sentence.
    void open_trace(const std::string& path, std::function<void(const std::string&)> failed);
    /// Puts in a scene that has run, at its own step.
    void show(RunScene run);
    /// The scene that was asked for last; it may still be running.
    const Scene& scene() const { return scene_; }
    bool loading() const { return job_ != nullptr; }
    /// Seconds since it began, and how far it is.
    double loading_age() const { return job_ ? job_->age() : 0; }
    double loading_progress() const { return job_ ? job_->progress() : 0; }
    /// Stops the run; the scene shown stays.
    void cancel();
    /// The sentence of the last failure; empty if the last scene ran.
    const std::string& error() const { return error_; }

    /// Null before the first scene is there.
    StepPosition* position() { return position_.get(); }
    const StepPosition* position() const { return position_.get(); }

    void seek(std::int64_t step);
    void forward();
    void back();
    void home() { seek(0); }
    void end();
    void next(Grain grain);
    void previous(Grain grain);
    void next_finding();
    void previous_finding();
    /// To the step that last wrote a cell, as of now. False if nothing has.
    bool jump_to_write(emulator::ArrayId array, std::int64_t element);
    void set_grain(Grain grain);

    bool playing() const { return playing_; }
    void set_playing(bool playing);
    double speed() const { return speed_; }
    void set_speed(double speed);  ///< clamped to 0.25 … 16
    double steps_per_second() const { return 1.25 * speed_; }
    /// Lets time pass; true if the position changed.
    bool advance(double seconds);

    /// Counts moves. The view lets the arrows grow after a single step forward, not after jumps.
    std::int64_t moves() const { return moves_; }
    bool moved_by_step() const { return moved_by_step_; }
    /// Counts scenes that arrived.
    std::int64_t scenes() const { return scenes_; }

  private:
    void start(Scene scene, const std::string& title, std::function<void(const std::string&)> failed);
    void put_in(RunScene run);
    void moved(std::int64_t step, bool by_step);

    Jobs& jobs_;
    std::shared_ptr<Job> job_;
    Scene scene_;
    std::string error_;
    std::unique_ptr<StepPosition> position_;
    Grain grain_ = Grain::statement;
    bool playing_ = false;
    double speed_ = 1, waited_ = 0;
    std::int64_t moves_ = 0, scenes_ = 0;
    bool moved_by_step_ = false, keep_place_ = false;
};

/// Where `step` of one trace is in another: the same statement of the same phase and barrier interval, else
/// the end of the phase, else the same part of the whole. Beginning and end stay what they are.
std::int64_t same_place(const emulator::Trace& from, std::int64_t step, const emulator::Trace& to);

}  // namespace upsweep::app
