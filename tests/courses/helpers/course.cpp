#include "courses/helpers/course.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include <gmock/gmock.h>

#include "core/error.h"
#include "emulator/findings/finding_table.h"
#include "emulator/helpers/costs.h"
#include "emulator/machine/scheduler.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/arguments.h"
#include "programs/fill.h"
#include "programs/launch.h"

namespace upsweep::courses {
namespace {

std::string read_text(const std::string& name) {
    std::ifstream file(std::string(UPSWEEP_COURSES) + "/" + name);
    if (!file) throw Error("There is no file " + name + ".");
    return {std::istreambuf_iterator<char>(file), {}};
}

programs::Request request_of(const Course& course) {
    programs::Request request;
    request.grid = programs::parse_dim3(course.grid, "grid");
    request.block = programs::parse_dim3(course.block, "block");
    request.dynamic_shared_bytes = course.shared;
    request.arguments = course.arguments;
    return request;
}

/// The numbers of every parameter's buffer.
std::vector<Numbers> numbers_of(const programs::Signature& signature, const programs::Prepared& prepared,
                                const std::vector<Array>& buffers) {
    std::vector<Numbers> all;
    for (size_t i = 0; i < signature.parameters.size(); ++i) {
        all.emplace_back();
        if (prepared.buffer_of[i] < 0) continue;
        const Array& buffer = buffers[prepared.buffer_of[i]];
        for (const programs::Cell& cell : programs::cells_of(signature.parameters[i], buffer))
            all.back().push_back(bits_to_number(cell.type, cell.bits));
    }
    return all;
}

void expect_clean(const CourseRun& run, const Course& course) {
    EXPECT_TRUE(run.trace.complete) << course.kernel << " on " << run.machine;
    for (const emulator::Finding& finding : run.trace.findings) {
        if (course.relies_on_lockstep && finding.kind == emulator::FindingKind::relies_on_lockstep) continue;
        EXPECT_NE(finding.severity, emulator::Severity::fault)
            << course.kernel << " on " << run.machine << ": " << sentence_of(run.trace, finding);
    }
}

void expect_reliance_found(const CourseRun& run, const Course& course) {
    const auto& findings = run.trace.findings;
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                            [](const emulator::Finding& finding) {
                                return finding.kind == emulator::FindingKind::relies_on_lockstep;
                            }))
        << course.kernel << " on " << run.machine;
}

/// Turns that no other schedule would give: late warps often, early ones now and then.
std::string by_hand(uint64_t seed) {
    emulator::Random random(seed);
    std::string turns = "by-hand:";
    for (int i = 0; i < 60; ++i) {
        const size_t warp = std::max(random.below(24), random.below(24));
        turns += (i == 0 ? "" : ",") + std::to_string(warp);
    }
    return turns;
}

std::vector<std::string> schedules(int seed) {
    std::vector<std::string> all = {"in-order", "reversed",    "round-robin",
                                    "unkind",   "adversarial", by_hand(uint64_t(seed))};
    for (int i = 0; i < 3; ++i) all.push_back("random:" + std::to_string(3 * seed + i));
    return all;
}

/// The machines of a course: see run_everywhere.
std::vector<emulator::ToyGpu> machines_for(const Course& course) {
    constexpr unsigned modes = 4;
    const bool few = course.warps.size() < 8;
    std::vector<emulator::ToyGpu> machines;
    for (unsigned w = 0; w < course.warps.size(); ++w) {
        const std::vector<std::string> all = schedules(course.warps[w]);
        for (unsigned s = 0; s < all.size(); ++s)
            for (unsigned mode = 0; mode < modes; ++mode) {
                if (!few && mode != (w + s) % modes) continue;
                emulator::ToyGpu gpu;
                gpu.lanes = course.warps[w];
                gpu.banks = 32;
                gpu.schedule = emulator::parse_schedule(all[s]);
                gpu.lanes_proceed =
                    mode % 2 == 1 ? emulator::LanesProceed::adversarial : emulator::LanesProceed::since_volta;
                gpu.weak_memory = mode / 2 == 1;
                gpu.resident_blocks = course.waits_for_blocks ? 16 : 1 + int((w + s) % 3);
                machines.push_back(gpu);
            }
    }
    return machines;
}

std::string in_words(const emulator::ToyGpu& gpu) {
    return "warp " + std::to_string(gpu.lanes) + ", " + to_string(gpu.schedule) + ", " +
           std::to_string(gpu.slots()) + " slots" + (gpu.lanes_apart() ? ", lanes apart" : "") +
           (gpu.weak_memory ? ", weak memory" : "");
}

/// One run of the course with its file's text as given.
emulator::Trace run_text(const Course& course, const std::string& text, const emulator::ToyGpu& gpu,
                         bool record) {
    const auto provide = [&](const std::string& name) {
        return name == course.file ? text : read_text(name);
    };
    emulator::Compiler compiler(provide);
    const programs::Signature signature = programs::signature_of({course.file, course.kernel, {}}, compiler);
    const programs::Prepared prepared = programs::prepare(signature, request_of(course));
    emulator::RunOptions options;
    options.gpu = gpu;
    options.record = record;
    options.limits.steps = 1'000'000;
    options.further_inputs.assign(prepared.hosts.begin() + 1, prepared.hosts.end());
    return emulator::run(prepared.plan, prepared.hosts.front(), compiler, options);
}

/// What is said of costs is what the accesses cost, at the smallest and the largest warp.
void expect_true_costs(const Course& course) {
    const std::string text = read_text(course.file);
    for (int lanes : {course.warps.front(), course.warps.back()}) {
        emulator::ToyGpu gpu = machines_for(course).front();
        gpu.lanes = lanes;
        EXPECT_THAT(cost_differences(run_text(course, text, gpu, true)), testing::IsEmpty())
            << course.kernel << " on " << in_words(gpu);
    }
}

/// Where in the file a run of the course comes to a barrier or fence: position and length of the call.
std::set<std::pair<size_t, size_t>> synchronisations(const Course& course, const std::string& text) {
    std::vector<size_t> lines = {0, 0};
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        lines.push_back(at + 1);
    std::set<std::pair<size_t, size_t>> found;
    const emulator::Trace trace = run_text(course, text, machines_for(course).front(), true);
    for (const emulator::Step& step : trace.steps) {
        const emulator::SourceRange& where = trace.statements[step.statement].where;
        if (where.file < 0) continue;
        const size_t at = lines[where.line] + size_t(where.column - 1);
        for (const std::string call : {"__syncthreads()", "__syncwarp()", "__threadfence()"})
            if (text.compare(at, call.size(), call) == 0) found.insert({at, call.size()});
    }
    return found;
}

bool has_fault(const emulator::Trace& trace) {
    return !trace.complete ||
           std::any_of(trace.findings.begin(), trace.findings.end(),
                       [](const auto& finding) { return finding.severity == emulator::Severity::fault; });
}

/// Without any one of its barriers and fences some run has a fault.
void expect_all_needed(const Course& course) {
    const std::string text = read_text(course.file);
    int spare = 0;
    std::string where;
    for (const auto& [at, length] : synchronisations(course, text)) {
        std::string without = text;
        without.replace(at, length, length, ' ');
        const std::vector<emulator::ToyGpu> machines = machines_for(course);
        const bool found = std::any_of(machines.begin(), machines.end(), [&](const emulator::ToyGpu& gpu) {
            return has_fault(run_text(course, without, gpu, false));
        });
        if (found) continue;
        ++spare;
        where += " " + std::to_string(1 + std::count(text.begin(), text.begin() + ptrdiff_t(at), '\n'));
    }
    EXPECT_EQ(spare, course.spare) << course.file << " " << course.kernel << ": in the lines" << where;
}

}  // namespace

std::vector<int> every_warp() {
    std::vector<int> sizes(31);
    std::iota(sizes.begin(), sizes.end(), 2);
    return sizes;
}

std::vector<int> powers_of_two(int least) {
    std::vector<int> sizes;
    for (int size = least; size <= 32; size *= 2) sizes.push_back(size);
    return sizes;
}

std::vector<CourseRun> run_everywhere(const Course& course) {
    emulator::Compiler compiler(read_text);
    const programs::Signature signature = programs::signature_of({course.file, course.kernel, {}}, compiler);
    const programs::Prepared prepared = programs::prepare(signature, request_of(course));
    std::vector<CourseRun> runs;
    for (const emulator::ToyGpu& gpu : machines_for(course)) {
        emulator::RunOptions options;
        options.gpu = gpu;
        options.record = false;
        options.further_inputs.assign(prepared.hosts.begin() + 1, prepared.hosts.end());
        CourseRun run;
        run.machine = in_words(gpu);
        run.trace = emulator::run(prepared.plan, prepared.hosts.front(), compiler, options);
        if (course.relies_on_lockstep) expect_reliance_found(run, course);
        if (course.relies_on_lockstep && gpu.lanes_apart()) continue;
        run.before = numbers_of(signature, prepared, run.trace.initial);
        run.after = numbers_of(signature, prepared, run.trace.buffers);
        expect_clean(run, course);
        runs.push_back(std::move(run));
    }
    if (!course.relies_on_lockstep) expect_all_needed(course);
    expect_true_costs(course);
    return runs;
}

Numbers iota(int64_t count, double first) {
    Numbers numbers;
    for (int64_t i = 0; i < count; ++i) numbers.push_back(first + double(i));
    return numbers;
}

}  // namespace upsweep::courses
