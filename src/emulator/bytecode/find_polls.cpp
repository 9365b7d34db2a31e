#include "emulator/bytecode/lowering.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/ranges.h"

namespace upsweep::emulator {
namespace {

bool is_jump(const Instruction& in) { return in.op == Op::jump || in.op == Op::leave; }

/// Does more than look: memory may be another afterwards, or others may have been waited for.
bool acts(const Instruction& in) {
    switch (in.op) {
        using enum Op;
        case store:
        case atomic:
        case shuffle:
        case vote:
        case meet:
        case fence:
        case barrier:
        case print:
            return true;
        default:
            return false;
    }
}

/// How what is read decides whether the loop continues.
enum class Reach {
    at_once,  ///< nothing is done between the read and the end of the loop
    later,    ///< by its value
    choice,   ///< it only chooses which value is assigned, as in `if (flag) go_on = false;`
};

/// One loop: which registers decide whether it continues, and where their values come from.
class LoopReads {
  public:
    LoopReads(Code& code, const LoopInfo& loop,
              const std::unordered_map<Register, std::vector<uint32_t>>& writers)
        : code_(code), loop_(loop), writers_(writers) {}

    void mark() {
        for (uint32_t pc = loop_.top; pc <= loop_.end; ++pc)
            if (leaves(pc)) mark_guards(pc);
    }

  private:
    const Instruction& at(uint32_t pc) const { return code_.instructions[pc]; }

    /// A branch or jump out of the loop.
    bool leaves(uint32_t pc) const {
        const Instruction& in = at(pc);
        if (in.op == Op::leave) return true;
        return (in.op == Op::jump || in.op == Op::branch) && (in.target > loop_.end || in.target < loop_.top);
    }

    void mark_guards(uint32_t exit) {
        if (at(exit).op == Op::branch) return mark_condition(exit, Reach::at_once);
        each_guard(exit, [&](uint32_t branch, uint32_t from) {
            mark_condition(branch, acts_between(from, exit) ? Reach::later : Reach::at_once);
        });
    }

    /// `what(branch, from)` for each branch of the loop that decides whether `pc` is reached; the side that
    /// reaches it begins at `from`.
    template <class What>
    void each_guard(uint32_t pc, What what) const {
        for (uint32_t branch = loop_.top; branch < pc; ++branch) {
            const Instruction& in = at(branch);
            if (in.op != Op::branch || in.target <= branch) continue;
            const bool inside = in.target > pc;
            const bool otherwise = !inside && is_jump(at(in.target - 1)) && at(in.target - 1).target > pc;
            if (inside || otherwise) what(branch, inside ? branch + 1 : in.target);
        }
    }

    void mark_condition(uint32_t branch, Reach reach) {
        waits_ = only_waits(at(branch).a, branch);
        mark_sources(at(branch).a, branch, reach);
    }

    /// The register's value changes from pass to pass only as what is read changes: the loop counts nothing.
    bool only_waits(Register r, uint32_t pc) {
        const std::vector<uint32_t> writers = writers_of(r, pc);
        return all_of(writers, [&](uint32_t writer) {
            const Instruction& in = at(writer);
            if (in.op != Op::compute && in.op != Op::assign) return true;
            // One that depends on itself counts.
            if (waits_of_.try_emplace(writer, false).second)
                waits_of_[writer] =
                    only_waits(in.a, writer) && only_waits(in.b, writer) && only_waits(in.c, writer);
            return waits_of_[writer];
        });
    }

    bool acts_between(uint32_t from, uint32_t to) const {
        const auto begin = code_.instructions.begin();
        return std::any_of(begin + from, begin + to, acts);
    }

    /// The instructions of the loop that may have written the register as `pc` reads it: of a temporary those
    /// of the same statement, of any other all.
    std::vector<uint32_t> writers_of(Register r, uint32_t pc) const {
        std::vector<uint32_t> found;
        const auto known = writers_.find(r);
        if (known == writers_.end()) return found;
        uint32_t from = loop_.top, to = loop_.end;
        if (r >= code_.first_temporary) {
            to = pc;
            for (from = pc; from > loop_.top && at(from).op != Op::step;) --from;
        }
        const auto first = std::lower_bound(known->second.begin(), known->second.end(), from);
        for (auto writer = first; writer != known->second.end() && *writer <= to; ++writer)
            found.push_back(*writer);
        return found;
    }

    /// Loads and atomics that the register's value comes from decide whether the loop continues.
    void mark_sources(Register r, uint32_t pc, Reach reach) {
        if (!seen_.insert({r, pc, reach}).second) return;
        for (const uint32_t writer : writers_of(r, pc)) {
            Instruction& in = code_.instructions[writer];
            if (in.op == Op::load || in.op == Op::atomic) {
                note(in, writer, reach);
            } else if (in.op == Op::compute) {
                for (const Register from : {in.a, in.b, in.c}) mark_sources(from, writer, reach);
            } else if (in.op == Op::assign || in.op == Op::barrier) {
                mark_sources(in.a, writer, reach);
            } else if (in.op == Op::shuffle || in.op == Op::vote) {
                mark_sources(in.b, writer, reach);
            }
            if (r >= code_.first_temporary) continue;
            each_guard(writer,
                       [&](uint32_t branch, uint32_t) { mark_sources(at(branch).a, branch, Reach::choice); });
        }
    }

    void note(Instruction& in, uint32_t pc, Reach reach) {
        // A plain read that chooses a value is what every loop over data does: it waits for no one.
        if (reach == Reach::choice && in.op == Op::load && !in.strong) return;
        if (in.polls == Polls::no) in.polls = Polls::decides;
        if (reach != Reach::at_once) return;
        if (in.op == Op::load && waits_ && !in.strong && !in.whole && is_pure() && is_fixed(in.a, pc))
            code_.plain_waits.push_back(in.index);
        const bool swaps = in.op == Op::atomic &&
                           (in.builtin == Builtin::atomic_cas || in.builtin == Builtin::atomic_exchange);
        if (swaps && is_fixed(in.a, pc) && is_fixed(in.b, pc)) in.polls = Polls::locks;
    }

    /// The loop does nothing but look, so that a compiler may look once.
    bool is_pure() const {
        const auto begin = code_.instructions.begin();
        return std::none_of(begin + loop_.top, begin + loop_.end + 1, acts);
    }

    /// The register has the same value in every pass, as far as the loop's own text tells.
    bool is_fixed(Register r, uint32_t pc, int depth = 0) const {
        constexpr int deepest = 32;
        if (depth == deepest) return false;
        const std::vector<uint32_t> writers = writers_of(r, pc);
        if (r < code_.first_temporary) return writers.empty();
        return all_of(writers, [&](uint32_t writer) {
            const Instruction& in = at(writer);
            if (in.op == Op::atomic) return false;
            if (in.op == Op::load) return is_fixed(in.a, writer, depth + 1);
            return is_fixed(in.a, writer, depth + 1) && is_fixed(in.b, writer, depth + 1) &&
                   is_fixed(in.c, writer, depth + 1);
        });
    }

    Code& code_;
    const LoopInfo& loop_;
    const std::unordered_map<Register, std::vector<uint32_t>>& writers_;
    std::set<std::tuple<Register, uint32_t, Reach>> seen_;
    std::unordered_map<uint32_t, bool> waits_of_;  ///< by instruction: what only_waits() said
    bool waits_ = false;                           ///< of the condition whose sources are marked
};

bool writes_register(const Instruction& in) {
    return in.op == Op::compute || in.op == Op::assign || in.op == Op::load || in.op == Op::atomic ||
           in.op == Op::shuffle || in.op == Op::vote || in.op == Op::barrier;
}

}  // namespace

void find_polls(Code& code) {
    if (code.loops.empty()) return;
    std::unordered_map<Register, std::vector<uint32_t>> writers;
    for (size_t pc = 0; pc < code.instructions.size(); ++pc) {
        Instruction& in = code.instructions[pc];
        // The condition before the first pass of a `for` is outside of the loop.
        if (in.op == Op::load && in.fork == Fork::loop) in.polls = Polls::decides;
        if (!writes_register(in)) continue;
        const int count = in.op == Op::load ? in.count : 1;
        for (int k = 0; k < count; ++k) writers[in.dst + k].push_back(pc);
    }
    for (const LoopInfo& loop : code.loops) LoopReads(code, loop, writers).mark();
    sort(code.plain_waits);
}

}  // namespace upsweep::emulator
