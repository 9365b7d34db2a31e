// Replaces libFuzzer if the compiler lacks it: seeded mutations of the target's own seeds.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>

#include "core/helpers/sample.h"
#include "fuzz/fuzz.h"

namespace {

/// tools/test --all makes ten times as many.
constexpr int rounds = 3000;

void try_input(const std::string& input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

/// One to four changes: a byte replaced, a bit turned, a piece cut out, doubled, or the end cut off.
std::string mutate(std::string input, std::mt19937& random) {
    auto below = [&](size_t bound) { return bound == 0 ? 0 : random() % bound; };
    for (size_t change = 0, changes = 1 + below(4); change < changes && !input.empty(); ++change) {
        size_t at = below(input.size()), length = below(std::min<size_t>(input.size() - at, 16)) + 1;
        switch (below(5)) {
            case 0:
                input[at] = char(random());
                break;
            case 1:
                input[at] = char(input[at] ^ (1 << below(8)));
                break;
            case 2:
                input.erase(at, length);
                break;
            case 3:
                input.insert(at, input.substr(at, length));
                break;
            default:
                input.resize(at);
        }
    }
    return input;
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        try_input({std::istreambuf_iterator<char>(file), {}});
    }
    if (argc > 1) return 0;
    const uint64_t seed_of_all = upsweep::test::sample_seed();
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed_of_all));
    const int all_rounds = upsweep::test::takes_all() ? 10 * rounds : rounds;
    std::vector<std::string> seeds = fuzz_seeds();
    std::printf("UPSWEEP_SEED=%llu repeats this run\n", static_cast<unsigned long long>(seed_of_all));
    std::fflush(stdout);
    for (const std::string& seed : seeds) try_input(seed);
    for (int round = 0; round < all_rounds; ++round)
        try_input(mutate(seeds[random() % seeds.size()], random));
    std::printf("%d mutations of %zu seeds\n", all_rounds, seeds.size());
    return 0;
}
