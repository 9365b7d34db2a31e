// Reading the suite's files, and running a case on the emulator.
#include "conformance/suite.h"

#include <algorithm>
#include <map>
#include <span>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "backends/emulator.h"
#include "conformance/expressions.h"
#include "core/embedded.h"
#include "core/error.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/arguments.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> conformance();
}

namespace upsweep::conformance {
namespace {

/// "expressions_7.cu" holds the kernel expressions_7.
std::string expressions_file(int kernel) { return expression_kernel_name(kernel) + ".cu"; }

/// The words of one `// launch` line as a case without a kernel.
Case parse_options(const std::string& file, const std::string& text) {
    Case made;
    made.request.grid = made.request.block = {1, 1, 1};
    std::istringstream words(text);
    std::string option, value;
    while (words >> option >> value) {
        if (option == "--grid")
            made.request.grid = programs::parse_dim3(value, "--grid");
        else if (option == "--block")
            made.request.block = programs::parse_dim3(value, "--block");
        else if (option == "--shared")
            made.request.dynamic_shared_bytes = programs::parse_whole(value, 0, 1 << 20, "--shared");
        else if (option == "--ulps")
            made.ulps = programs::parse_whole(value, 0, 1000, "--ulps");
        else if (option == "--arg")
            made.request.arguments.push_back(value);
        else
            throw Error("{}: a launch line has {}, which is not one of its options.", file, option);
    }
    return made;
}

/// By kernel; the empty name is the file's default.
std::map<std::string, Case> launches_of(const std::string& file, const std::string& text) {
    std::map<std::string, Case> launches;
    std::istringstream lines(text);
    constexpr std::string_view mark = "// launch";
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(mark)) continue;
        const size_t colon = line.find(':');
        if (colon == std::string::npos) throw Error("{}: a launch line has no colon: {}", file, line);
        std::string name = line.substr(mark.size(), colon - mark.size());
        if (!name.empty()) name.erase(0, 1);
        launches[name] = parse_options(file, line.substr(colon + 1));
    }
    return launches;
}

/// Kernels of the file; a template counts once for each launch that names it.
std::vector<std::string> functions_of(const std::string& file, const std::string& text,
                                      const std::map<std::string, Case>& launches) {
    std::vector<std::string> functions;
    emulator::Compiler compiler([&](const std::string&) { return text; });
    for (const std::string& kernel : programs::kernels_in(file, {}, compiler)) {
        const size_t before = functions.size();
        for (const auto& [name, ignored] : launches)
            if (name.starts_with(kernel + "<")) functions.push_back(name);
        if (functions.size() == before) functions.push_back(kernel);
    }
    return functions;
}

std::vector<Case> read_suite() {
    std::vector<Case> cases;
    for (const EmbeddedFile& file : embedded::conformance()) {
        const std::string name(file.name);
        if (!name.ends_with(".cu")) continue;
        for (Case& test : cases_of(name, std::string(file.contents))) cases.push_back(std::move(test));
    }
    for (int i = 0; i < expression_kernels; ++i) {
        Case test;
        test.kernel = {expressions_file(i), expression_kernel_name(i), {}};
        test.request.grid = {1, 1, 1};
        test.request.block = {expression_operands, 1, 1};
        test.request.arguments = expression_arguments();
        test.expressions = i;
        cases.push_back(std::move(test));
    }
    return cases;
}

}  // namespace

std::vector<Case> cases_of(const std::string& file, const std::string& text) {
    const std::map<std::string, Case> launches = launches_of(file, text);
    std::vector<Case> cases;
    for (const std::string& function : functions_of(file, text, launches)) {
        auto launch = launches.find(function);
        if (launch == launches.end()) launch = launches.find("");
        if (launch == launches.end())
            throw Error("{} names no launch for {}; add a line // launch: OPTIONS.", file, function);
        cases.push_back(launch->second);
        cases.back().kernel = {file, function, {}};
    }
    return cases;
}

const std::vector<Case>& all_cases() {
    static const std::vector<Case> cases = read_suite();
    return cases;
}

std::string suite_text(const std::string& name) {
    for (int i = 0; i < expression_kernels; ++i)
        if (name == expressions_file(i)) return expressions_text(i);
    for (const EmbeddedFile& file : embedded::conformance())
        if (file.name == name) return std::string(file.contents);
    throw Error("The conformance suite has no file {}.", name);
}

programs::Prepared prepare(const Case& test, emulator::Compiler& compiler) {
    return programs::prepare(programs::signature_of(test.kernel, compiler), test.request);
}

programs::Prepared prepare(const Case& test) {
    emulator::Compiler compiler(suite_text);
    return prepare(test, compiler);
}

emulator::RunOptions usual_options() { return backends::untraced({32, 32}); }

emulator::Trace emulate(const Case& test, emulator::RunOptions options) {
    emulator::Compiler compiler(suite_text);
    const programs::Prepared prepared = prepare(test, compiler);
    options.further_inputs.assign(prepared.hosts.begin() + 1, prepared.hosts.end());
    return emulator::run(prepared.plan, prepared.hosts.front(), compiler, options);
}

Array run_on_emulator(const Case& test, std::vector<std::string>& faults) {
    const emulator::Trace trace = emulate(test, usual_options());
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) faults.push_back(sentence_of(trace, finding));
    return trace.output();
}

}  // namespace upsweep::conformance
