#include <cmath>

#include "cascade/cascade.h"
#include "core/bits.h"
#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::cascade {
namespace {

constexpr int longest_side = 31, weight_shift = 20, weight_limit = 1024;
constexpr uint32_t third_bit = 1U << 31, weight_mask = 0x7FF;
/// From here on f32 does not hold every whole number.
constexpr double exact_limit = 1 << 24;

[[noreturn]] void refuse(const Cascade& cascade, const std::string& why) {
    throw Error("The cascade {} does not fit into a GPU's constant memory: {}; run it on the CPU.",
                in_quotes(cascade.name), why);
}

uint32_t packed_part(const Cascade& cascade, const Part& part) {
    if (part.x > longest_side || part.y > longest_side || part.width > longest_side ||
        part.height > longest_side)
        refuse(cascade, "a rectangle has a side or position over 31 pixels");
    if (part.weight != std::floor(part.weight) || part.weight < -weight_limit || part.weight >= weight_limit)
        refuse(cascade, "a rectangle's weight is not a whole number from -1024 to 1023");
    const auto weight = uint32_t(int(part.weight)) & weight_mask;
    return uint32_t(part.x) | uint32_t(part.y) << 5 | uint32_t(part.width) << 10 |
           uint32_t(part.height) << 15 | weight << weight_shift;
}

Part unpacked_part(uint32_t word) {
    const auto field = [&](int shift) { return int(word >> shift & 31U); };
    // The sign is the highest of the 11 bits: up to the top of the word, then back with it.
    const int weight = int32_t((word >> weight_shift & weight_mask) << 21) >> 21;
    return {field(0), field(5), field(10), field(15), float(weight)};
}

}  // namespace

Packed pack(const Cascade& cascade) {
    if (cascade.window.width > longest_side || cascade.window.height > longest_side)
        refuse(cascade, "its window is over 31 pixels");
    Packed packed;
    for (const Stump& stump : cascade.stumps) {
        const Feature& feature = cascade.features[stump.feature];
        double largest = 0;
        for (int p = 0; p < feature.count; ++p) {
            const Part& part = feature.parts[p];
            largest += std::abs(double(part.weight)) * part.width * part.height * 255;
        }
        if (largest >= exact_limit) refuse(cascade, "a feature's sums may reach 2^24");
        const bool third = feature.count == 3;
        packed.stumps.push_back(packed_part(cascade, feature.parts[0]) | (third ? third_bit : 0));
        packed.stumps.push_back(packed_part(cascade, feature.parts[1]));
        for (const float value : {stump.threshold, stump.below, stump.otherwise})
            packed.stumps.push_back(bit_cast<uint32_t>(value));
        if (third) packed.thirds.push_back(packed_part(cascade, feature.parts[2]));
    }
    for (const Stage& stage : cascade.stages)
        packed.stages.insert(packed.stages.end(), {bit_cast<uint32_t>(stage.threshold), uint32_t(stage.first),
                                                   uint32_t(stage.count)});
    if (packed.bytes() > constant_memory_bytes)
        refuse(cascade, "it has " + std::to_string(packed.bytes()) + " of 65536 bytes");
    return packed;
}

Cascade unpack(const Packed& packed, Extent window) {
    Cascade cascade;
    cascade.window = window;
    size_t third = 0;
    for (size_t at = 0; at + 5 <= packed.stumps.size(); at += 5) {
        Feature feature;
        feature.parts[0] = unpacked_part(packed.stumps[at]);
        feature.parts[1] = unpacked_part(packed.stumps[at + 1]);
        if (packed.stumps[at] & third_bit) {
            feature.count = 3;
            feature.parts[2] = unpacked_part(packed.thirds.at(third++));
        }
        cascade.features.push_back(feature);
        cascade.stumps.push_back({int(cascade.features.size()) - 1, bit_cast<float>(packed.stumps[at + 2]),
                                  bit_cast<float>(packed.stumps[at + 3]),
                                  bit_cast<float>(packed.stumps[at + 4])});
    }
    for (size_t at = 0; at + 3 <= packed.stages.size(); at += 3)
        cascade.stages.push_back(
            {bit_cast<float>(packed.stages[at]), int(packed.stages[at + 1]), int(packed.stages[at + 2])});
    return cascade;
}

}  // namespace upsweep::cascade
