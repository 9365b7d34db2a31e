// `upsweep check-lesson`: lesson files, read, run and computed, whether or not they are in the binary.
#include "lessons/check.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands/commands.h"

namespace upsweep::commands {

void add_check_lesson_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "check-lesson", "Read and run lessons: every number is computed and every question's key checked");
    auto files = std::make_shared<std::vector<std::string>>();
    command->add_option("FILE", *files, "lessons, NAME.md, which need not be built in")->required();
    command->callback([files] {
        for (const std::string& file : *files)
            fmt::print("{}: {}\n", file, lessons::check_lesson(lessons::read_lesson(file)));
    });
}

}  // namespace upsweep::commands
