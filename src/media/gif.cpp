// Writing GIF with libgif.
#include "media/gif.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include <gif_lib.h>

#include "core/error.h"

namespace upsweep::media {
namespace {

int append_block(GifFileType* file, const GifByteType* bytes, int count) {
    auto* const out = static_cast<std::vector<std::byte>*>(file->UserData);
    const auto* const first = reinterpret_cast<const std::byte*>(bytes);
    out->insert(out->end(), first, first + count);
    return count;
}

void check(int result, const char* what) {
    if (result == GIF_ERROR)
        throw Error("The GIF could not be made: libgif failed at {}; write fewer or smaller pictures.", what);
}

/// What changed between two frames, in whole pixels.
struct Changed {
    int left = 0, top = 0, width = 0, height = 0;
};

}  // namespace

struct GifWriter::State {
    int width = 0, height = 0;
    std::vector<uint32_t> colours;
    std::vector<std::byte> bytes;
    GifFileType* file = nullptr;
    std::vector<uint8_t> shown;                ///< of the frame before, empty before the first
    std::unordered_map<uint32_t, uint8_t> of;  ///< colours that were looked up

    uint8_t nearest(uint32_t colour) {
        const auto known = of.find(colour);
        if (known != of.end()) return known->second;
        size_t best = 0;
        int least = 1 << 30;
        for (size_t i = 0; i < colours.size(); ++i) {
            int far = 0;
            // Eyes see green best and blue least.
            for (const auto& [shift, weight] : {std::pair(16, 3), std::pair(8, 6), std::pair(0, 1)}) {
                const int gap = int(colour >> shift & 0xFFU) - int(colours[i] >> shift & 0xFFU);
                far += weight * gap * gap;
            }
            if (far < least) least = far, best = i;
        }
        return of[colour] = uint8_t(best);
    }

    std::vector<uint8_t> indices(std::span<const uint8_t> rgb) {
        std::vector<uint8_t> out(size_t(width) * size_t(height));
        for (size_t i = 0; i < out.size(); ++i)
            out[i] = nearest(uint32_t(rgb[3 * i]) << 16U | uint32_t(rgb[3 * i + 1]) << 8U | rgb[3 * i + 2]);
        return out;
    }

    /// A frame where nothing changed keeps one pixel: it has its time nevertheless.
    Changed changed(const std::vector<uint8_t>& now) const {
        if (shown.empty()) return {0, 0, width, height};
        int left = width, top = height, right = 0, bottom = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const size_t at = size_t(y) * size_t(width) + size_t(x);
                if (now[at] == shown[at]) continue;
                left = std::min(left, x), right = std::max(right, x + 1);
                top = std::min(top, y), bottom = std::max(bottom, y + 1);
            }
        if (right <= left) return {0, 0, 1, 1};
        return {left, top, right - left, bottom - top};
    }

    void put_loop() const {
        check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE), "its head");
        check(EGifPutExtensionBlock(file, 11, "NETSCAPE2.0"), "its head");
        constexpr GifByteType for_ever[] = {1, 0, 0};
        check(EGifPutExtensionBlock(file, 3, for_ever), "its head");
        check(EGifPutExtensionTrailer(file), "its head");
    }
};

GifWriter::GifWriter(int width, int height, std::span<const uint32_t> colours)
    : state_(std::make_unique<State>()) {
    State& state = *state_;
    state.width = width;
    state.height = height;
    state.colours.assign(colours.begin(),
                         colours.begin() + ptrdiff_t(std::min(colours.size(), most_gif_colours)));
    int error = 0;
    state.file = EGifOpen(&state.bytes, append_block, &error);
    if (state.file == nullptr) throw Error("The GIF could not be made: libgif found no memory.");
    EGifSetGifVersion(state.file, true);
    // libgif takes powers of two only.
    int count = 2;
    while (count < int(state.colours.size())) count *= 2;
    ColorMapObject* const map = GifMakeMapObject(count, nullptr);
    if (map == nullptr) throw Error("The GIF could not be made: libgif found no memory.");
    for (size_t i = 0; i < size_t(count); ++i) {
        const uint32_t colour = i < state.colours.size() ? state.colours[i] : 0;
        map->Colors[i] = {GifByteType(colour >> 16U), GifByteType(colour >> 8U & 0xFFU),
                          GifByteType(colour & 0xFFU)};
    }
    const int put = EGifPutScreenDesc(state.file, width, height, 8, 0, map);
    GifFreeMapObject(map);
    check(put, "its head");
    state.put_loop();
}

GifWriter::~GifWriter() {
    int error = 0;
    if (state_ && state_->file != nullptr) EGifCloseFile(state_->file, &error);
}

void GifWriter::add(std::span<const uint8_t> rgb, int milliseconds) {
    State& state = *state_;
    std::vector<uint8_t> now = state.indices(rgb);
    const Changed part = state.changed(now);
    GraphicsControlBlock control{};
    control.DisposalMode = DISPOSE_DO_NOT;
    control.DelayTime = std::clamp(milliseconds, shortest_frame_ms, longest_frame_ms) / 10;
    control.TransparentColor = NO_TRANSPARENT_COLOR;
    GifByteType extension[4];
    EGifGCBToExtension(&control, extension);
    check(EGifPutExtension(state.file, GRAPHICS_EXT_FUNC_CODE, 4, extension), "a frame");
    check(EGifPutImageDesc(state.file, part.left, part.top, part.width, part.height, false, nullptr),
          "a frame");
    for (int y = part.top; y < part.top + part.height; ++y) {
        uint8_t* const row = now.data() + size_t(y) * size_t(state.width) + size_t(part.left);
        check(EGifPutLine(state.file, row, part.width), "a frame");
    }
    state.shown = std::move(now);
}

std::vector<std::byte> GifWriter::finish() {
    int error = 0;
    check(EGifCloseFile(std::exchange(state_->file, nullptr), &error), "its end");
    return std::move(state_->bytes);
}

}  // namespace upsweep::media
