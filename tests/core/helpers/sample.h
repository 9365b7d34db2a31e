// Long suites take a sample of their cases, so that a change can be tested in minutes: which ones,
// UPSWEEP_SEED chooses. With UPSWEEP_ALL=1 (tools/test --all) they take them all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::test {

/// Whether every case is to be taken.
inline bool takes_all() {
    const char* all = std::getenv("UPSWEEP_ALL");
    return all != nullptr && std::string_view(all) == "1";
}

/// What UPSWEEP_SEED says; 1 where it is not set. Throws std::runtime_error if it is not a number.
inline uint64_t sample_seed() {
    const char* text = std::getenv("UPSWEEP_SEED");
    if (text == nullptr || *text == '\0') return 1;
    char* end = nullptr;
    const uint64_t seed = std::strtoull(text, &end, 10);
    if (*end != '\0' || *text == '-')
        throw std::runtime_error("UPSWEEP_SEED takes a whole number from 0, not " + std::string(text) + ".");
    return seed;
}

/// At most `most` of the cases, in their order; all of them where takes_all(). `what` names them in a line
/// that says how to take the same ones again, and makes two lists of one test fall differently.
template <typename T>
std::vector<T> sample(std::string_view what, const std::vector<T>& cases, size_t most) {
    if (takes_all() || cases.size() <= most) return cases;
    uint64_t state = sample_seed();
    for (const char letter : what) state = (state ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    // Splitmix64 (Steele, Lea and Flood 2014): the same numbers on every machine.
    const auto next = [&state] {
        uint64_t z = state += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    };
    std::vector<size_t> places(cases.size());
    for (size_t i = 0; i < places.size(); ++i) places[i] = i;
    for (size_t i = 0; i < most; ++i) std::swap(places[i], places[i + next() % (places.size() - i)]);
    std::sort(places.begin(), places.begin() + ptrdiff_t(most));
    std::vector<T> taken;
    for (size_t i = 0; i < most; ++i) taken.push_back(cases[places[i]]);
    std::printf("Takes %zu of %zu %.*s by UPSWEEP_SEED=%llu; UPSWEEP_ALL=1 takes all.\n", most, cases.size(),
                int(what.size()), what.data(), static_cast<unsigned long long>(sample_seed()));
    return taken;
}

}  // namespace upsweep::test
