// Whole programs as students of a course write them: each prints here what it printed on a GPU, character for
// character. Programs with one fault each: it is told in its line with its cure, and the cured twin has none.
// Programs without a GPU: the same text, compiled by g++, prints the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"

namespace upsweep::courses {
namespace {

namespace fs = std::filesystem;

using emulator::Finding;

std::string contents_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Error("There is no {}.", file.string());
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Programs of a folder by name, in order.
std::vector<std::string> names_in(const std::string& folder, const std::string& ending) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(UPSWEEP_COURSES) / folder))
        if (entry.path().extension() == ending) names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// What is said of one line.
struct Told {
    int line = 0;
    bool fault = false;
    std::string says, cure;
};

struct Ran {
    emulator::HostResult host;
    std::vector<Told> told;  ///< of the host and of kernels

    std::string all() const {
        std::string text;
        for (const Told& one : told)
            text += "line " + std::to_string(one.line) + ": " + one.says + " / " + one.cure + "\n";
        return text;
    }
};

void add_kernels_findings(const emulator::WholeProgramRun& run, emulator::Compiler& compiler,
                          emulator::RunOptions options, Ran& into) {
    options.record = false;
    options.further_inputs.assign(run.hosts.begin() + 1, run.hosts.end());
    const emulator::Trace trace = emulator::run(run.plan, run.hosts.front(), compiler, options);
    for (const Finding& finding : trace.findings) {
        const emulator::FindingWords words = words_of(trace, finding);
        into.told.push_back({finding.where.line, finding.severity == emulator::Severity::fault,
                             std::string(name_of(finding.kind)) + ": " + words.sentence, words.cure});
    }
}

/// As `upsweep run` has it without options. A refusal is in its line.
Ran run_whole(const fs::path& file, const Definitions& definitions, bool with_kernels) {
    const std::string text = contents_of(file);
    emulator::Compiler compiler([&](const std::string&) { return text; });
    emulator::WholeProgramOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    options.gpu.multiprocessors = options.gpu.resident_blocks = 2;
    options.gpu.shared_bytes = 227 * 1024;
    Ran ran;
    try {
        const emulator::WholeProgramRun run =
            run_whole_program(compiler, file.filename().string(), definitions, options);
        ran.host = run.host;
        for (const emulator::HostFinding& one : run.host.findings)
            ran.told.push_back({one.where.line, one.fault, one.message, one.cure});
        emulator::RunOptions again;
        again.gpu = options.gpu;
        again.limits.steps = 200'000;
        if (with_kernels) add_kernels_findings(run, compiler, again, ran);
    } catch (const emulator::CompileError& refused) {
        ran.host.ended = refused.what();
        for (const emulator::Diagnostic& one : refused.diagnostics())
            ran.told.push_back({one.line, true, one.message, one.message});
    }
    return ran;
}

std::string difference(const std::string& wanted, const std::string& got) {
    std::istringstream a(wanted), b(got);
    for (int line = 1;; ++line) {
        std::string x, y;
        const bool more = bool(std::getline(a, x)), goes_on = bool(std::getline(b, y));
        if (!more && !goes_on) return "the ends of lines differ";
        if (x != y || more != goes_on)
            return "line " + std::to_string(line) + ": `" + y + "` instead of `" + x + "`";
    }
}

/// Reasons why programs do not run yet. One of them that does fails the test.
using NotYet = std::map<std::string, std::string>;

const NotYet programs_not_yet = {
    {"polymorphic_reduce", "templates as template parameters"},
};

/// Those that do not return 0.
const std::map<std::string, int> returns = {{"checked_macro", 3}, {"exception_cleanup", 1}};

TEST(CoursePrograms, PrintWhatAGpuPrints) {
    for (const std::string& name : names_in("programs", ".cu")) {
        const fs::path file = fs::path(UPSWEEP_COURSES) / "programs" / (name + ".cu");
        const Ran ran = run_whole(file, {}, true);
        const std::string wanted = contents_of(fs::path(file).replace_extension(".out"));
        const auto status = returns.find(name);
        const bool right = ran.host.ended.empty() && ran.host.output == wanted &&
                           ran.host.exit_status == (status == returns.end() ? 0 : status->second);
        if (const auto reason = programs_not_yet.find(name); reason != programs_not_yet.end())
            EXPECT_FALSE(right) << name << " runs now: take it off the list";
        else
            EXPECT_TRUE(right) << name << ": " << ran.host.ended << " " << difference(wanted, ran.host.output)
                               << ", status " << ran.host.exit_status;
    }
}

/// Behind `// says: ` and `// cure: ` at the file's beginning.
std::string header_of(const std::string& text, const std::string& key) {
    const std::string mark = "// " + key + ": ";
    const size_t at = text.find(mark);
    if (at == std::string::npos) return {};
    return text.substr(at + mark.size(), text.find('\n', at) - at - mark.size());
}

int line_of_fault(const std::string& text) {
    const size_t at = text.find("// FAULT");
    return int(std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n')) + 1;
}

const NotYet faults_not_yet = {
    {"float_maximum_by_bits", "the bits of negative numbers"},
    {"lost_values", "values that never reach the output"},
};

TEST(CoursePrograms, FaultsAreToldInTheirLineWithTheirCure) {
    for (const std::string& name : names_in("faulty_programs", ".cu")) {
        const fs::path file = fs::path(UPSWEEP_COURSES) / "faulty_programs" / (name + ".cu");
        const std::string text = contents_of(file);
        ASSERT_NE(text.find("// FAULT"), std::string::npos) << name;
        const Ran ran = run_whole(file, {}, true), cured = run_whole(file, {{"CURED", "1"}}, true);
        const bool is_told = std::any_of(ran.told.begin(), ran.told.end(), [&](const Told& one) {
            return one.line == line_of_fault(text) &&
                   one.says.find(header_of(text, "says")) != std::string::npos &&
                   one.cure.find(header_of(text, "cure")) != std::string::npos;
        });
        const bool is_cured =
            cured.host.ended.empty() &&
            std::none_of(cured.told.begin(), cured.told.end(), [](const Told& one) { return one.fault; });
        if (faults_not_yet.contains(name))
            EXPECT_FALSE(is_told && is_cured) << name << " is told now: take it off the list";
        else
            EXPECT_TRUE(is_told && is_cured) << name << (is_told ? "" : " is not told") << "\n"
                                             << ran.all() << "cured: " << cured.host.ended << "\n"
                                             << cured.all();
    }
}

/// What the program prints when g++ has compiled it.
std::string printed_by_compiler(const fs::path& file, const fs::path& folder) {
    const std::string program = (folder / "program").string(), output = (folder / "output").string();
    const std::string compile = "g++ -std=c++17 -w -o " + program + " " + file.string();
    EXPECT_EQ(std::system(compile.c_str()), 0) << file;
    EXPECT_EQ(std::system((program + " > " + output + " 2> /dev/null").c_str()), 0) << file;
    return contents_of(output);
}

TEST(CoursePrograms, OfTheHostPrintWhatACompilersPrint) {
    if (std::system("g++ --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "There is no g++ here.";
    const fs::path folder = fs::temp_directory_path() / ("upsweep_host_programs_" + std::to_string(getpid()));
    fs::create_directories(folder);
    for (const std::string& name : names_in("host_programs", ".cpp")) {
        const fs::path file = fs::path(UPSWEEP_COURSES) / "host_programs" / (name + ".cpp");
        const std::string wanted = printed_by_compiler(file, folder);
        const Ran ran = run_whole(file, {}, false);
        const bool right = ran.host.ended.empty() && ran.host.output == wanted;
        EXPECT_TRUE(right) << name << ": " << ran.host.ended << " " << difference(wanted, ran.host.output);
    }
    fs::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::courses
