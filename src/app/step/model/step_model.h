// The Step view's state and behaviour: a scene that runs in the background, a position in its trace, what the
// panes show there, and what was on the stage before. Needs no window.
#pragma once

#include "app/host/first_look.h"
#include "app/host/jobs.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"
#include "scenes/scene.h"
#include "stage/stage.h"

namespace upsweep::app {

/// Scenes that gave place to another one, each with the step that it was at.
class SceneHistory {
  public:
    static constexpr size_t depth = 200;

    /// `left` gave place to a scene that the user chose: what was undone is forgotten. A change that is only
    /// one of the step or of edited texts counts for nothing: those have ways back of their own.
    void note(const scenes::Scene& left, const scenes::Scene& chosen);

    /// What undo and redo would show; none at either end.
    std::optional<scenes::Scene> before() const;
    std::optional<scenes::Scene> after() const;
    /// It is shown now, in the place of `left`.
    void went_back(const scenes::Scene& left);
    void went_on(const scenes::Scene& left);

  private:
    std::deque<scenes::Scene> past_, future_;  ///< the last one is the nearest
};

class StepModel {
  public:
    explicit StepModel(Jobs& jobs) : job_(jobs) {}

    /// Runs a scene in the background; the present one stays until it is there. With `keep_place` and the
    /// same algorithm or own program the position stays (see same_place), else it is the scene's. An own
    /// program that does not run is opened nevertheless, without a position, so that it can be mended; if it
    /// is the one shown, its last run stays, and its scene but for the edits.
    void open(scenes::Scene scene, bool keep_place);
    /// The same of a scene that the user chose afresh, though it may have the name of the one shown.
    void open_new(scenes::Scene scene);
    /// Opens an entry of the catalog: its opening scene, toy GPU included, or what the user last made of it.
    /// The entry that is shown opens afresh.
    void open_entry(const std::string& slug);
    /// How the scene is looked at that is being opened: by this size of step, whatever was chosen before, and
    /// from the zoom that goes with it.
    void look_first(const FirstLook& look) { first_look_ = look; }
    /// The cell that it waits for, as the stage marks it; nothing once that is written.
    std::optional<stage::StageMark> awaited() const;
    /// Shows the scene before the last change again, at the step where it was; redo goes the other way.
    /// 200 changes deep. False if there is nothing to go back to.
    bool undo_scene();
    bool redo_scene();
    /// Reads a trace file in the background. If that fails, the scene shown (or being run) stays, and
    /// `failed` gets the sentence.
    void open_trace(const std::string& path, Told failed);
    /// Puts in a scene that has run, at its own step.
    void show(scenes::RunScene run);
    /// The same of one that is shared, with the place kept.
    void show(std::shared_ptr<const scenes::RunScene> run);
    /// The scene that was wanted last; it may still be running.
    const scenes::Scene& scene() const { return scene_; }
    /// The scene shown, at the step where it is, with its breakpoints; without a position the one asked
    /// for.
    scenes::Scene scene_here() const;
    /// Its breakpoints, as scenes/stop.h writes them.
    const std::vector<std::string>& stops() const { return stops_; }
    /// They are kept with the scene; nothing runs again.
    void set_stops(std::vector<std::string> stops);
    /// Playing pauses at these places: steps done, ascending.
    void pause_at(std::vector<int64_t> places) { pauses_ = std::move(places); }
    bool loading() const { return job_.busy(); }
    /// Seconds since it began, and how far it is.
    double loading_age() const { return job_.age(); }
    double loading_progress() const { return job_.progress(); }
    /// Stops the run; the scene shown stays.
    void cancel();
    /// Of an own program that was stopped at its limit of steps: the limit that raise_step_limit() gives it
    /// instead; 0 where it was not, or where there is no higher one.
    int64_t higher_step_limit() const;
    /// Runs it again with that limit, which the scene keeps.
    void raise_step_limit();
    /// The sentence of the last failure; empty if the last scene ran.
    const std::string& error() const { return error_; }
    /// What the compiler said about the last failure, if it was that of an own program's text.
    const std::vector<emulator::Diagnostic>& diagnostics() const { return diagnostics_; }
    /// Of an own program: what is known of the one shown, or of one that does not run; null for others.
    std::shared_ptr<const scenes::ProgramRun> program() const;

    /// Null before the first scene is there.
    replay::StepPosition* position() { return position_.get(); }
    const replay::StepPosition* position() const { return position_.get(); }

    void seek(int64_t step);
    /// The same by one step, as forward() does: its arrows grow, and playing continues.
    void go_on(int64_t step) { moved(step, true); }
    /// From now on `step` makes a step forward (true) or back, also while playing, and says whether anything
    /// moved. Empty: this model makes its own steps again.
    void replace_steps(std::function<bool(bool on)> step) { replaced_steps_ = std::move(step); }
    void forward();
    void back();
    void home() { seek(0); }
    void end();
    void next(replay::Grain grain);
    void previous(replay::Grain grain);
    void next_finding();
    void previous_finding();
    /// The finding that the step (or interval, phase …) just done has, a position in Trace::findings; of
    /// several the one that was wanted, else the gravest. -1: none.
    int finding_here() const;
    /// That one, else the first that is still to come, else the last; -1 if none exist at all.
    int finding_near() const;
    /// Of a finding that is here, the step (a position in Trace::steps) where it happened last.
    int64_t step_here(int finding) const;
    /// Where it happened last if it is here, else where it happens next, else where it happened first.
    int64_t step_of_finding(int finding) const;
    /// To its next step, from the last to its first.
    void go_to_finding(int finding);
    void go_to_finding(int finding, int64_t step);
    /// To the step that last wrote a cell, as of now. False if nothing has.
    bool jump_to_write(emulator::ArrayId array, int64_t element);
    /// Nearer: the block with this number at its last step up to now, else at its first.
    void go_to_block(int64_t number);
    /// Nearer: the blocks of the operation whose step this is, or its only block; of the host's none.
    void go_to_operation(int64_t step);
    /// Nearer: a cell of the plan or of the blocks seen from its block, one of a block from its lanes.
    void go_to_cell(emulator::ArrayId array, int64_t element);
    void set_grain(replay::Grain grain);
    /// How far one step goes; what an algorithm opens with, until the user has chosen one.
    replay::Grain grain() const { return look_.grain; }
    /// From how far the stage shows it; none: as the size of step goes.
    std::optional<stage::Zoom> zoom() const { return look_.zoom; }
    void set_zoom(std::optional<stage::Zoom> zoom);
    /// The zoom that the stage has: the chosen one, else that of the size of step.
    stage::Zoom shown_zoom() const {
        return look_.zoom.value_or(position_ ? stage::zoom_at(*position_) : stage::zoom_of(look_.grain));
    }
    /// One nearer or farther; it follows the size of step again where that is the same. False at either end.
    bool look_nearer() { return look_by(1); }
    bool look_farther() { return look_by(-1); }

    bool playing() const { return playing_; }
    void set_playing(bool playing);
    double speed() const { return speed_; }
    void set_speed(double speed);  ///< clamped to 0.25 … 16
    double steps_per_second() const { return 1.25 * speed_; }
    /// Lets time pass; true if the position changed.
    bool advance(double seconds);

    /// Counts moves. The view lets the arrows grow after a single step forward, not after jumps.
    int64_t moves() const { return moves_; }
    bool moved_by_step() const { return moved_by_step_; }
    /// Counts scenes that arrived.
    int64_t scenes() const { return scenes_; }
    /// Counts those that came from open_new().
    int64_t openings() const { return openings_; }

  private:
    bool is_here(int finding) const;
    bool has_blocks() const;
    void look_from(stage::Zoom zoom);
    /// Along the zooms there are; one block alone is not seen among others.
    bool look_by(int levels);
    void go_to_mark(int number);
    void start(scenes::Scene scene, const std::string& title, Told failed);
    void put_in(std::unique_ptr<replay::StepPosition> next);
    void take_look_of(const replay::StepPosition& next);
    void take_first_look(const emulator::Trace& trace);
    struct Outcome;
    enum class Travel : uint8_t { none, back, on };  ///< through the history
    bool travel(Travel where, const std::optional<scenes::Scene>& target);
    /// Notes in the history that the scene shown gives place to this one.
    void leave_for(const scenes::Scene& next);
    /// The scene is the shown one again; an own program keeps its edits.
    void back_to_shown();
    void fail_program(Outcome outcome);
    void moved(int64_t step, bool by_step);
    /// False at the end.
    bool step_on();
    /// The same, but it goes no further than the next pause; false there.
    bool play_on();

    OwnJobs job_;
    scenes::Scene scene_;
    SceneHistory history_;
    std::map<std::string, scenes::Scene> changed_;  ///< by slug: what the user made of entries
    std::function<bool(bool on)> replaced_steps_;
    Travel travel_ = Travel::none;
    std::string error_;
    std::vector<emulator::Diagnostic> diagnostics_;
    std::shared_ptr<const scenes::ProgramRun> failed_program_;
    std::unique_ptr<replay::StepPosition> position_;
    struct Look {
        replay::Grain grain = replay::Grain::barrier;
        bool chosen = false;  ///< by the user
        std::optional<stage::Zoom> zoom = {};
    };
    Look look_;
    std::map<std::string, Look, std::less<>> looks_;  ///< of entries that are not shown, by slug
    std::vector<std::string> stops_;  ///< of what is shown; `scene_` has those of what was wanted
    std::vector<int64_t> pauses_;
    bool playing_ = false;
    double speed_ = 1, waited_ = 0;
    int64_t moves_ = 0, scenes_ = 0, openings_ = 0;
    std::optional<FirstLook> first_look_;       ///< of what is being opened
    int64_t awaited_ = -1, awaited_until_ = 0;  ///< of the output of what is shown, and its first write
    bool afresh_ = false;                       ///< what is being opened counts as an opening
    int asked_finding_ = -1;
    bool moved_by_step_ = false, keep_place_ = false;
};

}  // namespace upsweep::app
