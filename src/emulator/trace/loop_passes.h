// The loop and pass that a step belongs to, while walking a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// A loop around a step and the pass in it, from 1.
struct LoopPass {
    size_t loop = 0;  ///< position in Trace::loops
    int64_t pass = 1;
};

/// Takes the steps of a trace one after another. A header that comes before or between passes belongs to the
/// pass that it opens, also where it finds that the pass does not exist; one at the end to the pass that it
/// ends.
class LoopPasses {
  public:
    explicit LoopPasses(const Trace& trace) : trace_(trace) {}

    void note(const Step& step);
    /// The loops around the step that was noted last, for one of its active lanes; innermost first.
    std::vector<LoopPass> of(const Step& step, int lane) const;

  private:
    struct State {
        int64_t pass = 1;
        bool opened = false;  ///< of a header that comes first: it has opened pass 1
        bool ended = false;   ///< of a header that comes last: what follows is the next pass
    };
    using Lane = std::tuple<uint32_t, uint32_t, uint32_t, int>;  // operation, block, warp, lane
    void advance(const Loop& loop, State& state, uint32_t statement) const;

    const Trace& trace_;
    std::map<Lane, std::map<size_t, State>> lanes_;
};

}  // namespace upsweep::emulator
