// What host code prints, and what its launches are given.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_machine.h"

namespace upsweep::emulator {

void HostMachine::print(std::string_view text) {
    if (text.empty()) return;
    device.did("print");
    result.output += text;
    if (result.output.size() <= options.output_bytes) return;
    result.output.resize(options.output_bytes);
    throw HostEnded{124,
                    fmt::format("The program was stopped in line {} after it had printed {} MiB: a loop may "
                                "have no end.",
                                where().line, options.output_bytes >> 20)};
}

uint64_t HostMachine::print_values(const HostPrint& print, const uint64_t* registers) {
    std::vector<PrintedValue> values;
    const size_t first = print.format_in_memory ? 1 : 0;
    for (size_t i = first; i < print.values.size(); ++i) {
        values.push_back(print.types[i]);
        values.back().bits = registers[print.values[i]];
    }
    if (!print.call->slip.empty()) {
        std::string slip = print.call->slip;
        note(true, slip, "", "Let the format and the values agree.", where());
    }
    const std::string format =
        print.format_in_memory ? text_at(registers[print.values[0]]) : print.call->text;
    const std::string text = format_printf(format, values, [&](size_t value, size_t most) {
        const Address at = values[value].bits;
        return at == 0 ? std::string("(null)").substr(0, most) : text_at(at, most);
    });
    switch (print.form) {
        case PrintForm::standard:
            this->print(text);
            break;
        case PrintForm::stream:
            if (registers[print.stream] == 3)
                result.errors += text;
            else
                this->print(text);
            break;
        case PrintForm::text:
            write_text(registers[print.stream], text);
            break;
        case PrintForm::bounded_text:
            if (const uint64_t room = registers[print.room]; room > 0)
                write_text(registers[print.stream], std::string_view(text).substr(0, room - 1));
            break;
    }
    return uint32_t(text.size());
}

/// The arguments flat: one for each scalar and pointer.
void HostMachine::launch(const HostLaunch& launch, const uint64_t* registers) {
    HostLaunchRequest request;
    const Function* kernel = launch.call->function;
    request.kernel = launch.call->text;
    if (kernel == nullptr) {
        const Variable* found = kernel_at(registers[launch.kernel]);
        if (found == nullptr)
            crash("This launches a pointer that leads to no kernel.", "Give it the name of a kernel first.");
        kernel = found->kernel;
        request.kernel = found->name;
    }
    request.where = launch.call->where;
    const auto dimension = [&](uint32_t at) {
        const Address from = registers[at];
        return Dim3{int64_t(load(from, 4)), int64_t(load(from + 4, 4)), int64_t(load(from + 8, 4))};
    };
    request.grid = dimension(launch.grid);
    request.block = dimension(launch.block);
    if (launch.has_shared) request.shared_bytes = int64_t(registers[launch.shared]);
    const Address stream = launch.has_stream ? registers[launch.stream] : 0;
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
        const Type& type = *launch.call->operands[i]->type;
        const uint64_t bits = registers[launch.arguments[i]];
        if (!type.is_aggregate() && type.kind != TypeKind::vector) {
            request.arguments.push_back(bits);
            continue;
        }
        for (const Leaf& leaf : leaves_of(type))
            request.arguments.push_back(load(bits + uint64_t(leaf.offset), size_of(leaf.type)));
    }
    cuda_->launch(request, cuda_->stream_of(stream), *kernel);
}

}  // namespace upsweep::emulator
