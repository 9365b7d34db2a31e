// Plain data as bytes and back: little-endian numbers of their own width, lists and texts with their length
// in front. The order of a struct's parts is said once for both directions, by a function
// `fields(archive, value)` in the struct's namespace that calls the archive with each part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/array.h"
#include "core/error.h"

namespace upsweep {

/// Its bytes in a file are those in memory.
template <typename T>
inline constexpr bool is_plain_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class ByteWriter {
  public:
    static constexpr bool reads = false;

    template <typename T>
    void operator()(const T& value) {
        if constexpr (is_plain_number<T>)
            put(&value, sizeof value);
        else
            fields(*this, const_cast<T&>(value));  // which changes nothing of it unless `reads`
    }
    /// Several, one after another.
    template <typename First, typename Second, typename... More>
    void operator()(const First& first, const Second& second, const More&... more) {
        (*this)(first), (*this)(second), ((*this)(more), ...);
    }
    void operator()(const std::string& text) {
        length(text.size());
        put(text.data(), text.size());
    }
    template <typename T>
    void operator()(const std::vector<T>& list) {
        length(list.size());
        for (const T& item : list) (*this)(item);
    }
    void operator()(const std::vector<std::byte>& raw) {
        length(raw.size());
        put(raw.data(), raw.size());
    }
    template <typename A, typename B>
    void operator()(const std::pair<A, B>& pair) {
        (*this)(pair.first), (*this)(pair.second);
    }
    template <typename... Ts>
    void operator()(const std::variant<Ts...>& value) {
        (*this)(uint8_t(value.index()));
        std::visit([this](const auto& held) { (*this)(held); }, value);
    }
    void operator()(const Array& array) {
        (*this)(array.type()), (*this)(array.extent().width), (*this)(array.extent().height);
        put(array.bytes().data(), array.bytes().size());
    }
    void put(const void* from, size_t size) {
        const auto* first = static_cast<const std::byte*>(from);
        bytes.insert(bytes.end(), first, first + size);
    }

    std::vector<std::byte> bytes;

  private:
    void length(size_t size) { (*this)(uint64_t(size)); }
};

/// Takes the same calls. Nothing is believed but the values of numbers, enumerations and Extents: those the
/// caller checks.
class ByteReader {
  public:
    static constexpr bool reads = true;

    /// What Error says of bytes that end too early, and of bytes that are wrong in another way.
    struct Sentences {
        std::string cut_short, damaged;
    };
    ByteReader(std::span<const std::byte> bytes, Sentences sentences)
        : rest_(bytes), sentences_(std::move(sentences)) {}

    template <typename T>
    void operator()(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            uint8_t byte = 0;
            get(&byte, 1);
            value = byte != 0;
        } else if constexpr (is_plain_number<T>) {
            get(&value, sizeof value);
        } else {
            fields(*this, value);
        }
    }
    template <typename First, typename Second, typename... More>
    void operator()(First& first, Second& second, More&... more) {
        (*this)(first), (*this)(second), ((*this)(more), ...);
    }
    void operator()(std::string& text) {
        text.resize(length());
        get(text.data(), text.size());
    }
    template <typename T>
    void operator()(std::vector<T>& list) {
        const size_t size = length();
        // Grown as it is read: a damaged length must not ask for memory that the bytes cannot fill.
        list.clear();
        list.reserve(std::min<size_t>(size, rest_.size() / sizeof(T) + 1));
        for (size_t i = 0; i < size; ++i) (*this)(list.emplace_back());
    }
    void operator()(std::vector<std::byte>& raw) {
        raw.resize(length());
        get(raw.data(), raw.size());
    }
    template <typename A, typename B>
    void operator()(std::pair<A, B>& pair) {
        (*this)(pair.first), (*this)(pair.second);
    }
    template <typename... Ts>
    void operator()(std::variant<Ts...>& value) {
        uint8_t which = 0;
        (*this)(which);
        choose(value, which, std::index_sequence_for<Ts...>());
        std::visit([this](auto& held) { (*this)(held); }, value);
    }
    void operator()(Array& array) {
        ScalarType type{};
        Extent extent;
        (*this)(type), (*this)(extent.width), (*this)(extent.height);
        const auto most = int64_t(rest_.size());
        if (type > ScalarType::f64 || extent.width < 0 || extent.height < 0) damaged();
        if (extent.width > 0 && extent.height > most / extent.width) cut_short();
        if (extent.count() > most / size_of(type)) cut_short();
        array = Array(type, extent.count() == 0 ? Extent{} : extent);
        get(array.bytes().data(), array.bytes().size());
    }

    void expect_end() const {
        if (!rest_.empty()) damaged();
    }
    [[noreturn]] void damaged() const { throw Error(sentences_.damaged); }

  private:
    template <typename V, size_t... I>
    void choose(V& value, uint8_t which, std::index_sequence<I...>) {
        const bool known = ((which == I ? (value.template emplace<I>(), true) : false) || ...);
        if (!known) damaged();
    }
    [[noreturn]] void cut_short() const { throw Error(sentences_.cut_short); }
    size_t length() {
        uint64_t size = 0;
        (*this)(size);
        // Each item takes a byte at least.
        if (size > rest_.size()) cut_short();
        return size_t(size);
    }
    void get(void* to, size_t size) {
        if (size > rest_.size()) cut_short();
        if (size > 0) std::memcpy(to, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }

    std::span<const std::byte> rest_;
    Sentences sentences_;
};

}  // namespace upsweep
