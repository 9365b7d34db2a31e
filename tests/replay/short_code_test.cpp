#include "replay/short_code.h"

#include <gmock/gmock.h>
#include <iostream>
#include <chrono>
#include "replay/position.h"
namespace upsweep::replay {
namespace {
TEST(ShortCode, Dump) {
    for (const Algorithm* algorithm : catalog()) {
        const scenes::RunScene run = scenes::run_scene(scenes::initial_scene(std::string(algorithm->slug)));
        const emulator::Trace& trace = *run.trace;
        for (std::size_t l = 0; l < trace.launches.size(); ++l) {
            StagedLaunch staged(trace, l);
            auto t0 = std::chrono::steady_clock::now();
            ShortCode code(trace, staged);
            auto t1 = std::chrono::steady_clock::now();
            for (std::size_t f = 0; f < trace.sources.size(); ++f) {
                if (trace.sources[f].name == "cuda_library.cuh") continue;
                std::cout << "===== " << algorithm->slug << " launch " << l << " " << trace.sources[f].name << " us " << std::chrono::duration<double, std::micro>(t1 - t0).count() << "\n";
                for (const CodeRow& row : code.rows(static_cast<int>(f))) {
                    std::string text;
                    for (const auto& p : code.text(static_cast<int>(f), row, static_cast<std::size_t>(46 - 2 * row.depth))) text += p.text;
                    std::cout << (row.line < 10 ? "  " : row.line < 100 ? " " : "") << row.line << " " << std::string(static_cast<std::size_t>(2 * row.depth), ' ') << (row.kind == CodeRow::Kind::fold ? "(" + text + ")" : text) << (row.tail.empty() ? "" : " " + row.tail) << "\n";
                }
            }
        }
    }
}
}  // namespace
}  // namespace upsweep::replay
