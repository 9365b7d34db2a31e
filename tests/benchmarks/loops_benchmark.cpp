// The catalog's loop of Bilgic et al. beside the same loop as anyone would write it, and memcpy: the text in
// kernels/ must cost nothing. Not a test, since times are not; run it by hand from a release build.
#include <cstring>
#include <vector>

#include <benchmark/benchmark.h>

#include "pipelines/algorithm.h"

namespace upsweep {
namespace {

constexpr int64_t side = 4096;

Parameters parameters() {
    Parameters wanted;
    wanted.extent = {side, side};
    wanted.types = {ScalarType::u8, ScalarType::u32};
    return with_defaults(find_algorithm("integral_image_bilgic_loop"), wanted);
}

Array picture() { return random_input(find_algorithm("integral_image_bilgic_loop"), parameters(), 1); }

void plain_loop(const unsigned char* in, unsigned* out, int w, int h) {
    for (int x = 0; x < w; x++) out[x] = 0;
    for (int y = 1; y < h; y++) {
        unsigned sum = 0;
        out[y * w] = 0;
        for (int x = 1; x < w; x++) {
            sum += in[(y - 1) * w + x - 1];
            out[y * w + x] = sum + out[(y - 1) * w + x];
        }
    }
}

void bytes_done(benchmark::State& state) { state.SetBytesProcessed(state.iterations() * side * side * 5); }

void catalog_loop(benchmark::State& state) {
    const Algorithm& algorithm = find_algorithm("integral_image_bilgic_loop");
    const Parameters wanted = parameters();
    const Array input = picture();
    Array output(ScalarType::u32, wanted.extent);
    for (auto _ : state) {
        algorithm.run_on_cpu(wanted, input, output);
        benchmark::ClobberMemory();
    }
    bytes_done(state);
}
BENCHMARK(catalog_loop)->Unit(benchmark::kMillisecond);

void hand_written_loop(benchmark::State& state) {
    const Array input = picture();
    std::vector<unsigned> output(size_t(side * side));
    for (auto _ : state) {
        plain_loop(input.view<uint8_t>().data(), output.data(), side, side);
        benchmark::ClobberMemory();
    }
    bytes_done(state);
}
BENCHMARK(hand_written_loop)->Unit(benchmark::kMillisecond);

void memcpy_of_as_many_bytes(benchmark::State& state) {
    std::vector<unsigned char> from(side * side * 5 / 2, 1), to(from.size());
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), from.size());
        benchmark::ClobberMemory();
    }
    bytes_done(state);
}
BENCHMARK(memcpy_of_as_many_bytes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace upsweep

BENCHMARK_MAIN();
