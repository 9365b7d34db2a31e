// A typed host array whose element type is known only at run time: what goes into a plan and comes out of it.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/element_type.h"
#include "core/extent.h"

namespace upsweep {

/// The position of T among the types.
template <typename T, typename... Types>
constexpr size_t position_among() {
    static_assert((std::is_same_v<T, Types> || ...));
    size_t position = 0;
    static_cast<void>(((std::is_same_v<T, Types> || (++position, false)) || ...));
    return position;
}

/// The types in the order of ScalarType.
template <typename T>
constexpr ScalarType scalar_type_of() {
    return ScalarType(position_among<T, bool, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                                     uint64_t, float, double>());
}

/// Memory that begins at a cache line: vectors of 64 bytes there cross none, which doubles what stores take.
template <typename T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    CacheLineAllocator() = default;
    template <typename Other>
    constexpr CacheLineAllocator(const CacheLineAllocator<Other>&) {}

    T* allocate(size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
    void deallocate(T* memory, size_t) { ::operator delete(memory, line); }
    friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
};

/// Row-major, width x height elements of one type, no padding between rows.
class Array {
  public:
    Array() = default;
    Array(ScalarType type, Extent extent)
        : type_(type), extent_(extent), bytes_(size_t(extent.count()) * size_of(type)) {}

    template <typename T>
    static Array of(Extent extent, std::span<const T> values) {
        assert(int64_t(values.size()) == extent.count());
        Array array(scalar_type_of<T>(), extent);
        std::copy(values.begin(), values.end(), array.view<T>().begin());
        return array;
    }

    ScalarType type() const { return type_; }
    Extent extent() const { return extent_; }
    int64_t count() const { return extent_.count(); }
    std::span<std::byte> bytes() { return bytes_; }
    std::span<const std::byte> bytes() const { return bytes_; }

    /// The elements; T must be the array's type.
    template <typename T>
    std::span<T> view() {
        assert(scalar_type_of<T>() == type_);
        return {reinterpret_cast<T*>(bytes_.data()), size_t(count())};
    }
    template <typename T>
    std::span<const T> view() const {
        assert(scalar_type_of<T>() == type_);
        return {reinterpret_cast<const T*>(bytes_.data()), size_t(count())};
    }

    /// `count` elements from `first` on, as one row.
    Array part(int64_t first, int64_t count) const;

    /// Element `index` as a double, whatever the type (u64 and i64 above 2^53 are rounded).
    double number(int64_t index) const;
    /// Stores `value` converted to the element type; integers take it modulo 2^bits.
    void set_number(int64_t index, double value);
    /// Element `index` as text: integers exactly, floats in the shortest form that reads back ("nan", "inf").
    std::string text(int64_t index) const;

    friend bool operator==(const Array& a, const Array& b) {
        return a.type_ == b.type_ && a.extent_ == b.extent_ && a.bytes_ == b.bytes_;
    }

  private:
    ScalarType type_ = ScalarType::u32;
    Extent extent_;
    std::vector<std::byte, CacheLineAllocator<std::byte>> bytes_;
};

/// Calls `f` with a value-initialised element of the C++ type behind `type`: visit_type(t, [](auto v) {...}).
template <typename F>
decltype(auto) visit_type(ScalarType type, F&& f) {
    switch (type) {
        case ScalarType::boolean:
            return f(bool{});
        case ScalarType::i8:
            return f(int8_t{});
        case ScalarType::u8:
            return f(uint8_t{});
        case ScalarType::i16:
            return f(int16_t{});
        case ScalarType::u16:
            return f(uint16_t{});
        case ScalarType::i32:
            return f(int32_t{});
        case ScalarType::u32:
            return f(uint32_t{});
        case ScalarType::i64:
            return f(int64_t{});
        case ScalarType::u64:
            return f(uint64_t{});
        case ScalarType::f32:
            return f(float{});
        case ScalarType::f64:
            break;
    }
    return f(double{});
}

/// A scalar's raw bits (zero-extended) as text, as Array::text writes it.
std::string bits_to_text(ScalarType type, uint64_t bits);

/// A scalar's raw bits as a double.
double bits_to_number(ScalarType type, uint64_t bits);

/// The bits of element `index`, zero-extended.
uint64_t bits_at(const Array& array, int64_t index);

/// How many floating-point numbers lie between two of one type, the farther one counted; 0 for equal values
/// (-0 is 0) and for two NaNs, the largest number for a NaN and a number. Of integers 0 if they are equal,
/// else the largest number.
int64_t ulps_apart(ScalarType type, uint64_t a, uint64_t b);

}  // namespace upsweep
