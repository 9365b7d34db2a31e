// Any bytes as a trace: read, then played to its end and back and shown as the Step view does, or refused
// with one sentence.
#include <algorithm>
#include <memory>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "fuzz/fuzz.h"
#include "replay/position/counts.h"
#include "replay/position/position.h"
#include "replay/words/finding.h"
#include "scenes/run_scene.h"

namespace {

constexpr const char* text = R"(__global__ void k(int* in, int* out) {
    __shared__ int s[4];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[3 - threadIdx.x] + 1;
    out[threadIdx.x] = v;
    if (v == 2) printf("two\n");
    s[8 * threadIdx.x % 4] = in[threadIdx.x + 2];
    if (threadIdx.x % 2 == 0) out[0] = in[8 * threadIdx.x];
    assert(v < 4);
})";

/// What the Step view works out at a few places, both ways.
void show(const std::shared_ptr<const upsweep::emulator::Trace>& trace) {
    using namespace upsweep;
    if (trace->steps.empty()) return;  // read_trace refuses it
    scenes::RunScene run;
    run.trace = trace;
    replay::StepPosition at(std::make_shared<const scenes::RunScene>(std::move(run)));
    const int64_t count = at.step_count();
    for (const int64_t step : {count, count / 2, int64_t{1}, count - 1}) {
        at.set_grain(step == count / 2 ? replay::Grain::barrier : replay::Grain::statement);
        at.seek(step);
        (void)at.counts();
    }
    for (const emulator::Finding& finding : trace->findings) {
        (void)emulator::words_of(*trace, finding);
        for (size_t i = 0; i < std::min<size_t>(finding.steps.size(), 8); ++i) {
            (void)replay::finding_words(*trace, finding, finding.steps[i]);
            (void)replay::finding_place(*trace, finding, finding.steps[i]);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    try {
        auto trace = std::make_shared<const emulator::Trace>(
            emulator::decode_trace({reinterpret_cast<const std::byte*>(data), size}, "trace"));
        int64_t bytes = 0;
        for (const emulator::ArrayInfo& array : trace->arrays)
            bytes += array.extent.count() * size_of(array.type);
        if (bytes > 1 << 24) return 0;  // sound, but nothing to spend a fuzzer's memory on
        emulator::Player player(trace);
        player.seek(player.step_count());
        player.seek(0);
        for (emulator::OriginId id = 0; id < trace->operations.size(); ++id) (void)trace->origin(id);
        show(trace);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    using namespace upsweep;
    Plan plan;
    plan.add_buffer({"in", ScalarType::i32, {4, 1}, BufferRole::data});
    plan.add_buffer({"out", ScalarType::i32, {4, 1}, BufferRole::data});
    Launch launch;
    launch.kernel = {"k.cu", "k", {}};
    launch.block = {4, 1, 1};
    launch.arguments = {BufferArgument{{0}, 0}, BufferArgument{{1}, 0}};
    plan.input = {0};
    plan.output = {1};
    plan.operations = {{Upload{0, {0}}, 0}, {Clear{{1}, 0}, 0}, {launch, 0}};
    const auto trace = emulator::run(plan, Array(ScalarType::i32, {4, 1}),
                                     [](const std::string&) { return std::string(text); }, {});
    const std::vector<std::byte> bytes = emulator::encode_trace(trace);
    return {std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}
