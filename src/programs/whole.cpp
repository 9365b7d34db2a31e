#include "programs/whole.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
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

/// Without the signature an address that is in no buffer is written as a number.
TypedLaunch typed(const Launch& launch, const Plan& plan, const Signature* signature = nullptr) {
    const auto sides = [](const Dim3& dim) {
        return dim.z > 1   ? fmt::format("{},{},{}", dim.x, dim.y, dim.z)
               : dim.y > 1 ? fmt::format("{},{}", dim.x, dim.y)
                           : std::to_string(dim.x);
    };
    TypedLaunch made{launch.name, sides(launch.grid), sides(launch.block), launch.dynamic_shared_bytes, {}};
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto* number = std::get_if<ScalarArgument>(&launch.arguments[i]);
        if (number == nullptr) {
            const auto& buffer = std::get<BufferArgument>(launch.arguments[i]);
            made.arguments.push_back(plan[buffer.buffer].name +
                                     (buffer.offset == 0 ? "" : fmt::format("+{}", buffer.offset)));
        } else if (signature != nullptr && i < signature->parameters.size() &&
                   signature->parameters[i].pointer) {
            made.arguments.emplace_back(number->bits == 0 ? "null" : "not a device address");
        } else {
            made.arguments.push_back(number_text(*number));
        }
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
            // main gives also what a person could not type.
            const Signature& signature = compiler_.signature(launch->kernel);
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
            opened_.in_order.push_back(to_string(typed(*launch, plan, &signature)));
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
        for (const emulator::GlobalVariable& variable : globals_)
            if (variable.constant && !variable.begins && !is_set(plan, variable.as.name))
                opened_.never_set.push_back(variable.as.name);
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

    static bool is_set(const Plan& plan, const std::string& variable) {
        return any_of(plan.operations, [&](const Operation& operation) {
            const auto* set = std::get_if<SetVariable>(&operation.what);
            return set != nullptr && set->variable == variable;
        });
    }

    static constexpr size_t most_listed = 64;
    emulator::Compiler& compiler_;
    OpenedProgram& opened_;
    std::vector<Parameter> parameters_;
    std::vector<emulator::GlobalVariable> globals_;
};

/// A run without a record takes a small part of the time that one with a record takes.
int64_t most_steps_of_a_launch(const emulator::RunOptions& options) {
    constexpr int64_t unrecorded = 30;
    const int64_t most = std::max(options.limits.steps, emulator::Limits{}.steps);
    return options.record ? std::min(most, unrecorded * options.limits.steps) : options.limits.steps;
}

/// Host code gets as much time as kernels: one that does not end is stopped as soon.
int64_t most_host_instructions(const emulator::Limits& limits) {
    constexpr int64_t a_step = 200;
    return std::min(emulator::WholeProgramOptions{}.host_instructions, a_step * limits.steps);
}

/// What a parameter's pointer leads to, as the numbers of the parameter's type.
Array seen_as(const Parameter& parameter, const Array& contents) {
    const int64_t bytes = length(contents.bytes()) / parameter.bytes * parameter.bytes;
    Array seen(parameter.element, {bytes / size_of(parameter.element), 1});
    std::copy_n(contents.bytes().begin(), bytes, seen.bytes().begin());
    return seen;
}

/// The arguments of a launch as a person would type them, with device memory as `before` left it.
class ArgumentTexts {
  public:
    ArgumentTexts(const Launch& launch, const Signature& signature, const emulator::Trace& before)
        : launch_(launch), signature_(signature), before_(before) {}

    void write(KnownLaunch& known) {
        for (const Declared& declared : given_parameters(signature_)) {
            std::string text;
            for (size_t k = 0; k < declared.count; ++k)
                text += (k > 0 ? ";" : "") + argument(declared.first + k);
            known.arguments.push_back({std::move(text)});
        }
        for (const emulator::GlobalVariable& variable : signature_.globals)
            if (const std::string text = held(variable); !text.empty())
                known.settings.push_back(variable.as.name + "=" + text);
        known.contents = std::make_shared<const NamedArrays>(std::move(contents_));
    }

  private:
    static constexpr int64_t longest_list = 4096, longest_read = int64_t{1} << 20;

    std::string argument(size_t place) {
        const Parameter& parameter = signature_.parameters[place];
        const auto* buffer = std::get_if<BufferArgument>(&launch_.arguments[place]);
        if (buffer == nullptr && parameter.pointer) return "null";
        if (buffer == nullptr) return number_text(std::get<ScalarArgument>(launch_.arguments[place]));
        for (size_t k = 0; k < place; ++k)
            if (const std::string text = relative(k, *buffer, parameter); !text.empty()) return text;
        const Array& all = nth(before_.buffers, buffer->buffer.index);
        const int64_t rest = std::max<int64_t>(0, all.count() - buffer->offset);
        const Array part = buffer->offset == 0 ? seen_as(parameter, all)
                                               : seen_as(parameter, all.part(buffer->offset, rest));
        if (part.count() == 0) return "null";
        return is_set(buffer->buffer) ? text_of(parameter, part)
                                      : fmt::format("unset:{}", cell_count(parameter, part));
    }

    /// By the name of an earlier parameter that leads to the same buffer; else empty.
    std::string relative(size_t earlier, const BufferArgument& buffer, const Parameter& parameter) const {
        const auto* other = std::get_if<BufferArgument>(&launch_.arguments[earlier]);
        if (other == nullptr || other->buffer.index != buffer.buffer.index) return {};
        const std::string& name = signature_.parameters[earlier].name;
        const int64_t bytes = (buffer.offset - other->offset) * size_of(before_.plan[buffer.buffer].type);
        if (bytes == 0) return "same:" + name;
        return bytes > 0 && bytes % parameter.bytes == 0 ? fmt::format("{}+{}", name, bytes / parameter.bytes)
                                                         : std::string();
    }

    /// Whether anything has put values in.
    bool is_set(BufferId buffer) const {
        return any_of(before_.plan.operations, [&](const Operation& operation) {
            const auto& what = operation.what;
            if (const auto* upload = std::get_if<Upload>(&what)) return upload->to == buffer;
            if (const auto* clear = std::get_if<Clear>(&what)) return clear->buffer == buffer;
            if (const auto* copy = std::get_if<Copy>(&what)) return copy->to == buffer;
            const auto* launch = std::get_if<Launch>(&what);
            return launch != nullptr && any_of(launch->arguments, [&](const Argument& argument) {
                       const auto* used = std::get_if<BufferArgument>(&argument);
                       return used != nullptr && used->buffer == buffer;
                   });
        });
    }

    /// What the program has put into a variable of the device; empty: it has what the text says.
    std::string held(const emulator::GlobalVariable& variable) {
        const Array* now = nullptr;
        for (const Operation& operation : before_.plan.operations)
            if (const auto* set = std::get_if<SetVariable>(&operation.what);
                set != nullptr && set->variable == variable.as.name)
                now = &nth(before_.buffers, set->from.index);
        // A kernel may have changed it; a constant has no array there.
        size_t place = before_.plan.buffers.size();
        for (size_t i = place; i < before_.arrays.size() && place < before_.buffers.size(); ++i) {
            if (before_.arrays[i].space != emulator::Space::global) continue;
            if (before_.arrays[i].name == variable.as.name && !before_.launches.empty())
                now = &before_.buffers[place];
            ++place;
        }
        if (now == nullptr || length(now->bytes()) != variable.bytes) return {};
        return text_of(variable.as, seen_as(variable.as, *now));
    }

    std::string text_of(const Parameter& parameter, const Array& array) {
        const bool listed = parameter.variable || array.count() <= longest_read;
        if (!listed) contents_[parameter.name] = array;
        if (!listed) return "@" + parameter.name;
        const std::vector<Cell> cells = cells_of(parameter, array);
        const auto text = [](const Cell& cell) { return bits_to_text(cell.type, cell.bits); };
        if (all_of(cells, [](const Cell& cell) { return cell.bits == 0; }))
            return fmt::format("zeros:{}", cells.size());
        const bool same = all_of(cells, [&](const Cell& cell) {
            return cell.type == cells[0].type && cell.bits == cells[0].bits;
        });
        if (same && cells.size() > 1) return fmt::format("fill:{}:{}", cells.size(), text(cells[0]));
        if (const std::string counted = counting(cells); !counted.empty()) return counted;
        if (std::ssize(cells) > longest_list && !parameter.variable) {
            contents_[parameter.name] = array;
            return "@" + parameter.name;
        }
        std::string list = "values:";
        for (const Cell& cell : cells) list += text(cell) + ",";
        list.pop_back();
        return list;
    }

    static std::string counting(const std::vector<Cell>& cells) {
        const double first = bits_to_number(cells[0].type, cells[0].bits);
        if (cells.size() < 3 || !(std::abs(first) < 1e9) || first != std::floor(first)) return {};
        for (size_t i = 0; i < cells.size(); ++i)
            if (cells[i].bits != bits_of(cells[i].type, int64_t(first) + int64_t(i))) return {};
        return fmt::format("iota:{}{}", cells.size(), first == 0 ? "" : fmt::format(":{}", int64_t(first)));
    }

    const Launch& launch_;
    const Signature& signature_;
    const emulator::Trace& before_;
    NamedArrays contents_;
};

/// The buffers behind operations that only fill whole ones from the host, without a run; else nothing.
std::optional<emulator::Trace> left_by_uploads(const Plan& plan, const std::vector<Array>& hosts) {
    std::vector<const Array*> last(plan.buffers.size());
    for (const Operation& operation : plan.operations) {
        const auto* upload = std::get_if<Upload>(&operation.what);
        if (upload == nullptr || upload->count >= 0) return std::nullopt;
        nth(last, upload->to.index) = &nth(hosts, upload->slot);
    }
    emulator::Trace trace;
    for (size_t i = 0; i < last.size(); ++i)
        trace.buffers.push_back(last[i] != nullptr ? *last[i]
                                                   : Array(plan.buffers[i].type, plan.buffers[i].extent));
    trace.plan = plan;
    return trace;
}

/// What a single launch was given, as `by hand` would have it.
void take_choices(const KnownLaunch& known, OpenedProgram& opened) {
    opened.grid.text = known.grid.text;
    opened.block.text = known.block.text;
    opened.shared.text = known.shared.text;
    for (Choice* choice : {&opened.grid, &opened.block, &opened.shared}) choice->from = Choice::From::file;
    for (const Given& argument : known.arguments)
        opened.arguments.push_back({argument.text, Choice::From::file});
}

/// Whether `asked` names the kernel, whatever its template arguments: `b::k` names k<4> in a::b.
bool is_named(std::string_view kernel, std::string_view asked) {
    const auto plain = [](std::string_view name) { return name.substr(0, name.find_first_of("<(")); };
    return fmt::format("::{}", plain(kernel)).ends_with(fmt::format("::{}", plain(asked)));
}

}  // namespace

bool says_nothing(const UserProgram& program) {
    return program.kernel.empty() && program.template_arguments.empty() && program.grid.empty() &&
           program.block.empty() && !program.shared && program.arguments.empty() && program.settings.empty();
}

void open_whole(const UserProgram& program, emulator::Compiler& compiler, const emulator::RunOptions& options,
                OpenedProgram& into) {
    emulator::WholeProgramOptions whole;
    whole.gpu = options.gpu;
    whole.limits = options.limits;
    whole.limits.steps = most_steps_of_a_launch(options);
    whole.host_instructions = most_host_instructions(whole.limits);
    whole.cancel = options.cancel;
    whole.progress = options.progress;
    whole.arguments = program.main_arguments;
    auto run = std::make_shared<emulator::WholeProgramRun>(emulator::run_whole_program(
        compiler, name_of(program), parse_definitions(program.definitions), whole));
    const auto ran = std::make_shared<emulator::Trace>(std::move(run->trace));
    WholeOpening(compiler, into).run(*run);
    into.whole = run;
    add_host_findings(into, *ran);
    // A short one runs again, by its plan: there memory that nothing has set is poisoned, which shows more.
    constexpr int64_t short_run = 100'000, small = 4 << 20;
    int64_t bytes = 0;
    for (size_t i = 0; i < into.prepared.plan.buffers.size(); ++i) {
        ran->arrays[i].name = into.prepared.plan.buffers[i].name;
        bytes += into.prepared.plan.buffers[i].bytes();
    }
    ran->plan = into.prepared.plan;
    if (ran->counts.steps > short_run || bytes > small) into.ran = ran;
    if (into.launches == 1) take_choices(launch_of_main(into, {}, compiler, options), into);
}

KnownLaunch launch_of_main(const OpenedProgram& whole, const std::string& kernel,
                           emulator::Compiler& compiler, const emulator::RunOptions& options) {
    const Plan& plan = whole.prepared.plan;
    KnownLaunch known;
    const auto find = [&](auto&& is_wanted) -> std::optional<size_t> {
        known.number = 0;
        for (size_t i = 0; i < plan.operations.size(); ++i) {
            const auto* launch = std::get_if<Launch>(&plan.operations[i].what);
            if (launch == nullptr) continue;
            ++known.number;
            if (is_wanted(launch->kernel.function)) return i;
        }
        return std::nullopt;
    };
    auto at = find([&](const std::string& name) { return kernel.empty() || name == kernel; });
    if (!at) at = find([&](const std::string& name) { return is_named(name, kernel); });
    if (!at) return {};
    const Launch& launch = std::get<Launch>(plan.operations[*at].what);
    const TypedLaunch text = typed(launch, plan);
    known.kernel = launch.kernel.function;
    known.line = whole.whole->places[*at].line;
    known.launches = whole.launches;
    known.grid.text = text.grid;
    known.block.text = text.block;
    known.shared.text = std::to_string(text.shared);
    Plan before = plan;
    before.operations.resize(*at);
    emulator::RunOptions run = options;
    run.record = run.races = false;
    run.progress = {};
    run.limits.steps = most_steps_of_a_launch(options);
    run.gpu.shared_bytes = std::max(run.gpu.shared_bytes, most_shared_bytes);
    const std::vector<Array>& hosts = whole.prepared.hosts;
    std::optional<emulator::Trace> trace = left_by_uploads(before, hosts);
    if (!trace) {
        run.further_inputs.assign(hosts.begin() + 1, hosts.end());
        trace = emulator::run(before, hosts.front(), compiler, run);
    }
    ArgumentTexts(launch, compiler.signature(launch.kernel), *trace).write(known);
    return known;
}

std::string ended_sentence(const OpenedProgram& opened) {
    const emulator::HostResult& host = opened.whole->host;
    return host.ended.empty() ? fmt::format("The program returned {}.", host.exit_status) : host.ended;
}

namespace {

/// Whether the host only says what it is about to launch.
bool is_before_launch(const Plan& plan, size_t operation) {
    const auto* work = std::get_if<HostWork>(&plan.operations[operation].what);
    return work != nullptr && work->name == "launch" && operation + 1 < plan.operations.size() &&
           std::holds_alternative<Launch>(plan.operations[operation + 1].what);
}

std::vector<emulator::HostValue> changed_behind(const OpenedProgram& opened, size_t operation) {
    const auto* now = values_behind(opened, operation);
    const auto* before = operation == 0 ? nullptr : values_behind(opened, operation - 1);
    std::vector<emulator::HostValue> changed;
    if (now == nullptr || now == before) return changed;
    for (const emulator::HostValue& one : *now)
        if (before == nullptr || !contains(*before, one)) changed.push_back(one);
    return changed;
}

}  // namespace

const std::vector<emulator::HostValue>* values_behind(const OpenedProgram& opened, size_t operation) {
    const auto& values = opened.whole->values;
    return operation < values.size() ? values[operation].get() : nullptr;
}

std::vector<HostStep> steps_of(const OpenedProgram& opened) {
    std::vector<HostStep> steps;
    const Plan& plan = opened.prepared.plan;
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const int32_t line = nth(opened.whole->places, i).line;
        const auto add = [&](const std::string& kind, const std::string& text) {
            steps.push_back({line, kind, text, changed_behind(opened, i)});
        };
        const auto& what = plan.operations[i].what;
        const auto* work = std::get_if<HostWork>(&what);
        // The launch itself follows.
        if (work != nullptr && !is_before_launch(plan, i))
            add(work->name, work->buffer.index < 0 ? "" : plan[work->buffer].name);
        if (const auto* launch = std::get_if<Launch>(&what)) add("launch", to_string(typed(*launch, plan)));
        if (const auto* upload = std::get_if<Upload>(&what))
            add(contains(opened.whole->fills, i) ? "clear" : "upload", plan[upload->to].name);
        if (const auto* download = std::get_if<Download>(&what)) add("download", plan[download->from].name);
        if (const auto* clear = std::get_if<Clear>(&what)) add("clear", plan[clear->buffer].name);
        if (const auto* set = std::get_if<SetVariable>(&what)) add("set", set->variable);
        if (const auto* copy = std::get_if<Copy>(&what))
            add("copy", plan[copy->from].name + " to " + plan[copy->to].name);
    }
    return steps;
}

namespace {

/// A place of the whole program, its file numbered as the trace has it.
emulator::SourceRange in_trace(const OpenedProgram& opened, emulator::Trace& trace,
                               emulator::SourceRange where) {
    const emulator::SourceText& file = nth(opened.whole->files, where.file);
    auto same = find_if(trace.sources, [&](const auto& known) { return known.name == file.name; });
    if (same == trace.sources.end()) same = trace.sources.insert(same, file);
    where.file = int32_t(same - trace.sources.begin());
    return where;
}

/// Where the operation of this line begins in the trace, so that one comes to it there; else the beginning.
int64_t step_of_line(const OpenedProgram& opened, const emulator::Trace& trace,
                     const emulator::SourceRange& where) {
    const std::vector<emulator::SourceRange>& places = opened.whole->places;
    for (const emulator::Phase& phase : trace.phases)
        if (phase.operation < places.size() && places[phase.operation].line == where.line &&
            places[phase.operation].file == where.file && phase.end_step > phase.first_step)
            return phase.first_step;
    return 0;
}

}  // namespace

void add_host_places(const OpenedProgram& opened, emulator::Trace& trace) {
    if (opened.whole == nullptr) return;
    const std::vector<emulator::SourceRange>& places = opened.whole->places;
    for (emulator::Step& step : trace.steps) {
        if (step.kind != emulator::StepKind::host || step.operation >= places.size()) continue;
        if (places[step.operation].file < 0) continue;
        emulator::Statement statement = trace.statements.at(step.statement);
        statement.where = in_trace(opened, trace, places[step.operation]);
        step.statement = uint32_t(trace.statements.size());
        trace.statements.push_back(std::move(statement));
    }
}

void add_host_findings(const OpenedProgram& opened, emulator::Trace& trace) {
    if (opened.whole == nullptr) return;
    for (const emulator::HostFinding& one : opened.whole->host.findings) {
        emulator::Finding finding;
        finding.kind = emulator::FindingKind::host_code;
        finding.severity = one.fault ? emulator::Severity::fault : emulator::Severity::note;
        finding.where = one.where;
        if (one.where.file >= 0) finding.where = in_trace(opened, trace, one.where);
        finding.facts = emulator::HostFault{one.message, one.cause, one.cure};
        finding.times = one.times;
        finding.step = step_of_line(opened, trace, one.where);
        finding.steps = {finding.step};
        trace.findings.push_back(std::move(finding));
    }
}

}  // namespace upsweep::programs
