#include "device/wire.h"

#include <utility>
#include <variant>

#include "device/wire_check.h"
#include "device/wire_stream.h"

namespace upsweep::device {
namespace {

constexpr std::uint32_t run_mark = 0x31525055, result_mark = 0x31415055;

// Each goes through Writer and through Reader; `Of` is const for the one and not for the other.

template <typename Stream, typename Of>
void pass_dim3(Stream& stream, Of& d) {
    stream(d.x);
    stream(d.y);
    stream(d.z);
}

template <typename Stream, typename Of>
void pass_kernel(Stream& stream, Of& kernel) {
    stream(kernel.file);
    stream(kernel.function);
    stream.list(kernel.definitions, [&](auto& definition) {
        stream(definition.first);
        stream(definition.second);
    });
}

template <typename Stream, typename Of>
void pass_launch(Stream& stream, Of& launch) {
    pass_kernel(stream, launch.kernel);
    pass_dim3(stream, launch.grid);
    pass_dim3(stream, launch.block);
    stream(launch.dynamic_shared_bytes);
    stream(launch.name);
    stream(launch.host_loop);
}

void write_argument(Writer& stream, const Argument& argument) {
    stream(static_cast<std::uint8_t>(argument.index()));
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
        stream(scalar->type);
        stream(scalar->bits);
        return;
    }
    const auto& pointer = std::get<BufferArgument>(argument);
    stream(pointer.buffer.index);
    stream(pointer.offset);
}

Argument read_argument(Reader& stream) {
    std::uint8_t kind = 0;
    stream(kind);
    if (kind == 1) {
        ScalarArgument scalar;
        stream(scalar.type);
        stream(scalar.bits);
        return scalar;
    }
    if (kind != 0) refuse_wire();
    BufferArgument pointer;
    stream(pointer.buffer.index);
    stream(pointer.offset);
    return pointer;
}

template <typename Stream, typename Of>
void pass_part(Stream& stream, Of& part) {
    stream(part.slot);
    stream(part.first);
    stream(part.count);
}

void write_operation(Writer& stream, const Operation& operation) {
    stream(static_cast<std::uint8_t>(operation.what.index()));
    stream(operation.stream);
    if (const auto* launch = std::get_if<Launch>(&operation.what)) {
        pass_launch(stream, *launch);
        stream.list(launch->arguments, [&](const Argument& argument) { write_argument(stream, argument); });
    }
    if (const auto* upload = std::get_if<Upload>(&operation.what)) {
        stream(upload->to.index);
        pass_part(stream, *upload);
    }
    if (const auto* download = std::get_if<Download>(&operation.what)) {
        stream(download->from.index);
        pass_part(stream, *download);
    }
    if (const auto* copy = std::get_if<Copy>(&operation.what)) {
        stream(copy->from.index);
        stream(copy->to.index);
    }
    if (const auto* clear = std::get_if<Clear>(&operation.what)) {
        stream(clear->buffer.index);
        stream(clear->value);
        stream(clear->once);
    }
    if (const auto* wait = std::get_if<Wait>(&operation.what)) stream(wait->operation);
    if (const auto* set = std::get_if<SetVariable>(&operation.what)) {
        stream(set->from.index);
        pass_kernel(stream, set->kernel);
        stream(set->variable);
    }
}

decltype(Operation::what) read_what(Reader& stream, std::uint8_t kind) {
    if (kind == 0) {
        Launch launch;
        pass_launch(stream, launch);
        std::vector<char> places;
        stream.list(places, [&](char&) { launch.arguments.push_back(read_argument(stream)); });
        return launch;
    }
    if (kind == 1) {
        Upload upload;
        stream(upload.to.index);
        pass_part(stream, upload);
        return upload;
    }
    if (kind == 2) {
        Download download;
        stream(download.from.index);
        pass_part(stream, download);
        return download;
    }
    if (kind == 3) {
        Copy copy;
        stream(copy.from.index);
        stream(copy.to.index);
        return copy;
    }
    if (kind == 4) {
        Clear clear;
        stream(clear.buffer.index);
        stream(clear.value);
        stream(clear.once);
        return clear;
    }
    if (kind == 5) {
        Wait wait;
        stream(wait.operation);
        return wait;
    }
    if (kind != 6) refuse_wire();
    SetVariable set;
    stream(set.from.index);
    pass_kernel(stream, set.kernel);
    stream(set.variable);
    return set;
}

void read_operation(Reader& stream, Operation& operation) {
    std::uint8_t kind = 0;
    stream(kind);
    stream(operation.stream);
    operation.what = read_what(stream, kind);
}

template <typename Stream, typename Of>
void pass_plan(Stream& stream, Of& plan) {
    stream(plan.algorithm);
    stream.list(plan.buffers, [&](auto& buffer) {
        stream(buffer.name);
        stream(buffer.type);
        stream(buffer.extent);
    });
    stream(plan.input.index);
    stream(plan.output.index);
    stream(plan.emulator_only);
}

template <typename Stream, typename Of>
void pass_result(Stream& stream, Of& result) {
    stream(result.device);
    stream.list(result.buffers, [&](auto& buffer) { stream(buffer); });
    stream(result.median_ms);
    stream(result.least_ms);
    stream(result.most_ms);
    stream(result.timed_runs);
    stream(result.log);
}

template <typename Stream, typename Of>
void pass_run(Stream& stream, Of& run) {
    pass_plan(stream, run.plan);
    stream.list(run.hosts, [&](auto& host) { stream(host); });
    stream.list(run.texts, [&](auto& text) {
        stream(text.first);
        stream(text.second);
    });
    stream.list(run.globals, [&](auto& global) {
        stream(global.file);
        stream(global.name);
        stream(global.contents);
    });
    stream.list(run.parameters, [&](auto& of_function) {
        stream(of_function.first);
        stream.list(of_function.second, [&](auto& parameter) {
            stream(parameter.bytes);
            stream.list(parameter.offsets, [&](auto& offset) { stream(offset); });
        });
    });
    stream(run.unset);
}

}  // namespace

std::string encode(const ApartRun& run) {
    Writer stream;
    stream(run_mark);
    pass_run(stream, run);
    stream.list(run.plan.operations, [&](const Operation& operation) { write_operation(stream, operation); });
    return std::move(stream.bytes);
}

ApartRun decode_run(std::string_view bytes) {
    Reader stream(bytes);
    stream.expect(run_mark);
    ApartRun run;
    pass_run(stream, run);
    stream.list(run.plan.operations, [&](Operation& operation) { read_operation(stream, operation); });
    stream.expect_end();
    if (!leads_somewhere(run)) refuse_wire();
    return run;
}

std::string encode(const ApartResult& result) {
    Writer stream;
    stream(result_mark);
    pass_result(stream, result);
    return std::move(stream.bytes);
}

ApartResult decode_result(std::string_view bytes, const Plan& plan) {
    Reader stream(bytes);
    stream.expect(result_mark);
    ApartResult result;
    pass_result(stream, result);
    stream.expect_end();
    if (result.buffers.size() != plan.buffers.size()) refuse_wire();
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
        if (result.buffers[i].type() != plan.buffers[i].type ||
            result.buffers[i].count() != plan.buffers[i].extent.count())
            refuse_wire();
    return result;
}

}  // namespace upsweep::device
