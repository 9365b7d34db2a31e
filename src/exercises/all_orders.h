// Every order of a launch's warps that can make a difference, by partial-order reduction.
//
// Two steps of different warps depend on each other where they touch a cell and one of them writes it. Orders
// that keep all dependent pairs as they are give the same result, so one run stands for all of them. From
// each run, each pair of dependent steps with nothing in between that orders them (barriers, further
// dependent steps) is turned round, and the order that begins so is run; until no new one comes up. That
// reaches every class of orders (Flanagan and Godefroid 2005; each reversal brings the run nearer to any one
// that was not seen).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_set>
#include <vector>

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::exercises {

struct AllOrders {
    /// One for each order that may give something else than the others; the same in every search.
    std::unordered_set<uint64_t> classes = {};
    int64_t runs = 0;
    bool all = false;                              ///< there are no others
    std::optional<std::vector<int>> failing = {};  ///< an order's list of warps (Order::list)
};

/// `run` runs the launch with turns for these warps, then as it likes, in lockstep and with strong memory,
/// and records. `fails` says whether that is a failure, which ends the search. At most `most` runs. Only for
/// traces of one launch.
AllOrders try_all_orders(const std::function<emulator::Trace(const std::vector<int>&)>& run,
                         const std::function<bool(const emulator::Trace&)>& fails, int64_t most);

}  // namespace upsweep::exercises
