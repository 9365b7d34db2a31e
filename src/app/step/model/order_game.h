// You are the scheduler: the user picks the block that starts next, or the warp that has the next
// turn, and looks for an order that breaks the kernel. Needs no window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/step/model/step_model.h"
#include "scenes/schedule_game.h"

namespace upsweep::app {

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
