#include "media/npy.h"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/ranges.h"
#include "core/write_file.h"

namespace upsweep::media {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

constexpr std::array<std::pair<ScalarType, std::string_view>, 11> codes = {{
    {ScalarType::boolean, "|b1"},
    {ScalarType::i8, "|i1"},
    {ScalarType::u8, "|u1"},
    {ScalarType::i16, "<i2"},
    {ScalarType::u16, "<u2"},
    {ScalarType::i32, "<i4"},
    {ScalarType::u32, "<u4"},
    {ScalarType::i64, "<i8"},
    {ScalarType::u64, "<u8"},
    {ScalarType::f32, "<f4"},
    {ScalarType::f64, "<f8"},
}};

/// What follows `'key':` in the header's dictionary, without leading spaces; empty if it is missing.
std::string_view value_of(std::string_view header, std::string_view key) {
    size_t at = header.find("'" + std::string(key) + "'");
    if (at == std::string_view::npos) return {};
    at = header.find(':', at);
    at = at == std::string_view::npos ? at : header.find_first_not_of(' ', at + 1);
    return at == std::string_view::npos ? std::string_view{} : header.substr(at);
}

/// The numbers of "(3, 4)" or "(3,)". False if it is not a tuple of one or two.
bool parse_shape(std::string_view text, Extent& extent) {
    std::array<int64_t, 2> sides{};
    size_t count = 0;
    if (text.empty() || text[0] != '(') return false;
    const char* at = text.data() + 1;
    const char* end = text.data() + text.size();
    while (at < end && *at != ')') {
        if (*at == ' ' || *at == ',') {
            ++at;
            continue;
        }
        if (count == 2) return false;
        auto [next, error] = std::from_chars(at, end, sides[count++]);
        if (error != std::errc{}) return false;
        at = next;
    }
    if (at == end || count == 0) return false;
    extent = count == 1 ? Extent{sides[0], 1} : Extent{sides[1], sides[0]};
    return extent.width >= 0 && extent.height >= 0;
}

/// Header text and where the data begin; versions 1 to 3 differ only in the width of the length.
bool split_header(std::span<const std::byte> bytes, std::string_view& header, size_t& data) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() < 12) return false;
    size_t width = text[6] == 1 ? 2 : 4;
    size_t length = 0;
    for (size_t i = width; i-- > 0;) length = length << 8 | uint8_t(text[8 + i]);
    data = 8 + width + length;
    if (data > text.size()) return false;
    header = text.substr(8 + width, length);
    return true;
}

ScalarType parse_type(std::string_view text, const std::string& name) {
    std::string_view code = text.size() > 4 ? text.substr(1, 3) : text;
    for (const auto& [type, known] : codes)
        if (known == code || (known[0] == '|' && code.size() == 3 && known.substr(1) == code.substr(1)))
            return type;
    throw Error("{}: its element type is not a little-endian integer or float; convert it with astype.",
                name);
}

}  // namespace

bool is_npy(std::span<const std::byte> bytes) {
    return bytes.size() > magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

Array decode_npy(std::span<const std::byte> bytes, const std::string& name, int64_t most_elements) {
    std::string_view header;
    size_t data = 0;
    if (!split_header(bytes, header, data))
        throw Error("{} is cut short inside its header; save it again.", name);
    ScalarType type = parse_type(value_of(header, "descr"), name);
    if (value_of(header, "fortran_order").starts_with("True"))
        throw Error("{} is stored column by column; save numpy.ascontiguousarray of it.", name);
    Extent extent;
    if (!parse_shape(value_of(header, "shape"), extent))
        throw Error("{} is not an array of one or two dimensions; reshape it.", name);
    if (extent.width == 0 || extent.height == 0)
        throw Error("{} holds no elements; choose another array.", name);
    if (extent.width > most_elements / extent.height)
        throw Error("{} says it is {} × {}, and at most {} million elements are read; make it smaller.", name,
                    extent.width, extent.height, most_elements / 1'000'000);
    if (int64_t(bytes.size() - data) < extent.count() * size_of(type))
        throw Error("{} is cut short: it ends after {} bytes; save it again.", name, bytes.size());
    Array array(type, extent);
    std::memcpy(array.bytes().data(), bytes.data() + data, array.bytes().size());
    if (type == ScalarType::boolean)
        for (std::byte& b : array.bytes()) b = b == std::byte{0} ? b : std::byte{1};
    return array;
}

namespace {

std::vector<std::byte> encode(const Array& array, const std::string& shape) {
    std::string_view code;
    for (const auto& [type, text] : codes)
        if (type == array.type()) code = text;
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", code, shape);
    // Magic, version and length are 10 bytes; the data begin at a multiple of 64.
    header.append((64 - (header.size() + 11) % 64) % 64, ' ').push_back('\n');
    std::string start(magic);
    start += {'\1', '\0', char(header.size() & 255), char(header.size() >> 8)};
    start += header;
    auto first = reinterpret_cast<const std::byte*>(start.data());
    std::vector<std::byte> bytes(first, first + start.size());
    append(bytes, array.bytes());
    return bytes;
}

}  // namespace

std::vector<std::byte> encode_npy(const Array& array) {
    return encode(array, fmt::format("{}, {}", array.extent().height, array.extent().width));
}

std::vector<std::byte> encode_npy_row(const Array& array) {
    return encode(array, fmt::format("{},", array.count()));
}

void save_npy(const std::filesystem::path& path, const Array& array) { write_file(path, encode_npy(array)); }

}  // namespace upsweep::media
