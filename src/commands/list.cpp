// `upsweep list`: the catalog, as a table or as JSON.
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/command_line.h"
#include "commands/json.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/conventions.h"

namespace upsweep::commands {
namespace {

using nlohmann::ordered_json;

ordered_json describe(const Option& option) {
    ordered_json out{{"name", option.name},          {"title", option.title},
                     {"lowest", option.lowest},      {"highest", option.highest},
                     {"initial", option.initial},    {"power_of_two", option.power_of_two},
                     {"automatic", option.automatic}};
    out["values"] = ordered_json::array();
    for (std::string_view name : option.value_names) out["values"].push_back(name);
    return out;
}

/// "pass" names the launch that a convention costs beyond the table; empty where the kernels write it at
/// once.
ordered_json describe(const ConventionMade& made) {
    ordered_json options = ordered_json::object();
    for (const OptionValue& option : made.options) options[option.name] = option.value;
    return {{"convention", name_of(made.convention)}, {"options", options}, {"pass", made.pass}};
}

ordered_json describe(const Algorithm& algorithm) {
    ordered_json out{
        {"algorithm", algorithm.slug},   {"title", algorithm.title},
        {"chapter", algorithm.chapter},  {"source", algorithm.source},
        {"teaches", algorithm.teaches},  {"shape", algorithm.shape == Shape::rows ? "rows" : "matrix"},
        {"cpu_loop", algorithm.cpu_loop}};
    out["types"] = ordered_json::array();
    for (ElementTypes types : algorithm.types) out["types"].push_back(to_string(types));
    out["options"] = ordered_json::array();
    for (const Option& option : algorithm.options) out["options"].push_back(describe(option));
    out["conventions"] = ordered_json::array();
    for (const ConventionMade& made : conventions_of(algorithm)) out["conventions"].push_back(describe(made));
    return out;
}

/// "inclusive, exclusive, padded*": a star where it costs a pass.
std::string conventions_text(const Algorithm& algorithm) {
    std::string text;
    for (const ConventionMade& made : conventions_of(algorithm))
        text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name_of(made.convention),
                            made.pass.empty() ? "" : "*");
    return text;
}

std::string options_of(const Algorithm& algorithm) {
    std::string text;
    for (const Option& option : algorithm.options)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", option.name);
    return text;
}

void print_table() {
    std::string_view chapter;
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->chapter != chapter) {
            chapter = algorithm->chapter;
            fmt::print("{}\n", chapter);
        }
        fmt::print("  {:<30} {:<40} {:<31} {:<26} {}\n", algorithm->slug, algorithm->title,
                   conventions_text(*algorithm), options_of(*algorithm), algorithm->source);
    }
    fmt::print("* made of the inclusive table by a pass of its own\n");
}

void list(bool json) {
    if (!json) return print_table();
    ordered_json all = ordered_json::array();
    for (const Algorithm* algorithm : catalog()) all.push_back(describe(*algorithm));
    print(ordered_json{{"algorithms", all}});
}

}  // namespace

void add_list_command(Command program) {
    const Command command =
        program.add_command("list", "The catalog: every algorithm with its options and source");
    auto json = std::make_shared<bool>(false);
    command.flag("--json", *json, "as JSON");
    command.runs([json] { list(*json); });
}

}  // namespace upsweep::commands
