#include "media/picture_stream.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/error.h"
#include "core/numbers.h"
#include "core/whole_number.h"

namespace upsweep::media {
namespace {

constexpr size_t longest_head = 64, longest_line = 4096;
constexpr int64_t longest_side = 1 << 20;
constexpr double fastest = 1000;  // frames a second
constexpr double no_time = std::numeric_limits<double>::quiet_NaN();

/// Takes the text before the next `mark` off `rest`, and the mark.
std::string_view cut(std::string_view& rest, char mark) {
    const size_t at = std::min(rest.find(mark), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
}

std::optional<double> finite_number(std::string_view text) {
    double value = 0;
    const auto read = read_number(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// What follows `name` in a line; nothing where the line lacks it.
std::optional<std::string_view> behind(std::string_view line, std::string_view name) {
    const size_t at = line.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    return line.substr(at + name.size());
}

/// "30000/1001"; 0 for other text.
double ratio(std::string_view text) {
    const auto upper = finite_number(cut(text, '/')), lower = finite_number(text);
    return upper && lower && *lower > 0 && *upper > 0 ? *upper / *lower : 0;
}

}  // namespace

std::optional<Frame> PictureStream::take(std::string_view& bytes) {
    while (size_ == 0 && !bytes.empty()) {
        head_ += bytes.front();
        bytes.remove_prefix(1);
        if (std::count(head_.begin(), head_.end(), '\n') == 3) read_head();
        const size_t begun = std::min<size_t>(head_.size(), 3);
        const bool fits =
            head_.compare(0, begun, "P5\n", begun) == 0 || head_.compare(0, begun, "P6\n", begun) == 0;
        if (!fits || head_.size() > longest_head) throw Error("something that is not a picture");
    }
    const auto wanted = size_t(size_ - come_);
    const std::string_view piece = bytes.substr(0, wanted);
    if (!piece.empty()) split(piece);
    bytes.remove_prefix(piece.size());
    if (size_ == 0 || come_ < size_) return std::nullopt;
    head_.clear();
    size_ = come_ = 0;
    return std::move(frame_);
}

// "P6\n1920 1080\n255\n"
void PictureStream::read_head() {
    std::string_view rest = head_;
    const std::string_view kind = cut(rest, '\n');
    const auto width = parse_whole_number(cut(rest, ' ')), height = parse_whole_number(cut(rest, '\n'));
    const auto fits = [](const std::optional<int64_t>& side) {
        return side && *side > 0 && *side <= longest_side;
    };
    if ((kind != "P5" && kind != "P6") || !fits(width) || !fits(height) || rest != "255\n")
        throw Error("something that is not a picture");
    if (*width * *height > most_pixels_)
        throw Error("a picture of {} × {} pixels, which is too large", *width, *height);
    const Extent extent{*width, *height};
    channels_ = kind == "P6" ? 3 : 1;
    frame_ = {};
    frame_.grey = Array(ScalarType::u8, extent);
    if (channels_ == 3) frame_.colour.assign(3, frame_.grey);
    size_ = extent.count() * channels_;
}

/// Puts the next bytes of the picture into its planes, and their grey beside them.
void PictureStream::split(std::string_view piece) {
    const auto* from = reinterpret_cast<const uint8_t*>(piece.data());
    const auto count = int64_t(piece.size());
    uint8_t* const grey = frame_.grey.view<uint8_t>().data();
    if (channels_ == 1) {
        std::memcpy(grey + come_, from, piece.size());
        come_ += count;
        return;
    }
    uint8_t* const planes[] = {frame_.colour[0].view<uint8_t>().data(),
                               frame_.colour[1].view<uint8_t>().data(),
                               frame_.colour[2].view<uint8_t>().data()};
    const auto mix = [&](int64_t at) {
        grey[at] = uint8_t(luma(planes[0][at], planes[1][at], planes[2][at]));
    };
    int64_t i = 0;
    // A piece may begin and end within a pixel.
    const auto single = [&] {
        const int64_t at = come_ / 3, channel = come_ % 3;
        planes[channel][at] = from[i++];
        if (channel == 2) mix(at);
        ++come_;
    };
    while (i < count && come_ % 3 != 0) single();
    const int64_t whole = (count - i) / 3, first = come_ / 3;
    const uint8_t* const pixels = from + i;
    uint8_t *const red = planes[0] + first, *const green = planes[1] + first, *const blue = planes[2] + first,
                   *const mixed = grey + first;
    for (int64_t p = 0; p < whole; ++p) {
        const uint32_t r = pixels[3 * p], g = pixels[3 * p + 1], b = pixels[3 * p + 2];
        red[p] = uint8_t(r);
        green[p] = uint8_t(g);
        blue[p] = uint8_t(b);
        mixed[p] = uint8_t(luma(r, g, b));
    }
    i += 3 * whole;
    come_ += 3 * whole;
    while (i < count) single();
}

void FilmTalk::hear(std::string_view piece) {
    while (!piece.empty()) {
        const bool ends = piece.find_first_of("\r\n") != std::string_view::npos;
        const size_t end = std::min(piece.find_first_of("\r\n"), piece.size());
        if (rest_.size() < longest_line) rest_ += piece.substr(0, std::min(end, longest_line));
        piece.remove_prefix(std::min(end + 1, piece.size()));
        if (!ends) return;
        line(rest_);
        rest_.clear();
    }
}

void FilmTalk::end() {
    line(rest_);
    rest_.clear();
}

/// The errors before it are those of devices that were tried.
void FilmTalk::found_hardware(std::string_view kind) {
    hardware = kind;
    errors = 0;
    first_error.clear(), last_error.clear();
}

void FilmTalk::line(std::string_view line) {
    if (line.find("showinfo") != std::string_view::npos) return showinfo_line(line);
    if (auto kind = behind(line, "Using auto hwaccel type ")) return found_hardware(cut(*kind, ' '));
    if (behind(line, "Auto hwaccel disabled")) return found_hardware("none");
    for (const std::string_view level : {"[error] ", "[fatal] ", "[panic] "}) {
        const size_t at = line.find(level);
        if (at == std::string_view::npos) continue;
        last_error = line.substr(at + level.size());
        if (errors++ == 0) first_error = last_error;
        return;
    }
    // "[info]   Duration: 00:01:08.50, start: 0.040000, bitrate: 5004 kb/s"
    const auto duration = behind(line, "Duration: ");
    if (!duration || length > 0) return;
    std::string_view rest = *duration, clock = cut(rest, ',');
    const auto hours = finite_number(cut(clock, ':')), minutes = finite_number(cut(clock, ':')),
               seconds = finite_number(clock);
    if (hours && minutes && seconds) length = std::max(0.0, (*hours * 60 + *minutes) * 60 + *seconds);
    if (const auto at = behind(rest, "start: ")) start = finite_number(*at).value_or(0);
}

// "[Parsed_showinfo_0 @ 0x55] [info] config in time_base: 1/12800, frame_rate: 25/1", and of each frame
// "… n:   0 pts:    512 pts_time:0.04 …", whose seconds are rounded to six digits.
void FilmTalk::showinfo_line(std::string_view line) {
    if (const auto base = behind(line, "config in time_base: ")) {
        std::string_view rest = *base;
        tick_ = ratio(cut(rest, ','));
        if (const auto of_head = behind(rest, "frame_rate: ")) rate = ratio(*of_head);
        if (rate > fastest) rate = 0;  // a clock's ticks
    }
    auto pts = behind(line, " pts:");
    if (!pts || !behind(line, " n:")) return;
    pts->remove_prefix(std::min(pts->find_first_not_of(' '), pts->size()));
    const auto ticks = finite_number(*pts);
    times.push_back(ticks && tick_ > 0 ? *ticks * tick_ : no_time);
}

}  // namespace upsweep::media
