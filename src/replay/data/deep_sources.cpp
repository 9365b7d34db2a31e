// Follows origins back, from each read of shared memory to the write that it found there.
#include "replay/data/deep_sources.h"

#include "emulator/trace/trace.h"

#include <algorithm>
#include <queue>
#include <set>
#include <utility>

namespace upsweep::replay {

namespace {

constexpr int most_origins = 4096;
constexpr int64_t most_accesses = 200'000;
using DeepSourcesCell = std::pair<ArrayId, int64_t>;

class DeepSourcesWalk {
  public:
    explicit DeepSourcesWalk(const Trace& trace) : trace_(trace) {}

    void expand(OriginId origin) {
        std::vector<OriginId> open = {origin};
        while (!open.empty() && looked_ < most_origins) {
            const OriginId id = open.back();
            open.pop_back();
            if (id == 0 || !seen_.insert(id).second) continue;
            ++looked_;
            const Origin node = trace_.origin(id);
            if (node.kind == Origin::Kind::operation) {
                open.push_back(node.left);
                open.push_back(node.right);
            } else if (node.kind == Origin::Kind::cell) {
                take(node.access);
            }
        }
    }

    /// Back from an access, until all reads of shared memory have their writes.
    void go_back(int64_t from) {
        const int64_t lowest = std::max<int64_t>(0, from - most_accesses);
        for (int64_t i = from - 1; i >= lowest && (!pending_.empty() || !wanted_.empty()); --i) {
            while (!pending_.empty() && pending_.top() > i) {
                wanted_.insert(cell_of(pending_.top()));
                pending_.pop();
            }
            const Access& access = at(i);
            if (!is_write(access)) continue;
            const auto found = wanted_.find(cell_of(i));
            if (found == wanted_.end()) continue;
            wanted_.erase(found);
            expand(access.origin);
        }
    }

    DeepSources sources() && {
        return {std::move(leaves_), looked_ < most_origins && pending_.empty() && wanted_.empty()};
    }

  private:
    const Access& at(int64_t access) const { return trace_.access_at(access); }
    DeepSourcesCell cell_of(int64_t access) const {
        return {at(access).array, element_of(trace_, at(access))};
    }

    void take(int64_t read) {
        const Space space = trace_.arrays[at(read).array].space;
        if (space == Space::shared) return pending_.push(read);
        const DeepSourcesCell cell = cell_of(read);
        if (space == Space::global && global_.insert(cell).second)
            leaves_.push_back({cell.first, cell.second, read});
    }

    const Trace& trace_;
    int looked_ = 0;
    std::set<OriginId> seen_;
    std::priority_queue<int64_t> pending_;  // reads, the newest first
    std::set<DeepSourcesCell> wanted_, global_;
    std::vector<Leaf> leaves_;
};

}  // namespace

DeepSources deep_sources(const Trace& trace, int64_t write) {
    DeepSourcesWalk walk(trace);
    walk.expand(trace.access_at(write).origin);
    walk.go_back(write);
    return std::move(walk).sources();
}

}  // namespace upsweep::replay
