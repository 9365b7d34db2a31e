// Host loops, many passes at once: a pass that was watched becomes operations on rows, one value a pass. They
// are done for as many passes as go the same way; the loop over instructions takes over where one does not,
// or that would be a finding.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "emulator/host/host_code.h"
#include "emulator/machine/memory.h"

namespace upsweep::emulator {

class HostMachine;
struct HostBlock;

/// An array that the host reads or writes, and the marks of the bytes that were set.
struct HostPlain {
    std::byte* bytes = nullptr;
    int64_t size = 0;
    HostBlock* block = nullptr;    ///< of the host, or
    MemoryArray* array = nullptr;  ///< managed

    bool is_set(int64_t offset, int64_t count) const;
    void mark(int64_t offset, int64_t count) const;
};

/// An instruction of a pass that is watched.
struct WatchedInstruction {
    const HostInstruction* in = nullptr;
    uint32_t base = 0;  ///< of its function's registers, from those of the loop's function
};

/// One loop, known by its jump back.
class HostLoop {
  public:
    using Number = uint16_t;
    /// Whether its next pass should be watched: it has run for a while, and may be one for rows.
    bool wants_watching() {
        constexpr int often = 48;
        return rows_.empty() && !given_up_ && ++passes_ >= often;
    }
    bool is_ready() const { return !rows_.empty(); }
    /// Makes rows of a pass that came back to where it began.
    void make(const std::vector<WatchedInstruction>& pass, const HostMachine& machine);
    void give_up() {
        given_up_ = true;
        rows_.clear();
    }
    /// Runs passes as long as they go the watched way. `registers` are those of the loop's function, `locals`
    /// the addresses of its variables in memory. Returns how many passes it ran.
    int64_t run(HostMachine& machine, uint64_t* registers, const Address* locals);
    /// Instructions that the model clock counts in a pass.
    int64_t cost() const { return cost_; }

  private:
    using Value = uint32_t;  ///< position in values_
    enum class Kind : uint8_t {
        constant,
        given,     ///< what the register `from` holds when the rows begin, in every pass
        address,   ///< of local `from`
        carried,   ///< the register `from` when a pass begins; when it ends it is `last`
        summed,    ///< the same of the memory that `a` leads to
        computed,  ///< compute(a, b, c)
        loaded,    ///< `size` bytes at a
        drawn,     ///< what native `from` gives, that has a state of its own
    };
    struct Held {
        Kind kind = Kind::computed;
        uint8_t size = 8;
        bool even = false;     ///< the same in every pass
        bool in_turn = false;  ///< one pass after another
        bool adds_f32 = false;
        int64_t step = 0;  ///< of a carried one that grows by as much each pass
        bool steps = false, wide = false;
        uint32_t from = 0;
        Value a = 0, b = 0, c = 0, last = 0;
        uint64_t bits = 0;
        LaneFunction compute = nullptr;
        size_t order = 0;  ///< in the pass
    };
    struct Check {
        Value value = 0;
        bool holds = true;    ///< it is not 0
        bool is_set = false;  ///< of another kind: it is not what a register holds that was never set
    };
    struct Store {
        Value address = 0, value = 0;
        uint8_t size = 4;
        size_t order = 0;
        bool summed = false;  ///< only the last pass's counts
    };
    /// Where the passes' accesses are: `step` bytes further each, or anywhere.
    struct Reached {
        HostPlain memory;
        int64_t first = 0, step = 0, low = 0, high = 0;
        uint8_t size = 4;
        bool even = false;  ///< `step` holds
        size_t order = 0;
        int64_t passes = 0;  ///< that are all right, from the first on
    };
    struct Refused {};

    Value add(Held held);
    Value constant(uint64_t bits);
    Value computed(LaneFunction compute, Value a, Value b = 0, Value c = 0, bool adds_f32 = false);
    Value read(uint32_t reg);
    void take(const WatchedInstruction& one, const HostInstruction* next, uint32_t next_base,
              const HostMachine& machine);
    void close();
    void find_sums();
    bool grows(Value last, Value from, int64_t& step, bool& wide) const;
    uint64_t* row(Value value) { return rows_.data() + size_t(value) * width; }
    uint64_t in_pass(Value value, int64_t pass) { return row(value)[pass]; }
    bool begin(HostMachine& machine, const uint64_t* registers, const Address* locals);
    int64_t run_rows(HostMachine& machine, int64_t passes);
    bool fill(HostMachine& machine, Value value, int64_t& passes);
    void run_in_turn(HostMachine& machine, int64_t passes);
    int64_t checked(const Check& check, int64_t passes);
    bool settle(HostMachine& machine, int64_t& passes);
    Reached reach(HostMachine& machine, Value address, int size, int64_t passes, bool write);
    static bool meet(const Reached& store, const Reached& other, bool other_writes);
    void put(const Store& store, const Reached& where, int64_t passes);

    static constexpr size_t width = 128;
    int passes_ = 0, watched_ = 0;
    bool given_up_ = false, filled_ = false;
    int64_t entries_ = 0, passes_run_ = 0;
    int64_t cost_ = 0;
    std::vector<Held> values_;
    std::vector<Check> checks_;
    std::vector<Store> stores_;
    std::map<uint32_t, Value> registers_, begun_;  ///< by register: what it holds now, and held at first
    std::map<uint32_t, Value> local_addresses_;
    std::map<std::tuple<LaneFunction, Value, Value, Value>, Value> known_;
    std::map<uint64_t, Value> constants_;
    std::vector<std::pair<uint32_t, Value>> left_;  ///< registers that the loop's function is left with
    std::vector<Value> early_, in_turn_, late_;     ///< in the order in which they are computed
    bool draws_ = false;
    std::vector<uint64_t> rows_;
    std::vector<Reached> reads_;
    std::vector<Reached> writes_;
};

}  // namespace upsweep::emulator
