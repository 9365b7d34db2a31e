#include "programs/whole.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/arguments.h"
#include "programs/launches.h"
#include "programs/signature.h"

namespace upsweep::programs {
namespace {

std::string number_text(const ScalarArgument& argument) {
    using emulator::arithmetic::convert_bits;
    if (argument.type == ScalarType::f32 || argument.type == ScalarType::f64)
        return fmt::format(
            "{}", upsweep::bit_cast<double>(convert_bits(argument.type, ScalarType::f64, argument.bits)));
    return std::to_string(int64_t(convert_bits(argument.type, ScalarType::i64, argument.bits)));
}

TypedLaunch typed(const Launch& launch, const Plan& plan) {
    const auto sides = [](const Dim3& dim) {
        return dim.z > 1   ? fmt::format("{},{},{}", dim.x, dim.y, dim.z)
               : dim.y > 1 ? fmt::format("{},{}", dim.x, dim.y)
                           : std::to_string(dim.x);
    };
    TypedLaunch made{launch.name, sides(launch.grid), sides(launch.block), launch.dynamic_shared_bytes, {}};
    for (const Argument& argument : launch.arguments) {
        if (const auto* buffer = std::get_if<BufferArgument>(&argument))
            made.arguments.push_back(plan[buffer->buffer].name +
                                     (buffer->offset == 0 ? "" : fmt::format("+{}", buffer->offset)));
        else
            made.arguments.push_back(number_text(std::get<ScalarArgument>(argument)));
    }
    return made;
}

/// A buffer as the parameter that it is first passed to; by its own name.
Parameter plain_parameter(const Buffer& buffer) {
    Parameter made;
    made.type_name = std::string(cuda_name_of(buffer.type)) + "*";
    made.pointer = true;
    made.scalars = {{0, buffer.type, ""}};
    made.bytes = size_of(buffer.type);
    made.element = buffer.type;
    return made;
}

class WholeOpening {
  public:
    WholeOpening(emulator::Compiler& compiler, OpenedProgram& into) : compiler_(compiler), opened_(into) {}

    void run(emulator::WholeProgramRun& whole) {
        const Plan& plan = whole.plan;
        for (const Buffer& buffer : plan.buffers) parameters_.push_back(plain_parameter(buffer));
        std::vector<bool> known(plan.buffers.size());
        int64_t shared = 0, fixed = 0;
        for (size_t i = 0; i < plan.operations.size(); ++i) {
            const auto* launch = std::get_if<Launch>(&plan.operations[i].what);
            if (launch == nullptr) continue;
            ++opened_.launches;
            const Signature signature = programs::signature_of(launch->kernel, compiler_);
            if (opened_.signature.kernel.function.empty()) {
                opened_.signature = signature;
                opened_.kernel = {launch->kernel.function, Choice::From::file};
            }
            shared = std::max(shared, launch->dynamic_shared_bytes);
            fixed = std::max(fixed, signature.shared_bytes);
            for (size_t k = 0; k < launch->arguments.size() && k < signature.parameters.size(); ++k) {
                const auto* buffer = std::get_if<BufferArgument>(&launch->arguments[k]);
                if (buffer == nullptr || known[buffer->buffer.index]) continue;
                const bool fits = signature.parameters[k].element == plan[buffer->buffer].type;
                if (fits) parameters_[buffer->buffer.index] = signature.parameters[k];
                known[buffer->buffer.index] = true;
            }
            for (const emulator::GlobalVariable& variable : signature.globals)
                if (none_of(globals_, [&](const auto& other) { return other.as.name == variable.as.name; }))
                    globals_.push_back(variable);
            if (opened_.in_order.size() >= most_listed) continue;
            opened_.in_order.push_back(to_string(typed(*launch, plan)));
            opened_.lines.push_back(whole.places[i].line);
        }
        opened_.signature.globals = globals_;
        opened_.signature.shared_bytes = fixed;
        opened_.shared.text = std::to_string(shared);
        if (opened_.launches == 1)
            take_only_launch(whole.plan);
        else
            take_buffers(plan);
        if (!opened_.lines.empty()) {
            opened_.line = opened_.lines.front();
            opened_.launch = 1;
        }
        opened_.left_out = whole.left_out;
        opened_.prepared.plan = std::move(whole.plan);
        opened_.prepared.hosts = std::move(whole.hosts);
    }

  private:
    /// The buffers of the only launch have the names of its parameters.
    void take_only_launch(Plan& plan) {
        std::vector<bool> named(plan.buffers.size());
        for (Operation& operation : plan.operations) {
            auto* launch = std::get_if<Launch>(&operation.what);
            if (launch == nullptr) continue;
            for (size_t k = 0; k < opened_.signature.parameters.size(); ++k) {
                const auto* buffer = std::get_if<BufferArgument>(&launch->arguments.at(k));
                const int index = buffer == nullptr ? -1 : buffer->buffer.index;
                opened_.prepared.buffer_of.push_back(index);
                opened_.prepared.offset_of.push_back(buffer == nullptr ? 0 : buffer->offset);
                if (index < 0 || named[index]) continue;
                named[index] = true;
                plan.buffers[index].name = opened_.signature.parameters[k].name;
            }
        }
    }

    void take_buffers(const Plan& plan) {
        opened_.signature.declared.clear();
        opened_.signature.parameters.clear();
        for (size_t i = 0; i < plan.buffers.size(); ++i) {
            parameters_[i].name = plan.buffers[i].name;
            opened_.signature.parameters.push_back(parameters_[i]);
            opened_.prepared.buffer_of.push_back(int(i));
            opened_.prepared.offset_of.push_back(0);
        }
    }

    static constexpr size_t most_listed = 64;
    emulator::Compiler& compiler_;
    OpenedProgram& opened_;
    std::vector<Parameter> parameters_;
    std::vector<emulator::GlobalVariable> globals_;
};

}  // namespace

bool is_whole(const UserProgram& program, emulator::Compiler& compiler) {
    const bool says_nothing = program.kernel.empty() && program.template_arguments.empty() &&
                              program.grid.empty() && program.block.empty() && !program.shared &&
                              program.arguments.empty() && program.settings.empty();
    return says_nothing &&
           emulator::has_main(compiler, name_of(program), parse_definitions(program.definitions));
}

void open_whole(const UserProgram& program, emulator::Compiler& compiler, const emulator::RunOptions& options,
                OpenedProgram& into) {
    emulator::WholeProgramOptions whole;
    whole.gpu = options.gpu;
    whole.limits = options.limits;
    whole.cancel = options.cancel;
    whole.arguments = program.main_arguments;
    auto run = std::make_shared<emulator::WholeProgramRun>(emulator::run_whole_program(
        compiler, name_of(program), parse_definitions(program.definitions), whole));
    WholeOpening(compiler, into).run(*run);
    into.whole = run;
}

std::string ended_sentence(const OpenedProgram& opened) {
    const emulator::HostResult& host = opened.whole->host;
    return host.ended.empty() ? fmt::format("The program returned {}.", host.exit_status) : host.ended;
}

std::vector<HostStep> steps_of(const OpenedProgram& opened) {
    std::vector<HostStep> steps;
    const Plan& plan = opened.prepared.plan;
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const int32_t line = nth(opened.whole->places, i).line;
        const auto add = [&](const char* kind, const std::string& text) {
            steps.push_back({line, kind, text});
        };
        const auto& what = plan.operations[i].what;
        if (const auto* launch = std::get_if<Launch>(&what)) add("launch", to_string(typed(*launch, plan)));
        if (const auto* upload = std::get_if<Upload>(&what)) add("upload", plan[upload->to].name);
        if (const auto* download = std::get_if<Download>(&what)) add("download", plan[download->from].name);
        if (const auto* clear = std::get_if<Clear>(&what)) add("clear", plan[clear->buffer].name);
        if (const auto* set = std::get_if<SetVariable>(&what)) add("set", set->variable);
        if (const auto* copy = std::get_if<Copy>(&what))
            add("copy", plan[copy->from].name + " to " + plan[copy->to].name);
    }
    return steps;
}

void add_host_findings(const OpenedProgram& opened, emulator::Trace& trace) {
    if (opened.whole == nullptr) return;
    const std::vector<emulator::SourceText>& files = opened.whole->files;
    for (const emulator::HostFinding& one : opened.whole->host.findings) {
        emulator::Finding finding;
        finding.kind = emulator::FindingKind::host_code;
        finding.severity = one.fault ? emulator::Severity::fault : emulator::Severity::note;
        finding.where = one.where;
        if (one.where.file >= 0) {
            const emulator::SourceText& file = nth(files, one.where.file);
            auto same = find_if(trace.sources, [&](const auto& known) { return known.name == file.name; });
            if (same == trace.sources.end()) same = trace.sources.insert(same, file);
            finding.where.file = int32_t(same - trace.sources.begin());
        }
        finding.facts = emulator::HostFault{one.message, one.cause, one.cure};
        finding.times = one.times;
        finding.steps = {0};
        trace.findings.push_back(std::move(finding));
    }
}

}  // namespace upsweep::programs
