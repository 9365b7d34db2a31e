#include "emulator/helpers/untraced.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

std::string in_words(const Trace& trace, const Finding& f) {
    // Registers are arrays of a trace only: the numbers of arrays differ.
    const std::string array = f.array < 0 ? "none" : trace.arrays[f.array].name;
    return fmt::format(
        "{} {} line {} launch {} block {} warp {} lanes {} array {} elements {} bytes {} degree {} "
        "times {} steps {}: {}",
        int(f.kind), int(f.severity), f.where.line, f.launch, f.block, f.warp, f.lanes, array, f.elements,
        f.bytes, degree_of(f), f.times, f.steps, sentence_of(trace, f));
}

}  // namespace

std::vector<std::string> differences_without_trace(const Trace& recorded, const Trace& untraced) {
    std::vector<std::string> wrong;
    if (recorded.complete != untraced.complete) wrong.push_back("only one of the two ran to its end");
    for (size_t i = 0; i < recorded.buffers.size(); ++i)
        if (i >= untraced.buffers.size() ||
            !std::ranges::equal(recorded.buffers[i].bytes(), untraced.buffers[i].bytes()))
            wrong.push_back(fmt::format("buffer {} is another without a trace", i));
    if (recorded.counts != untraced.counts) wrong.push_back("the counts are others without a trace");
    if (!std::ranges::equal(recorded.printed, untraced.printed, [](const Printed& a, const Printed& b) {
            return a.step == b.step && a.block == b.block && a.thread == b.thread && a.text == b.text;
        }))
        wrong.push_back("what was printed is other without a trace");
    for (size_t i = 0; i < std::max(recorded.findings.size(), untraced.findings.size()); ++i) {
        auto words = [&](const Trace& trace) {
            return i < trace.findings.size() ? in_words(trace, trace.findings[i]) : std::string("none");
        };
        if (words(recorded) != words(untraced))
            wrong.push_back(
                fmt::format("finding {} recorded: {}\nuntraced: {}", i, words(recorded), words(untraced)));
    }
    return wrong;
}

}  // namespace upsweep::emulator
