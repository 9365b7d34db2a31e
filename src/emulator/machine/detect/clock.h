// Vector clocks that share what they have in common: a clock that differs from another in one place takes a
// path of a tree, not a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace upsweep::emulator {

/// An allocator that counts the bytes it has given out.
template <typename T>
struct Counted {
    using value_type = T;
    explicit Counted(int64_t& count) : bytes(&count) {}
    template <typename Other>
    Counted(const Counted<Other>& other) : bytes(other.bytes) {}  // NOLINT(google-explicit-constructor)

    T* allocate(size_t count) {
        T* made = std::allocator<T>().allocate(count);
        *bytes += int64_t(count * sizeof(T));
        return made;
    }
    void deallocate(T* from, size_t count) {
        *bytes -= int64_t(count * sizeof(T));
        std::allocator<T>().deallocate(from, count);
    }
    template <typename Other>
    bool operator==(const Counted<Other>& other) const {
        return bytes == other.bytes;
    }

    int64_t* bytes;
};

/// A part of the tree. It never changes once it is made, so many clocks hold it.
struct ClockNode;
using ClockTree = std::shared_ptr<const ClockNode>;

/// A time for every place, 0 where nothing is known. A copy costs a pointer.
struct Clock {
    ClockTree tree;
    /// The event that knows of all others here: a clock that has this one has them all. Time 0: there is
    /// none.
    uint64_t last_place = 0;
    uint32_t last_time = 0;

    explicit operator bool() const { return tree != nullptr; }
    uint32_t at(uint64_t place) const;
    bool has_all_of(const Clock& other) const {
        return tree == other.tree || (other.last_time != 0 && at(other.last_place) >= other.last_time);
    }
};

/// Makes clocks and counts their bytes. It has to outlive them.
class Clocks {
  public:
    explicit Clocks(int64_t& bytes) : bytes_(&bytes) {}

    /// The later time of each place. Costs what differs between the two, and next to nothing where one has
    /// the other's last event.
    Clock joined(const Clock& a, const Clock& b);
    /// The same of clocks whose last events say nothing about the rest; so does the result's.
    Clock merged(const Clock& a, const Clock& b) { return {join(a.tree, b.tree)}; }
    /// The clock and so late a time at one place more.
    Clock with(const Clock& clock, uint64_t place, uint32_t time);

    /// Parts of trees that were looked at or made so far.
    int64_t visits() const { return visits_; }

  private:
    ClockTree join(const ClockTree& a, const ClockTree& b);
    ClockTree join_alike(const ClockTree& a, const ClockTree& b);
    ClockTree branch(uint64_t first, uint64_t bit, ClockTree low, ClockTree high);

    int64_t* bytes_;
    int64_t visits_ = 0;
};

}  // namespace upsweep::emulator
