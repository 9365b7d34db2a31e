#include "core/gpu.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <variant>

#include "core/ranges.h"

namespace upsweep {
namespace {

/// The name in `#include "name"`; empty for any other line.
std::string included_name(std::string_view line) {
    const auto skip_blanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    const auto skip = [&](std::string_view word) {
        skip_blanks();
        const bool here = line.substr(0, word.size()) == word;
        if (here) line.remove_prefix(word.size());
        return here;
    };
    if (!skip("#") || !skip("include") || !skip("\"")) return {};
    return std::string(line.substr(0, line.find('"')));
}

std::vector<std::string> sibling_includes(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (std::string name = included_name(line); !name.empty()) names.push_back(std::move(name));
    return names;
}

}  // namespace

std::vector<KernelName> kernels_of(const Plan& plan) {
    std::vector<KernelName> kernels;
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what))
            if (!contains(kernels, launch->kernel)) kernels.push_back(launch->kernel);
    return kernels;
}

SourceTree collect_sources(const std::string& file,
                           const std::function<std::string(const std::string&)>& sources) {
    SourceTree tree{sources(file), {}};
    std::vector<std::string> open = sibling_includes(tree.text);
    while (!open.empty()) {
        const std::string name = open.back();
        open.pop_back();
        const auto known = [&](const auto& header) { return header.first == name; };
        if (any_of(tree.headers, known)) continue;
        tree.headers.emplace_back(name, sources(name));
        for (std::string& next : sibling_includes(tree.headers.back().second))
            open.push_back(std::move(next));
    }
    return tree;
}

}  // namespace upsweep
