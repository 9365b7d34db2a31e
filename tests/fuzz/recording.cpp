// Any bytes as a recording of a benchmark: read and put into the Race's points and table, or refused with one
// sentence.
#include "bench/recording.h"
#include "app/race/model/race_headline.h"
#include "app/race/model/race_recording.h"
#include "bench/compare.h"
#include "bench/kernel_table.h"
#include "bench/plot.h"
#include "bench/targets.h"
#include "core/error.h"
#include "core/helpers/sample.h"
#include "core/json.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    static const std::vector<app::RaceExperiment> experiments = app::race_experiments(catalog(), {});
    try {
        const bench::Recording recording =
            bench::parse_recording({reinterpret_cast<const char*>(data), size}, "recording");
        (void)bench::plot_of(recording);
        (void)bench::markdown_of(recording, "plot.svg");
        (void)bench::changes_table(bench::changes(recording, recording), 1.1);
        if (size > 0 && data[size - 1] == '\n')
            (void)bench::kernel_table_text(
                bench::recorded_kernel_table({reinterpret_cast<const char*>(data), size}, "recording"));
        (void)bench::targets_table(recording);
        for (const app::RaceExperiment& experiment : experiments) {
            const ElementTypes types = app::recorded_types(recording, experiment, {});
            const std::vector<app::RaceCurve> curves =
                app::race_curves(experiment, {}, recording.machine, &recording, types);
            (void)app::race_headline(curves, recording.machine, recording.machine, "nothing");
            for (const app::RaceCurve& curve : curves) (void)app::last_side_in_cache(curve);
        }
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const upsweep::bench::ShippedRecording& shipped : upsweep::bench::shipped_recordings()) {
        // Every tenth row is enough to be changed: to read a thousand takes most of the time.
        upsweep::Json recording = upsweep::Json::parse(shipped.text);
        upsweep::Json rows = upsweep::Json::array();
        for (size_t i = 0; i < recording["rows"].size(); i += upsweep::test::takes_all() ? 1 : 10)
            rows.push_back(recording["rows"][i]);
        recording["rows"] = rows;
        seeds.push_back(recording.dump(2));
    }
    seeds.emplace_back(
        R"({"machine":{"gpu":"G"},"rows":[],"kernels":{"gpu":"G","capability":"9.0","date":"2026-01-02",)"
        R"("algorithm":"a","width":8,"height":8,"kernels":[{"kernel":"k","threads":256,"registers":16,)"
        R"("shared_bytes":2048,"launches":2,"ms":0.1,"bytes":1000000}]}})"
        "\n");
    seeds.emplace_back(
        R"({"machine":{"cpu":"C","cores":2,"gpu":"G","driver":"13.0"},"rows":[{"algorithm":"scan_blelloch","on":"gpu",)"
        R"("type":"u32→u32","width":64,"height":64,"median_ms":0.01,"low_ms":0.009,"high_ms":0.02,"runs":9,"gb_per_s":3.2,)"
        R"("checked":true,"bytes":32768},{"algorithm":"copy","on":"gpu","type":"u32→u32","width":64,"height":64,)"
        R"("median_ms":0.004,"low_ms":0.004,"high_ms":0.005,"runs":9,"gb_per_s":8,"checked":true,"bytes":32768}]})");
    return seeds;
}
