// Writes the trace: steps, accesses, phases, counts. Without recording it only counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ranges.h"
#include "emulator/trace/origins.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/wait_log.h"

namespace upsweep::emulator {

class Recorder {
  public:
    Recorder(Trace& trace, bool recording) : waits(trace.waits), trace_(trace), recording_(recording) {}

    bool recording() const { return recording_; }
    /// Steps so far, the current one included.
    int64_t steps() const { return steps_; }
    /// The step being recorded, as findings name it.
    int64_t current_step() const { return steps_ - 1; }

    /// Opens an operation of the plan: the next steps are its, and their `phase` is a position in `phases`.
    void begin_operation(uint32_t operation, std::vector<std::string> phases);
    /// The operation is launch `launch` of the trace.
    void begin_launch(uint32_t launch);
    uint32_t operation() const { return operation_; }
    void end_launch();
    void end_operation();

    /// `step.operation` and `step.first_access` are filled in.
    void begin_step(const Step& step) {
        count_step();
        if (recording_) record_step(step);
    }
    /// The two halves of begin_step(). The second one only when recording.
    void count_step() {
        ++steps_;
        ++counts.steps;
    }
    void record_step(const Step& step);
    void end_step() {
        if (recording_) record_counts();
    }
    /// A value with so many additions behind it was written to global memory.
    void deepen(uint32_t depth) { counts.depth = std::max(counts.depth, int64_t{depth}); }
    /// An addition was made, the last of a chain of so many. The chain may never reach global memory.
    void reach(uint32_t depth) { reached_ = std::max(reached_, int64_t{depth}); }
    /// Ends the trace: no step shows a longer chain than the run's depth.
    void end_run();
    void set_kind(StepKind kind) {
        if (recording_) trace_.steps.back().kind = kind;
    }

    /// The position of the access in the trace. Only when recording.
    int64_t access(const Access& access) {
        trace_.accesses.push_back(access);
        return length(trace_.accesses) - 1;
    }
    int64_t last_access() const { return length(trace_.accesses) - 1; }
    Access& operator[](int64_t access) { return nth(trace_.accesses, access); }

    /// Bytes that the growing parts of the trace hold.
    int64_t bytes() const;

    Counts counts;  ///< of the operation that runs
    WaitLog waits;  ///< only when recording

  private:
    void record_counts();
    StepCounts added_counts() const;
    /// Where a step's counts are in the trace: those of an earlier step where they are the same.
    uint32_t position_of(const StepCounts& step);

    Trace& trace_;
    bool recording_;
    int64_t steps_ = 0;
    Counts before_;                             ///< counts when the current step began
    int64_t reached_ = 0, reached_before_ = 0;  ///< the longest chain so far; when the step began
    std::vector<std::string> phase_names_;
    std::vector<int32_t> phases_;  ///< position in Trace::phases, −1 until a step is in it
    uint32_t operation_ = 0, launch_ = 0;
    std::array<uint32_t, 256> known_counts_{};  ///< positions in Trace::step_counts, by slot
    int64_t no_counts_ = -1;                    ///< likewise, of a step that costs nothing
};

}  // namespace upsweep::emulator
