// Large memory that is zero from the start and costs nothing until it is touched.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace upsweep {

template <typename T>
struct ZeroedAllocator {
    static_assert(std::is_trivial_v<T>);
    using value_type = T;

    ZeroedAllocator() = default;
    template <typename Other>
    constexpr ZeroedAllocator(const ZeroedAllocator<Other>&) {}  // NOLINT(google-explicit-constructor)

    T* allocate(size_t count) {
        void* made = std::calloc(count, sizeof(T));
        if (made == nullptr) throw std::bad_alloc();
        return static_cast<T*>(made);
    }
    void deallocate(T* from, size_t) { std::free(from); }
    /// What is made without a value is zero already.
    template <typename U>
    void construct(U*) {}
    template <typename U, typename... Values>
    void construct(U* at, Values&&... values) {
        ::new (static_cast<void*>(at)) U(std::forward<Values>(values)...);
    }
    friend bool operator==(const ZeroedAllocator&, const ZeroedAllocator&) { return true; }
};

/// Zeroed<T>(n) has n zeros. It does not grow: elements that come later may hold what was there before.
template <typename T>
using Zeroed = std::vector<T, ZeroedAllocator<T>>;

}  // namespace upsweep
