// Any bytes as a trace: read and then played to its end and back, or refused with one sentence.
#include <memory>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/player.h"
#include "emulator/trace_file.h"
#include "fuzz/fuzz.h"

namespace {

constexpr const char* text = R"(__global__ void k(int* in, int* out) {
    __shared__ int s[4];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[3 - threadIdx.x] + 1;
    out[threadIdx.x] = v;
    if (v == 2) printf("two\n");
})";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace upsweep;
    try {
        auto trace = std::make_shared<const emulator::Trace>(
            emulator::decode_trace({reinterpret_cast<const std::byte*>(data), size}, "trace"));
        std::int64_t bytes = 0;
        for (const emulator::ArrayInfo& array : trace->arrays)
            bytes += array.extent.count() * size_of(array.type);
        if (bytes > 1 << 24) return 0;  // sound, but nothing to spend a fuzzer's memory on
        emulator::Player player(trace);
        player.seek(player.step_count());
        player.seek(0);
        for (emulator::OriginId id = 0; id < trace->operations.size(); ++id) (void)trace->origin(id);
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
