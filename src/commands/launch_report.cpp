#include "commands/launch_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace upsweep::commands {
namespace {

/// A long list by its first values and their count.
std::string shortened(const std::string& text) {
    constexpr std::size_t most = 48;
    if (text.size() <= most) return text;
    const std::size_t cut = text.rfind(',', most);
    if (cut == std::string::npos) return text;
    return fmt::format("{},… ({} numbers)", text.substr(0, cut),
                       1 + std::count(text.begin(), text.end(), ','));
}

void print_in_order(const programs::OpenedProgram& opened) {
    fmt::print("{}\n", programs::launch_sentence(opened));
    for (std::size_t i = 0; i < opened.in_order.size(); ++i)
        fmt::print("  line {}: {}\n", opened.lines[i], opened.in_order[i]);
    for (const std::string& guess : opened.guessed) fmt::print("  {}\n", guess);
    fmt::print("\n");
}

}  // namespace

void print_launch(const programs::OpenedProgram& opened) {
    if (!opened.in_order.empty()) return print_in_order(opened);
    std::vector<std::string> taken, guessed;
    const auto add = [&](const programs::Choice& choice, const std::string& name) {
        if (choice.from == programs::Choice::From::person) return;
        taken.push_back(name + " " + shortened(choice.text));
        if (!choice.reason.empty())
            guessed.push_back(fmt::format("{} {}: {}", name, shortened(choice.text), choice.reason));
    };
    add(opened.grid, "--grid");
    add(opened.block, "--block");
    for (const programs::Choice& argument : opened.arguments) add(argument, "--arg");
    if (taken.empty()) return;
    if (opened.line == 0) {
        // A command that refuses to guess has said so before.
        if (!guessed.empty())
            fmt::print("The file does not launch {}; guessed: {}\n\n", opened.kernel.text,
                       fmt::join(taken, " "));
        return;
    }
    fmt::print("As line {} launches it: {}\n", opened.line, fmt::join(taken, " "));
    for (const std::string& guess : guessed) fmt::print("  {}\n", guess);
    if (const std::string others = programs::launch_sentence(opened); !others.empty())
        fmt::print("{}\n", others);
    fmt::print("\n");
}

}  // namespace upsweep::commands
