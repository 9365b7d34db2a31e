// Bytes of things one after another, and things of bytes again, nothing believed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/array.h"
#include "core/error.h"

namespace upsweep::device {

[[noreturn]] inline void refuse_wire() { throw Error("A message between the two processes cannot be read."); }

/// Writes each thing as it is put in; Reader takes the same calls.
class Writer {
  public:
    template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void operator()(const T& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); }
    void operator()(const std::string& text) {
        (*this)(static_cast<std::uint64_t>(text.size()));
        bytes += text;
    }
    void operator()(const std::vector<std::byte>& raw) {
        (*this)(static_cast<std::uint64_t>(raw.size()));
        bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
    }
    void operator()(const Extent& extent) {
        (*this)(extent.width);
        (*this)(extent.height);
    }
    void operator()(const Array& array) {
        (*this)(array.type());
        (*this)(array.extent());
        const auto raw = array.bytes();
        bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
    }
    template <typename T, typename Each>
    void list(const std::vector<T>& items, Each each) {
        (*this)(static_cast<std::uint64_t>(items.size()));
        for (const T& item : items) each(item);
    }

    std::string bytes;
};

class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    template <typename T>
    requires std::is_arithmetic_v<T>
    void operator()(T& value) {
        const std::string_view raw = take(sizeof value);
        if constexpr (std::is_same_v<T, bool>)
            value = raw[0] != 0;
        else
            std::memcpy(&value, raw.data(), sizeof value);
    }
    template <typename T>
    requires std::is_enum_v<T>
    void operator()(T& value) {
        std::underlying_type_t<T> raw = 0;
        (*this)(raw);
        value = static_cast<T>(raw);
    }
    void operator()(ScalarType& type) {
        const auto raw = static_cast<std::uint8_t>(take(1)[0]);
        if (raw > static_cast<std::uint8_t>(ScalarType::f64)) refuse_wire();
        type = static_cast<ScalarType>(raw);
    }
    void operator()(std::string& text) { text = take(size()); }
    void operator()(std::vector<std::byte>& raw) {
        const std::string_view from = take(size());
        raw.resize(from.size());
        if (!from.empty()) std::memcpy(raw.data(), from.data(), from.size());
    }
    void operator()(Extent& extent) {
        constexpr std::int64_t most = std::int64_t{1} << 36;
        (*this)(extent.width);
        (*this)(extent.height);
        if (extent.width < 0 || extent.height < 0 || extent.width > most) refuse_wire();
        if (extent.width > 0 && extent.height > most / extent.width) refuse_wire();
    }
    void operator()(Array& array) {
        ScalarType type{};
        Extent extent;
        (*this)(type);
        (*this)(extent);
        const std::string_view from =
            take(static_cast<std::uint64_t>(extent.count()) * static_cast<std::uint64_t>(size_of(type)));
        array = Array(type, extent);
        if (!from.empty()) std::memcpy(array.bytes().data(), from.data(), from.size());
    }
    template <typename T, typename Each>
    void list(std::vector<T>& items, Each each) {
        // Every item has a byte at least.
        for (std::uint64_t left = size(); left > 0; --left) each(items.emplace_back());
    }
    void expect(std::uint32_t mark) {
        std::uint32_t found = 0;
        (*this)(found);
        if (found != mark) refuse_wire();
    }
    void expect_end() const {
        if (!rest_.empty()) refuse_wire();
    }

  private:
    std::uint64_t size() {
        std::uint64_t size = 0;
        (*this)(size);
        if (size > rest_.size()) refuse_wire();
        return size;
    }
    std::string_view take(std::uint64_t count) {
        if (count > rest_.size()) refuse_wire();
        const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
        rest_.remove_prefix(static_cast<std::size_t>(count));
        return taken;
    }

    std::string_view rest_;
};

}  // namespace upsweep::device
