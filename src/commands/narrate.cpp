// Tells runs.
#include "commands/narrate.h"

#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "emulator/findings/finding_table.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/grain.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"
#include "replay/words/sentence.h"

namespace upsweep::commands {
void add_narrate_option(CLI::App& command, std::string& into) {
    command
        .add_option_function<std::string>(
            "--narrate", [&into](const std::string& size) { into = size.empty() ? "statement" : size; },
            "describe the run in sentences, one a step: statement (the default), barrier, phase or launch")
        ->expected(0, 1)
        ->check(
            CLI::IsMember(std::vector<std::string>(replay::grain_names.begin(), replay::grain_names.end())))
        ->type_name("SIZE");
}

void narrate(const std::shared_ptr<const scenes::RunScene>& run, const std::string& size) {
    replay::StepPosition position(run);
    position.set_grain(replay::parse_grain(size));
    const std::vector<emulator::Finding>& findings = position.trace().findings;
    std::vector<bool> told(findings.size(), false);
    for (std::int64_t done = 0; done < position.step_count();) {
        const std::int64_t before = done;
        done = position.index().forward(done, position.grain());
        position.seek(done);
        fmt::print("{:>6}  {}\n", done, replay::plain(position.sentence()));
        for (const replay::FindingMark& mark : position.index().findings()) {
            if (mark.step < before || mark.step >= done || told[mark.finding]) continue;
            told[mark.finding] = true;
            const emulator::Finding& finding = findings[mark.finding];
            fmt::print("{:>6}  {}: {}\n", "", title_of(finding.kind),
                       words_of(position.trace(), finding).sentence);
        }
    }
}

void narrate_program(const programs::UserProgram& program, const emulator::Trace& trace,
                     const std::string& size) {
    const auto run = std::make_shared<scenes::RunScene>();
    run->scene.of = program;
    run->scene.gpu = trace.gpu;
    run->trace = std::shared_ptr<const emulator::Trace>(std::shared_ptr<void>(), &trace);
    fmt::print("\nSteps\n");
    narrate(run, size);
}

}  // namespace upsweep::commands
