// Choosing the colours of a GIF.
#include <cstdlib>
#include <utility>

#include "core/ranges.h"
#include "media/gif.h"

namespace upsweep::media {
namespace {

/// Colours nearer than this in every channel are taken for one, from the coarsest that still fills the
/// palette.
constexpr int coarsest = 24;

bool near(uint32_t a, uint32_t b, int by) {
    for (const int shift : {0, 8, 16})
        if (std::abs(int(a >> shift & 0xFFU) - int(b >> shift & 0xFFU)) >= by) return false;
    return true;
}

}  // namespace

void count_colours(std::span<const uint8_t> rgb, ColourCounts& counts) {
    // Runs of one colour are most of a picture.
    uint32_t colour = 0;
    int64_t run = 0;
    for (size_t i = 0; i + 2 < rgb.size(); i += 3) {
        const uint32_t next = uint32_t(rgb[i]) << 16U | uint32_t(rgb[i + 1]) << 8U | rgb[i + 2];
        if (next != colour && run > 0) counts[colour] += std::exchange(run, 0);
        colour = next;
        ++run;
    }
    if (run > 0) counts[colour] += run;
}

std::vector<uint32_t> gif_palette(std::span<const uint32_t> fixed, const ColourCounts& counts) {
    std::vector<uint32_t> chosen;
    for (const uint32_t colour : fixed)
        if (chosen.size() < most_gif_colours && !contains(chosen, colour)) chosen.push_back(colour);
    std::vector<std::pair<int64_t, uint32_t>> frequent;
    for (const auto& [colour, count] : counts) frequent.emplace_back(-count, colour);
    sort(frequent);
    for (int by = coarsest; by > 0 && chosen.size() < most_gif_colours; by /= 2)
        for (const auto& [count, colour] : frequent) {
            if (chosen.size() == most_gif_colours) break;
            const bool there =
                any_of(chosen, [&, one = colour](uint32_t other) { return near(one, other, by); });
            if (!there) chosen.push_back(colour);
        }
    if (chosen.empty()) chosen.push_back(0);
    return chosen;
}

}  // namespace upsweep::media
