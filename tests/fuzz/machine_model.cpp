// Any bytes as the parameters of a machine, and as a program whose constant n is set: taken, or refused with
// one sentence.
#include "model/machine_model.h"

#include "core/error.h"
#include "core/json.h"
#include "fuzz/fuzz.h"
#include "model/text_loops.h"
#include "model/why.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string text(reinterpret_cast<const char*>(data), size);
    (void)model::with_n(text, 4096);
    (void)model::operators_of(text);
    for (const model::TextLoop& loop : model::loops_of(text)) (void)model::folds(text, loop, text);
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return 0;
    try {
        const model::MachineModel machine = model::machine_model_of(json, "it");
        (void)machine.copy_rate(1e8);
        (void)model::to_text(machine);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    return {upsweep::model::to_json(upsweep::model::recorded_model()).dump(),
            "int main() {\n    const int n = 4096;\n    for (int k = 0; k < 4; ++k) { a[k + 1] += PAD(k); "
            "}\n}\n#define N 12\n"};
}
