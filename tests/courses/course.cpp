#include "courses/course.h"

#include <fstream>
#include <iterator>

#include "core/error.h"
#include "launcher/arguments.h"
#include "launcher/fill.h"
#include "launcher/launch.h"

namespace upsweep::courses {
namespace {

std::string read_text(const std::string& name) {
    std::ifstream file(std::string(UPSWEEP_COURSES) + "/" + name);
    if (!file) throw Error("There is no file " + name + ".");
    return {std::istreambuf_iterator<char>(file), {}};
}

launcher::Request request_of(const Course& course) {
    launcher::Request request;
    request.grid = launcher::parse_dim3(course.grid, "grid");
    request.block = launcher::parse_dim3(course.block, "block");
    request.dynamic_shared_bytes = course.shared;
    request.arguments = course.arguments;
    return request;
}

/// The numbers of every parameter's buffer.
std::vector<Numbers> numbers_of(const launcher::Signature& signature, const launcher::Prepared& prepared,
                                const std::vector<Array>& buffers) {
    std::vector<Numbers> all;
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        all.emplace_back();
        if (prepared.buffer_of[i] < 0) continue;
        const Array& buffer = buffers[static_cast<std::size_t>(prepared.buffer_of[i])];
        for (const launcher::Cell& cell : cells_of(signature.parameters[i], buffer))
            all.back().push_back(bits_to_number(cell.type, cell.bits));
    }
    return all;
}

void expect_clean(const CourseRun& run, const Course& course) {
    EXPECT_TRUE(run.trace.complete) << course.kernel << " on " << run.machine;
    for (const emulator::Finding& finding : run.trace.findings)
        EXPECT_NE(finding.severity, emulator::Severity::fault)
            << course.kernel << " on " << run.machine << ": " << finding.message;
}

}  // namespace

std::vector<CourseRun> run_everywhere(const Course& course) {
    const launcher::Signature signature = launcher::signature_of({course.file, course.kernel, {}}, read_text);
    const launcher::Prepared prepared = launcher::prepare(signature, request_of(course));
    std::vector<CourseRun> runs;
    for (int lanes : course.warps)
        for (const char* schedule :
             {"in-order", "reversed", "round-robin", "unkind", "random:1", "random:2"}) {
            emulator::RunOptions options;
            options.gpu.lanes = lanes;
            options.gpu.banks = 32;
            options.gpu.resident_blocks = course.all_resident ? 16 : 2;
            options.gpu.schedule = emulator::parse_schedule(schedule);
            options.record = false;
            options.further_inputs.assign(prepared.hosts.begin() + 1, prepared.hosts.end());
            CourseRun run;
            run.machine = "warp " + std::to_string(lanes) + ", " + schedule;
            run.trace = emulator::run(prepared.plan, prepared.hosts.front(), read_text, options);
            run.before = numbers_of(signature, prepared, run.trace.initial);
            run.after = numbers_of(signature, prepared, run.trace.buffers);
            expect_clean(run, course);
            runs.push_back(std::move(run));
        }
    return runs;
}

Numbers iota(std::int64_t count, double first) {
    Numbers numbers;
    for (std::int64_t i = 0; i < count; ++i) numbers.push_back(first + static_cast<double>(i));
    return numbers;
}

}  // namespace upsweep::courses
