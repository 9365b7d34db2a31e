// A deadlock's facts in words: the longest chain of who waits for whom, and what would end it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emulator/trace/trace_fwd.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {

/// Who waits for whom, from a wait on as far as it goes.
class DeadlockChain {
  public:
    /// `first` is a position in Deadlock::waits. The waits of a block are side by side.
    DeadlockChain(const Trace& trace, const Deadlock& deadlock, size_t first);

    /// "Block 5 waits in line 8 for flags[5], which block 4 must write; block 4 cannot start: waiting blocks
    /// hold both slots."
    std::string sentence() const;
    std::string cause() const;
    std::string cure() const;
    /// How many clauses the sentence has behind the first.
    ptrdiff_t length() const;

  private:
    const DeadlockWait* wait_of(uint32_t block) const;
    const DeadlockWait* next_of(const DeadlockWait& wait) const;
    std::string block(uint32_t number) const;
    std::string cell(const DeadlockWait& wait) const;
    std::string report(const DeadlockWait& wait) const;
    std::string past(const DeadlockWait& wait) const;
    std::string line_of(const SourceRange& where, const SourceRange& statement) const;
    std::string line_of(const DeadlockWait& wait) const;
    const DeadlockWait& last() const { return *waits_.back(); }

    const Trace& trace_;
    const Deadlock& deadlock_;
    std::vector<const DeadlockWait*> waits_;
    bool circle_ = false;  ///< the last one waits for one of those before
};

/// The wait that the longest chain begins with. There is at least one.
size_t longest_wait(const Trace& trace, const Deadlock& deadlock);

/// "flags[3]", or of an array that is one number its name alone.
std::string cell_name(const ArrayInfo& array, bool single, int64_t element);

}  // namespace upsweep::emulator
