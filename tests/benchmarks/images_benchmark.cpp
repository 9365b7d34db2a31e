// The fast CPU forms beside OpenCV's (libopencv-imgproc-dev 4.6, Apache-2.0; no part of the program):
// integral image, box filter, integral histogram. Not a test, since times are not; run it by hand from a
// release build, on an idle machine.
#include <benchmark/benchmark.h>

#include <random>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-enum-enum-conversion"
#include <opencv2/imgproc.hpp>
#pragma GCC diagnostic pop

#include "reference/fast.h"
#include "reference/integral_histogram.h"
#include "vision/box_filter.h"

namespace upsweep {
namespace {

Array picture(Extent extent) {
    std::mt19937 random(1);
    Array array(ScalarType::u8, extent);
    for (uint8_t& pixel : array.view<uint8_t>()) pixel = uint8_t(random());
    return array;
}

cv::Mat mat_of(Array& array) {
    return {static_cast<int>(array.extent().height), int(array.extent().width), CV_8U, array.bytes().data()};
}

void opencv_integral(benchmark::State& state) {
    cv::setNumThreads(1);
    Array image = picture({state.range(0), state.range(0)});
    const cv::Mat from = mat_of(image);
    cv::Mat to;
    for (auto _ : state) cv::integral(from, to, CV_32S);
}
BENCHMARK(opencv_integral)
    ->Arg(512)
    ->Arg(1024)
    ->Arg(2048)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void our_integral(benchmark::State& state) {
    const Array image = picture({state.range(0), state.range(0)});
    Array table(ScalarType::u32, image.extent());
    for (auto _ : state) reference::integral_image_fast(image, table, int(state.range(1)));
}
BENCHMARK(our_integral)
    ->ArgsProduct({{512, 1024, 2048, 4096}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

constexpr Extent ultra_hd{3840, 2160};

void opencv_blur(benchmark::State& state) {
    cv::setNumThreads(2);
    Array image = picture(ultra_hd);
    const cv::Mat from = mat_of(image);
    cv::Mat to;
    const int side = int(2 * state.range(0) + 1);
    for (auto _ : state) cv::blur(from, to, {side, side});
}
BENCHMARK(opencv_blur)->Arg(1)->Arg(31)->Arg(255)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The table is made again each time.
void our_blur(benchmark::State& state) {
    const Array image = picture(ultra_hd);
    vision::IntegralImage integral{Array(ScalarType::u32, ultra_hd), Convention::inclusive};
    for (auto _ : state) {
        reference::integral_image_fast(image, integral.table, 2);
        benchmark::DoNotOptimize(vision::box_filter(integral, state.range(0), nullptr, 2));
    }
}
BENCHMARK(our_blur)->Arg(1)->Arg(31)->Arg(255)->Unit(benchmark::kMillisecond)->UseRealTime();

void our_integral_histogram(benchmark::State& state) {
    const Array image = picture({1024, 1024});
    const int bins = int(state.range(0));
    Array tensor(ScalarType::u32, {1024, 1024 * bins});
    for (auto _ : state) reference::integral_histogram_fast(image, tensor, {bins, 256}, 2);
    state.SetBytesProcessed(state.iterations() * int64_t(tensor.bytes().size()));
}
BENCHMARK(our_integral_histogram)->Arg(16)->Arg(32)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace upsweep

BENCHMARK_MAIN();
