// Any bytes as an experiment's file: read, judged and written in every form without a measurement; or refused
// with an Error that names file and line.
#include <string_view>

#include "bench/experiment_text.h"
#include "core/embedded.h"
#include "core/error.h"
#include "core/json.h"
#include "fuzz/fuzz.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> experiments();
}

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const upsweep::EmbeddedFile& file : upsweep::embedded::experiments())
        seeds.emplace_back(file.contents);
    return seeds;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    try {
        const bench::Experiment experiment =
            bench::parse_experiment("e.toml", {reinterpret_cast<const char*>(data), size});
        const bench::ExperimentReport report = bench::report_of(experiment, {}, nullptr, nullptr);
        (void)bench::to_table(report);
        (void)bench::to_csv(report);
        if (!Json::accept(bench::to_json(report))) __builtin_trap();
        (void)bench::races_for({&experiment}, {"cpu", "gpu"}, {});
    } catch (const Error& error) {
        if (std::string_view(error.what()).substr(0, 7) != "e.toml,") __builtin_trap();
    }
    return 0;
}
