// Launches: making kernels ready, checking arguments, running the machine.
#include "emulator/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/semantics/typed.h"

namespace upsweep::emulator {
namespace {

void remap(SourceRange& range, const std::vector<int32_t>& files) {
    if (range.file >= 0) range.file = nth(files, range.file);
}

std::string dim_in_words(const Dim3& dim) { return fmt::format("{} × {} × {}", dim.x, dim.y, dim.z); }

}  // namespace

const Runner::Kernel& Runner::kernel(const KernelName& name) {
    for (const auto& known : kernels_)
        if (known->name == name) return *known;
    auto kernel = std::make_unique<Kernel>();
    kernel->name = name;
    kernel->code = compiler_.code(name);
    adopt_sources(compiler_.program(name)->files, kernel->code);
    kernel->statement_base = trace_.statements.size();
    kernel->operand_base = trace_.operands.size();
    const Code& code = kernel->code;
    for (Loop loop : code.loops) {
        loop.first_statement += kernel->statement_base;
        loop.end_statement += kernel->statement_base;
        loop.header_statement += kernel->statement_base;
        trace_.loops.push_back(std::move(loop));
    }
    append(trace_.statements, code.statements);
    append(trace_.operands, code.operands);
    if (trace_.statements.size() >> statement_bits != 0 || trace_.operands.size() >> operand_bits != 0)
        throw Error("{} has too many statements for a trace; split the kernel.", name.file);
    add_globals(*kernel);
    kernels_.push_back(std::move(kernel));
    return *kernels_.back();
}

/// Puts the kernel's files among the trace's, each text once, and lets its ranges name them there.
void Runner::adopt_sources(const std::vector<SourceText>& files, Code& code) {
    std::vector<int32_t> places;
    for (const SourceText& file : files) {
        auto same = find_if(trace_.sources, [&](const SourceText& known) {
            return known.name == file.name && known.text == file.text;
        });
        if (same == trace_.sources.end()) same = trace_.sources.insert(same, file);
        places.push_back(same - trace_.sources.begin());
    }
    for (Statement& statement : code.statements) remap(statement.where, places);
    for (Operand& operand : code.operands) remap(operand.where, places);
    remap(code.where, places);
    for (LoopInfo& loop : code.loops) {
        remap(loop.where, places);
        remap(loop.header, places);
    }
    for (Report& report : code.reports) remap(report.where, places);
    for (SharedArray& array : code.shared) remap(array.declared, places);
}

/// __device__ variables live as long as the plan, one of each for all kernels of a file.
void Runner::add_globals(Kernel& kernel) {
    for (const GlobalArray& array : kernel.code.globals) {
        std::string key = kernel.name.file + "\n" + array.name;
        // A text's name may be cut short.
        for (std::byte character : array.text ? array.initial : std::vector<std::byte>{})
            key += char(character);
        for (const auto& [name, value] : kernel.name.definitions) key += "\n" + name + "=" + value;
        auto known = globals_.find(key);
        if (known != globals_.end()) {
            kernel.globals.push_back(known->second);
            continue;
        }
        ArrayInfo info;
        info.name = array.name;
        info.space = array.text ? Space::text : array.constant ? Space::constant : Space::global;
        info.type = array.type;
        info.extent = array.extent;
        // Twice its bytes and its marks: what it holds, and what it held at first.
        memory_.keep(array.bytes);
        check_room(memory_.bytes() + Memory::bytes_for(array.type, info.space, array.bytes),
                   "buffers and variables");
        ArrayId id = memory_.add(info, array.bytes, 0);
        Array initial(array.type, array.extent);
        std::copy(array.initial.begin(), array.initial.end(), initial.bytes().begin());
        for (const auto& [offset, other] : array.links) {
            std::byte* at = initial.bytes().data() + offset;
            const Address to = make_address(nth(kernel.globals, other), 0);
            write_bits(at, 8, to + read_bits(at, 8));
        }
        memory_.upload(id, initial);
        trace_.arrays.push_back(std::move(info));
        trace_.initial.resize(id + 1);
        trace_.initial[id] = std::move(initial);
        globals_[key] = id;
        kernel.globals.push_back(id);
    }
}

/// Throws UsageError if the kernel's file has no variable of that name.
ArrayId Runner::variable(const KernelName& name, const std::string& variable) {
    const Kernel& of = kernel(name);
    for (size_t i = 0; i < of.globals.size(); ++i)
        if (!of.code.globals[i].text && of.code.globals[i].name == variable) return of.globals[i];
    throw UsageError("The plan sets \"{}\", but {} has no such variable outside functions that {} reads.",
                     variable, name.file, name.function);
}

std::vector<uint64_t> Runner::parameters(const Launch& launch, const Code& code) const {
    const std::string& function = launch.kernel.function;
    if (launch.arguments.size() != code.parameters.size())
        throw UsageError("{} takes {}, but got {}.", function, counted(code.parameters.size(), "argument"),
                         launch.arguments.size());
    std::vector<uint64_t> bits;
    for (size_t i = 0; i < code.parameters.size(); ++i) {
        const ParameterInfo& parameter = code.parameters[i];
        const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[i]);
        const auto* number = std::get_if<ScalarArgument>(&launch.arguments[i]);
        // A null pointer is the number 0; what a program passes that leads to no buffer is passed on as it
        // is, and using it is a finding.
        if (parameter.pointer && number != nullptr && number->type == ScalarType::u64) {
            bits.push_back(number->bits);
            continue;
        }
        if (parameter.pointer != (buffer != nullptr))
            throw UsageError("Parameter `{}` of {} is {}; give it {}.", parameter.name, function,
                             parameter.type_name, parameter.pointer ? "a buffer" : "a number");
        if (buffer == nullptr) {
            const auto& value = std::get<ScalarArgument>(launch.arguments[i]);
            if (size_of(value.type) != size_of(parameter.type))
                throw UsageError("Parameter `{}` of {} is {}, but it got a number of {} bytes.",
                                 parameter.name, function, parameter.type_name, size_of(value.type));
            bits.push_back(value.bits);
            continue;
        }
        int64_t offset = buffer->offset * size_of(trace_.plan[buffer->buffer].type);
        bits.push_back(make_address(ArrayId(buffer->buffer.index), offset));
    }
    return bits;
}

void Runner::check_launch(const Launch& launch, const Code& code) const {
    constexpr int64_t most_threads = 1024;
    const std::string& function = launch.kernel.function;
    bool positive = std::min({launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y,
                              launch.block.z}) > 0;
    if (!positive)
        throw UsageError(
            "{} was launched with a grid of {} blocks of {} threads; each number must be at "
            "least 1.",
            function, dim_in_words(launch.grid), dim_in_words(launch.block));
    if (launch.block.count() > most_threads)
        throw UsageError("{} was launched with blocks of {} threads; a block has at most {}.", function,
                         launch.block.count(), most_threads);
    constexpr int64_t deepest_block = 64, longest_grid = 2147483647, highest_grid = 65535;
    if (launch.block.z > deepest_block)
        throw UsageError("{} was launched with blocks of {} threads; their third dimension is at most {}.",
                         function, dim_in_words(launch.block), deepest_block);
    if (launch.grid.x > longest_grid || std::max(launch.grid.y, launch.grid.z) > highest_grid)
        throw UsageError(
            "{} was launched with a grid of {} blocks; its first dimension is at most {}, the "
            "second and third {}.",
            function, dim_in_words(launch.grid), longest_grid, highest_grid);
    int64_t bytes = launch.dynamic_shared_bytes;
    for (const SharedArray& array : code.shared) bytes += array.bytes;
    if (bytes > options_.gpu.shared_bytes)
        throw UsageError("{} needs {} bytes of shared memory per block; the machine has {}.", function, bytes,
                         options_.gpu.shared_bytes);
}

void Runner::launch(const Launch& launch) {
    const Kernel& kernel = this->kernel(launch.kernel);
    check_launch(launch, kernel.code);
    LaunchArguments arguments{launch.grid, launch.block, launch.dynamic_shared_bytes,
                              parameters(launch, kernel.code), kernel.globals};
    uint32_t index = next_launch_;
    int lanes = launch.host_loop ? 1 : options_.gpu.lanes;
    trace_.launches[index].warps_per_block = (launch.block.count() + lanes - 1) / lanes;
    std::vector<std::string> phases = kernel.code.phases;
    if (phases[0].empty()) phases[0] = launch.name;
    recorder_.begin_operation(operation_, std::move(phases));
    recorder_.begin_launch(index);
    untouched_ = false;
    const LanesProceed lanes_proceed =
        launch.host_loop ? LanesProceed::since_volta : options_.gpu.lanes_proceed;
    LaunchContext context{&kernel.code,
                          index,
                          kernel.statement_base,
                          kernel.operand_base,
                          options_.gpu.banks,
                          launch.host_loop,
                          options_.races && !launch.host_loop,
                          lanes_proceed == LanesProceed::adversarial,
                          lanes_proceed == LanesProceed::before_volta,
                          options_.gpu.schedule.warps,
                          each_limited_ ? recorder_.steps() : 0};
    shared_.ordering.begin_launch();
    // What earlier launches accessed says nothing of this one.
    constexpr int64_t plenty = int64_t{64} << 20;
    if (index % stamped_launches == 0 || memory_.bytes_of_shadows() > plenty) memory_.forget_accesses();
    if (weak_ != nullptr) weak_->begin_launch();
    ToyGpu gpu = options_.gpu;
    // Blocks that wait for all others must all be resident.
    if (has_grid_barrier(kernel.code))
        gpu.resident_blocks = std::max<int>(
            gpu.resident_blocks, int((launch.grid.count() + gpu.multiprocessors - 1) / gpu.multiprocessors));
    Machine machine(shared_, gpu, options_.limits, context, arguments);
    machine.watch = [this](double share) { watch(share); };
    watch(0);
    stopped_ = !machine.run();
    if (weak_ != nullptr) weak_->drain_all();
    recorder_.end_launch();
    recorder_.end_operation();
    ++next_launch_;
}

}  // namespace upsweep::emulator
