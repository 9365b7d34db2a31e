// Any bytes as what two processes tell each other about a run on the GPU: read, or refused with one sentence.
#include "core/error.h"
#include "device/messages.h"
#include "fuzz/fuzz.h"

namespace {

using namespace upsweep;
using namespace upsweep::device;

IsolatedRun example() {
    IsolatedRun run;
    run.plan.algorithm = "own.cu";
    run.plan.input = run.plan.output = run.plan.add_buffer({"a", ScalarType::i32, {4, 1}});
    Launch launch;
    launch.kernel = {"own.cu", "k", {{"N", "4"}}};
    launch.arguments = {BufferArgument{run.plan.input, 1}, int_argument(3)};
    launch.subjects = {subject(run.plan.input), kept("sums")};
    run.plan.operations = {{Upload{0, run.plan.input}}, {launch, 1, 2}, {Clear{run.plan.input}}, {Wait{1}}};
    run.hosts = {Array(ScalarType::i32, {4, 1})};
    run.texts = {{"own.cu", "text"}};
    run.globals = {{"own.cu", "x", {std::byte{1}}}};
    return run;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        const IsolatedRun run = decode_run(bytes);
        // What is believed is carried out, so it says the same again.
        const IsolatedRun again = decode_run(encode(run));
        if (again.plan != run.plan || encode(again) != encode(run)) __builtin_trap();
    } catch (const Error&) {
    }
    try {
        (void)decode_result(bytes, example().plan);
    } catch (const Error&) {
    }
    try {
        Messages messages(uint64_t{1} << 20);
        messages.add(bytes.substr(0, size / 2));
        messages.add(bytes.substr(size / 2));
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    IsolatedResult result;
    result.device = "GPU";
    result.buffers = {Array(ScalarType::i32, {4, 1})};
    return {encode(example()), encode(result),
            message(Stage::preparing) + message(Stage::running) + message(Stage::done, encode(result))};
}
