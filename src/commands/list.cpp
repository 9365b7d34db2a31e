// `upsweep list`: the catalog, as a table or as JSON.
#include <string>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/messages.h"
#include "core/json.h"
#include "core/words.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/conventions.h"
#include "report/report.h"

namespace upsweep::commands {
namespace {

/// "inclusive, exclusive, padded*": a star where it costs a pass.
std::string conventions_text(const Algorithm& algorithm) {
    return with_commas(conventions_of(algorithm), [](const ConventionMade& made) {
        return fmt::format("{}{}", name_of(made.convention), made.pass.empty() ? "" : "*");
    });
}

void print_table() {
    std::string_view chapter;
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->chapter != chapter) {
            chapter = algorithm->chapter;
            fmt::print("{}\n", chapter);
        }
        fmt::print("  {:<30} {:<40} {:<31} {:<26} {}\n", algorithm->slug, algorithm->title,
                   conventions_text(*algorithm), with_commas(algorithm->options, &Option::name),
                   algorithm->source);
    }
    fmt::print("* made from the inclusive table by an extra pass\n");
}

void list(const bool& json) {
    if (json) return print(report::catalog_json());
    print_table();
}

}  // namespace

void add_list_command(Command program) {
    const auto [command, json] =
        program.add_command("list", "The catalog: every algorithm with its options and source", list);
    command.flag("--json", json, "as JSON");
}

}  // namespace upsweep::commands
