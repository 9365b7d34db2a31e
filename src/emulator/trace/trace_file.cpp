// Writing and reading a trace's bytes: little-endian numbers of their own width, lists and texts with their
// length in front.
#include "emulator/trace/trace_file.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "core/error.h"
#include "emulator/trace/trace_check.h"
#include "emulator/trace/trace_layout.h"

namespace upsweep::emulator {
namespace {

constexpr std::string_view magic = "upsweep trace\n";

template <typename T>
constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
  public:
    template <typename T>
    void operator()(T& value) {
        if constexpr (is_number<T>)
            put(&value, sizeof value);
        else
            layout::fields(*this, value);
    }
    void operator()(Access& access) { packed(access); }
    void operator()(Step& step) { packed(step); }
    void operator()(std::string& text) {
        length(text.size());
        put(text.data(), text.size());
    }
    template <typename T>
    void operator()(std::vector<T>& list) {
        length(list.size());
        for (T& item : list) (*this)(item);
    }
    template <typename... Ts>
    void operator()(std::variant<Ts...>& value) {
        auto which = static_cast<std::uint8_t>(value.index());
        (*this)(which);
        std::visit([this](auto& held) { (*this)(held); }, value);
    }
    void operator()(Array& array) {
        ScalarType type = array.type();
        Extent extent = array.extent();
        (*this)(type), (*this)(extent);
        put(array.bytes().data(), array.bytes().size());
    }

    std::vector<std::byte> bytes;

  private:
    void put(const void* from, std::size_t size) {
        const auto* first = static_cast<const std::byte*>(from);
        bytes.insert(bytes.end(), first, first + size);
    }
    /// Packing writes the bits back.
    template <typename T>
    void packed(T copy) {
        layout::fields(*this, copy);
    }
    void length(std::size_t size) {
        std::uint64_t wide = size;
        put(&wide, sizeof wide);
    }
};

class Reader {
  public:
    Reader(std::span<const std::byte> bytes, const std::string& name) : rest_(bytes), name_(name) {}

    template <typename T>
    void operator()(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            std::uint8_t byte = 0;
            get(&byte, 1);
            value = byte != 0;
        } else if constexpr (is_number<T>) {
            get(&value, sizeof value);
        } else {
            layout::fields(*this, value);
        }
    }
    void operator()(std::string& text) {
        text.resize(length());
        get(text.data(), text.size());
    }
    template <typename T>
    void operator()(std::vector<T>& list) {
        const std::size_t size = length();
        // Grown as it is read: a damaged length must not ask for memory that the file cannot fill.
        list.clear();
        list.reserve(std::min<std::size_t>(size, rest_.size() / sizeof(T) + 1));
        for (std::size_t i = 0; i < size; ++i) {
            list.emplace_back();
            (*this)(list.back());
        }
    }
    template <typename... Ts>
    void operator()(std::variant<Ts...>& value) {
        std::uint8_t which = 0;
        (*this)(which);
        choose(value, which, std::index_sequence_for<Ts...>());
        std::visit([this](auto& held) { (*this)(held); }, value);
    }
    void operator()(Array& array) {
        ScalarType type{};
        Extent extent;
        (*this)(type), (*this)(extent);
        const auto most = static_cast<std::int64_t>(rest_.size());
        if (type > ScalarType::f64 || extent.width < 0 || extent.height < 0) damaged();
        if (extent.width > 0 && extent.height > most / extent.width) cut_short();
        if (extent.count() > most / size_of(type)) cut_short();
        array = Array(type, extent.count() == 0 ? Extent{} : extent);
        get(array.bytes().data(), array.bytes().size());
    }

    bool at_end() const { return rest_.empty(); }
    [[noreturn]] void damaged() const {
        throw Error(name_ + " is a damaged trace; run the kernel again with --trace.");
    }

  private:
    template <typename V, std::size_t... I>
    void choose(V& value, std::uint8_t which, std::index_sequence<I...>) {
        const bool known = ((which == I ? (value.template emplace<I>(), true) : false) || ...);
        if (!known) damaged();
    }
    [[noreturn]] void cut_short() const {
        throw Error(name_ + " is a truncated trace; run the kernel again with --trace.");
    }
    std::size_t length() {
        std::uint64_t size = 0;
        get(&size, sizeof size);
        // Each item takes a byte at least.
        if (size > rest_.size()) cut_short();
        return static_cast<std::size_t>(size);
    }
    void get(void* to, std::size_t size) {
        if (size > rest_.size()) cut_short();
        if (size > 0) std::memcpy(to, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }

    std::span<const std::byte> rest_;
    const std::string& name_;
};

}  // namespace

bool is_trace(std::span<const std::byte> bytes) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

std::vector<std::byte> encode_trace(const Trace& trace) {
    Writer writer;
    const auto* first = reinterpret_cast<const std::byte*>(magic.data());
    writer.bytes.assign(first, first + magic.size());
    std::uint32_t version = trace_file_version;
    writer(version);
    // The fields are named once for both directions; writing changes none of them.
    writer(const_cast<Trace&>(trace));
    return std::move(writer.bytes);
}

Trace decode_trace(std::span<const std::byte> bytes, const std::string& name) {
    if (!is_trace(bytes)) throw Error(name + " is not a trace; make one with upsweep run FILE.cu --trace.");
    Reader reader(bytes.subspan(magic.size()), name);
    std::uint32_t version = 0;
    reader(version);
    if (version != trace_file_version)
        throw Error(fmt::format(
            "{} is a version {} trace, but this program reads version {}; run the kernel again with --trace.",
            name, version, trace_file_version));
    Trace trace;
    reader(trace);
    if (!reader.at_end() || !is_sound(trace)) reader.damaged();
    return trace;
}

}  // namespace upsweep::emulator
