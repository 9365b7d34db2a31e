// What the Step view looks up again and again in a trace, gathered once: where each grain of "next" stops,
// which array the stage follows, where findings happened, how many lanes ran each line.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipelines/algorithm.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// A stretch of the timeline. Warps and blocks overlap a little: it begins with the first of them.
struct Segment {
    StepRange steps;
    std::string name;
    uint32_t launch = 0, block = 0, phase = 0;
};

/// One occurrence of a finding; those of one kind on one line in one step are one.
struct FindingMark {
    int64_t step = 0;  ///< position in Trace::steps
    size_t finding = 0;
};

/// Reads the trace once, O(steps + accesses); holds no reference to it.
class TraceIndex {
  public:
    explicit TraceIndex(const Trace& trace);

    /// The next or previous place, in steps done, where the grain stops; clamped to 0 … step count.
    /// Quiet steps of the host are not places to stop at: what lies before and behind them looks the same.
    int64_t forward(int64_t position, Grain grain) const;
    int64_t back(int64_t position, Grain grain) const;
    /// How many steps of that size lead to the first stop at or behind the position, and to the end.
    int64_t steps_to(int64_t position, Grain grain) const;
    int64_t step_count(Grain grain) const { return steps_to(steps_, grain); }

    /// The position without the quiet steps just before it (Trace::is_quiet); 0 if there are no others.
    int64_t visible(int64_t position) const;
    /// The step that a position speaks of: the last one done that is not quiet, else the first one to come; 0
    /// where there are only quiet ones.
    int64_t present(int64_t position) const;

    /// The array that the stage follows at a step: the shared array written most in the step's phase of its
    /// block, else one read there, else the data that the phase writes, else the plan's output.
    ArrayId followed(const Trace& trace, int64_t step) const;
    /// The data array, other than `self`, that the step's phase moves values to or from; -1 if none exists.
    int partner(const Trace& trace, int64_t step, ArrayId self) const;
    /// Arrays that a launch touches as data, most used first: global ones and those of one block.
    std::vector<ArrayId> arrays_of(uint32_t launch, uint32_t block) const;

    /// Whether the kernel of a launch writes an array (the host's own steps do not count).
    bool writes(uint32_t launch, ArrayId array) const { return written_.contains({launch, array}); }

    /// The same of reading. O(blocks × phases).
    bool reads(uint32_t launch, ArrayId array) const;

    /// Whether memory that all can see is written in steps `first` to `end`.
    bool writes_between(int64_t first, int64_t end) const;

    /// Characters of the longest value that an array ever holds (of floats: of the first few thousand).
    int longest_value(ArrayId array) const {
        const auto at = widths_.find(array);
        return at == widths_.end() ? 1 : at->second.characters;
    }

    const std::vector<Segment>& segments() const { return segments_; }
    /// At most `limit` segments: phases of blocks, else blocks of launches, else launches (those always all).
    std::vector<Segment> segments(const Trace& trace, size_t limit) const;
    /// Positions (steps done) after each completed barrier.
    const std::vector<int64_t>& barriers() const { return barriers_; }
    const std::vector<FindingMark>& findings() const { return findings_; }
    /// First finding at or after `position` steps done; -1 if none exists.
    int next_finding(int64_t position) const;
    /// Last finding whose step was done before the step just done; -1 if none exists.
    int previous_finding(int64_t position) const;

    /// Lanes that ran a line in the first `position` steps, all statements of it together.
    int64_t lanes_run(int file, int line, int64_t position) const;
    /// Whether any step ever ran on the line.
    bool ever_runs(int file, int line) const;

  private:
    struct Use {
        int64_t reads = 0, writes = 0;
    };
    struct Width {
        double lowest = 0, highest = 0;
        int characters = 1, seen = 0;
    };
    using Key = std::tuple<uint32_t, uint32_t, uint32_t>;  // launch, block, phase
    struct Run {
        int64_t step = 0, lanes = 0;  // lanes: all up to and with this step
    };

    void add_step(const Trace& trace, int64_t step);
    void add_uses(const Trace& trace, int64_t step);
    void add_width(const Trace& trace, const Access& access);
    void add_passes(const Trace& trace);
    void add_findings(const Trace& trace);
    void close_segments(const Trace& trace);
    int64_t behind_quiet(int64_t position) const;
    const std::vector<int64_t>& stops(Grain grain) const;
    void tidy(std::vector<int64_t>& stops) const;

    std::vector<Segment> segments_;
    std::map<Key, std::map<ArrayId, Use>> uses_;
    std::set<std::pair<uint32_t, ArrayId>> written_;  // by launch
    std::vector<int64_t> barriers_, passes_, phase_stops_, launch_stops_;
    std::map<Key, int64_t> last_write_;  // the last step that writes memory
    std::map<ArrayId, Width> widths_;
    std::vector<int64_t> writes_;  // all of them
    std::set<int64_t> quiet_;      // steps
    std::vector<FindingMark> findings_;
    std::unordered_map<int64_t, std::vector<Run>> runs_;
    int64_t steps_ = 0;
};

}  // namespace upsweep::replay
