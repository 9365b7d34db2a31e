
#include <fmt/core.h>

#include "core/error.h"
#include "media/decoders.h"

namespace upsweep::media {
namespace {

/// Walks the header's and a text format's tokens; "#" starts a comment up to the end of the line.
class Tokens {
  public:
    Tokens(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    /// The next unsigned number; throws if none exists, or if it exceeds `most`.
    int64_t number(const char* what, int64_t most) {
        skip_space();
        if (at_ == bytes_.size()) cut_short();
        if (!is_digit(peek()))
            throw Error("{}: {} is not a number at byte {}; save the picture again.", name_, what, at_);
        int64_t value = 0;
        for (; at_ < bytes_.size() && is_digit(peek()); ++at_) {
            value = value * 10 + (peek() - '0');
            if (value > most)
                throw Error("{}: {} at byte {} is above {}; save the picture again.", name_, what, at_, most);
        }
        return value;
    }

    /// Past the one white-space byte that ends a binary format's header.
    void end_header() {
        if (at_ == bytes_.size()) cut_short();
        ++at_;
    }
    void skip(size_t count) { at_ += count; }
    std::span<const std::byte> rest() const { return bytes_.subspan(at_); }

    [[noreturn]] void cut_short() const { media::cut_short(name_, bytes_.size()); }

  private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    char peek() const { return char(bytes_[at_]); }

    void skip_space() {
        while (at_ < bytes_.size() && (is_space(peek()) || peek() == '#')) {
            if (peek() == '#')
                while (at_ < bytes_.size() && peek() != '\n') ++at_;
            else
                ++at_;
        }
    }

    std::span<const std::byte> bytes_;
    const std::string& name_;
    size_t at_ = 0;
};

struct Header {
    Extent extent;
    int64_t maximum = 255;
    int channels = 1;
    bool text = false;
    int sample_bytes() const { return maximum > 255 ? 2 : 1; }
    int64_t samples() const { return extent.count() * channels; }
};

Header read_header(Tokens& tokens, char format, const std::string& name, const ImageLimits& limits) {
    constexpr int64_t most = int64_t{1} << 31;
    Header header;
    header.text = format == '2' || format == '3';
    header.channels = format == '3' || format == '6' ? 3 : 1;
    tokens.skip(2);
    header.extent.width = tokens.number("the width", most);
    header.extent.height = tokens.number("the height", most);
    check_size(header.extent, limits.keep_colour ? 7 : 4, name, limits);
    header.maximum = tokens.number("the largest value", 65535);
    if (header.maximum == 0) throw Error("{}: the largest value is 0; save the picture again.", name);
    if (!header.text) tokens.end_header();
    return header;
}

/// Samples one after another, of either coding.
class SampleReader {
  public:
    SampleReader(Tokens& tokens, const Header& header, const std::string& name)
        : tokens_(tokens), header_(header), name_(name), raw_(tokens.rest()) {
        // A sample takes one or two bytes, or a digit and a space; so a short file is seen before it is read.
        int64_t needed = header.text ? 2 * header.samples() - 1 : header.samples() * header.sample_bytes();
        if (int64_t(raw_.size()) < needed) tokens.cut_short();
    }

    uint32_t next() {
        if (header_.text) return uint32_t(tokens_.number("a value", header_.maximum));
        auto byte = [&] { return uint32_t(raw_[at_++]); };
        uint32_t value = byte();
        if (header_.sample_bytes() == 2) value = value << 8 | byte();
        if (value > header_.maximum)
            throw Error("{}: a value of {} is above the {} that its header allows; save it again.", name_,
                        value, header_.maximum);
        return value;
    }

  private:
    Tokens& tokens_;
    const Header& header_;
    const std::string& name_;
    std::span<const std::byte> raw_;
    size_t at_ = 0;
};

void keep_pixel(std::vector<Array>& colour, size_t place, uint32_t red, uint32_t green, uint32_t blue) {
    const uint32_t samples[] = {red, green, blue};
    for (size_t channel = 0; channel < 3; ++channel)
        colour[channel].view<uint8_t>()[place] = uint8_t(samples[channel]);
}

/// With `colour` the three channels of every pixel are kept there too.
template <typename T>
Array read_pixels(SampleReader& reader, const Header& header, bool scale, std::vector<Array>* colour,
                  Luma weights) {
    Array pixels(scalar_type_of<T>(), header.extent);
    auto maximum = uint32_t(header.maximum);
    auto sample = [&] {
        uint32_t value = reader.next();
        return scale ? (value * 255 + maximum / 2) / maximum : value;
    };
    if (colour) colour->assign(3, Array(ScalarType::u8, header.extent));
    size_t place = 0;
    for (T& pixel : pixels.view<T>()) {
        uint32_t first = sample();
        if (header.channels == 3) {
            const uint32_t red = first, green = sample(), blue = sample();
            first = luma(red, green, blue, weights);
            if (colour) keep_pixel(*colour, place++, red, green, blue);
        }
        pixel = T(first);
    }
    return pixels;
}

}  // namespace

bool is_pnm(std::span<const std::byte> bytes) {
    if (bytes.size() < 3 || char(bytes[0]) != 'P') return false;
    char format = char(bytes[1]);
    return format == '2' || format == '3' || format == '5' || format == '6';
}

Image decode_pnm(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits,
                 Samples samples, Luma weights) {
    Tokens tokens(bytes, name);
    Header header = read_header(tokens, char(bytes[1]), name, limits);
    SampleReader reader(tokens, header, name);
    std::string depth = header.sample_bytes() == 2 ? "16-bit" : "8-bit";
    Image image{{}, name, header.channels == 3 ? "luma of " + depth + " colour" : depth + " grey"};
    bool wide = samples == Samples::raw && header.maximum > 255;
    bool scale = samples == Samples::scaled && header.maximum != 255;
    // Raw samples are numbers, not colours.
    const bool keeps = limits.keep_colour && header.channels == 3 && samples == Samples::scaled;
    image.grey = wide ? read_pixels<uint32_t>(reader, header, scale, nullptr, weights)
                      : read_pixels<uint8_t>(reader, header, scale, keeps ? &image.colour : nullptr, weights);
    return image;
}

}  // namespace upsweep::media
