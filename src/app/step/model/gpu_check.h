// The present scene on the GPU, asked for by a person: it runs in the background and says what came of it.
// Needs no window.
#pragma once

#include "app/host/jobs.h"
#include "scenes/run_gpu.h"

namespace upsweep::app {

class GpuCheck {
  public:
    enum class State : uint8_t { idle, running, equal, different, refused };

    explicit GpuCheck(Jobs& jobs) : GpuCheck(jobs, backends::run_isolated, scenes::run_with_nvcc) {}
    /// With other ways to run the kernels and the whole program; none for the second leaves that out.
    GpuCheck(Jobs& jobs, RunIsolated run_isolated, scenes::RunWhole run_whole = {})
        : run_isolated_(std::move(run_isolated)),
          run_whole_(std::move(run_whole)),
          job_(jobs),
          look_job_(jobs) {}

    /// Whether there is something that a person may want to see there: an own program, or a changed text.
    static bool concerns(const scenes::Scene& scene);
    /// Why what is shown cannot join the Race; empty where it can. That there is no GPU is known once
    /// look_for_gpu() has been called and its job is done.
    std::string why_not_raced(const scenes::Scene& scene) const;
    /// In the background, once.
    void look_for_gpu();

    /// Runs the scene; what ran before is given up.
    void start(const scenes::Scene& scene);
    /// Gives up what runs, and what came of it.
    void cancel();
    /// A verdict is of one scene: another one has none yet. Called with the scene that is shown.
    void follow(const scenes::Scene& scene);

    State state() const { return state_; }
    /// Seconds since it began; 0 while nothing runs.
    double age() const { return job_.age(); }
    /// What came of it, the verdict first; of a refusal why.
    const std::vector<std::string>& sentences() const { return sentences_; }
    /// What the kernel printed there.
    const std::string& printed() const { return printed_; }

  private:
    void put_in(const scenes::GpuRun& run);

    RunIsolated run_isolated_;
    scenes::RunWhole run_whole_;
    OwnJobs job_, look_job_;
    bool looked_ = false;
    std::string no_gpu_;  ///< why it is missing; empty until that is known
    scenes::Scene scene_;
    State state_ = State::idle;
    std::vector<std::string> sentences_;
    std::string printed_;
};

}  // namespace upsweep::app
