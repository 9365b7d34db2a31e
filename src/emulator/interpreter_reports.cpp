// printf, assert and trap.
#include <fmt/format.h>

#include "emulator/interpreter.h"
#include "emulator/printf.h"

namespace upsweep::emulator {

void Interpreter::print(const Instruction& in) {
    constexpr std::size_t most_lines = 100'000;
    const Report& report = code_.reports[static_cast<std::size_t>(in.index)];
    std::vector<Printed>& printed = shared_.trace.printed;
    if (!report.slip.empty()) note_format(in, report);
    for_lanes(mask_, [&](int lane) {
        if (printed.size() >= most_lines) return;
        std::vector<PrintedValue> values;
        for (const auto& [from, type] : report.values) values.push_back({type, warp_->row(from)[lane]});
        printed.push_back({shared_.recorder.current_step(), static_cast<std::int32_t>(block_->number),
                           static_cast<std::int32_t>(thread_of(lane)), format_printf(report.text, values)});
    });
}

/// nvcc takes any values for any format, and the GPU prints what comes.
void Interpreter::note_format(const Instruction& in, const Report& report) {
    FindingKey key{
        FindingKind::wrong_format, context_.launch, statement_, static_cast<std::uint32_t>(in.index), 0, 0};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::fault, mask_, report.where);
        finding.message = report.slip;
        return finding;
    });
}

/// A failed assertion and a trap end the launch, as they do on a GPU.
void Interpreter::check(const Instruction& in) {
    const Report& report = code_.reports[static_cast<std::size_t>(in.index)];
    bool is_trap = in.builtin == Builtin::trap;
    std::uint32_t failed = 0;
    for_lanes(mask_, [&](int lane) {
        if (is_trap || warp_->row(in.a)[lane] == 0) failed |= 1u << lane;
    });
    if (failed == 0) return;
    aborted_ = true;
    FindingKind kind = is_trap ? FindingKind::trap : FindingKind::assertion;
    shared_.findings.add({kind, context_.launch, statement_, 0, 0, 0}, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::fault, failed, report.where);
        std::string who = in_sentence_case(fmt::format(
            "{} of warp {} in block {}", lanes_in_words(finding.lanes), warp_->number, block_->number));
        finding.message =
            is_trap ? fmt::format("{} reached __trap(), which ends the launch.", who)
                    : fmt::format("{} found `{}` to be false, which ends the launch.", who, report.text);
        return finding;
    });
}

}  // namespace upsweep::emulator
