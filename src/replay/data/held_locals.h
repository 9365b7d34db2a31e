// Which written cell a local variable still holds, while walking the trace of a single thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "replay/trace.h"

namespace upsweep::replay {

/// A running sum that begins with a constant has no origin: only the local variable connects the write of the
/// first sum with the second. This keeps that connection; all other ones are in the origins.
class HeldLocals {
  public:
    HeldLocals(const Trace& trace, ArrayId array) : trace_(trace), array_(array) {}

    /// Every access in its order. `next` is the number of the node that a write of the array becomes.
    void note(const Access& access, int next) {
        if (!is_write(access) || trace_.arrays[access.array].pointer) return;
        if (is_local(trace_, access.array))
            overwrite({access.array, access.offset}, access);
        else if (access.array == array_ && access.origin == 0)
            for (auto& [place, local] : locals_)
                if (local.value == access.value) local.node = next;
    }

    /// The node whose value is the constant operand of an operation; -1 if none exists.
    int beneath(OriginId origin) const {
        const auto at = beneath_.find(origin);
        return at == beneath_.end() ? -1 : at->second;
    }

  private:
    struct Local {
        uint64_t value = 0;  ///< raw bits
        int node = -1;       ///< that was written with this value; -1: none
    };

    void overwrite(std::pair<ArrayId, uint32_t> place, const Access& access) {
        Local& local = locals_[place];
        if (local.node >= 0 && adds_a_cell(local.value, access)) beneath_[access.origin] = local.node;
        local = {access.value, -1};
    }

    /// Whether a local becomes its old value, as a constant, and a cell.
    bool adds_a_cell(uint64_t old, const Access& access) const {
        const Origin made = trace_.origin(access.origin);
        if (made.kind != Origin::Kind::operation || made.symbol != '+') return false;
        if ((made.left == 0) == (made.right == 0)) return false;
        const Origin cell = trace_.origin(made.left | made.right);
        if (cell.kind != Origin::Kind::cell) return false;
        const Access& read = trace_.access_at(cell.access);
        const ScalarType type = trace_.arrays[access.array].type;
        const double sum = bits_to_number(type, access.value), before = bits_to_number(type, old);
        const double added = bits_to_number(trace_.arrays[read.array].type, read.value);
        return std::abs(before + added - sum) <= 1e-5 * std::abs(sum);
    }

    const Trace& trace_;
    ArrayId array_;
    std::map<std::pair<ArrayId, uint32_t>, Local> locals_;
    std::unordered_map<OriginId, int> beneath_;
};

}  // namespace upsweep::replay
