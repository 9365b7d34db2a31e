// A binary tree over the places' numbers that leaves out bits in which all below agree (Morrison 1968; joined
// as by Okasaki and Gill 1998). Sixteen places share a leaf.
#include "emulator/machine/detect/clock.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace upsweep::emulator {

struct ClockNode {
    uint64_t first = 0;  ///< the lowest leaf number that may be below
    uint64_t bit = 0;    ///< of leaf numbers: parts the two children; 0: this is a leaf

    bool spans(uint64_t leaf) const { return (leaf & ~(2 * bit - 1)) == first; }
};

namespace {

constexpr int leaf_bits = 4;
constexpr size_t leaf_size = size_t{1} << leaf_bits;

struct Branch : ClockNode {
    ClockTree low, high;  ///< `bit` is 0 or 1 there
};

struct Leaf : ClockNode {
    uint32_t times[leaf_size] = {};
};

const Branch& as_branch(const ClockTree& tree) { return static_cast<const Branch&>(*tree); }
const Leaf& as_leaf(const ClockTree& tree) { return static_cast<const Leaf&>(*tree); }

}  // namespace

uint32_t Clock::at(uint64_t place) const {
    const uint64_t leaf = place >> leaf_bits;
    const ClockNode* node = tree.get();
    while (node != nullptr && node->bit != 0) {
        const auto* branch = static_cast<const Branch*>(node);
        node = ((leaf & node->bit) == 0 ? branch->low : branch->high).get();
    }
    if (node == nullptr || node->first != leaf) return 0;
    return static_cast<const Leaf*>(node)->times[place & (leaf_size - 1)];
}

Clock Clocks::joined(const Clock& a, const Clock& b) {
    if (!b || a.has_all_of(b)) return a;
    if (!a || b.has_all_of(a)) return b;
    Clock both = merged(a, b);
    if (both.tree == a.tree) return a;
    if (both.tree == b.tree) return b;
    return both;
}

Clock Clocks::with(const Clock& clock, uint64_t place, uint32_t time) {
    auto leaf = std::allocate_shared<Leaf>(Counted<Leaf>(*bytes_));
    leaf->first = place >> leaf_bits;
    leaf->times[place & (leaf_size - 1)] = time;
    return {join(clock.tree, leaf)};
}

ClockTree Clocks::branch(uint64_t first, uint64_t bit, ClockTree low, ClockTree high) {
    auto made = std::allocate_shared<Branch>(Counted<Branch>(*bytes_));
    made->first = first;
    made->bit = bit;
    made->low = std::move(low);
    made->high = std::move(high);
    return made;
}

/// Where one tree has all that the other has, it is the result: what is the same is held once.
ClockTree Clocks::join(const ClockTree& a, const ClockTree& b) {
    ++visits_;
    if (b == nullptr || a == b) return a;
    if (a == nullptr) return b;
    if (a->bit == b->bit && a->first == b->first) return join_alike(a, b);
    const bool a_is_above = a->bit > b->bit;
    const ClockTree& above = a_is_above ? a : b;
    const ClockTree& below = a_is_above ? b : a;
    if (a->bit == b->bit || !above->spans(below->first)) {
        const uint64_t bit = std::bit_floor(a->first ^ b->first);
        const bool a_is_low = (a->first & bit) == 0;
        return branch(a->first & ~(2 * bit - 1), bit, a_is_low ? a : b, a_is_low ? b : a);
    }
    const Branch& old = as_branch(above);
    const bool into_low = (below->first & above->bit) == 0;
    const ClockTree& child = into_low ? old.low : old.high;
    ClockTree joined = a_is_above ? join(child, below) : join(below, child);
    if (joined == child) return above;
    return into_low ? branch(above->first, above->bit, std::move(joined), old.high)
                    : branch(above->first, above->bit, old.low, std::move(joined));
}

/// Two leaves of one number, or two branches over the same ones.
ClockTree Clocks::join_alike(const ClockTree& a, const ClockTree& b) {
    if (a->bit != 0) {
        const Branch &x = as_branch(a), &y = as_branch(b);
        ClockTree low = join(x.low, y.low), high = join(x.high, y.high);
        if (low == x.low && high == x.high) return a;
        if (low == y.low && high == y.high) return b;
        return branch(a->first, a->bit, std::move(low), std::move(high));
    }
    Leaf both = as_leaf(a);
    bool a_has_all = true, b_has_all = true;
    for (size_t i = 0; i < leaf_size; ++i) {
        const uint32_t x = both.times[i], y = as_leaf(b).times[i];
        a_has_all &= x >= y;
        b_has_all &= y >= x;
        both.times[i] = std::max(x, y);
    }
    if (a_has_all) return a;
    if (b_has_all) return b;
    return std::allocate_shared<Leaf>(Counted<Leaf>(*bytes_), both);
}

}  // namespace upsweep::emulator
