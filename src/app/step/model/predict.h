// Predict hides the next step, asks a question about it, and runs the step when it is answered. In the other
// game the user is the scheduler, who picks what runs next. Needs no window.
#pragma once

#include "app/step/model/step_model.h"
#include "questions/question.h"
#include "scenes/schedule_game.h"
#include "stage/stage.h"

namespace upsweep::app {

/// What was answered since Predict began: for studying alone.
struct PredictScore {
    int asked = 0, right = 0;
    int streak = 0, best = 0;  ///< right ones in a row: now, and the most
};

class Predict {
  public:
    enum class State : uint8_t {
        off,
        asking,
        revealed,  ///< the step has run, and the reason is shown
        finished,  ///< nothing more is asked to the end of the run
    };

    explicit Predict(StepModel& model) : model_(model) {}

    State state() const { return state_; }
    bool active() const { return state_ != State::off; }
    /// P: begins where the model is, or leaves.
    void toggle();
    void leave();
    /// Follows the model where another view moved it: another place, another scene. Once a frame.
    void update();
    /// Enter: reveals; then asks about the next step; at the end leaves.
    void enter();
    /// Another kind of question about the same step; the same one where there is no other.
    void other();
    /// The kinds that could be asked here.
    size_t kinds() const { return offered_; }

    /// While active() and not finished.
    const questions::Question& question() const { return *question_; }
    /// What is typed, or was put together by clicks.
    std::string& text() { return text_; }
    const std::string& text() const { return text_; }
    /// Why the text is not an answer; empty until Enter finds that.
    const std::string& complaint() const { return complaint_; }
    /// A number, lane, warp, block or letter was chosen: put in, or taken out again. Of yes and no 1 and 0.
    void choose(int64_t number);
    bool is_chosen(int64_t number) const;
    /// A character was typed beside the field, or '\b'. True if it belongs to the answer.
    bool type(char c);
    /// A place on the stage was clicked. False if it answers no question.
    bool click_cell(emulator::ArrayId array, int64_t element);
    bool click_block(int64_t number);

    /// Of a revealed question: the answer was right; no answer was given.
    bool right() const { return right_; }
    bool looked() const { return looked_; }
    const PredictScore& score() const { return score_; }
    /// The cells that are wanted, chosen, right or wrong.
    std::vector<stage::StageMark> marks() const;
    /// The diagram would show what is wanted.
    bool hides_to_come() const;

  private:
    void ask(size_t skip);
    void put_in(questions::Question question);
    void show(bool ahead);
    void make_step();
    bool is_followed() const;

    StepModel& model_;
    State state_ = State::off;
    std::optional<questions::Question> question_;
    std::string text_, complaint_;
    bool right_ = false, looked_ = false;
    PredictScore score_;
    size_t offered_ = 0, skipped_ = 0;
    int64_t seen_moves_ = -1, seen_scenes_ = -1;
    std::optional<std::string> followed_before_;  ///< what the stage followed before Predict chose
    int last_kind_ = -1;
};

class OrderGame {
  public:
    /// Both outlive this.
    OrderGame(Jobs& jobs, StepModel& model) : model_(model), job_(jobs) {}

    /// Begins with the scene shown, by its blocks, or where it has only one by its warps. Why it cannot, as a
    /// sentence; empty if it does.
    std::string begin();
    /// What was picked stays the scene's order.
    void leave();
    bool active() const { return game_ != nullptr; }
    /// Only while active.
    const scenes::ScheduleGame& game() const { return *game_; }

    /// One that may run; the stage shows how far the picks lead.
    void pick(int number);
    void take_back();
    /// Looks in the background for an order that breaks the kernel, and picks it.
    void look_for_one();
    bool looking() const { return job_.busy(); }
    /// What has come of it all: why it is broken, that all is picked, or what was looked through.
    std::string words() const;
    bool broken() const { return active() && !game_->broken().empty(); }
    /// Ends where another scene is shown than that of the picks.
    void update();

    /// Longer runs cannot be run again at every pick.
    static constexpr int64_t most_steps = 20'000;

  private:
    void show();

    StepModel& model_;
    std::unique_ptr<scenes::ScheduleGame> game_;
    scenes::Scene scene_;
    OwnJobs job_;
    std::optional<scenes::ScheduleSearch> search_;
    std::string failure_;  ///< of looking for an order
    int64_t scenes_ = 0;   ///< the model's, when the picks were shown last
};

}  // namespace upsweep::app
