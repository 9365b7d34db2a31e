#include "commands/narration.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "replay/position.h"
#include "replay/sentence.h"

namespace upsweep::commands {

void print_narration(const programs::OwnProgram& program, const emulator::Trace& trace) {
    constexpr std::int64_t most = 1000;
    const auto run = std::make_shared<scenes::RunScene>();
    run->scene.program = program;
    run->scene.gpu = trace.gpu;
    run->trace = std::shared_ptr<const emulator::Trace>(std::shared_ptr<void>(), &trace);
    replay::StepPosition position(run);
    const std::int64_t count = position.step_count();
    fmt::print("Steps\n");
    for (std::int64_t step = 1; step <= std::min(count, most); ++step) {
        position.seek(step);
        fmt::print("  {:>5}  {}\n", step, replay::plain(position.sentence()));
    }
    if (count > most) fmt::print("  and {} more; --trace writes them all for the window\n", count - most);
    fmt::print("\n");
}

}  // namespace upsweep::commands
