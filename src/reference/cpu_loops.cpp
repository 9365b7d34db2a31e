// Compiles the texts in kernels/*.h as they are, in one namespace for each pair of element types.
#include "reference/cpu_loops.h"

#include <algorithm>
#include <vector>

#include "reference/type_pairs.h"

namespace upsweep::reference {
namespace {

// The types of the operators, as plain C++.
using std::max;
#define __device__
#include "kernels/operator.cuh"
#undef __device__

namespace u8_u32 {
using Input = uint8_t;
using Output = uint32_t;
#include "kernels/integral_histogram_loop.h"
#include "kernels/integral_image_bilgic_loop.h"
#include "kernels/integral_image_bugetti_loop.h"
#include "kernels/integral_image_oro_loop.h"
#include "kernels/scan_loop.h"
#include "kernels/scan_oro_loop.h"
}  // namespace u8_u32

namespace u32_u32 {
using Input = uint32_t;
using Output = uint32_t;
#include "kernels/integral_image_bilgic_loop.h"
#include "kernels/integral_image_bugetti_loop.h"
#include "kernels/integral_image_oro_loop.h"
#include "kernels/scan_loop.h"
#include "kernels/scan_oro_loop.h"
}  // namespace u32_u32

namespace f32_f32 {
using Input = float;
using Output = float;
#include "kernels/integral_image_bilgic_loop.h"
#include "kernels/integral_image_bugetti_loop.h"
#include "kernels/integral_image_oro_loop.h"
#include "kernels/scan_loop.h"
#include "kernels/scan_oro_loop.h"
}  // namespace f32_f32

namespace f64_f64 {
using Input = double;
using Output = double;
#include "kernels/integral_image_bilgic_loop.h"
#include "kernels/integral_image_bugetti_loop.h"
#include "kernels/integral_image_oro_loop.h"
#include "kernels/scan_loop.h"
#include "kernels/scan_oro_loop.h"
}  // namespace f64_f64

#undef IDENTITY
#define IDENTITY Output::identity()
namespace maximum {
using Input = Maximum;
using Output = Maximum;
#include "kernels/scan_loop.h"
}  // namespace maximum

namespace affine {
using Input = Affine;
using Output = Affine;
#include "kernels/scan_loop.h"
}  // namespace affine

namespace flagged {
using Input = Flagged;
using Output = Flagged;
#include "kernels/scan_loop.h"
}  // namespace flagged
#undef IDENTITY

// The pairs differ in their pointers, so one name stands for all four loops.
using namespace affine;
using namespace flagged;
using namespace maximum;
using namespace f32_f32;
using namespace f64_f64;
using namespace u32_u32;
using namespace u8_u32;

/// Calls loop(input, output, width, height) with pointers of the arrays' types.
template <typename Loop>
void run(const Array& input, Array& output, Loop loop) {
    visit_types({input.type(), output.type()}, [&](auto types) {
        using Types = decltype(types);
        loop(input.view<typename Types::Input>().data(), output.view<typename Types::Output>().data(),
             input.extent().width, input.extent().height);
    });
}

/// Runs the loop on words of one of the operators' types, which has the word for its only member.
template <typename Word>
void scan_words(const Array& input, Array& output, bool inclusive) {
    const auto from = input.view<uint32_t>();
    std::vector<Word> words(from.size()), results(from.size());
    std::transform(from.begin(), from.end(), words.begin(), [](uint32_t word) { return Word{word}; });
    scan_loop(words.data(), results.data(), input.extent().width, input.extent().height, inclusive ? 1 : 0);
    std::transform(results.begin(), results.end(), output.view<uint32_t>().begin(),
                   [](Word word) { return word.word; });
}

}  // namespace

void run_scan_loop(const Array& input, Array& output, bool inclusive, Operator operation) {
    if (operation == Operator::maximum) return scan_words<Maximum>(input, output, inclusive);
    if (operation == Operator::affine) return scan_words<Affine>(input, output, inclusive);
    if (operation == Operator::flagged) return scan_words<Flagged>(input, output, inclusive);
    run(input, output, [=](auto... of) { scan_loop(of..., inclusive ? 1 : 0); });
}

void run_scan_oro_loop(const Array& input, Array& output) {
    run(input, output, [](auto... of) { scan_oro_loop(of...); });
}

void run_integral_image_oro_loop(const Array& input, Array& output) {
    run(input, output, [](auto... of) { integral_image_oro_loop(of...); });
}

void run_bilgic_loop(const Array& input, Array& output) {
    run(input, output, [](auto... of) { integral_image_bilgic_loop(of...); });
}

void run_bugetti_loop(const Array& input, Array& output) {
    run(input, output, [](auto... of) { integral_image_bugetti_loop(of...); });
}

void run_integral_histogram_loop(const Array& image, Array& output, Binning binning) {
    u8_u32::integral_histogram_loop(image.view<uint8_t>().data(), output.view<uint32_t>().data(),
                                    image.extent().width, image.extent().height, binning.bins,
                                    binning.levels);
}

}  // namespace upsweep::reference
