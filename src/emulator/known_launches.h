// Launches that begin as an earlier one did: the same kernel and arguments, and the same in every array. They
// do what that one did, to the last bit, so that is put there again instead of being computed.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "emulator/machine/memory.h"
#include "emulator/trace/recorder.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

class KnownLaunches {
  public:
    KnownLaunches(Trace& trace, Memory& memory, Recorder& recorder)
        : trace_(trace), memory_(memory), recorder_(recorder) {}

    /// What one begins with that is to run now: `arrays` are all that kernels reach. `most_bytes` may be kept
    /// of what they held.
    void begin(const Launch& launch, std::vector<ArrayId> arrays, int64_t most_bytes);
    /// Leaves all that the launch would leave, its counts being those of the open operation. False, and
    /// nothing, if it has to run.
    bool repeat();
    /// Gives back all that is kept, where something else needs the room.
    void forget() {
        while (!known_.empty()) drop(0);
    }
    /// It has run. `repeatable` is false if it depends on more than what it began with, or did not end.
    void end(bool repeatable);

  private:
    struct Held {
        ArrayId array = 0;
        uint64_t digest = 0;
        friend bool operator==(const Held&, const Held&) = default;
    };
    struct Contents {
        ArrayId array = 0;
        Zeroed<std::byte> bytes;
        Zeroed<uint8_t> defined;
        std::vector<uint32_t> depths;
    };
    /// What a launch adds to a finding.
    struct Told {
        size_t finding = 0;
        int32_t worst = 0;  ///< the launch that it tells of
        int64_t times = 0, lesser = 0;
        std::vector<int64_t> steps;  ///< from the launch's first one on
    };
    struct Known {
        Launch launch;
        int warps_per_block = 0;
        bool complete = false;  ///< else only its cost is known
        Counts counts;
        std::vector<Held> before, after;
        std::vector<Contents> changed;
        std::vector<Told> told;
        std::vector<Printed> printed;  ///< likewise
        int64_t bytes = 0;
    };
    struct Before {
        int64_t times = 0, lesser = 0;
        size_t steps = 0;
    };

    bool is_worth_it(const Launch& launch) const;
    std::vector<Held> hold();
    bool keep_changes(Known& known);
    void drop(size_t number);

    Trace& trace_;
    Memory& memory_;
    Recorder& recorder_;
    std::deque<Known> known_;
    int64_t bytes_ = 0, most_bytes_ = 0;
    // Of the launch that runs.
    const Launch* launch_ = nullptr;
    std::vector<ArrayId> arrays_;
    bool held_ = false;
    std::vector<Held> holds_;
    std::vector<Before> findings_;
    size_t repeated_characters_ = 0;
    size_t printed_ = 0;
    int64_t first_step_ = 0;
};

}  // namespace upsweep::emulator
