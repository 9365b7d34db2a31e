// printf, assert and trap.
#include <algorithm>
#include <utility>

#include "core/ranges.h"
#include "emulator/arithmetic/printf.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

void Interpreter::print(const Instruction& in) {
    const Report& report = nth(code_.reports, in.index);
    if (report.launches) return launch(report);
    std::vector<Printed>& printed = shared_.trace.printed;
    if (!report.slip.empty()) note_format(in, report, report.slip, mask_);
    const size_t first = report.format_in_memory ? 1 : 0;
    for_lanes(mask_, [&](int lane) {
        if (printed.size() >= most_printed_lines || shared_.printed_characters >= most_printed_characters)
            return;
        std::vector<PrintedValue> values;
        for (size_t i = first; i < report.values.size(); ++i) {
            const ReportedValue& value = report.values[i];
            values.push_back({value.type, warp_->row(value.from)[lane], value.text >= 0});
        }
        const std::string format =
            report.format_in_memory ? text_at(report.values[0], lane, most_printed_characters) : report.text;
        if (report.format_in_memory)
            if (const std::string slip = slip_of_format(format, report.printed); !slip.empty())
                note_format(in, report, slip, 1u << lane);
        std::string text = format_printf(format, values, [&](size_t value, size_t most) {
            return text_at(report.values[first + value], lane, std::min(most, most_printed_characters));
        });
        shared_.printed_characters += text.size();
        printed.push_back({this_step(), int32_t(block_->number), int32_t(thread_of(lane)), std::move(text)});
    });
    if (!troubles_.empty()) tell_troubles(1);
}

/// What the lanes launch is only noted: it runs behind this kernel, as CUDA allows.
void Interpreter::launch(const Report& report) {
    constexpr size_t most = 100'000;
    for_lanes(mask_, [&](int lane) {
        if (shared_.trace.launched.size() >= most) return;
        LaunchedByKernel made{report.text, report.where, {}};
        for (const ReportedValue& value : report.values) made.values.push_back(warp_->row(value.from)[lane]);
        shared_.trace.launched.push_back(std::move(made));
    });
}

/// The characters that a pointer leads to, up to their zero and `most` of them at most. What a load reports
/// is reported here too: racing, and, which ends the text, leaving an array or reading what no one wrote. It
/// does not count as memory traffic, like all else that printf does to print.
std::string Interpreter::text_at(const ReportedValue& value, int lane, size_t most) {
    Instruction in;
    in.op = Op::load;
    in.type = ScalarType::i8;
    in.index = value.text;
    const Address address = warp_->row(value.from)[lane];
    // A GPU reads nothing there, and says so.
    if (address == 0) return "(null)";
    const Stamp stamp = stamp_of(in, plain_access);
    std::string text;
    while (text.size() < most) {
        const Cell cell = resolve(address + text.size(), 1, lane, false, in);
        if (cell.array == nullptr) {
            troubles_.back().text = true;
            return text;
        }
        const bool weak = is_weak(cell);
        const bool own = weak && shared_.weak->has_own(block_->number, cell.id, cell.offset, 1);
        const size_t troubles = troubles_.size();
        if (!own) check_defined(cell, 1, lane, in);
        if (troubles_.size() != troubles) break;
        if (raceable(cell)) watch_access(cell, 1, lane, false, stamp, nullptr);
        const uint64_t bits = weak ? shared_.weak->load(block_->number, cell.id, cell.offset, 1)
                                   : read_bits(cell.array->bytes.data() + cell.offset, 1);
        if (bits == 0) break;
        text += char(bits);
    }
    return text;
}

/// nvcc takes any values for any format, and the GPU prints what comes.
void Interpreter::note_format(const Instruction& in, const Report& report, const std::string& slip,
                              uint32_t lanes) {
    const FindingKey key = key_of(FindingKind::wrong_format, uint32_t(in.index));
    note(key, [&] {
        Finding finding = finding_here(key.kind, lanes, report.where);
        finding.facts = WrongFormat{slip};
        return finding;
    });
}

/// A failed assertion and a trap end the launch, as they do on a GPU.
void Interpreter::check(const Instruction& in) {
    const Report& report = nth(code_.reports, in.index);
    bool is_trap = in.builtin == Builtin::trap;
    uint32_t failed = 0;
    for_lanes(mask_, [&](int lane) {
        if (is_trap || warp_->row(in.a)[lane] == 0) failed |= 1u << lane;
    });
    if (failed == 0) return;
    aborted_ = true;
    FindingKind kind = is_trap ? FindingKind::trap : FindingKind::assertion;
    shared_.findings.add({kind, context_.launch, statement_, 0, 0}, this_step(), [&] {
        Finding finding = finding_here(kind, failed, report.where);
        finding.facts = FailedCheck{is_trap ? "" : report.text};
        return finding;
    });
}

}  // namespace upsweep::emulator
